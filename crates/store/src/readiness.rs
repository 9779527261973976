//! The check that the store can do its work now.

use tokio::time::timeout;

use super::Store;
use super::database::{Statement, params};
use super::error::StoreError;

/// An instance of a cluster is ready if the server that it is connected to writes its log: the
/// games of other servers may go on.
const PROBE: Statement = Statement::new("update write_probe set writes = writes + 1")
    .distributed(
        "select pg_logical_emit_message(true, 'regicide', '')::text
    where not current_setting('transaction_read_only')::boolean",
    )
    .of_any_server();

impl Store {
    /// Succeeds if the database answers and takes writes, and this program can work with its
    /// schema.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the schema does not fit; [`StoreError::Unavailable`] if the
    /// database does not take writes, or does not answer within
    /// [`Timeouts::readiness`](super::Timeouts::readiness).
    pub async fn ready(&self) -> Result<(), StoreError> {
        let limit = self.database.timeouts().readiness;
        let checks = async {
            self.check_batch_threads()?;
            self.check_schema().await?;
            self.check_writes().await?;
            // The comparison of clocks then uses a new reading.
            self.clock.read().await.map(|_| ())
        };
        timeout(limit, checks).await.unwrap_or_else(|_| Err(StoreError::timed_out(limit)))
    }

    fn check_batch_threads(&self) -> Result<(), StoreError> {
        let Self { moves, games, boards, .. } = self;
        let games_are_running = moves.batches.is_running() && games.lookups.is_running();
        if games_are_running && boards.readers.is_running() && boards.neighbours.is_running() {
            return Ok(());
        }
        Err(sqlx::Error::WorkerCrashed.into())
    }

    async fn check_writes(&self) -> Result<(), StoreError> {
        match self.database.execute(PROBE, params![]).await? {
            0 => Err(StoreError::read_only()),
            _ => Ok(()),
        }
    }
}
