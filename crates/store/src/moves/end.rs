//! The end of a game at its seats, written by the statement that ends it.

use chrono::{DateTime, Utc};
use regicide_engine::engine::regicide::Medal;
use regicide_engine::engine::{GameKind, Seat};

use crate::database::Invalid;

/// The end of a game at one of its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatEnd {
    pub seat: Seat,
    /// The game in the counts of the player who sits there; `None` if it does not count, or the
    /// seat has no player.
    pub counted: Option<CountedGame>,
    /// The former player who counts it instead, by the version of that change.
    pub former: Option<u32>,
}

/// A finished game in the counts of one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedGame {
    /// The game counts from this time on.
    pub from: DateTime<Utc>,
    pub kind: GameKind,
    pub players: u8,
    pub won: bool,
    /// Solo wins (R9.3).
    pub medal: Option<Medal>,
    /// Co-operative game: the number of defeated enemies.
    pub enemies: Option<u8>,
    pub moves: u32,
}

/// The end of a game at a seat in the database's format: the seat, and of a game that counts
/// the time, kind, number of players, win, medal, enemies and moves; and the former player.
pub(crate) type SeatEndJson = (Seat, Option<CountedJson>, Option<u32>);
pub(crate) type CountedJson = (i64, GameKind, u8, u8, Option<Medal>, Option<u8>, u32);

impl SeatEnd {
    pub(crate) fn to_json(self) -> SeatEndJson {
        let counted = self.counted.map(|CountedGame { from, kind, players, won, medal, enemies, moves }| {
            (from.timestamp_micros(), kind, players, won.into(), medal, enemies, moves)
        });
        (self.seat, counted, self.former)
    }

    pub(crate) fn read((seat, counted, former): SeatEndJson) -> Result<Self, Invalid> {
        let counted = counted.map(|(from, kind, players, won, medal, enemies, moves)| {
            let from = DateTime::from_timestamp_micros(from)
                .ok_or_else(|| Invalid::new(format_args!("counts_from is no time: {from}")))?;
            Ok(CountedGame { from, kind, players, won: won == 1, medal, enemies, moves })
        });
        Ok(Self { seat, counted: counted.transpose()?, former })
    }
}
