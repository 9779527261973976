//! The driver for SQLite: one connection writes, others read.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use regicide_system::causes::causes;
use sqlx::error::DatabaseError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::query::Query;
use sqlx::sqlite::{
    Sqlite, SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool,
    SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection, Executor, SqlStr};

use super::connection::CheckedOut;
use super::driver::Driver;
use super::file::DatabaseFile;
use super::options::Options;
use super::pool::ConnectionPool;
use super::row::Row;
use super::statement::Sql;
use super::value::Value;

/// The time limit of the wait for another process that migrates the file.
const MIGRATION_LOCK: Duration = Duration::from_secs(10);

/// A transaction that writes takes the lock when it begins, so it never conflicts with another
/// one later.
pub(super) const BEGIN: &str = "begin immediate";

#[derive(Clone)]
pub(super) struct SqliteConnections {
    pool: ConnectionPool<Sqlite>,
    /// `None` for a database in memory.
    file: Option<Arc<DatabaseFile>>,
    /// The time limit of the wait for another process that writes the file.
    lock: Duration,
    recovery: Duration,
}

/// A transaction on the connection that writes.
pub(super) struct SqliteSession {
    connection: CheckedOut<Sqlite>,
    file: Option<Arc<DatabaseFile>>,
}

/// The file of a SQLite database by its URL; `None` if it is in memory, or the URL is of
/// another database.
#[must_use]
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    let is_stored = url.starts_with("sqlite:") && !is_in_memory(url);
    let address = SqliteConnectOptions::from_str(url).ok().filter(|_| is_stored)?;
    Some(address.get_filename().to_owned()).filter(|file| !file.as_os_str().is_empty())
}

fn is_in_memory(url: &str) -> bool {
    url.contains(":memory:") || url.contains("mode=memory")
}

/// Opens the writer and the readers of a file, which is created if it is missing and the
/// options allow it.
pub(super) async fn open(
    url: &str,
    options: &Options,
) -> Result<(SqliteConnections, SqliteConnections), sqlx::Error> {
    let timeouts = options.timeouts;
    let address = SqliteConnectOptions::from_str(url)?
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Temporary data of a statement would be a file that is created and deleted each time.
        .pragma("temp_store", "memory")
        // All rows of a statement are awaited: the thread that reads them need not wait for the
        // one that collects them.
        .row_buffer_size(1000)
        .busy_timeout(timeouts.lock);
    // A database in memory lives as long as its connection, so one connection stays open.
    let pool = |size| {
        let pool = SqlitePoolOptions::new().max_connections(size).acquire_timeout(timeouts.acquire);
        pool.idle_timeout(None).max_lifetime(None)
    };
    let connections = |pool: SqlitePool, file| SqliteConnections {
        pool: pool.into(),
        file,
        lock: timeouts.lock,
        recovery: timeouts.acquire,
    };
    if is_in_memory(url) {
        let only = connections(pool(1).connect_with(address.shared_cache(false)).await?, None);
        return Ok((only.clone(), only));
    }
    DatabaseFile::probe(address.get_filename(), options.create)?;
    let writer = pool(1).connect_with(address.clone().create_if_missing(options.create)).await?;
    // A file that is missing later was deleted: an empty one in its place would hide that.
    writer.set_connect_options(address.clone().create_if_missing(false));
    let file = Arc::new(DatabaseFile::new(address.get_filename().to_owned())?);
    let read_only = address.create_if_missing(false).pragma("query_only", "on");
    let readers = pool(options.connections).connect_with(read_only).await?;
    Ok((connections(writer, Some(file.clone())), connections(readers, Some(file))))
}

impl SqliteConnections {
    /// Applies migrations: all or none, and never those of two processes at once. sqlx itself
    /// takes no lock for SQLite.
    pub(super) async fn migrate(&self, migrations: &Migrator) -> Result<(), MigrateError> {
        let (mut taken, _place) = self.pool.acquire().await?;
        set_busy_timeout(&mut taken.connection, MIGRATION_LOCK).await?;
        let migrated = migrate(&mut taken.connection, migrations).await;
        set_busy_timeout(&mut taken.connection, self.lock).await?;
        migrated
    }

    /// Writes all stored data to the file itself, so that a copy of it is complete. If another
    /// process still reads, the last connection of that process does it.
    pub(super) async fn checkpoint(&self) {
        let checkpoint = async {
            let mut connection = CheckedOut::acquire(&self.pool, self.recovery).await?;
            connection.run("pragma wal_checkpoint(truncate)").await
        };
        if let Err(error) = checkpoint.await {
            tracing::warn!(error = %causes(&error), "the write-ahead log stays beside the database");
        }
    }

    pub(super) fn in_use(&self) -> (usize, usize) {
        self.pool.in_use()
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    pub(super) async fn begin(&self) -> Result<SqliteSession, sqlx::Error> {
        check(self.file.as_deref())?;
        let mut connection = CheckedOut::acquire(&self.pool, self.recovery).await?;
        connection.begin(BEGIN).await?;
        Ok(SqliteSession { connection, file: self.file.clone() })
    }

    pub(super) async fn fetch(&self, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        check(self.file.as_deref())?;
        let mut connection = CheckedOut::acquire(&self.pool, self.recovery).await?;
        fetch(&mut connection, sql, values).await
    }
}

async fn migrate(connection: &mut SqliteConnection, migrations: &Migrator) -> Result<(), MigrateError> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    migrations.run_direct(None, &mut *transaction, false).await?;
    Ok(transaction.commit().await?)
}

async fn set_busy_timeout(connection: &mut SqliteConnection, limit: Duration) -> Result<(), sqlx::Error> {
    let pragma = AssertSqlSafe(format!("pragma busy_timeout = {}", limit.as_millis()));
    connection.execute(pragma).await.map(|_| ())
}

fn check(file: Option<&DatabaseFile>) -> Result<(), sqlx::Error> {
    Ok(file.map_or(Ok(()), DatabaseFile::check)?)
}

impl Driver for Sqlite {
    /// The connection is an open file.
    const ALIVE_FOR: Duration = Duration::MAX;

    fn run(connection: &mut SqliteConnection, sql: SqlStr) -> BoxFuture<'_, Result<(), sqlx::Error>> {
        Box::pin(async move { connection.execute(sql).await.map(|_| ()) })
    }

    /// After a full disk, or after a commit that succeeded and whose answer was not awaited.
    fn is_without_transaction(error: &sqlx::Error) -> bool {
        error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| code == "1")
    }

    fn is_worth_reconnecting(_: &sqlx::Error) -> bool {
        false
    }
}

impl SqliteSession {
    pub(super) async fn fetch(&mut self, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        fetch(&mut self.connection, sql, values).await
    }

    pub(super) async fn execute(&mut self, sql: Sql, values: &[Value<'_>]) -> Result<u64, sqlx::Error> {
        let query = query(sql, values)?;
        let answer = query.execute(self.connection.awaiting()).await;
        Ok(self.connection.answered(answer)?.rows_affected())
    }

    /// Writes to a file that was deleted or replaced meanwhile are not stored.
    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        self.connection.commit().await?;
        check(self.file.as_deref())
    }
}

async fn fetch(
    connection: &mut CheckedOut<Sqlite>,
    sql: Sql,
    values: &[Value<'_>],
) -> Result<Vec<Row>, sqlx::Error> {
    let query = query(sql, values)?;
    let answer = query.fetch_all(connection.awaiting()).await;
    Ok(connection.answered(answer)?.into_iter().map(Row::Sqlite).collect())
}

fn query<'q>(sql: Sql, values: &'q [Value<'q>]) -> Result<Query<'q, Sqlite, SqliteArguments>, sqlx::Error> {
    let mut query = sqlx::query(sql.text);
    for value in values {
        query = match value {
            Value::Integer(number) => query.bind(*number),
            Value::Text(text) => query.bind(text.as_deref()),
            Value::Bytes(bytes) => query.bind(bytes.as_deref()),
            Value::Id(id) => query.bind(*id),
            Value::Column(_) => return Err(sqlx::Error::Encode("SQLite has no arrays".into())),
        };
    }
    Ok(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_its_file() {
        let file = |url| sqlite_file(url).map(|file| file.display().to_string());
        assert_eq!(file("sqlite://regicide.db").as_deref(), Some("regicide.db"));
        assert_eq!(file("sqlite:///data/my%20games.db?mode=rw").as_deref(), Some("/data/my games.db"));
        for other in ["sqlite://", "sqlite::memory:", "sqlite://a.db?mode=memory", "postgres://host/games"] {
            assert_eq!(file(other), None, "{other}");
        }
    }
}
