//! The log of operators' and organisers' actions.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::database::{Statement, Transaction, from_row, params};
use super::error::{RowKind, StoreError};

const LOG_ACTION: Statement =
    Statement::new("insert into admin_log (id, at, actor, action) values ($1, $2, $3, $4)");

pub(super) const ADMIN_LOG: Statement =
    Statement::new("select id, at, actor, action from admin_log where id > $1 order by id limit $2");

#[derive(Clone, Debug)]
pub struct AdminAction {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub actor: String,
    /// The action, as JSON.
    pub action: String,
}

from_row!(RowKind::AdminAction, "id", |row| AdminAction { id, at, actor, action });

/// Commits with an entry of the log.
pub(super) async fn commit_with_entry(
    mut transaction: Transaction,
    action: &AdminAction,
) -> Result<(), StoreError> {
    let values = params![action.id, action.at, action.actor.as_str(), action.action.as_str()];
    transaction.execute(LOG_ACTION, values).await?;
    transaction.commit().await
}
