//! Spreads the tables of a database over the servers of a Citus cluster.

use sqlx::postgres::{PgConnection, Postgres};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};

use super::misconfigured;
use super::pool::ConnectionPool;
use crate::error::StoreError;

/// The migrations that spread the tables, run in one transaction.
const SPREAD: &str = include_str!("../../../../migrations/distributed/spread.sql");
const ENTER_STREAM: &str = include_str!("../../../../migrations/distributed/enter_stream.sql");

const HAS_CITUS: &str = "select exists (select 1 from pg_extension where extname = 'citus')";

/// The number of servers that take shards, which is the default number of shards. A statement
/// of a batch is planned anew for each shard, which takes longer than to run it, so moves of
/// one server's games should share a shard.
const ONE_FOR_EACH_SERVER: &str = "(
    select greatest(count(*), 1)::integer from pg_dist_node
    where shouldhaveshards and isactive and noderole = 'primary')";

/// The settings of each server's connections.
const SETTINGS: [&str; 4] = [
    // Triggers of distributed tables run on their shards.
    "citus.enable_unsafe_triggers = on",
    // The triggers of `stream_positions` write to another table of their game.
    "citus.allow_nested_distributed_execution = on",
    // A transaction uses one connection to each server, so that every statement sees the writes
    // of those before it.
    "citus.multi_shard_modify_mode = sequential",
    "citus.max_adaptive_executor_pool_size = 1",
];

/// Spreads the tables: the games in this number of shards, or one for each server.
pub(super) async fn distribute(
    pool: &ConnectionPool<Postgres>,
    shards: Option<u32>,
) -> Result<(), StoreError> {
    let (mut taken, _place) = pool.acquire().await?;
    let connection: &mut PgConnection = &mut taken.connection;
    if !sqlx::query_scalar(HAS_CITUS).fetch_one(&mut *connection).await? {
        return Err(misconfigured(
            "the database has no Citus: create its extension on every server, and add the servers as nodes",
        ));
    }
    for setting in SETTINGS {
        connection.execute(AssertSqlSafe(format!("set {setting}"))).await?;
        let everywhere = format!(
            "select result from run_command_on_all_nodes(
                format('alter database %I set {setting}', current_database())) where not success"
        );
        if let Some(failed) = connection.fetch_optional(AssertSqlSafe(everywhere)).await? {
            tracing::error!(setting, reason = ?failed.try_get::<String, _>("result"), "it cannot be set");
            return Err(misconfigured("a server of the cluster cannot be set up; the reason is in the log"));
        }
    }
    let shards = shards.map_or(ONE_FOR_EACH_SERVER.to_owned(), |shards| shards.to_string());
    let mut transaction = connection.begin().await?;
    transaction.execute(AssertSqlSafe(SPREAD.replace("$shards", &shards))).await?;
    transaction.execute(ENTER_STREAM).await?;
    Ok(transaction.commit().await?)
}
