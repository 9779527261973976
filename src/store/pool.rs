//! Connections to Postgres, directly or through a pool that gives each
//! transaction another one (`PgBouncer` in transaction mode).
//!
//! Through such a pool nothing outlives a transaction: a statement has to be
//! prepared in the transaction that runs it, and without a name, since names
//! that others gave may still be there. So every statement gets a transaction
//! of its own, unless it is in one already.

use std::ops::{Deref, DerefMut};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt as _, TryFutureExt as _, TryStreamExt as _};
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgPool, PgQueryResult, PgRow, PgStatement, PgTypeInfo, Postgres};
use sqlx::{Describe, Either, Execute, Executor, SqlStr};

/// How long a connection is one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lease {
    /// As long as it is open.
    Session,
    /// For a transaction.
    Transaction,
}

/// Connections of which each statement gets one.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    connections: PgPool,
    lease: Lease,
}

/// A transaction.
pub(super) struct Tx(Connection);

/// The connection of a transaction.
#[derive(Debug)]
pub(super) struct Connection {
    tx: sqlx::Transaction<'static, Postgres>,
    lease: Lease,
}

impl Pool {
    pub(super) const fn new(connections: PgPool, lease: Lease) -> Self {
        Self { connections, lease }
    }

    pub(super) async fn begin(&self) -> Result<Tx, sqlx::Error> {
        Ok(Tx(Connection { tx: self.connections.begin().await?, lease: self.lease }))
    }
}

impl Tx {
    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        self.0.tx.commit().await
    }

    pub(super) async fn rollback(self) -> Result<(), sqlx::Error> {
        self.0.tx.rollback().await
    }
}

impl Deref for Tx {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.0
    }
}

/// A statement that is prepared without a name.
struct Unnamed<E>(E);

impl<'q, E: Execute<'q, Postgres>> Execute<'q, Postgres> for Unnamed<E> {
    fn sql(self) -> SqlStr {
        self.0.sql()
    }

    fn statement(&self) -> Option<&PgStatement> {
        self.0.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        self.0.take_arguments()
    }

    fn persistent(&self) -> bool {
        false
    }
}

type Step = Result<Either<PgQueryResult, PgRow>, sqlx::Error>;

impl<'c> Executor<'c> for &'c mut Connection {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Step>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        match self.lease {
            Lease::Session => self.tx.fetch_many(query),
            Lease::Transaction => self.tx.fetch_many(Unnamed(query)),
        }
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, sqlx::Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        match self.lease {
            Lease::Session => self.tx.fetch_optional(query),
            Lease::Transaction => self.tx.fetch_optional(Unnamed(query)),
        }
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, sqlx::Error>>
    where
        'c: 'e,
    {
        self.tx.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, sqlx::Error>>
    where
        'c: 'e,
    {
        self.tx.describe(sql)
    }
}

impl<'p> Executor<'p> for &'p Pool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Step>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.lease == Lease::Session {
            return self.connections.fetch_many(query);
        }
        let all = async move {
            let mut tx = self.begin().await?;
            let all: Vec<_> = tx.fetch_many(query).try_collect().await?;
            tx.commit().await?;
            Ok(stream::iter(all.into_iter().map(Ok)))
        };
        all.try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, sqlx::Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        if self.lease == Lease::Session {
            return self.connections.fetch_optional(query);
        }
        Box::pin(async move {
            let mut tx = self.begin().await?;
            let row = tx.fetch_optional(query).await?;
            tx.commit().await?;
            Ok(row)
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, sqlx::Error>>
    where
        'p: 'e,
    {
        self.connections.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, sqlx::Error>>
    where
        'p: 'e,
    {
        self.connections.describe(sql)
    }
}
