//! The driver for Postgres, reached directly or through a pooler that gives each transaction
//! another connection (`PgBouncer` in transaction mode).
//!
//! Through such a pooler nothing outlives a transaction. A statement has to be prepared in the
//! transaction that runs it, and without a name, since names of other clients may still exist.
//! So every statement runs in a transaction of its own, unless one is open already.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgPool, PgPoolOptions, Postgres};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Executor, SqlStr};

use super::connection::CheckedOut;
use super::driver::Driver;
use super::options::{Options, PoolMode, Timeouts};
use super::pool::ConnectionPool;
use super::row::Row;
use super::servers::{Place, Servers, address_at};
use super::statement::{Dialect, Sql};
use super::value::{Column, Value};

/// Settings of a connection for batches. Their statements find rows by key, so one plan is
/// right for all values, and planning again each time would take longer than running it. But
/// that plan may be made while the tables are small and stay while they grow, so it must not be
/// one that scans the tables.
pub(super) const PLAN_BY_KEY: &str = "
    set plan_cache_mode = force_generic_plan;
    set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off";

/// The time by which the server's limit is below the service's, so that the server's own error
/// arrives and the result is not unknown.
const SERVER_MARGIN: Duration = Duration::from_millis(100);

/// The time that the server waits for the next statement of a transaction: an instance that
/// hangs must not hold its locks.
const IDLE_IN_TRANSACTION: Duration = Duration::from_secs(5);

/// The error code of a write to a server that became a replica, as after a failover.
const READ_ONLY: &str = "25006";

#[derive(Clone)]
pub(super) struct PostgresConnections {
    pool: ConnectionPool<Postgres>,
    mode: PoolMode,
    timeouts: Timeouts,
    /// The statement that begins a transaction.
    begin: Arc<str>,
}

pub(super) struct PostgresSession {
    connection: CheckedOut<Postgres>,
    mode: PoolMode,
    /// The server's time limit for a statement that reads many rows.
    long_statement: Duration,
}

impl PostgresConnections {
    fn new(pool: PgPool, options: &Options) -> Self {
        let begin = match options.pool_mode {
            PoolMode::Session => "begin".to_owned(),
            // A pooler refuses settings of a session.
            PoolMode::Transaction => settings(&options.timeouts)
                .iter()
                .fold("begin".to_owned(), |sql, (name, value)| format!("{sql}; set local {name} = {value}")),
        };
        Self { pool: pool.into(), mode: options.pool_mode, timeouts: options.timeouts, begin: begin.into() }
    }

    /// Connections that are opened on demand.
    pub(super) fn lazy(url: &str, connections: u32, options: &Options) -> Result<Self, sqlx::Error> {
        let pool = pool(connections, options).connect_lazy_with(address(url, options)?);
        Ok(Self::new(pool, options))
    }

    /// Connections of which the first is opened now, and the servers if the database is
    /// distributed.
    pub(super) async fn open(url: &str, options: &Options) -> Result<(Self, Option<Servers>), sqlx::Error> {
        let pool = pool(options.connections, options).connect_lazy_with(address(url, options)?);
        let connections = Self::new(pool.clone(), options);
        let (first, _place) = connections.pool.acquire().await?;
        connections.pool.keep(first);
        Ok((connections, Servers::read(&pool, options.connections).await?))
    }

    /// Connections for batches, to the server of the URL or to another one.
    pub(super) fn for_batches(
        url: &str,
        server: Option<&Place>,
        connections: u32,
        dialect: Dialect,
        options: &Options,
    ) -> Result<Self, sqlx::Error> {
        let mut pool = pool(connections, options);
        if options.pool_mode == PoolMode::Session && dialect == Dialect::Postgres {
            pool = pool.after_connect(|connection, _| {
                Box::pin(async move { connection.execute(PLAN_BY_KEY).await.map(|_| ()) })
            });
        }
        let mut address = address(url, options)?;
        if let Some(server) = server {
            address = address_at(&address, server);
        }
        Ok(Self::new(pool.connect_lazy_with(address), options))
    }

    pub(super) fn in_use(&self) -> (usize, usize) {
        self.pool.in_use()
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    pub(super) async fn begin(&self) -> Result<PostgresSession, sqlx::Error> {
        let mut connection = CheckedOut::acquire(&self.pool, self.timeouts.acquire).await?;
        connection.begin(AssertSqlSafe(self.begin.clone())).await?;
        let long_statement = self.timeouts.long_statement;
        Ok(PostgresSession { connection, mode: self.mode, long_statement })
    }

    /// Begins a transaction, within the time limit of a short statement.
    async fn begin_in_time(&self) -> Result<PostgresSession, sqlx::Error> {
        let begun = tokio::time::timeout(self.timeouts.statement, self.begin()).await;
        begun.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    pub(super) async fn fetch(&self, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        if self.mode == PoolMode::Transaction || sql.is_long {
            let mut session = self.begin_in_time().await?;
            let rows = session.fetch(sql, values).await?;
            session.commit().await?;
            return Ok(rows);
        }
        let mut connection = CheckedOut::acquire(&self.pool, self.timeouts.acquire).await?;
        fetch(&mut connection, sql, values, self.mode).await
    }
}

/// Settings of a session: the time limits in milliseconds, and no compilation of statements.
/// The server would compile where it estimates a high cost, which takes 20 ms, longer than any
/// of these statements.
fn settings(timeouts: &Timeouts) -> [(&'static str, String); 4] {
    let milliseconds = |limit: Duration| limit.as_millis().to_string();
    [
        ("jit", "off".to_owned()),
        ("lock_timeout", milliseconds(timeouts.lock)),
        ("statement_timeout", milliseconds(timeouts.statement.saturating_sub(SERVER_MARGIN))),
        ("idle_in_transaction_session_timeout", milliseconds(IDLE_IN_TRANSACTION)),
    ]
}

fn pool(connections: u32, options: &Options) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(options.timeouts.acquire)
}

fn address(url: &str, options: &Options) -> Result<PgConnectOptions, sqlx::Error> {
    let address = PgConnectOptions::from_str(url)?;
    Ok(match options.pool_mode {
        PoolMode::Session => address.options(settings(&options.timeouts)),
        // Prepared statements end with the transaction.
        PoolMode::Transaction => address.statement_cache_capacity(0),
    })
}

impl Driver for Postgres {
    const ALIVE_FOR: Duration = Duration::from_secs(1);

    fn run(connection: &mut PgConnection, sql: SqlStr) -> BoxFuture<'_, Result<(), sqlx::Error>> {
        Box::pin(async move { connection.execute(sql).await.map(|_| ()) })
    }

    /// Postgres answers with a warning only.
    fn is_without_transaction(_: &sqlx::Error) -> bool {
        false
    }

    /// Another connection may lead to the server that writes now.
    fn is_worth_reconnecting(error: &sqlx::Error) -> bool {
        error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| code == READ_ONLY)
    }
}

impl PostgresSession {
    pub(super) async fn fetch(&mut self, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        self.allow_time(sql).await?;
        fetch(&mut self.connection, sql, values, self.mode).await
    }

    pub(super) async fn execute(&mut self, sql: Sql, values: &[Value<'_>]) -> Result<u64, sqlx::Error> {
        self.allow_time(sql).await?;
        let answer = query(sql, values, self.mode).execute(self.connection.awaiting()).await;
        Ok(self.connection.answered(answer)?.rows_affected())
    }

    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        self.connection.commit().await
    }

    /// Raises the server's time limit for a statement that reads many rows.
    async fn allow_time(&mut self, sql: Sql) -> Result<(), sqlx::Error> {
        if !sql.is_long {
            return Ok(());
        }
        let limit = self.long_statement.as_millis();
        self.connection.run(AssertSqlSafe(format!("set local statement_timeout = {limit}"))).await
    }
}

async fn fetch(
    connection: &mut CheckedOut<Postgres>,
    sql: Sql,
    values: &[Value<'_>],
    mode: PoolMode,
) -> Result<Vec<Row>, sqlx::Error> {
    let answer = query(sql, values, mode).fetch_all(connection.awaiting()).await;
    Ok(connection.answered(answer)?.into_iter().map(Row::Postgres).collect())
}

fn query<'q>(sql: Sql, values: &'q [Value<'q>], mode: PoolMode) -> Query<'q, Postgres, PgArguments> {
    let mut query = sqlx::query(sql.text);
    for value in values {
        query = match value {
            Value::Integer(number) => query.bind(*number),
            Value::Text(text) => query.bind(text.as_deref()),
            Value::Bytes(bytes) => query.bind(bytes.as_deref()),
            Value::Id(id) => query.bind(*id),
            Value::Column(Column::Integers(numbers)) => query.bind(numbers),
            Value::Column(Column::Bigints(numbers)) => query.bind(numbers),
            Value::Column(Column::Texts(texts)) => query.bind(texts),
            Value::Column(Column::Bytes(bytes)) => query.bind(bytes),
            Value::Column(Column::Ids(ids)) => query.bind(ids),
        };
    }
    query.persistent(mode == PoolMode::Session)
}
