//! Games made by hand: the store does not check rules.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::regicide::{Outcome as CoopOutcome, WonOrLost};
use regicide_engine::engine::{GameKind, Hash, Move, Options as Chosen, Outcome, Ruleset, Seat, Seed, Setup};
use regicide_engine::record::{Chain, Entry};
use regicide_store::{
    Append, BotsNext, Conflict, DatabaseClock, Finished, Game, GameFilter, LogEntry, Options, PlayerChange,
    SeatState, Store, StoreError,
};
use regicide_system::entropy::{OsEntropy, new_id};

use crate::support::Database;

/// A store on a database, brought up to date.
pub(crate) async fn store(database: &Database) -> Arc<Store> {
    let store = connect(database).await;
    store.migrate().await.unwrap();
    store
}

/// A store on a database as it is.
pub(crate) async fn connect(database: &Database) -> Arc<Store> {
    connect_at(database, || after(0)).await
}

/// A store whose database has another clock. That of most tests is stopped,
/// before anything ends.
pub(crate) async fn connect_at(
    database: &Database,
    now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static,
) -> Arc<Store> {
    let options = Options { clock: DatabaseClock::replaced(now), ..database.options.clone() };
    Arc::new(Store::connect(&database.url, &options).await.unwrap())
}

/// Why a change was not made, or nothing if it was.
pub(crate) fn conflict(change: Result<(), StoreError>) -> Option<Conflict> {
    match change {
        Ok(()) => None,
        Err(StoreError::Conflict(conflict)) => Some(conflict),
        Err(error) => panic!("{error}"),
    }
}

/// True if a change was made.
pub(crate) fn changed(change: Result<(), StoreError>) -> bool {
    conflict(change).is_none()
}

/// The conflict of a move that is stored: none.
pub(crate) const STORED: Option<Conflict> = None;
/// The conflict of a move that comes too late.
pub(crate) const STALE: Option<Conflict> = Some(Conflict::Stale);

/// A time after the first game was made.
pub(crate) fn after(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).unwrap() + TimeDelta::seconds(seconds)
}

/// A public game for two that has begun; later numbers come later.
pub(crate) fn game(number: u8) -> Game {
    let seed: Seed = format!("seed-{number}").parse().unwrap();
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 2, &Chosen::default()).unwrap();
    let seat = |seat| SeatState { open: false, ..SeatState::open(seat) };
    let created_at = after(i64::from(number));
    let seats = Seat::all(2).map(seat).collect();
    Game { seats, ..Game::new(new_id(&OsEntropy, created_at), created_at, setup, seed, 3600) }
}

/// A row of a log.
pub(crate) fn row(seq: u32) -> LogEntry {
    let seat = Seat::try_from(u8::try_from((seq - 1) % 2).unwrap()).unwrap();
    let entry = Entry { seq, seat, mv: Move::Yield, at: Some(after(i64::from(seq))) };
    LogEntry { entry, h: Hash::of(&seq.to_be_bytes()), key: None }
}

/// A game with this log, whose hashes are those of its chain: only such a log is packed.
pub(crate) fn chained(game: Game, moves: impl IntoIterator<Item = LogEntry>) -> Game {
    let mut chain = Chain::start(&game.setup, game.commitment);
    let mut link = |row: LogEntry| {
        chain = chain.then(&row.entry, &game.seed);
        LogEntry { h: chain.hash(), ..row }
    };
    let moves = moves.into_iter().map(&mut link).collect();
    Game { moves, ..game }
}

/// A game that was read, as if its log was not packed: with the hashes of its chain, and without
/// keys.
pub(crate) fn unpacked(game: Game) -> Game {
    assert_eq!(first_broken(&game), None);
    let moves = game.moves.clone().into_iter().map(|row| LogEntry { key: None, ..row });
    chained(Game { packed: false, ..game }, moves)
}

/// The first move whose hash is not that of the chain.
pub(crate) fn first_broken(game: &Game) -> Option<u32> {
    let mut chain = Chain::start(&game.setup, game.commitment);
    let broken = game.moves.iter().find(|row| {
        chain = chain.then(&row.entry, &game.seed);
        !chain.hash().0.starts_with(game.stored_hash(row))
    });
    broken.map(|row| row.entry.seq)
}

/// A move for a game as it was created.
pub(crate) fn append(game: &Game, seq: u32) -> Append {
    let after = (seq > 1).then(|| row(seq - 1).h);
    let players = Vec::new();
    Append {
        game: game.id,
        version: 0,
        player_token: None,
        seated: Vec::new(),
        after,
        row: row(seq),
        to_act: None,
        finished: None,
        seat_ends: Vec::new(),
        players,
        turn: None,
        bots: BotsNext::None,
    }
}

/// The deletion of a player at a time.
pub(crate) fn deletion(seconds: i64) -> PlayerChange<'static> {
    PlayerChange::Delete { at: after(seconds), players_hash: |_| None }
}

/// A loss.
pub(crate) fn lost(at: DateTime<Utc>) -> Finished {
    let outcome =
        CoopOutcome { outcome: WonOrLost::Lost, conceded_by: None, enemies_defeated: 3, medal: None };
    Finished { at, outcome: Outcome::Regicide(outcome) }
}

/// All games in a list, at a time after the last of them was made.
pub(crate) fn everything() -> GameFilter {
    GameFilter::all(after(100))
}
