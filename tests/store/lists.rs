//! Lists.

use chrono::{DateTime, TimeDelta, Utc};
use regicide::service::{OsEntropy, new_id};
use regicide::store::{Filter, Store};

use crate::made::{after, everything, game, store};
use crate::support::Database;

/// Which of the games, by their times, a list between two times holds.
async fn between(
    store: &dyn Store,
    created_after: DateTime<Utc>,
    created_before: DateTime<Utc>,
) -> Vec<DateTime<Utc>> {
    let filter = Filter {
        created_before: Some(created_before),
        created_after: Some(created_after),
        now: after(0),
        ..everything()
    };
    store.list(&filter, 10).await.unwrap().iter().map(|summary| summary.created_at).collect()
}

async fn times_decide_not_ids(database: Database) {
    let store = store(&database).await;
    // The clock is read twice for a game: once for its id, once for its time.
    for (number, id_made) in [(10, after(10) - TimeDelta::milliseconds(2)), (20, after(21))] {
        let mut game = game(number);
        game.id = new_id(&OsEntropy, id_made);
        store.create_game(&game, None).await.unwrap();
    }
    let end = TimeDelta::microseconds(1);
    assert_eq!(between(&*store, after(10), after(10) + end).await, [after(10)]);
    assert_eq!(between(&*store, after(20), after(20) + end).await, [after(20)]);
    assert_eq!(between(&*store, after(10), after(20)).await, [after(10)]);
    assert!(between(&*store, after(10) + end, after(20)).await.is_empty());
    assert_eq!(between(&*store, DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC).await.len(), 2);
}

#[tokio::test]
async fn postgres_lists_by_the_time_of_a_game_and_not_of_its_id() {
    times_decide_not_ids(Database::postgres().await).await;
}

#[tokio::test]
async fn sqlite_lists_by_the_time_of_a_game_and_not_of_its_id() {
    times_decide_not_ids(Database::sqlite()).await;
}
