//! The database: connections, transactions, time limits, the replica.
//!
//! sqlx is the driver. The store's methods see only [`Database`], [`Transaction`]
//! and [`Row`], and are written once for both databases.

mod announcements;
mod clock;
mod connection;
mod connections;
mod distributed;
mod driver;
mod file;
mod migrations;
mod options;
#[cfg(feature = "test-hooks")]
mod plans;
mod pool;
mod postgres;
mod row;
mod servers;
mod session;
mod shards;
mod sqlite;
mod statement;
mod transaction;
mod value;

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use regicide_system::causes::causes;
use regicide_system::running_task::RunningTask;
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, Postgres};
use uuid::Uuid;

use super::dry_run::check_writable;
use super::error::StoreError;
use pool::ConnectionPool;
use postgres::PostgresConnections;
use session::Pool;
use sqlite::SqliteConnections;

pub(super) use announcements::{CHANNEL, CommitListener, announcements};
pub use clock::DatabaseClock;
pub(super) use connections::Connections;
pub use options::{Options, PoolMode, Timeouts};
#[cfg(feature = "test-hooks")]
pub use plans::{Plan, Plans};
pub(super) use row::{Field, Invalid, Row, columns, from_row};
pub use servers::Server;
pub(super) use servers::{Place, Servers, address_at};
pub use sqlite::sqlite_file;
pub(super) use statement::{Dialect, Statement};
pub(super) use transaction::Transaction;
pub(super) use value::{ToValue, Value, params};

/// The most connections for batches: one for moves, one for version checks, one for readers of
/// boards and one for their neighbours, each times the number of shards of a distributed
/// database, up to a limit.
const BATCH_CONNECTIONS: u32 = 4;
const MAX_BATCH_CONNECTIONS: u32 = 24;

/// The database; clones share its connections.
#[derive(Clone)]
pub(super) struct Database(Arc<Inner>);

struct Inner {
    writer: Connections,
    reader: Connections,
    replica: Option<Connections>,
    batches: Connections,
    /// For batches, to each server of a distributed database: a statement for games of one server
    /// runs there, and no other forwards it.
    batches_of_servers: HashMap<Place, Connections>,
    servers: Arc<Servers>,
    /// Of the servers of a distributed database.
    probes: Mutex<Option<RunningTask>>,
    migrations: Migrations,
    /// The address of Postgres without a pooler.
    direct: Option<String>,
}

/// The address of a database, without the password of its URL.
#[must_use]
pub fn public_address(url: &str) -> String {
    if url.starts_with("sqlite:") {
        return url.to_owned();
    }
    let Ok(address) = PgConnectOptions::from_str(url) else { return "postgres://".to_owned() };
    let database = address.get_database().unwrap_or(address.get_username());
    match address.get_socket() {
        Some(socket) => format!("postgres://{}/{database}", socket.display()),
        None => format!("postgres://{}:{}/{database}", address.get_host(), address.get_port()),
    }
}

/// The use of a pool of connections.
#[derive(Clone, Copy, Debug)]
pub struct PoolUse {
    pub name: &'static str,
    pub used: usize,
    pub limit: usize,
}

/// The connections on which migrations are applied: statements there have no time limit.
enum Migrations {
    Postgres(ConnectionPool<Postgres>),
    Sqlite(SqliteConnections),
}

impl Database {
    pub(super) async fn open(
        url: &str,
        options: &Options,
        listener: CommitListener,
    ) -> Result<Self, StoreError> {
        match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") if options.replica.is_some() => {
                Err(misconfigured("SQLite has no replicas: READ_DATABASE_URL is for Postgres"))
            }
            Some("sqlite") => Self::open_sqlite(url, options, &listener).await,
            Some("postgres" | "postgresql") => Self::open_postgres(url, options, &listener).await,
            _ => Err(misconfigured("a database URL begins with sqlite:// or postgres://")),
        }
    }

    async fn open_sqlite(
        url: &str,
        options: &Options,
        listener: &CommitListener,
    ) -> Result<Self, StoreError> {
        let (writer, reader) = sqlite::open(url, options).await?;
        let transactions = Arc::<AtomicU64>::default();
        let connections =
            |pool| Connections::new(Dialect::Sqlite, Pool::Sqlite(pool), options, &transactions, listener);
        Ok(Self(Arc::new(Inner {
            writer: connections(writer.clone()),
            reader: connections(reader),
            replica: None,
            batches: connections(writer.clone()),
            batches_of_servers: HashMap::new(),
            servers: Servers::one().into(),
            probes: Mutex::default(),
            migrations: Migrations::Sqlite(writer),
            direct: None,
        })))
    }

    async fn open_postgres(
        url: &str,
        options: &Options,
        listener: &CommitListener,
    ) -> Result<Self, StoreError> {
        let transactions = Arc::<AtomicU64>::default();
        let (primary, servers) = PostgresConnections::open(url, options).await?;
        let dialect = if servers.is_some() { Dialect::Distributed } else { Dialect::Postgres };
        let servers = Arc::new(servers.unwrap_or_else(Servers::one));
        let connections =
            |pool| Connections::new(dialect, Pool::Postgres(pool), options, &transactions, listener);
        let primary = connections(primary);
        // The service starts without its replica, too.
        let replica = options.replica.as_deref().map(|url| {
            let timeout = options.timeouts.replica;
            let timeouts = Timeouts { acquire: timeout, statement: timeout, ..options.timeouts };
            let options = Options { timeouts, ..options.clone() };
            let pool = PostgresConnections::lazy(url, options.connections, &options)?;
            Ok::<_, sqlx::Error>(connections(pool).within(timeouts))
        });
        let direct = options.direct.as_deref().unwrap_or(url);
        let migrating = PgPoolOptions::new().max_connections(1).acquire_timeout(options.timeouts.acquire);
        let batches =
            u32::try_from(servers.shards().count()).unwrap_or(u32::MAX).saturating_mul(BATCH_CONNECTIONS);
        let batches = batches.min(MAX_BATCH_CONNECTIONS);
        let for_batches = |url, server: Option<&Place>| {
            PostgresConnections::for_batches(url, server, batches, dialect, options).map(connections)
        };
        let of_servers = servers.list().into_iter().map(|server| {
            let place = server.place();
            let connections = for_batches(direct, Some(&place))?;
            Ok((place, connections))
        });
        let is_distributed = dialect == Dialect::Distributed;
        let probes = is_distributed.then(|| Ok::<_, sqlx::Error>(servers.start_probes(direct.parse()?)));
        Ok(Self(Arc::new(Inner {
            writer: primary.clone(),
            reader: primary,
            replica: replica.transpose()?,
            batches: for_batches(url, None)?,
            batches_of_servers: of_servers.collect::<Result<_, sqlx::Error>>()?,
            servers,
            probes: Mutex::new(probes.transpose()?),
            migrations: Migrations::Postgres(migrating.connect_lazy(direct)?.into()),
            direct: Some(direct.to_owned()),
        })))
    }

    /// The address at which Postgres takes listeners; `None` for SQLite.
    pub(super) fn direct_address(&self) -> Result<Option<PgConnectOptions>, sqlx::Error> {
        self.0.direct.as_deref().map(PgConnectOptions::from_str).transpose()
    }

    /// The number of transactions so far, those of single statements included.
    pub(super) fn transactions(&self) -> u64 {
        self.0.writer.transactions.load(Ordering::Relaxed)
    }

    /// The use of the connections, by pool.
    pub(super) fn pools(&self) -> Vec<PoolUse> {
        let named = match self.0.writer.dialect {
            Dialect::Sqlite => vec![("writer", vec![&self.0.writer]), ("readers", vec![&self.0.reader])],
            Dialect::Postgres | Dialect::Distributed => vec![
                ("primary", vec![&self.0.writer]),
                ("batches", self.all_batches().collect()),
                ("replica", self.0.replica.iter().collect()),
            ],
        };
        let used = |(name, all): (_, Vec<&Connections>)| {
            let uses = all.iter().map(|connections| connections.pool.in_use());
            let sum = uses.reduce(|sum, one| (sum.0 + one.0, sum.1 + one.1));
            sum.map(|(used, limit)| PoolUse { name, used, limit })
        };
        named.into_iter().filter_map(used).collect()
    }

    fn all_batches(&self) -> impl Iterator<Item = &Connections> {
        [&self.0.batches].into_iter().chain(self.0.batches_of_servers.values())
    }

    pub(super) async fn close(&self) {
        if let Migrations::Sqlite(writer) = &self.0.migrations {
            writer.checkpoint().await;
        }
        drop(self.0.probes.lock().take());
        let others = [&self.0.writer, &self.0.reader].into_iter().chain(&self.0.replica);
        for connections in others.chain(self.all_batches()) {
            connections.pool.close().await;
        }
    }

    pub(super) fn timeouts(&self) -> &Timeouts {
        &self.0.writer.timeouts
    }

    /// True if the games are spread over several servers.
    pub(super) fn is_distributed(&self) -> bool {
        self.0.writer.dialect == Dialect::Distributed
    }

    /// True if the database is SQLite: its clock is that of the service's own host.
    pub(super) fn is_sqlite(&self) -> bool {
        self.0.writer.dialect == Dialect::Sqlite
    }

    /// Ids, as [`Value::ids_of`] makes them.
    pub(super) fn ids(&self, ids: impl Iterator<Item = Uuid>) -> Value<'static> {
        Value::ids_of(self.0.writer.dialect, ids)
    }

    pub(super) fn servers(&self) -> &Arc<Servers> {
        &self.0.servers
    }

    /// The connections on which batches write that are for the games of one shard.
    pub(super) fn batches_of(&self, game: Uuid) -> &Connections {
        let server = self.0.servers.place_of(game);
        // A server that was added since the start is reached through another one.
        server.and_then(|server| self.0.batches_of_servers.get(&server)).unwrap_or(&self.0.batches)
    }

    /// The connections on which batches read that are for the games of one shard.
    pub(super) fn lookups_of(&self, game: Uuid) -> &Connections {
        if self.is_sqlite() { self.lookups() } else { self.batches_of(game) }
    }

    /// The connections on which batches read.
    pub(super) fn lookups(&self) -> &Connections {
        match self.0.batches.dialect {
            Dialect::Postgres | Dialect::Distributed => &self.0.batches,
            // The writing connection would block these reads.
            Dialect::Sqlite => &self.0.reader,
        }
    }

    /// Begins a transaction that may write.
    pub(super) async fn begin(&self) -> Result<Transaction, StoreError> {
        check_writable()?;
        let servers = Some(self.0.servers.clone());
        Ok(Transaction { servers, ..self.0.writer.begin().await? })
    }

    /// Runs a statement that writes, in a transaction of its own, and returns the number of
    /// rows that it wrote.
    pub(super) async fn execute(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let mut transaction = self.begin().await?;
        let written = transaction.execute(statement, values).await?;
        transaction.commit().await?;
        Ok(written)
    }

    /// Sends an announcement without a transaction.
    pub(super) async fn announce(&self, line: String) -> Result<(), StoreError> {
        self.0.writer.announce(line).await
    }

    pub(super) async fn fetch(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let _permit = self.0.servers.permit_read(statement, values)?;
        self.0.reader.read(statement, values).await
    }

    pub(super) async fn fetch_optional(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.fetch(statement, values).await?.into_iter().next())
    }

    /// Reads and parses rows, all or none.
    pub(super) async fn read_rows<T>(
        &self,
        statement: Statement,
        values: &[Value<'_>],
        read: impl Fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.fetch(statement, values).await?.iter().map(read).collect()
    }

    /// Reads and parses a row, if there is one.
    pub(super) async fn read_row<T>(
        &self,
        statement: Statement,
        values: &[Value<'_>],
        read: impl Fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.fetch_optional(statement, values).await?.as_ref().map(read).transpose()
    }

    /// Reads rows that may be stale: from the replica, or from the primary if there is no
    /// replica or it does not answer.
    pub(super) async fn fetch_from_replica_or_primary(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        match self.fetch_from_replica(statement, values).await {
            Some(rows) => Ok(rows),
            None => self.fetch(statement, values).await,
        }
    }

    /// Rows of the replica; `None` if there is no replica or it does not answer.
    pub(super) async fn fetch_from_replica(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Option<Vec<Row>> {
        let answer = self.0.replica.as_ref()?.read(statement, values).await;
        answer.inspect_err(|error| tracing::warn!(error = %causes(error), "the replica does not answer")).ok()
    }

    /// The migrations of this program, with their checksums.
    pub(super) fn known_migrations(&self) -> Vec<(i64, Vec<u8>)> {
        let migrator = match self.0.migrations {
            Migrations::Postgres(_) => &migrations::POSTGRES,
            Migrations::Sqlite(_) => &migrations::SQLITE,
        };
        migrator.iter().map(|known| (known.version, known.checksum.to_vec())).collect()
    }

    /// Spreads the tables over the servers of a Citus cluster: the games in this number of
    /// shards, or one for each server. Has no effect if they are spread already. `append_moves`
    /// is the statement that stores moves in the tables of a shard.
    pub(super) async fn distribute(
        &self,
        shards: Option<u32>,
        append_moves: Statement,
    ) -> Result<(), StoreError> {
        match &self.0.migrations {
            _ if self.is_distributed() => Ok(()),
            Migrations::Postgres(direct) => distributed::distribute(direct, shards, append_moves).await,
            Migrations::Sqlite(_) => Err(misconfigured("only Postgres with Citus can be distributed")),
        }
    }

    /// Applies the migrations that the database lacks. Applies none if the database has others
    /// that this program does not contain: it may work with that schema.
    pub(super) async fn migrate(&self) -> Result<(), StoreError> {
        let migrated = match &self.0.migrations {
            Migrations::Postgres(direct) => migrations::apply_to_postgres(direct).await,
            Migrations::Sqlite(writer) => writer.migrate(&migrations::SQLITE).await,
        };
        match migrated {
            Err(MigrateError::VersionMissing(_)) => Ok(()),
            migrated => Ok(migrated?),
        }
    }
}

fn misconfigured(reason: &'static str) -> StoreError {
    sqlx::Error::Configuration(reason.into()).into()
}
