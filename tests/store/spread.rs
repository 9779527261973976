//! Differences of a database that is distributed over the servers of a cluster.

use regicide_store::{Conflict, Game, Store, StoreError, Visibility};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::challenges::player;
use crate::contract::{execute, on_both_databases};
use crate::fixtures::{STORED, after, append, changed, conflict, game, lost, row, store};
use crate::held_seats::game_of;
use crate::races::until_it_waits;
use crate::support::cluster::SHARDS;
use crate::support::{Database, Spread};

on_both_databases!(only_a_cluster_is_spread_and_once, a_database_is_spread_with_its_games);

#[tokio::test(flavor = "multi_thread")]
async fn postgres_a_player_waits_for_changes_of_that_player_and_no_others() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
    // As a transaction does that changes Ada.
    let mut other = PgConnection::connect(&database.url).await.unwrap();
    let mut transaction = other.begin().await.unwrap();
    let (table, key) = if database.spread.is_some() { ("player_locks", "player") } else { ("players", "id") };
    let change = format!("update {table} set token = $2 where {key} = $1");
    let changed = sqlx::query(AssertSqlSafe(change)).bind(ada.0).bind([9_u8; 32].as_slice());
    changed.execute(&mut *transaction).await.unwrap();
    let create = |made: Game| {
        let store = store.clone();
        tokio::spawn(async move { conflict(store.games.create(&made, None).await) })
    };
    let of_ada = create(game_of(1, ada));
    until_it_waits(&database, &of_ada).await;
    assert_eq!(create(game_of(2, ben)).await.unwrap(), STORED);
    transaction.commit().await.unwrap();
    assert_eq!(of_ada.await.unwrap(), Some(Conflict::TokenChanged));
}

async fn only_a_cluster_is_spread_and_once(database: Database) {
    let store = store(&database).await;
    let spread = store.distribute(Some(2)).await;
    if database.spread.is_some() {
        spread.unwrap();
        store.migrate().await.unwrap();
        execute(&database, "delete from _sqlx_migrations where version > 1").await;
        let StoreError::Schema(reason) = store.migrate().await.unwrap_err() else { panic!("it is refused") };
        assert!(reason.contains("dump"), "{reason}");
    } else {
        let StoreError::Database(reason) = spread.unwrap_err() else { panic!("it is refused") };
        assert!(reason.to_string().contains("Citus"), "{reason}");
    }
    store.games.create(&game(1), None).await.unwrap();
}

async fn a_database_is_spread_with_its_games(database: Database) {
    let mut coordinator = database.url.clone();
    if let Some(spread) = &database.spread {
        let Spread { name, cluster } = spread;
        cluster.on_all("postgres", &format!("drop database {name} with (force)")).await.unwrap();
        coordinator = cluster.create(name).await.unwrap();
    }
    let one_server = Store::connect(&coordinator, &database.options).await.unwrap();
    one_server.migrate().await.unwrap();
    let games = [1, 2, 3, 4].map(|number| Game {
        moves: vec![row(1)],
        finished: (number % 2 == 0).then(|| lost(after(9))),
        visibility: if number < 3 { Visibility::Public } else { Visibility::Unlisted },
        ..game(number)
    });
    for game in &games {
        one_server.games.create(game, None).await.unwrap();
    }
    assert_eq!(one_server.distribute(None).await.is_ok(), database.spread.is_some());
    if let Some(spread) = &database.spread {
        let mut connection = PgConnection::connect(&coordinator).await.unwrap();
        let shards = "select count(*) from pg_dist_shard where logicalrelid = 'games'::regclass";
        let shards: i64 = sqlx::query_scalar(shards).fetch_one(&mut connection).await.unwrap();
        assert_eq!(usize::try_from(shards), Ok(spread.servers().len() - 1), "the coordinator takes none");
    }

    let store = Store::connect(&database.url, &database.options).await.unwrap();
    store.check_schema().await.unwrap();
    for game in &games {
        assert_eq!(store.games.read(game.id).await.unwrap().unwrap().moves.len(), 1);
    }
    assert_eq!(store.games.stream_end().await.unwrap(), 2, "what is public waits for a reader");
    assert_eq!(store.games.last_export_position(after(100)).await.unwrap(), 1);
    assert_eq!(store.games.count_unpacked(after(100)).await.unwrap(), 0);
    let exported = store.games.export(0, 9, after(100)).await.unwrap();
    assert_eq!(exported.iter().map(|row| row.id).collect::<Vec<_>>(), [games[1].id]);
    assert!(changed(store.moves.append(&append(&games[0], 2)).await));
}

/// The functions of Citus that spreading and the program call, without their effect.
const STAND_IN: &str = "
    create table pg_dist_partition (logicalrelid regclass);
    create table pg_dist_shard (
        shardid bigint generated always as identity, logicalrelid regclass, shardminvalue text);
    create table pg_dist_placement (shardid bigint, groupid integer);
    create table pg_dist_local_group (groupid integer);
    insert into pg_dist_local_group values (1);
    create table pg_dist_node (
        groupid integer, nodename text, nodeport integer, isactive boolean, hasmetadata boolean, noderole text,
        shouldhaveshards boolean default true);
    create function run_command_on_all_nodes(command text) returns table (success boolean, result text)
        language sql as 'select true, command';
    create function shard_name(name regclass, shard bigint) returns text
        language sql as $$ select name || '_shard' $$;
    create function create_shard(name regclass) returns void language plpgsql as $$
    begin
        execute format('create view %I as select * from %s', shard_name(name, 1), name);
    end
    $$;
    create function get_shard_id_for_distribution_column(name regclass, key uuid) returns bigint
        language sql as 'select min(shardid) from pg_dist_shard where logicalrelid = name';
    create function lock_shard_metadata(mode integer, shards bigint[]) returns void language sql as '';
    create function create_distributed_table(
        name text, key text, colocate_with text, shard_count integer default 1
    ) returns void language sql as $$
        insert into pg_dist_shard (logicalrelid, shardminvalue) values (name::regclass, '-2147483648');
        insert into pg_dist_placement select max(shardid), 1 from pg_dist_shard;
        select create_shard(name::regclass)
    $$;
    create function create_reference_table(name text) returns regclass language sql as $$
        insert into pg_dist_shard (logicalrelid) values (name::regclass);
        select create_shard(name::regclass);
        select name::regclass
    $$;
    create function create_distributed_function(
        name regprocedure, distribution_arg_name text default null, colocate_with text default null
    ) returns regprocedure language sql as 'select name';
    create function truncate_local_data_after_distributing_table(name regclass) returns void
        language sql as ''";

impl Database {
    /// A Postgres server without Citus whose database looks spread to the program:
    /// the statements and functions of a cluster are carried out, by one server.
    pub(crate) async fn stand_in_for_a_cluster() -> Self {
        let database = Self::empty_postgres().await;
        let store = Store::connect(&database.url, &database.options).await.unwrap();
        store.migrate().await.unwrap();
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        connection.execute(STAND_IN).await.unwrap();
        let address: PgConnectOptions = database.url.parse().unwrap();
        sqlx::query("insert into pg_dist_node values (1, $1, $2, true, true, 'primary')")
            .bind(address.get_host())
            .bind(i32::from(address.get_port()))
            .execute(&mut connection)
            .await
            .unwrap();
        store.distribute(None).await.unwrap();
        store.close().await;
        database
    }

    /// The same kind of database before any migration, which for a cluster is
    /// one server's.
    pub(crate) async fn before_migrations(self) -> Self {
        if self.url.starts_with("sqlite") { Self::empty_sqlite() } else { Self::empty_postgres().await }
    }

    /// The URL of each of its servers.
    pub(crate) fn servers(&self) -> Vec<String> {
        self.spread.as_ref().map_or_else(|| vec![self.url.clone()], Spread::servers)
    }

    /// Into how many shards its games are spread.
    pub(crate) const fn shards(&self) -> usize {
        if self.spread.is_some() { SHARDS as usize } else { 1 }
    }
}
