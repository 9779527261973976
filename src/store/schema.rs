//! The schema: bringing it up to date, and whether it is.

use super::Store;
use super::database::{Row, Statement, params};
use super::error::{RowKind, StoreError};

const APPLIED: Statement =
    Statement::new("select version, checksum from _sqlx_migrations where success order by version");

impl Store {
    /// Brings the schema up to date, and what is stored of names if another
    /// version of Unicode has made it; harmless where all is.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the database has migrations that this program
    /// does not know, or is spread over a cluster and lacks some.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        if self.database.is_distributed() {
            // A cluster takes only some of the statements of migrations, and would
            // be left with half of them.
            self.check_schema().await?;
        } else {
            self.database.migrate().await?;
        }
        self.update_skeletons().await
    }

    /// Spreads the tables over the servers of a Citus cluster, with the rows that
    /// they have: the games by their ids, in so many shards, or one for each server.
    /// Harmless where they are spread already. No instance may work with the
    /// database meanwhile.
    pub async fn distribute(&self, shards: Option<u32>) -> Result<(), StoreError> {
        self.database.distribute(shards).await
    }

    /// Answers if the database does, and its schema is the one that this
    /// program needs.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if it is another.
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        let read = |row: &Row| {
            row.parse(RowKind::Migration, "version", |row| Ok((row.get("version")?, row.get("checksum")?)))
        };
        let applied: Vec<(i64, Vec<u8>)> =
            self.database.read_rows(APPLIED, params![], read).await.map_err(no_table)?;
        if applied == self.database.known_migrations() {
            return Ok(());
        }
        let reason = if self.database.is_distributed() {
            "it is spread over a cluster, where migrations do not run; docs/explanation/scaling.md says how a \
             dump brings it to another version"
        } else {
            "other migrations were applied than this program knows"
        };
        Err(StoreError::Schema(reason.to_owned()))
    }
}

/// A database without the table of migrations has another schema.
fn no_table(error: StoreError) -> StoreError {
    if let StoreError::Database(error) = error { StoreError::Schema(error.to_string()) } else { error }
}
