//! The cost of the transparency log: a finished game, from its last move to its entry;
//! and a large tree, built, extended and proved. Prints figures and checks none.
//!
//!     cargo run --release --example tlog -- [ENTRIES]

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on panics")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use regicide_engine::engine::{GameKind, Hash, Ignore, Move, Options as Chosen, Ruleset, Seat, Seed, Setup};
use regicide_engine::record::{Entry as Line, Rebuild};
use regicide_engine::tlog::{
    Entry, EntryKind, Tile, is_consistent, is_included, tiles_of_consistency, tiles_of_inclusion,
    tiles_of_root,
};
use regicide_server::service::Service;
use regicide_server::service::runtime::{Clock, SystemClock};
use regicide_server::service::settings::{CheckpointGuard, Settings, TlogSettings};
use regicide_store::{
    Append, BotsNext, Finished, Game, LogEntry, NewTlogEntry, SeatEnd, SeatState, Store, TlogSubject,
};
use regicide_system::entropy::{OsEntropy, new_id};
use rustix::time::{ClockId, clock_gettime};
use sqlx::{Connection, PgConnection, Row as _, SqliteConnection};
use support::Database;

#[expect(dead_code, reason = "tests use the rest of it")]
#[path = "../../tests/support/mod.rs"]
mod support;

/// How many games end.
const GAMES: u32 = 5000;
/// How many entries are added at once to the large tree.
const BATCH: u64 = 10_000;
/// How many proofs are made of each kind.
const PROOFS: u64 = 1000;

#[tokio::main]
async fn main() {
    let entries = std::env::args().nth(1).map_or(1_000_000, |text| text.parse().unwrap());
    for (name, database) in [("SQLite", Database::sqlite().await), ("Postgres", Database::postgres().await)] {
        println!("\n{name}");
        let store = Arc::new(Store::connect(&database.url, &database.options).await.unwrap());
        store.migrate().await.unwrap();
        log_games(&store, &database).await;
        grow(&store, &database, entries).await;
    }
}

/// Processor time of this process: on SQLite that of the database, too.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap()
}

/// How many bytes the database has on disk.
async fn bytes(database: &Database) -> u64 {
    let bytes: i64 = if database.url.starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
        let size = "select (select page_count from pragma_page_count()) * (select page_size from pragma_page_size())";
        sqlx::query(size).fetch_one(&mut connection).await.unwrap().get(0)
    } else {
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        sqlx::query("select pg_database_size(current_database())")
            .fetch_one(&mut connection)
            .await
            .unwrap()
            .get(0)
    };
    u64::try_from(bytes).unwrap()
}

fn per(time: Duration, count: u64) -> f64 {
    time.as_secs_f64() * 1e6 / f64::from(u32::try_from(count).unwrap())
}

/// Stores a game that its player concedes at once.
async fn end_a_game(store: &Store, now: DateTime<Utc>, number: u32) {
    let seed: Seed = format!("benchmark-{number}").parse().unwrap();
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 1, &Chosen::default()).unwrap();
    let seats = vec![SeatState { open: false, ..SeatState::open(Seat::default()) }];
    let game = Game { seats, ..Game::new(new_id(&OsEntropy, now), now, setup, seed.clone(), 3600) };
    store.games.create(&game, None).await.unwrap();
    let entry = Line { seq: 1, seat: Seat::default(), mv: Move::Concede, at: Some(now) };
    let mut rebuild = Rebuild::new(&setup, &seed);
    rebuild.add(&entry, &mut Ignore).unwrap();
    let outcome = rebuild.position().outcome().unwrap();
    let append = Append {
        game: game.id,
        version: 0,
        player_token: None,
        seated: Vec::new(),
        after: None,
        row: LogEntry { entry, h: rebuild.chain().hash(), key: None },
        to_act: None,
        finished: Some(Finished { at: now, outcome }),
        seat_ends: vec![SeatEnd { seat: Seat::default(), counted: None, former: None }],
        players: Vec::new(),
        turn: None,
        bots: BotsNext::None,
    };
    store.moves.append(&append).await.unwrap();
}

/// Games that end, and get their entries and one checkpoint.
async fn log_games(store: &Arc<Store>, database: &Database) {
    let now = SystemClock.now();
    for number in 0..GAMES {
        end_a_game(store, now, number).await;
    }
    let (interval, guard) = (Duration::ZERO, CheckpointGuard::Unguarded);
    let tlog = TlogSettings { interval, guard, ..TlogSettings::default() };
    let settings = Settings { tlog, ..Settings::default() };
    let service = Service::new(store.clone(), Arc::new(SystemClock), Arc::new(OsEntropy), settings);
    let (before, begun, used) = (bytes(database).await, Instant::now(), processor_time());
    service.tlog.advance().await.unwrap();
    let (took, used) = (begun.elapsed(), processor_time().saturating_sub(used));
    let more = bytes(database).await.saturating_sub(before) / u64::from(GAMES);
    println!(
        "{GAMES} finished games logged: {:.0} µs a game ({:.0} µs of this process), {more} bytes a game",
        per(took, GAMES.into()),
        per(used, GAMES.into()),
    );
}

fn entry(number: u64) -> Entry {
    let hash = Hash::of(&number.to_be_bytes());
    Entry { kind: EntryKind::Game, subject: hash, hash }
}

/// A tree that grows to so many entries.
async fn grow(store: &Store, database: &Database, entries: u64) {
    let first = store.tlog.size().await.unwrap();
    let (before, begun) = (bytes(database).await, Instant::now());
    let mut size = first;
    while size < entries {
        let added: Vec<NewTlogEntry> = (size..(size + BATCH).min(entries))
            .map(|number| NewTlogEntry {
                subject: TlogSubject::Lost,
                entry: entry(number),
                players: Some(Hash([7; 32])),
            })
            .collect();
        size = store.tlog.add_entries(&added, SystemClock.now()).await.unwrap();
    }
    let (took, added) = (begun.elapsed(), size - first);
    let more = bytes(database).await.saturating_sub(before) / added;
    println!("{added} entries added, {BATCH} at once: {:.1} µs an entry, {more} bytes", per(took, added));

    let begun = Instant::now();
    let one = [NewTlogEntry { subject: TlogSubject::Lost, entry: entry(size), players: None }];
    let new_size = store.tlog.add_entries(&one, SystemClock.now()).await.unwrap();
    let root = store.tlog.tiles(&tiles_of_root(new_size)).await.unwrap().root(new_size).unwrap();
    println!("one more entry, and the new root: {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);

    let read = async |wanted: Vec<Tile>| store.tlog.tiles(&wanted).await.unwrap();
    let (begun, used) = (Instant::now(), processor_time());
    for number in 0..PROOFS {
        let index = first + number * ((size - first) / PROOFS);
        let proof = read(tiles_of_inclusion(index, new_size)).await.inclusion(index, new_size).unwrap();
        assert!(is_included(entry(index).to_string().as_bytes(), index, new_size, root, &proof));
    }
    report("inclusion", begun, used);
    let (begun, used) = (Instant::now(), processor_time());
    for number in 1..=PROOFS {
        let old = number * (size / PROOFS);
        let old_root = read(tiles_of_root(old)).await.root(old).unwrap();
        let proof = read(tiles_of_consistency(old, new_size)).await.consistency(old, new_size).unwrap();
        assert!(is_consistent((old, old_root), (new_size, root), &proof));
    }
    report("consistency, with the older root", begun, used);
}

fn report(what: &str, begun: Instant, used: Duration) {
    let used = processor_time().saturating_sub(used);
    println!(
        "a proof of {what}: {:.0} µs, {:.0} µs of this process",
        per(begun.elapsed(), PROOFS),
        per(used, PROOFS)
    );
}
