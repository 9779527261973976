//! Concurrent changes.

use sqlx::{Connection, PgConnection};
use tokio::task::JoinHandle;

use crate::fixtures::{STALE, STORED, append, conflict, connect, game, lost, store};
use crate::support::Database;

/// Waits until some statement on this database waits for a lock, or the task
/// that should is done without.
pub(crate) async fn until_it_waits<T>(database: &Database, task: &JoinHandle<T>) {
    let mut watchers = Vec::new();
    for server in database.servers() {
        watchers.push(PgConnection::connect(&server).await.unwrap());
    }
    let mut waiting = false;
    while !waiting && !task.is_finished() {
        for watcher in &mut watchers {
            waiting |= sqlx::query_scalar::<_, bool>(
                "select exists (select from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock')",
            )
            .fetch_one(watcher)
            .await
            .unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_a_move_waits_for_a_cancellation_under_way_and_then_conflicts() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let game = game(1);
    store.games.create(&game, None).await.unwrap();
    let mut other = PgConnection::connect(&database.url).await.unwrap();
    let mut transaction = other.begin().await.unwrap();
    sqlx::query("update games set version = version + 1, cancelled_at = 1 where id = $1")
        .bind(game.id)
        .execute(&mut *transaction)
        .await
        .unwrap();
    let append = append(&game, 1);
    let racing = tokio::spawn({
        let store = store.clone();
        async move { conflict(store.moves.append(&append).await) }
    });
    until_it_waits(&database, &racing).await;
    transaction.commit().await.unwrap();
    assert_eq!(racing.await.unwrap(), STALE);
    assert!(store.games.read(game.id).await.unwrap().unwrap().moves.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_of_two_last_moves_that_race_one_ends_the_game() {
    let database = Database::postgres().await;
    let store = store(&database).await;
    let game = game(1);
    store.games.create(&game, None).await.unwrap();
    let racers: Vec<_> = (0..16)
        .map(|_| {
            let mut last = append(&game, 1);
            last.finished = Some(lost(game.created_at));
            let store = store.clone();
            tokio::spawn(async move { conflict(store.moves.append(&last).await) })
        })
        .collect();
    let mut stored = 0;
    for racer in racers {
        stored += usize::from(racer.await.unwrap() == STORED);
    }
    assert_eq!(stored, 1);
    assert_eq!(store.games.read(game.id).await.unwrap().unwrap().version, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_processes_that_start_together_migrate_once() {
    for _ in 0..10 {
        let database = Database::sqlite().await;
        let mut starting = Vec::new();
        for _ in 0..4 {
            starting.push(connect(&database).await);
        }
        let starting: Vec<_> = starting
            .into_iter()
            .map(|store| tokio::spawn(async move { store.migrate().await.and(store.ready().await) }))
            .collect();
        for started in starting {
            started.await.unwrap().expect("each finds the schema in place or makes it");
        }
    }
}

#[tokio::test]
async fn sqlite_keeps_a_database_in_memory_for_readers_too() {
    let store = store(&Database::memory()).await;
    let game = game(1);
    store.games.create(&game, None).await.unwrap();
    assert!(store.games.read(game.id).await.unwrap().is_some());
}
