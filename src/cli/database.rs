//! The choice of the database.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use parking_lot::Mutex;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::output::Output;
use regicide_system::causes::causes;
use regicide_system::entropy::OsEntropy;
use tokio::time::timeout;

use super::arguments::given;
use super::failures::access_reason;
use crate::service::Service;
use crate::service::runtime::SystemClock;
use crate::service::settings::Settings;
use regicide_store::{AccessFault, PoolMode, Store, StoreError, Timeouts, public_address, sqlite_file};

/// The time limit for closing a database. One that hangs is left open.
pub(super) const CLOSING: Duration = Duration::from_secs(2);

/// The least limit on a statement of a command: no client waits for its answer, and an import
/// fills all connections.
const COMMAND_LIMIT: Duration = Duration::from_secs(15);

/// The databases that the command has opened.
static OPEN: Mutex<Vec<Arc<Store>>> = Mutex::new(Vec::new());

/// Closes the databases that the command has opened.
pub(super) async fn close_all() {
    let stores = std::mem::take(&mut *OPEN.lock());
    for store in stores {
        if timeout(CLOSING, store.close()).await.is_err() {
            tracing::warn!("the database is not closed: it does not answer");
        }
    }
}

/// The choice of the database.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Database")]
pub(super) struct Database {
    /// `sqlite://FILE` or `postgres://USER:PASSWORD@HOST/DATABASE`
    #[arg(
        id = "database_url",
        long = "database-url",
        env = "DATABASE_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    #[arg(global = true, default_value = "sqlite://regicide.db")]
    url: String,
    /// Connections to the database that the service opens at the most
    #[arg(
        long = "database-connections",
        env = "REGICIDE_DATABASE_CONNECTIONS",
        value_name = "N",
        default_value_t = 16
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) connections: u32,
    /// A replica of a Postgres database, for lists, the export and games that
    /// are over
    #[arg(long = "read-database-url", env = "READ_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    replica: Option<String>,
    /// A direct connection to the database's server, past a connection pool:
    /// migrations need a connection of their own
    #[arg(
        long = "direct-database-url",
        env = "DIRECT_DATABASE_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    direct: Option<String>,
    /// The mode of a pool between the service and Postgres, such as `PgBouncer`: by
    /// session, as if there were none, or by transaction
    #[arg(long = "database-pool-mode", env = "REGICIDE_DATABASE_POOL_MODE", value_name = "MODE")]
    #[arg(default_value = "session")]
    pool_mode: Pooling,
    /// Milliseconds that the database may take for one statement before it
    /// counts as unavailable; the export and audits may take longer, and
    /// commands have at least 15,000
    #[arg(long = "database-timeout-ms", env = "REGICIDE_DATABASE_TIMEOUT_MS", value_name = "MILLISECONDS")]
    #[arg(default_value_t = 1500, value_parser = clap::value_parser!(u64).range(300..=600_000))]
    timeout_ms: u64,
}

/// The way that a pool shares its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pooling {
    /// A connection is the service's own until it closes it.
    Session,
    /// A connection is the service's own for a transaction.
    Transaction,
}

impl Database {
    /// A service over the database, for commands that may run beside a running
    /// service.
    pub(super) async fn service(&self, settings: Settings, out: &Output) -> Result<Service, Failure> {
        let store = self.existing(out).await?;
        Ok(Service::new(store, Arc::new(SystemClock), Arc::new(OsEntropy), settings))
    }

    /// The file of a SQLite database.
    pub(super) fn file(&self) -> Option<PathBuf> {
        sqlite_file(&self.url)
    }

    pub(super) async fn existing(&self, out: &Output) -> Result<Arc<Store>, Failure> {
        let unusable = |error: StoreError| out.failure(&self.unusable(&error));
        let store = self.connect(false).await.map_err(unusable)?;
        store.check_schema().await.map_err(unusable)?;
        Ok(store)
    }

    /// Opens a database for reading. Its schema may be older: then the first migration
    /// that it lacks is returned.
    pub(super) async fn readable(&self, out: &Output) -> Result<(Arc<Store>, Option<i64>), Failure> {
        let unusable = |error: StoreError| out.failure(&self.unusable(&error));
        let store = self.connect(false).await.map_err(unusable)?;
        let lacking = store.lacking_migration().await.map_err(unusable)?;
        Ok((store, lacking))
    }

    /// Opens the database and brings its schema up to date; a missing SQLite file is
    /// created.
    pub(super) async fn create(&self, out: &Output) -> Result<Arc<Store>, Failure> {
        let unusable = |error: StoreError| {
            // Only the folder can be missing, because the file would have been created.
            let no_folder = AccessFault::System(io::ErrorKind::NotFound);
            let is_missing = error.access_fault() == Some(no_folder);
            let reason = is_missing.then(|| Message::new("database-no-folder"));
            out.failure(&reason.map_or_else(|| self.unusable(&error), |reason| self.fault(reason)))
        };
        let store = self.connect(true).await.map_err(unusable)?;
        store.migrate().await.map_err(unusable)?;
        Ok(store)
    }

    fn fault(&self, reason: Message) -> Message {
        Message::new("command-database-fault")
            .with("database", public_address(&self.url))
            .with("reason", reason)
    }

    fn unusable(&self, error: &StoreError) -> Message {
        let is_missing = self.file().is_some_and(|file| !file.exists());
        if let Some(fault) = error.access_fault().filter(|_| !is_missing) {
            return self.fault(access_reason(fault));
        }
        if !self.url.starts_with("sqlite:") {
            // The URL may contain a password.
            return Message::new("command-server-unusable").with("error", causes(error).to_string());
        }
        if self.file().is_none_or(|file| !file.exists()) {
            return Message::new("command-no-database").with("database", self.url.as_str());
        }
        let unusable = Message::new("command-database-unusable").with("database", self.url.as_str());
        unusable.with("error", causes(error).to_string())
    }

    async fn connect(&self, create: bool) -> Result<Arc<Store>, StoreError> {
        let limit = Duration::from_millis(self.timeout_ms);
        let options = regicide_store::Options {
            connections: self.connections,
            timeouts: Timeouts::of_statement(if create { limit } else { limit.max(COMMAND_LIMIT) }),
            replica: given(self.replica.as_ref()),
            direct: given(self.direct.as_ref()),
            pool_mode: match self.pool_mode {
                Pooling::Session => PoolMode::Session,
                Pooling::Transaction => PoolMode::Transaction,
            },
            create,
            ..regicide_store::Options::default()
        };
        let store = Arc::new(Store::connect(&self.url, &options).await?);
        OPEN.lock().push(store.clone());
        Ok(store)
    }
}
