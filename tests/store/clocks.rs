//! The database's clock decides, whatever the clocks of instances say.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::TimeDelta;
use regicide::engine::Hash;
use regicide::service::{Clock as _, SystemClock};
use regicide::store::{ChallengeEntry, DailyKey, NewGame, Store};
use uuid::Uuid;

use crate::challenges::daily;
use crate::contract::on_both_databases;
use crate::fixtures::{STALE, STORED, after, append, changed, conflict, connect_at, game};
use crate::support::Database;

on_both_databases!(
    the_time_is_the_databases_and_never_ahead_of_it,
    a_move_that_was_validated_in_time_is_not_stored_late,
    games_end_by_the_databases_own_clock,
    no_day_is_published_far_ahead,
);

async fn the_time_is_the_databases_and_never_ahead_of_it(database: Database) {
    let store = Store::connect(&database.url, &database.options).await.unwrap();
    // The database runs on this machine, and knows the time to the millisecond.
    let least = SystemClock.now() - TimeDelta::milliseconds(1);
    let first = store.read_clock().await.unwrap();
    let most = SystemClock.now();
    assert!(least <= first && first <= most, "{least} {first} {most}");
    let asked = store.transactions();
    let computed = store.now().await.unwrap();
    assert!(first <= computed && computed <= SystemClock.now());
    // Unless the machine has slept for a second meanwhile.
    assert!(store.transactions() == asked || most + TimeDelta::seconds(1) <= SystemClock.now());
}

/// A store on a new database whose clock is so many seconds after the first
/// game was made.
async fn at(database: &Database) -> (Arc<Store>, Arc<AtomicI64>) {
    let seconds = Arc::<AtomicI64>::default();
    let clock = seconds.clone();
    let store = connect_at(database, move || after(clock.load(Ordering::Relaxed))).await;
    store.migrate().await.unwrap();
    (store, seconds)
}

async fn a_move_that_was_validated_in_time_is_not_stored_late(database: Database) {
    let (store, seconds) = at(&database).await;
    let ends_at = after(60);
    let closing = Some(ChallengeEntry { challenge: Uuid::nil(), attempt: 1, ends_at });
    let made = NewGame { challenge: closing, ..game(1) };
    let free = game(2);
    for game in [&made, &free] {
        store.create_game(game, None).await.unwrap();
    }
    seconds.store(59, Ordering::Relaxed);
    assert_eq!(conflict(store.append_move(&append(&made, 1)).await), STORED);
    seconds.store(60, Ordering::Relaxed);
    assert_eq!(conflict(store.append_move(&append(&made, 2)).await), STALE, "its own time is two seconds");
    assert_eq!(conflict(store.append_move(&append(&free, 1)).await), STORED, "other games go on");
}

async fn games_end_by_the_databases_own_clock(database: Database) {
    let store = Store::connect(&database.url, &database.options).await.unwrap();
    store.migrate().await.unwrap();
    let hour = TimeDelta::hours(1);
    for (number, ends_at, outcome) in
        [(1, SystemClock.now() - hour, STALE), (2, SystemClock.now() + hour, STORED)]
    {
        let closing = Some(ChallengeEntry { challenge: Uuid::nil(), attempt: 1, ends_at });
        let made = NewGame { challenge: closing, ..game(number) };
        store.create_game(&made, None).await.unwrap();
        let mut append = append(&made, 1);
        append.row.entry.at = Some(ends_at - hour);
        assert_eq!(conflict(store.append_move(&append).await), outcome);
    }
}

async fn no_day_is_published_far_ahead(database: Database) {
    let (store, _) = at(&database).await;
    let today = i32::try_from(after(0).timestamp() / 86_400).unwrap();
    let key = |valid_from| DailyKey { number: 1, fingerprint: Hash([1; 32]), secret: None, valid_from };
    assert!(!changed(store.add_daily_key(&key(today + 36_525), None).await), "a century");
    assert!(changed(store.add_daily_key(&key(today), None).await));
    let published = async |day| changed(store.add_challenge(&daily(day, 1), Some(1), None).await);
    assert!(!published(today + 36_525).await);
    assert!(!published(today + 402).await);
    assert!(published(today + 366).await);
    assert_eq!(store.last_published_day(today).await.unwrap(), Some(today + 366));
}
