//! Attempts of players at challenges.

mod methods;
mod statements;

use regicide::engine::Seat;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::challenges::{ChallengeEntry, Invitation};
use super::database::{Invalid, Row};
use super::error::{RowKind, StoreError};
use super::status::Status;
use super::token::SeatPlayer;

pub(super) use methods::{change_team, enter, note_reached, remove_attempts_of};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The attempt's number, from 1.
    pub number: u8,
    pub game: Uuid,
    pub seat: Seat,
    /// The status of its game at the requested time.
    pub status: Status,
    /// True if all seats of its game are taken, so that cards were seen.
    pub is_full: bool,
    /// True if its result is ranked, or it has none to be ranked.
    pub ranked: bool,
    /// The result, if it is stored.
    pub reached: Option<Reached>,
    /// The reason for which its result was taken off the board, if it was.
    pub void_reason: Option<String>,
}

/// The result of an attempt whose game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    pub score: u32,
    /// Co-operative game: the way in which each enemy was defeated, in their order.
    pub defeats: Option<Defeats>,
}

/// The ways in which enemies were defeated, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defeats(pub Vec<Defeat>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defeat {
    /// With exactly the damage that was needed.
    Exactly,
    /// With more damage than needed.
    Beyond,
}

/// The number of games of a challenge. It is public while the challenge runs: it reveals
/// nothing of the deal, nor of any player's progress.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Turnout {
    /// The number of games that began as first attempts; a team's is one.
    pub attempts: u64,
    /// The number of them that have ended.
    // A game that has ended counts only once it was read after its end.
    pub finished: u64,
}

/// The data with which a player joins an attempt or a practice game.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// The challenge and the number of the attempt; `None` for practice.
    pub entry: Option<ChallengeEntry>,
    pub player: SeatPlayer,
    /// The hash of the invitation, if one is needed.
    pub invitation: Option<Invitation>,
}

/// The effect of a changed seat on an attempt.
#[derive(Clone, Copy, Debug)]
pub enum TeamChange {
    /// A player joins.
    Join(Entrant),
    /// A player leaves before the game has begun.
    Leave { challenge: Uuid },
}

impl Attempt {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Attempt, "game", |row| {
            let reached = |score| Ok(Reached { score, defeats: Defeats::read(row.optional("defeats")?)? });
            Ok(Self {
                number: row.get("number")?,
                game: row.get("game")?,
                seat: row.get("seat")?,
                status: row.name("status")?,
                is_full: !row.get::<bool>("open")?,
                ranked: row.get("ranked")?,
                reached: row.optional("score")?.map(reached).transpose()?,
                void_reason: row.optional("void_reason")?,
            })
        })
    }
}

impl Defeats {
    pub(super) fn read(letters: Option<String>) -> Result<Option<Self>, Invalid> {
        let defeat = |letter| match letter {
            'e' => Ok(Defeat::Exactly),
            'd' => Ok(Defeat::Beyond),
            other => Err(Invalid::new(format_args!("an enemy was defeated as {other:?}"))),
        };
        letters.map(|letters| letters.chars().map(defeat).collect::<Result<_, _>>().map(Self)).transpose()
    }

    fn letters(&self) -> String {
        let letter = |defeat: &Defeat| match defeat {
            Defeat::Exactly => 'e',
            Defeat::Beyond => 'd',
        };
        self.0.iter().map(letter).collect()
    }
}
