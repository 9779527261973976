//! Transactions.

use std::sync::Arc;

use super::announcements::{ANNOUNCE, CommitListener, announcements};
use super::options::{Timeouts, within};
use super::row::Row;
use super::servers::{Permit, Servers};
use super::session::Session;
use super::sqlite;
use super::statement::{Dialect, Statement};
use super::value::{Value, params};
use crate::error::{Conflict, StoreError};

const ROLLBACK: Statement = Statement::each("", "rollback");
const BEGIN: Statement = Statement::each("", sqlite::BEGIN);

/// A transaction. It is rolled back when it is dropped without a commit.
pub(crate) struct Transaction {
    pub(crate) dialect: Dialect,
    pub(super) session: Session,
    pub(super) timeouts: Timeouts,
    pub(super) announced: Vec<String>,
    pub(super) listener: CommitListener,
    /// The servers of a distributed database, which statements are checked with.
    pub(super) servers: Option<Arc<Servers>>,
    pub(super) permit: Permit,
}

impl Transaction {
    /// One permit is enough for all statements of a transaction.
    fn acquire_permit(&mut self, statement: Statement, values: &[Value<'_>]) -> Result<(), StoreError> {
        if let (Some(servers), None) = (&self.servers, &self.permit) {
            self.permit = servers.permit(statement, values)?;
        }
        Ok(())
    }

    pub(crate) async fn fetch(
        &mut self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        self.acquire_permit(statement, values)?;
        within(self.timeouts.of(statement), self.session.fetch(statement.sql(self.dialect), values)).await
    }

    pub(crate) async fn fetch_optional(
        &mut self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.fetch(statement, values).await?.into_iter().next())
    }

    /// Runs a statement and returns the number of rows that it wrote.
    pub(crate) async fn execute(
        &mut self,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        self.acquire_permit(statement, values)?;
        within(self.timeouts.of(statement), self.session.execute(statement.sql(self.dialect), values)).await
    }

    /// Runs a statement that has to write a row.
    pub(crate) async fn execute_or(
        &mut self,
        conflict: Conflict,
        statement: Statement,
        values: &[Value<'_>],
    ) -> Result<(), StoreError> {
        match self.execute(statement, values).await? {
            0 => Err(conflict.into()),
            _ => Ok(()),
        }
    }

    /// SQLite: rolls back and begins anew on this connection, so that no other transaction of
    /// this process runs in between.
    pub(crate) async fn restart(&mut self) -> Result<(), StoreError> {
        self.announced.clear();
        self.execute(ROLLBACK, params![]).await?;
        self.execute(BEGIN, params![]).await?;
        Ok(())
    }

    /// Queues a line that is announced with the commit.
    pub(crate) fn announce(&mut self, line: impl Into<String>) {
        let line = line.into();
        if !self.announced.contains(&line) {
            self.announced.push(line);
        }
    }

    /// Commits and sends the announcements: on Postgres the server sends them, to all
    /// instances.
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        if self.dialect != Dialect::Sqlite {
            for text in announcements(std::mem::take(&mut self.announced)) {
                self.fetch(ANNOUNCE, params![text]).await?;
            }
            return within(self.timeouts.statement, self.session.commit()).await;
        }
        within(self.timeouts.statement, self.session.commit()).await?;
        (self.listener)(&self.announced);
        Ok(())
    }
}
