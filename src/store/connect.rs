//! Opening a database, whichever its URL names.

use std::sync::Arc;
use std::time::Duration;

use super::postgres::PostgresStore;
use super::sqlite::SqliteStore;
use super::{Store, StoreError};

/// How to use a database.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The most connections that are opened.
    pub connections: u32,
    /// How long a request waits for a connection before the database counts
    /// as away.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { connections: 16, patience: Duration::from_secs(5) }
    }
}

/// Opens the database that the URL names: `sqlite://FILE`, which is made if it
/// is not there, or `postgres://USER:PASSWORD@HOST/DATABASE`.
///
/// # Errors
/// [`StoreError::Unavailable`] if it does not answer, [`StoreError::Database`]
/// if it refuses or the URL is of no known kind.
pub async fn connect(url: &str, options: &Options) -> Result<Arc<dyn Store>, StoreError> {
    match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => Ok(Arc::new(SqliteStore::connect(url, options).await?)),
        Some("postgres" | "postgresql") => Ok(Arc::new(PostgresStore::connect(url, options).await?)),
        _ => {
            let reason = "a database URL begins with sqlite:// or postgres://";
            Err(StoreError::Database(Arc::new(sqlx::Error::Configuration(reason.into()))))
        }
    }
}
