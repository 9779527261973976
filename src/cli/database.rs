//! Which database to use.

use std::sync::Arc;

use clap::Args;

use crate::store::{self, Store, StoreError};

/// Which database to use.
#[derive(Args, Clone, Debug)]
pub(super) struct Database {
    /// `sqlite://FILE` or `postgres://USER:PASSWORD@HOST/DATABASE`
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    #[arg(default_value = "sqlite://regicide.db")]
    database_url: String,
    /// Connections to the database that the service opens at the most
    #[arg(long, env = "REGICIDE_DATABASE_CONNECTIONS", value_name = "N", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    database_connections: u32,
}

impl Database {
    /// Opens the database.
    ///
    /// # Errors
    /// If the URL names no known kind of database, or it does not answer.
    pub(super) async fn connect(&self) -> Result<Arc<dyn Store>, StoreError> {
        let options = store::Options { connections: self.database_connections, ..store::Options::default() };
        store::connect(&self.database_url, &options).await
    }
}
