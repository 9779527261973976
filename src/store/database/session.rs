//! The seam between the store and the two databases.
//!
//! It is as narrow as the store needs: statements with parameters, rows, and
//! transactions. Each database implements it once, over sqlx.

use async_trait::async_trait;

use super::row::Row;
use super::statement::{Dialect, Statement};
use super::value::Value;

/// Connections to a database. A statement that is given to the pool is a
/// transaction of its own.
#[async_trait]
pub(in crate::store) trait Pool: Send + Sync {
    fn dialect(&self) -> Dialect;

    /// Closes all connections, once what they do is done.
    async fn close(&self);

    /// Begins a transaction.
    async fn begin(&self) -> Result<Box<dyn Session>, sqlx::Error>;

    /// Runs a statement and gives its rows.
    async fn fetch(&self, statement: Statement, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error>;
}

/// A transaction. It is rolled back unless it is committed.
#[async_trait]
pub(in crate::store) trait Session: Send {
    fn dialect(&self) -> Dialect;

    /// Runs a statement and gives its rows.
    async fn fetch(&mut self, statement: Statement, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error>;

    /// Runs a statement and says how many rows it wrote.
    async fn execute(&mut self, statement: Statement, values: &[Value<'_>]) -> Result<u64, sqlx::Error>;

    async fn commit(self: Box<Self>) -> Result<(), sqlx::Error>;
}
