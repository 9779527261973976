//! The database's clock decides, whatever the clocks of instances.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use regicide_engine::engine::Hash;
use regicide_server::service::runtime::{Clock as _, SystemClock};
use regicide_store::{ChallengeEntry, ClockFault, DailyKey, DatabaseClock, Game, Options, Store};
use sqlx::{Connection as _, SqliteConnection};
use uuid::Uuid;

use crate::challenges::daily;
use crate::contract::{on_both_databases, with_statements_of_a_cluster};
use crate::fixtures::{STALE, STORED, after, append, changed, conflict, connect_at, game};
use crate::support::Database;

on_both_databases!(
    the_time_is_the_databases_and_never_ahead_of_it,
    a_move_that_was_validated_in_time_is_not_stored_late,
    games_end_by_the_databases_own_clock,
    no_day_is_published_far_ahead,
    a_clock_that_jumps_is_rejected_until_it_is_right,
);

with_statements_of_a_cluster!(a_move_that_was_validated_in_time_is_not_stored_late);

async fn the_time_is_the_databases_and_never_ahead_of_it(database: Database) {
    let store = Store::connect(&database.url, &database.options).await.unwrap();
    store.migrate().await.unwrap();
    // The database runs on this machine, with a clock of milliseconds.
    let least = SystemClock.now() - TimeDelta::milliseconds(1);
    let first = store.clock.read().await.unwrap();
    let most = SystemClock.now();
    assert!(least <= first && first <= most, "{least} {first} {most}");
    let asked = store.transactions();
    let computed = store.clock.now().await.unwrap();
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
    let made = Game { challenge: closing, ..game(1) };
    let free = game(2);
    for game in [&made, &free] {
        store.games.create(game, None).await.unwrap();
    }
    seconds.store(59, Ordering::Relaxed);
    assert_eq!(conflict(store.moves.append(&append(&made, 1)).await), STORED);
    seconds.store(60, Ordering::Relaxed);
    assert_eq!(conflict(store.moves.append(&append(&made, 2)).await), STALE, "its own time is two seconds");
    assert_eq!(conflict(store.moves.append(&append(&free, 1)).await), STORED, "other games go on");
}

async fn games_end_by_the_databases_own_clock(database: Database) {
    let store = Store::connect(&database.url, &database.options).await.unwrap();
    store.migrate().await.unwrap();
    let hour = TimeDelta::hours(1);
    for (number, ends_at, outcome) in
        [(1, SystemClock.now() - hour, STALE), (2, SystemClock.now() + hour, STORED)]
    {
        let closing = Some(ChallengeEntry { challenge: Uuid::nil(), attempt: 1, ends_at });
        let made = Game { challenge: closing, ..game(number) };
        store.games.create(&made, None).await.unwrap();
        let mut append = append(&made, 1);
        append.row.entry.at = Some(ends_at - hour);
        assert_eq!(conflict(store.moves.append(&append).await), outcome);
    }
}

async fn no_day_is_published_far_ahead(database: Database) {
    let (store, _) = at(&database).await;
    let today = i32::try_from(after(0).timestamp() / 86_400).unwrap();
    let key = |valid_from| DailyKey { number: 1, fingerprint: Hash([1; 32]), secret: None, valid_from };
    assert!(!changed(store.keys.add_daily(&key(today + 36_525), None).await), "a century");
    assert!(changed(store.keys.add_daily(&key(today), None).await));
    let published = async |day| changed(store.challenges.add(&daily(day, 1), Some(1), None).await);
    assert!(!published(today + 36_525).await);
    assert!(!published(today + 402).await);
    assert!(published(today + 366).await);
    assert_eq!(store.challenges.last_published_day(today).await.unwrap(), Some(today + 366));
}

async fn a_clock_that_jumps_is_rejected_until_it_is_right(database: Database) {
    let (shown, passed) = (Arc::<AtomicI64>::default(), Arc::<AtomicI64>::default());
    let (at, uptime) = (shown.clone(), passed.clone());
    let uptime = move || Duration::from_secs(uptime.load(Ordering::Relaxed).try_into().unwrap());
    let clock = DatabaseClock::replaced(move || after(at.load(Ordering::Relaxed))).beside(uptime);
    let options = Options { clock, ..database.options.clone() };
    let store = Store::connect(&database.url, &options).await.unwrap();
    let hour = 3600;
    // The clock's time, the machine's uptime, and the resulting jump.
    for (clock, machine, jump) in [
        (0, 0, None),
        (hour, 0, None),
        (9 * hour, 8 * hour, None),
        // It is set wrong, and set right again.
        (40 * 24 * hour, 9 * hour, Some(39 * 24 * hour + 14 * hour)),
        (40 * 24 * hour + 60, 9 * hour + 60, Some(39 * 24 * hour + 14 * hour)),
        (10 * hour, 9 * hour + 120, None),
        (7 * hour, 9 * hour + 180, Some(-3 * hour - 60)),
        (11 * hour, 10 * hour, None),
    ] {
        shown.store(clock, Ordering::Relaxed);
        passed.store(machine, Ordering::Relaxed);
        store.clock.read().await.unwrap();
        let doubted = jump.map(|seconds| ClockFault::Jumped(TimeDelta::seconds(seconds)));
        assert_eq!(store.clock.check().err(), doubted, "{clock} {machine}");
    }
}

/// The host's clock is set back, or the file is moved to a host that is behind.
#[tokio::test]
async fn sqlite_shows_no_time_before_the_greatest_that_it_has_shown() {
    let database = Database::sqlite().await;
    let store = Store::connect(&database.url, &database.options).await.unwrap();
    store.migrate().await.unwrap();
    let kept = "select latest_time from write_probe";
    assert_eq!(number(&database, kept).await, 0);
    let first = store.clock.read().await.unwrap();
    assert_eq!(number(&database, kept).await, first.timestamp_micros());
    // It is not written again and again.
    store.clock.read().await.unwrap();
    assert_eq!(number(&database, kept).await, first.timestamp_micros());

    let latest = first + TimeDelta::days(40);
    let ahead = format!("update write_probe set latest_time = {}", latest.timestamp_micros());
    database.execute(&ahead).await.unwrap();
    let moved = Store::connect(&database.url, &database.options).await.unwrap();
    assert_eq!(moved.clock.read().await.unwrap(), latest);
    let Err(ClockFault::Behind(behind)) = moved.clock.check() else { panic!("it is behind") };
    assert!(TimeDelta::days(40) - behind < TimeDelta::hours(1), "{behind}");
    // Statements that read the database's own clock get this time, too.
    let day = i32::try_from(latest.timestamp() / 86_400).unwrap();
    let key = DailyKey { number: 1, fingerprint: Hash([1; 32]), secret: None, valid_from: day };
    assert!(changed(moved.keys.add_daily(&key, None).await));
    assert!(changed(moved.challenges.add(&daily(day + 366, 1), Some(1), None).await));
}

async fn number(database: &Database, query: &'static str) -> i64 {
    let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
    sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap()
}
