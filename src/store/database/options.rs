//! How a database is to be used.

use std::time::Duration;

use super::clock::DatabaseClock;
#[cfg(feature = "test-hooks")]
use super::plans::Plans;

#[derive(Clone, Debug)]
pub struct Options {
    /// The most connections that are opened.
    pub connections: u32,
    pub timeouts: Timeouts,
    /// A replica that may be read where it does not matter that it is behind;
    /// only Postgres has any.
    pub replica: Option<String>,
    /// Where migrations are applied and changes are listened for, if not where
    /// the service works: through a pooler that shares connections they cannot
    /// be.
    pub direct: Option<String>,
    /// How a pooler before Postgres shares its connections.
    pub pool_mode: PoolMode,
    pub clock: DatabaseClock,
    /// Whether a SQLite file is made if it is not there.
    pub create: bool,
    /// Where the plans of statements that read are noted before they are run.
    #[cfg(feature = "test-hooks")]
    pub plans: Option<Plans>,
}

/// How long the service waits for the database before it counts as away.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a connection.
    pub acquire: Duration,
    /// For a statement that looks up or writes a few rows, with the wait for a
    /// connection.
    pub statement: Duration,
    /// For a statement that reads many rows: the export and audits.
    pub long_statement: Duration,
    /// For a lock that another transaction holds.
    pub lock: Duration,
    /// For anything from a replica: the primary knows the same.
    pub replica: Duration,
    /// For saying whether the database takes writes.
    pub readiness: Duration,
}

/// How long a connection to Postgres belongs to one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolMode {
    /// As long as it is open.
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
    /// The limits that go with one for a short statement.
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

    /// For what waits for its batch, and for the batch.
    pub(in crate::store) fn batched(&self) -> Duration {
        self.statement * 11 / 10
    }
}
