//! Opening a database, whichever its URL names.

use std::sync::Arc;
use std::time::Duration;

use super::pool::Lease;
use super::postgres::PostgresStore;
use super::sqlite::SqliteStore;
use super::{Store, StoreError};

/// How to use a database.
#[derive(Clone, Debug)]
pub struct Options {
    /// The most connections that are opened.
    pub connections: u32,
    /// How long a request waits for a connection before the database counts
    /// as away.
    pub patience: Duration,
    /// A replica that may be read where it does not matter that it is behind;
    /// only Postgres has any.
    pub replica: Option<String>,
    /// Where migrations are applied, if not where the service works: through a
    /// pool that shares connections they cannot be.
    pub direct: Option<String>,
    /// How long a connection is the service's own; only Postgres has pools
    /// that take it back.
    pub lease: Lease,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connections: 16,
            patience: Duration::from_secs(5),
            replica: None,
            direct: None,
            lease: Lease::Session,
        }
    }
}

const REPLICA_OF_A_FILE: &str = "SQLite has no replicas: READ_DATABASE_URL is for Postgres";

/// Opens the database that the URL names: `sqlite://FILE`, which is made if it
/// is not there, or `postgres://USER:PASSWORD@HOST/DATABASE`.
///
/// # Errors
/// [`StoreError::Unavailable`] if it does not answer, [`StoreError::Database`]
/// if it refuses or the URL is of no known kind.
pub async fn connect(url: &str, options: &Options) -> Result<Arc<dyn Store>, StoreError> {
    match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") if options.replica.is_some() => Err(misconfigured(REPLICA_OF_A_FILE)),
        Some("sqlite") => Ok(Arc::new(SqliteStore::connect(url, options).await?)),
        Some("postgres" | "postgresql") => Ok(Arc::new(PostgresStore::connect(url, options).await?)),
        _ => Err(misconfigured("a database URL begins with sqlite:// or postgres://")),
    }
}

fn misconfigured(reason: &'static str) -> StoreError {
    StoreError::Database(Arc::new(sqlx::Error::Configuration(reason.into())))
}
