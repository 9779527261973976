//! Connections of one kind, and statements that need no transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::announcements::{ANNOUNCE, CommitListener};
use super::options::{Options, Timeouts, within};
#[cfg(feature = "test-hooks")]
use super::plans::{self, Plans};
use super::row::Row;
use super::session::Pool;
use super::statement::{Dialect, Statement};
use super::transaction::Transaction;
use super::value::{Value, params};
use crate::error::StoreError;

/// Connections with the time limit of their statements.
#[derive(Clone)]
pub(crate) struct Connections {
    pub(crate) dialect: Dialect,
    pub(super) pool: Pool,
    pub(super) timeouts: Timeouts,
    pub(super) transactions: Arc<AtomicU64>,
    listener: CommitListener,
    #[cfg(feature = "test-hooks")]
    plans: Option<Plans>,
}

impl Connections {
    pub(super) fn new(
        dialect: Dialect,
        pool: Pool,
        options: &Options,
        transactions: &Arc<AtomicU64>,
        listener: &CommitListener,
    ) -> Self {
        Self {
            dialect,
            pool,
            timeouts: options.timeouts,
            transactions: transactions.clone(),
            listener: listener.clone(),
            #[cfg(feature = "test-hooks")]
            plans: options.plans.clone(),
        }
    }

    /// With other time limits.
    pub(super) fn within(self, timeouts: Timeouts) -> Self {
        Self { timeouts, ..self }
    }

    pub(crate) async fn begin(&self) -> Result<Transaction, StoreError> {
        self.transactions.fetch_add(1, Ordering::Relaxed);
        let session = within(self.timeouts.statement, self.pool.begin()).await?;
        let (timeouts, listener) = (self.timeouts, self.listener.clone());
        let announced = Vec::new();
        Ok(Transaction {
            dialect: self.dialect,
            session,
            timeouts,
            announced,
            listener,
            servers: None,
            permit: None,
        })
    }

    /// Runs a statement in a transaction of its own.
    pub(crate) async fn fetch(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        self.transactions.fetch_add(1, Ordering::Relaxed);
        let sql = statement.sql(self.dialect);
        #[cfg(feature = "test-hooks")]
        if let Some(noted) = &self.plans {
            let rows = self.pool.fetch(plans::explain(sql, self.dialect), values).await?;
            noted.lock().push(plans::read(sql, &rows));
        }
        within(self.timeouts.of(statement), self.pool.fetch(sql, values)).await
    }

    /// Sends an announcement without a transaction.
    pub(super) async fn announce(&self, line: String) -> Result<(), StoreError> {
        match self.dialect {
            Dialect::Sqlite => (self.listener)(&[line]),
            Dialect::Postgres | Dialect::Distributed => {
                self.fetch(ANNOUNCE, params![line]).await?;
            }
        }
        Ok(())
    }

    /// Runs a statement that only reads. If the connection turns out to be lost, as after a
    /// restart of the database, the statement runs again on another.
    pub(crate) async fn read(
        &self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        match self.fetch(statement, values).await {
            Err(error) if error.is_lost_connection() => self.fetch(statement, values).await,
            answer => answer,
        }
    }
}
