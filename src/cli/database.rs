//! Which database to use.

use std::sync::Arc;

use clap::{Args, ValueEnum};

use crate::service::{OsEntropy, Service, Settings, SystemClock};
use crate::store::{self, Lease, Store, StoreError};

/// Which database to use.
#[derive(Args, Clone, Debug)]
pub(super) struct Database {
    /// `sqlite://FILE` or `postgres://USER:PASSWORD@HOST/DATABASE`
    #[arg(long = "database-url", env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    #[arg(default_value = "sqlite://regicide.db")]
    url: String,
    /// Connections to the database that the service opens at the most
    #[arg(
        long = "database-connections",
        env = "REGICIDE_DATABASE_CONNECTIONS",
        value_name = "N",
        default_value_t = 16
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    connections: u32,
    /// A replica of a Postgres database, for lists, the export and games that
    /// are over
    #[arg(long = "read-database-url", env = "READ_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    replica: Option<String>,
    /// The way to the database's server past a pool that shares connections:
    /// migrations need a connection of their own
    #[arg(
        long = "direct-database-url",
        env = "DIRECT_DATABASE_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    direct: Option<String>,
    /// How a pool between the service and Postgres shares its connections, such
    /// as `PgBouncer`: by session, as if there were none, or by transaction
    #[arg(long = "database-pool-mode", env = "REGICIDE_DATABASE_POOL_MODE", value_name = "MODE")]
    #[arg(default_value = "session")]
    pool_mode: PoolMode,
}

/// How a pool shares its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PoolMode {
    /// A connection is the service's own until it closes it.
    Session,
    /// A connection is the service's own for a transaction.
    Transaction,
}

impl Database {
    /// A service over the database, for commands that work beside one that
    /// serves.
    ///
    /// # Errors
    /// If the database does not answer, or its schema is another.
    pub(super) async fn service(&self, settings: Settings) -> Result<Service, StoreError> {
        let store = self.connect().await?;
        store.ready().await?;
        Ok(Service::new(store, Arc::new(SystemClock), Arc::new(OsEntropy), settings))
    }

    /// Opens the database.
    ///
    /// # Errors
    /// If the URL names no known kind of database, or it does not answer.
    pub(super) async fn connect(&self) -> Result<Arc<dyn Store>, StoreError> {
        let options = store::Options {
            connections: self.connections,
            replica: given(self.replica.as_ref()),
            direct: given(self.direct.as_ref()),
            lease: match self.pool_mode {
                PoolMode::Session => Lease::Session,
                PoolMode::Transaction => Lease::Transaction,
            },
            ..store::Options::default()
        };
        store::connect(&self.url, &options).await
    }
}

/// What is set to nothing is not set.
fn given(url: Option<&String>) -> Option<String> {
    url.filter(|url| !url.is_empty()).cloned()
}
