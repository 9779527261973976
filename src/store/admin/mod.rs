//! What operators and organisers do, and the log of it.

mod methods;
mod statements;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::database::Row;
use super::error::{RowKind, StoreError};

pub(super) use methods::commit_with_entry;

#[derive(Clone, Debug)]
pub struct AdminAction {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub actor: String,
    /// What, as JSON.
    pub action: String,
}

impl AdminAction {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::AdminAction, "id", |row| {
            Ok(Self {
                id: row.get("id")?,
                at: row.get("at")?,
                actor: row.get("actor")?,
                action: row.get("action")?,
            })
        })
    }
}
