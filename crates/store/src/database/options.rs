//! Options of a database.

use std::time::Duration;

use super::clock::DatabaseClock;
#[cfg(feature = "test-hooks")]
use super::plans::Plans;
use super::statement::Statement;
use crate::error::StoreError;

#[derive(Clone, Debug)]
pub struct Options {
    /// The most connections that are opened.
    pub connections: u32,
    pub timeouts: Timeouts,
    /// A replica for reads that may be stale; only for Postgres.
    pub replica: Option<String>,
    /// The address for migrations and for listening to changes, if it is another than the
    /// service's: neither works through a pooler that shares connections.
    pub direct: Option<String>,
    /// The way in which a pooler before Postgres shares its connections.
    pub pool_mode: PoolMode,
    pub clock: DatabaseClock,
    /// True if a missing SQLite file is created.
    pub create: bool,
    /// The list of plans, to which that of each reading statement is added before the statement
    /// runs.
    #[cfg(feature = "test-hooks")]
    pub plans: Option<Plans>,
}

/// The time limits after which the database counts as unavailable.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a connection.
    pub acquire: Duration,
    /// For a statement that reads or writes a few rows, including the wait for a connection.
    pub statement: Duration,
    /// For a statement that reads many rows: the export and audits.
    pub long_statement: Duration,
    /// For a lock that another transaction holds.
    pub lock: Duration,
    /// For any answer of a replica: the primary has the data, too.
    pub replica: Duration,
    /// For the check that the database takes writes.
    pub readiness: Duration,
}

/// The time for which a connection to Postgres belongs to one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolMode {
    /// Until the client closes it.
    Session,
    Transaction,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connections: 16,
            timeouts: Timeouts::default(),
            replica: None,
            direct: None,
            pool_mode: PoolMode::Session,
            clock: DatabaseClock::default(),
            create: true,
            #[cfg(feature = "test-hooks")]
            plans: None,
        }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self::of_statement(Duration::from_millis(1500))
    }
}

impl Timeouts {
    /// Limits in proportion to the limit of a short statement.
    #[must_use]
    pub fn of_statement(limit: Duration) -> Self {
        Self {
            acquire: limit * 2 / 3,
            statement: limit,
            long_statement: Duration::from_secs(30).max(limit),
            lock: limit * 2 / 3,
            replica: limit / 4,
            readiness: Duration::from_millis(800),
        }
    }

    /// For an operation in a batch, including its wait for the batch.
    pub(crate) fn batched(&self) -> Duration {
        self.statement * 11 / 10
    }
}

impl Timeouts {
    pub(super) const fn of(&self, statement: Statement) -> Duration {
        if statement.is_long { self.long_statement } else { self.statement }
    }
}

/// Returns the database's answer, or an error after the time limit.
pub(super) async fn within<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreError::timed_out(limit)),
    }
}
