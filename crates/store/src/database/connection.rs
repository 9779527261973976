//! A connection that is in use, perhaps in a transaction.
//!
//! When a connection is dropped, sqlx waits without limit for the answer to its statement: a
//! database that hangs would hold all connections. And sqlx counts transactions by itself: one
//! that SQLite has rolled back on its own, because the disk is full, counts as open for ever.
//! So transactions begin and end here, and a connection in an unknown state is recovered before
//! it goes back to its pool, or closed if that takes too long.

use std::time::Duration;

use regicide_system::running_task::caught;
use sqlx::{Connection, SqlSafeStr};

use super::driver::Driver;
use super::pool::{ConnectionPool, Place, Taken};
use crate::error::is_lost;

/// A connection that is in use. It goes back to its pool when it is dropped; an open
/// transaction is rolled back.
pub(super) struct CheckedOut<D: Driver> {
    pool: ConnectionPool<D>,
    /// `None` only while it is dropped.
    taken: Option<(Taken<D>, Place)>,
    /// True while the answer to a statement is outstanding.
    awaiting: bool,
    in_transaction: bool,
    /// True if every statement has succeeded.
    in_order: bool,
    /// The time limit for its recovery.
    recovery: Duration,
}

impl<D: Driver> CheckedOut<D> {
    pub(super) async fn acquire(pool: &ConnectionPool<D>, recovery: Duration) -> Result<Self, sqlx::Error> {
        let taken = Some(pool.acquire().await?);
        let pool = pool.clone();
        Ok(Self { pool, taken, awaiting: false, in_transaction: false, in_order: true, recovery })
    }

    /// Begins a transaction with this SQL.
    pub(super) async fn begin(&mut self, sql: impl SqlSafeStr) -> Result<(), sqlx::Error> {
        self.in_transaction = true;
        self.run(sql).await
    }

    pub(super) async fn commit(mut self) -> Result<(), sqlx::Error> {
        self.run("commit").await?;
        self.in_transaction = false;
        Ok(())
    }

    pub(super) async fn run(&mut self, sql: impl SqlSafeStr) -> Result<(), sqlx::Error> {
        let answer = D::run(self.awaiting(), sql.into_sql_str()).await;
        self.answered(answer)
    }

    /// The connection, for one statement. The caller passes its answer to
    /// [`answered`](Self::answered).
    pub(super) fn awaiting(&mut self) -> &mut D::Connection {
        self.awaiting = true;
        let (taken, _) = self.taken.as_mut().expect("it is there until it is dropped");
        &mut taken.connection
    }

    pub(super) fn answered<T>(&mut self, answer: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        self.awaiting = false;
        let (Err(error), Some((taken, _))) = (&answer, &mut self.taken) else { return answer };
        self.in_order = false;
        if D::is_worth_reconnecting(error) {
            taken.connection.close_on_drop();
        }
        if is_lost(error) {
            self.pool.test_kept();
        }
        answer
    }
}

impl<D: Driver> Drop for CheckedOut<D> {
    fn drop(&mut self) {
        let Some((taken, place)) = self.taken.take() else { return };
        if self.awaiting || self.in_transaction {
            let recovered = recover(taken, place, self.in_transaction, self.recovery);
            tokio::spawn(caught("connection", recovered));
        } else if self.in_order {
            self.pool.keep(taken);
        }
    }
}

/// Waits for the outstanding answer and ends the transaction; closes the connection if that
/// fails. Only then is its permit free.
async fn recover<D: Driver>(
    Taken { mut connection, .. }: Taken<D>,
    _place: Place,
    in_transaction: bool,
    limit: Duration,
) {
    let recovery = async {
        if !in_transaction {
            return connection.ping().await;
        }
        let answer = D::run(&mut connection, "rollback".into_sql_str()).await;
        answer.or_else(|error| if D::is_without_transaction(&error) { Ok(()) } else { Err(error) })
    };
    if !matches!(tokio::time::timeout(limit, recovery).await, Ok(Ok(()))) {
        connection.close_on_drop();
    }
}
