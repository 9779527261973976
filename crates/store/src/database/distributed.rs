//! Spreads the tables of a database over the servers of a Citus cluster.

use std::collections::BTreeMap;

use sqlx::postgres::{PgConnection, Postgres};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};

use super::misconfigured;
use super::pool::ConnectionPool;
use super::postgres::PLAN_BY_KEY;
use super::statement::{Dialect, Statement};
use crate::error::StoreError;

/// The migrations that spread the tables, run in one transaction.
const SPREAD: &str = include_str!("../../../../migrations/distributed/spread.sql");
const ENTER_STREAM: &str = include_str!("../../../../migrations/distributed/enter_stream.sql");
const APPEND_TO_SHARD: &str = include_str!("../../../../migrations/distributed/append_to_shard.sql");

const HAS_CITUS: &str = "select to_regproc('create_distributed_table') is not null";

/// The number of servers that take shards, which is the default number of shards: moves of one
/// server's games share a batch.
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

/// The tables of each shard of the games, and those that every server has.
const TABLES_OF_SHARDS: &str = "
    select games.shardid as shard, tables.logicalrelid::text as name,
        shard_name(tables.logicalrelid, tables.shardid) as table_of_shard
    from pg_dist_shard as games
        join pg_dist_shard as tables
            on tables.shardminvalue = games.shardminvalue or tables.shardminvalue is null
    where games.logicalrelid = 'games'::regclass";

/// Spreads the tables: the games in this number of shards, or one for each server.
pub(super) async fn distribute(
    pool: &ConnectionPool<Postgres>,
    shards: Option<u32>,
    append_moves: Statement,
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
    create_append_functions(&mut transaction, append_moves).await?;
    Ok(transaction.commit().await?)
}

/// For each shard of the games, creates the function that stores moves in its tables. All
/// servers get it, as shards can move to another.
async fn create_append_functions(
    connection: &mut PgConnection,
    append_moves: Statement,
) -> Result<(), sqlx::Error> {
    let mut statements: BTreeMap<i64, String> = BTreeMap::new();
    for row in connection.fetch_all(TABLES_OF_SHARDS).await? {
        let (shard, table, name): (i64, String, String) =
            (row.try_get("shard")?, row.try_get("name")?, row.try_get("table_of_shard")?);
        let statement =
            statements.entry(shard).or_insert_with(|| append_moves.sql(Dialect::Distributed).text.to_owned());
        *statement = statement.replace(&format!("\"{table}\""), &name);
    }
    for (shard, statement) in statements {
        let create = APPEND_TO_SHARD
            .replace("$shard", &shard.to_string())
            .replace("$settings", &PLAN_BY_KEY.replace(';', ""))
            .replace("$statement", &statement);
        connection.execute(AssertSqlSafe(create)).await?;
        let distribute =
            format!("select create_distributed_function('append_moves_{shard}'::regproc::oid::regprocedure)");
        connection.execute(AssertSqlSafe(distribute)).await?;
    }
    Ok(())
}
