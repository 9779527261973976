//! Failures of the database, and the state that they leave behind.

use std::sync::Arc;

use regicide_store::{Options, Store, StoreError};
use sqlx::{Connection, SqliteConnection};

use crate::contract::execute;
use crate::fixtures::{STORED, append, changed, conflict, everything, game, store};
use crate::players::player;
use crate::support::Database;

/// SQLite ends a transaction by itself when the disk is full, and in some other
/// cases; a trigger can do the same.
#[tokio::test]
async fn sqlite_a_transaction_that_the_database_has_ended_leaves_the_connection_usable() {
    let database = Database::sqlite().await;
    let store = store(&database).await;
    let (made, refused) = (game(1), game(2));
    assert!(changed(store.games.create(&made, None).await));
    let mut other = SqliteConnection::connect(&database.url).await.unwrap();
    let end = "create trigger full_disk before insert on moves begin select raise(rollback, 'full'); end";
    sqlx::query(end).execute(&mut other).await.unwrap();
    for _ in 0..3 {
        assert!(matches!(store.moves.append(&append(&made, 1)).await, Err(StoreError::Database(_))));
    }
    assert!(changed(store.games.create(&refused, None).await), "other writes go on");
    sqlx::query("drop trigger full_disk").execute(&mut other).await.unwrap();
    assert_eq!(conflict(store.moves.append(&append(&made, 1)).await), STORED);
}

#[tokio::test]
async fn sqlite_a_read_only_database_is_read_but_not_ready() {
    let database = Database::sqlite().await;
    let made = game(1);
    store(&database).await.games.create(&made, None).await.unwrap();
    let read_only = Store::connect(&format!("{}?mode=ro", database.url), &Options::default()).await;
    let read_only = Arc::new(read_only.unwrap());
    read_only.check_schema().await.unwrap();
    assert!(matches!(read_only.ready().await, Err(StoreError::Unavailable(_))));
    assert!(matches!(read_only.moves.append(&append(&made, 1)).await, Err(StoreError::Unavailable(_))));
    assert!(read_only.games.read(made.id).await.unwrap().is_some());
}

/// Operators' tools check the schema only: they also run on a read-only database.
#[tokio::test]
async fn postgres_is_ready_only_if_it_accepts_writes() {
    let database = Database::postgres().await;
    let writing = store(&database).await;
    writing.ready().await.unwrap();
    let read_only = format!("{}?options=-c%20default_transaction_read_only%3Don", database.url);
    let read_only = Store::connect(&read_only, &Options::default()).await.unwrap();
    read_only.check_schema().await.unwrap();
    assert!(matches!(read_only.ready().await, Err(StoreError::Unavailable(_))));
}

/// A server that is started again has lost all connections, those included that were
/// used a moment ago. A read is tried again; a write is answered once with the loss, since
/// it may have been stored.
#[tokio::test]
async fn postgres_answers_at_once_after_all_its_connections_were_cut() {
    let database = Database::one_postgres().await;
    let store = store(&database).await;
    let all = everything();
    for number in 1..=4 {
        // As many connections are kept as reads are under way together.
        let reads = (0..4).map(|_| store.games.list(&all, 10));
        assert!(futures_util::future::join_all(reads).await.iter().all(Result::is_ok));
        execute(
            &database,
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()",
        )
        .await;
        if number % 2 == 0 {
            store.games.list(&all, 10).await.unwrap();
        } else {
            let lost = store.players.create(&player(number), None).await;
            assert!(matches!(lost, Err(StoreError::Unavailable(_))), "{lost:?}");
        }
        assert!(changed(store.players.create(&player(number), None).await));
    }
}
