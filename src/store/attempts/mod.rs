//! Attempts of players at challenges.

mod methods;
mod statements;

use uuid::Uuid;

use super::challenges::Invitation;
use super::database::Row;
use super::error::{RowKind, StoreError};
use super::games::ChallengeEntry;
use super::seats::SeatPlayer;
use crate::engine::Seat;

pub(super) use methods::{change_team, remove_attempts_of};

/// One player's attempt at a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Which it is, from 1.
    pub number: u8,
    /// Its game.
    pub game: Uuid,
    /// The player's seat.
    pub seat: Seat,
}

/// How many games were begun as first attempts at a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnoutCounts {
    /// All of them.
    pub attempts: u64,
    /// Those that have ended and were looked at since.
    pub finished: u64,
}

/// What makes a player part of an attempt, or of a practice game.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// The challenge and which attempt it is; nothing for practice.
    pub entry: Option<ChallengeEntry>,
    /// The player.
    pub player: SeatPlayer,
    /// The hash of the invitation, where one is needed.
    pub invitation: Option<Invitation>,
    /// Daily challenges: the day.
    pub day: Option<Day>,
}

/// The day of a challenge.
#[derive(Clone, Copy, Debug)]
pub struct Day {
    /// Days since 1970-01-01.
    pub day: i32,
    /// Its month, such as 202611.
    pub month: i32,
    /// The number of players of its games.
    pub players: u8,
}

/// The effect of a changed seat on an attempt.
#[derive(Clone, Copy, Debug)]
pub enum TeamChange {
    /// A player joins.
    Join(Entrant),
    /// A player leaves before the game has begun.
    Leave {
        /// The challenge.
        challenge: Uuid,
    },
    /// A house bot sits down: it makes no attempt of its own.
    Bot {
        /// Daily challenges: the day.
        day: Option<Day>,
    },
}

impl Attempt {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Attempt, "game", |row| {
            Ok(Self { number: row.get("number")?, game: row.get("game")?, seat: row.get("seat")? })
        })
    }
}
