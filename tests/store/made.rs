//! Games made by hand: the store knows no rules.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use regicide::engine::regicide::{Outcome as Result, WonOrLost};
use regicide::engine::{GameKind, Hash, Move, Options as Chosen, Outcome, Seat, Seed, Setup};
use regicide::record::{Entry, SeedBy};
use regicide::service::{OsEntropy, new_id};
use regicide::store::{
    Append, Filter, Finished, LogEntry, NewGame, Origin, SeatState, Store, Visibility, connect,
};

use crate::support::Database;

/// A store on a database, brought up to date.
pub(crate) async fn store(database: &Database) -> Arc<dyn Store> {
    let store = connect(&database.url, &database.options).await.unwrap();
    store.migrate().await.unwrap();
    store
}

/// A time after the first game was made.
pub(crate) fn after(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).unwrap() + TimeDelta::seconds(seconds)
}

/// A public game for two that has begun; later numbers come later.
pub(crate) fn game(number: u8) -> NewGame {
    let seed: Seed = format!("seed-{number}").parse().unwrap();
    let setup = Setup::new(GameKind::Regicide, 2, &Chosen::default()).unwrap();
    let seat =
        |seat| SeatState { seat, name: None, open: false, token: None, asked_to_concede: None, player: None };
    NewGame {
        id: new_id(&OsEntropy, after(i64::from(number))),
        setup,
        commitment: seed.commitment(),
        seed,
        seed_by: SeedBy::Service,
        origin: Origin::Created,
        visibility: Visibility::Public,
        created_at: after(i64::from(number)),
        abandon_after: 3600,
        owner: None,
        seats: Seat::all(2).map(seat).collect(),
        moves: Vec::new(),
        finished: None,
        challenge: None,
    }
}

/// A row of a log.
pub(crate) fn row(seq: u32) -> LogEntry {
    let seat = Seat::try_from(u8::try_from((seq - 1) % 2).unwrap()).unwrap();
    let entry = Entry { seq, seat, mv: Move::Yield, at: Some(after(i64::from(seq))) };
    LogEntry { entry, h: Hash::of(&seq.to_be_bytes()), key: None }
}

/// A move for a game as it was created.
pub(crate) fn append(game: &NewGame, seq: u32) -> Append {
    let after = (seq > 1).then(|| row(seq - 1).h);
    Append { game: game.id, version: 0, after, row: row(seq), finished: None }
}

/// A loss.
pub(crate) fn lost(at: DateTime<Utc>) -> Finished {
    let outcome = Result { outcome: WonOrLost::Lost, conceded_by: None, enemies_defeated: 3, medal: None };
    Finished { at, outcome: Outcome::Regicide(outcome) }
}

/// All games in a list, at a time after the last of them was made.
pub(crate) fn everything() -> Filter {
    Filter {
        game: None,
        status: None,
        players: None,
        player: None,
        created_before: None,
        created_after: None,
        after: None,
        now: after(100),
    }
}
