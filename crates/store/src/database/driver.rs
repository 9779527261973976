//! The differences between the two databases' connections.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::{Database, SqlStr};

pub(super) trait Driver: Database {
    /// The time for which an idle connection counts as alive.
    const ALIVE_FOR: Duration;

    /// Runs SQL without parameters.
    fn run(connection: &mut Self::Connection, sql: SqlStr) -> BoxFuture<'_, Result<(), sqlx::Error>>;

    /// True if the error reports that there is no transaction to roll back.
    fn is_without_transaction(error: &sqlx::Error) -> bool;

    /// True if another connection may accept the statement that this one refused.
    fn is_worth_reconnecting(error: &sqlx::Error) -> bool;
}
