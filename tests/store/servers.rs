//! A server of a cluster is unavailable.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use regicide_store::{Game, Store, StoreError};
use sqlx::Connection;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::contract::execute;
use crate::fixtures::{append, changed, connect, everything, game};
use crate::support::Database;

async fn until(store: &Store, is_available: bool) {
    let began = Instant::now();
    while store.servers().iter().all(|server| server.is_available) != is_available {
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", store.servers());
        tokio::task::yield_now().await;
    }
}

#[track_caller]
fn refused<T>(answer: Result<T, StoreError>, reason: &str) {
    match answer {
        Err(StoreError::Unavailable(error)) => assert!(error.to_string().contains(reason), "{error}"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is not refused"),
    }
}

#[tokio::test]
async fn stand_in_games_of_other_servers_go_on_while_one_is_silent() {
    let database = Database::stand_in_for_a_cluster().await;
    // It accepts connections, and sends nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    execute(&database, "update pg_dist_node set groupid = 1").await;
    execute(
        &database,
        "insert into pg_dist_shard (logicalrelid, shardminvalue) values ('games'::regclass, '0')",
    )
    .await;
    execute(&database, "insert into pg_dist_placement select max(shardid), 2 from pg_dist_shard").await;
    execute(
        &database,
        "insert into pg_dist_node select 2, nodename, nodeport, true, true, 'primary' from pg_dist_node",
    )
    .await;
    let store = connect(&database).await;
    // The hash of the one is negative, of the other positive.
    let [here, there] = ["00010203-0405-0607-0809-0a0b0c0d0e0f", "019aa6a2-7d3c-7f00-8c55-001122334455"]
        .map(|id| Game { id: id.parse::<Uuid>().unwrap(), ..game(1) });
    for made in [&here, &there] {
        store.games.create(made, None).await.unwrap();
        assert!(changed(store.moves.append(&append(made, 1)).await));
    }

    execute(
        &database,
        &format!("update pg_dist_node set nodename = '127.0.0.1', nodeport = {port} where groupid = 2"),
    )
    .await;
    until(&store, false).await;
    let availability: Vec<_> =
        store.servers().iter().map(|server| (server.number, server.is_available)).collect();
    assert_eq!(availability, [(1, true), (2, false)]);
    let reason = format!("127.0.0.1:{port} does not respond");
    refused(store.games.read(there.id).await, &reason);
    refused(store.games.head(there.id).await, &reason);
    refused(store.moves.append(&append(&there, 2)).await, &reason);
    assert!(changed(store.moves.append(&append(&here, 2)).await));
    assert_eq!(store.games.read(here.id).await.unwrap().unwrap().moves.len(), 2);
    assert!(store.games.head(here.id).await.unwrap().is_some());
    // A list may use it, and one at a time is tried.
    store.games.list(&everything(), 9).await.unwrap();
    store.ready().await.unwrap();

    let back = "update pg_dist_node set (nodename, nodeport) =
        (select nodename, nodeport from pg_dist_node where groupid = 1) where groupid = 2";
    execute(&database, back).await;
    until(&store, true).await;
    assert!(changed(store.moves.append(&append(&there, 2)).await));
}

#[tokio::test]
async fn stand_in_moves_are_repeated_until_their_shard_is_found() {
    let database = Database::stand_in_for_a_cluster().await;
    let store = connect(&database).await;
    let made = game(1);
    store.games.create(&made, None).await.unwrap();
    // A sequence counts what is rolled back, too.
    execute(&database, "create sequence calls").await;
    let count = "create or replace function lock_shard_metadata(mode integer, shards bigint[]) returns void
        language sql as $$ select from nextval('calls') $$";
    execute(&database, count).await;
    execute(&database, "update pg_dist_placement set groupid = 9").await;
    let writer = store.clone();
    let first = append(&made, 1);
    let stored = tokio::spawn(async move { writer.moves.append(&first).await });
    let mut connection = PgConnection::connect(&database.url).await.unwrap();
    let calls = "select last_value from calls";
    while sqlx::query_scalar::<_, i64>(calls).fetch_one(&mut connection).await.unwrap() < 3 {
        assert!(!stored.is_finished());
    }
    execute(&database, "update pg_dist_placement set groupid = 1").await;
    assert!(changed(stored.await.unwrap()));
    assert_eq!(store.games.read(made.id).await.unwrap().unwrap().moves.len(), 1);
}
