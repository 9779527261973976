//! Results of challenges, and the number of results for each score.

mod methods;
mod readers;
mod statements;

use regicide::engine::Seat;
use uuid::Uuid;

use super::attempts::Reached;
use super::database::{Invalid, Row};
use super::error::{RowKind, StoreError};
use super::games::Revision;
use super::page::readable;

pub(super) use methods::{Delta, count_score, lock_members};
pub use readers::{BoardReader, FirstAttempt, NEIGHBOURS, OwnResult};
pub(super) use readers::{BoardReaders, ReaderLookup};

/// The results of a game, to be ranked once.
#[derive(Clone, Debug)]
pub struct GameResults {
    pub challenge: Uuid,
    pub game: Uuid,
    /// The state of the game that was validated.
    pub revision: Revision,
    /// The score of each ranked seat; empty if the game never began or was cancelled.
    pub scores: Vec<(Seat, u32)>,
    /// The result of each seat with a player, where it counts.
    pub reached: Vec<(Seat, Reached)>,
    /// From the game's creation to its last move.
    pub micros: i64,
}

/// The result of ranking a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Its results are on the board, and its row has the next version.
    Ranked,
    AlreadyRanked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPosition {
    /// The score; greater ones come first.
    pub score: u32,
    pub game: Uuid,
    pub seat: Seat,
}

#[derive(Clone, Debug)]
pub struct RankedResult {
    pub place: BoardPosition,
    /// True if it is on the board of bots.
    pub bots: bool,
    /// From the game's creation to its last move.
    pub micros: i64,
    /// The reason for which it does not count, if it does not.
    pub void_reason: Option<String>,
    /// The players, by seat.
    pub members: Vec<Member>,
}

/// A player in a game of a challenge.
#[derive(Clone, Debug)]
pub struct Member {
    pub seat: Seat,
    pub player: Uuid,
    /// The display name, if it is to be shown.
    pub name: Option<String>,
    /// True if another player's name looks like it.
    pub has_lookalike: bool,
}

impl RankedResult {
    /// Results with their members, from rows in which a result's members follow each other.
    fn read_all(rows: &[Row]) -> Vec<Self> {
        let mut results: Vec<Self> = Vec::new();
        for (result, member) in readable(rows.iter().map(Self::read)) {
            match results.last_mut() {
                Some(last) if last.place == result.place => last.members.push(member),
                _ => results.push(Self { members: vec![member], ..result }),
            }
        }
        results
    }

    fn read(row: &Row) -> Result<(Self, Member), StoreError> {
        row.parse(RowKind::Result, "game", |row| {
            let result = Self {
                place: read_position(row)?,
                bots: row.get("bots")?,
                micros: row.get("micros")?,
                void_reason: row.optional("void_reason")?,
                members: Vec::new(),
            };
            let member = Member {
                seat: row.get("member_seat")?,
                player: row.get("player")?,
                name: row.optional("name")?,
                has_lookalike: row.get("alike")?,
            };
            Ok((result, member))
        })
    }
}

fn read_position(row: &Row) -> Result<BoardPosition, Invalid> {
    Ok(BoardPosition { score: row.get("score")?, game: row.get("game")?, seat: row.get("seat")? })
}
