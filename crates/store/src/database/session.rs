//! The interface to a database's driver: statements with parameters, rows and transactions. The
//! drivers' futures are large, so they are boxed here.

use futures_util::FutureExt;

use super::postgres::{PostgresConnections, PostgresSession};
use super::row::Row;
use super::sqlite::{SqliteConnections, SqliteSession};
use super::statement::Sql;
use super::value::Value;

/// Connections to a database. A statement that runs on the pool is a transaction of its own.
#[derive(Clone)]
pub(super) enum Pool {
    Postgres(PostgresConnections),
    Sqlite(SqliteConnections),
}

/// A transaction. It is rolled back unless it is committed.
pub(super) enum Session {
    Postgres(PostgresSession),
    Sqlite(SqliteSession),
}

impl Pool {
    /// The number of connections in use, and the limit.
    pub(super) fn in_use(&self) -> (usize, usize) {
        match self {
            Self::Postgres(pool) => pool.in_use(),
            Self::Sqlite(pool) => pool.in_use(),
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Postgres(pool) => pool.close().await,
            Self::Sqlite(pool) => pool.close().await,
        }
    }

    pub(super) async fn begin(&self) -> Result<Session, sqlx::Error> {
        Ok(match self {
            Self::Postgres(pool) => Session::Postgres(pool.begin().boxed().await?),
            Self::Sqlite(pool) => Session::Sqlite(pool.begin().boxed().await?),
        })
    }

    pub(super) async fn fetch(&self, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Self::Postgres(pool) => pool.fetch(sql, values).boxed().await,
            Self::Sqlite(pool) => pool.fetch(sql, values).boxed().await,
        }
    }
}

impl Session {
    pub(super) async fn fetch(&mut self, sql: Sql, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Self::Postgres(session) => session.fetch(sql, values).boxed().await,
            Self::Sqlite(session) => session.fetch(sql, values).boxed().await,
        }
    }

    /// Runs a statement and returns the number of rows that it wrote.
    pub(super) async fn execute(&mut self, sql: Sql, values: &[Value<'_>]) -> Result<u64, sqlx::Error> {
        match self {
            Self::Postgres(session) => session.execute(sql, values).boxed().await,
            Self::Sqlite(session) => session.execute(sql, values).boxed().await,
        }
    }

    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Postgres(session) => session.commit().boxed().await,
            Self::Sqlite(session) => session.commit().boxed().await,
        }
    }
}
