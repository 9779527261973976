//! Proposals of the people at a table (R11.2).

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Move, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Game;
use crate::database::{Invalid, Row};
use crate::seats::SeatState;
use crate::status::Status;

/// The subject of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalKind {
    /// To concede the game (R11.1).
    Concede,
    /// To take the last move back (docs/spec/record.md S3.1).
    Undo,
}

impl ProposalKind {
    /// The entry of the log that carries it out.
    #[must_use]
    pub const fn entry(self) -> Move {
        match self {
            Self::Concede => Move::Concede,
            Self::Undo => Move::Undo,
        }
    }
}

/// A proposal, as its game stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proposal {
    /// Its subject.
    #[serde(rename = "type")]
    pub kind: ProposalKind,
    /// The seat that made it.
    pub seat: Seat,
    /// The number of moves made before it.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// The seats that have accepted it, in the order of their acceptance.
    #[schema(min_items = 1, max_items = 4)]
    pub accepted: Vec<Seat>,
    /// The time at which it was made.
    // An older program stored none.
    #[serde(with = "regicide_engine::record::timestamp", default)]
    #[schema(required = true)]
    pub at: DateTime<Utc>,
}

impl Proposal {
    /// The seats of people who have not accepted it.
    #[must_use]
    pub fn waiting_for(&self, seats: &[SeatState]) -> Vec<Seat> {
        let people = seats.iter().filter(|state| state.is_person()).map(|state| state.seat);
        people.filter(|seat| !self.accepted.contains(seat)).collect()
    }

    /// True if it is open in a game with this status after this number of moves. Any entry of
    /// the log closes one to take a move back.
    fn is_open(&self, status: Status, seq: u32) -> bool {
        status == Status::Running && (self.kind == ProposalKind::Concede || self.seq == seq)
    }
}

/// The open proposal of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpenProposal {
    /// The proposal.
    #[serde(flatten)]
    pub proposal: Proposal,
    /// The seats that have to accept it before it takes effect. To concede, those of the absent
    /// need not once the turn is over (R11.3).
    #[schema(min_items = 1, max_items = 3)]
    pub waiting_for: Vec<Seat>,
}

impl OpenProposal {
    /// The stored proposal of a game, if it is open.
    pub(super) fn of(
        stored: Option<&Proposal>,
        seats: &[SeatState],
        status: Status,
        seq: u32,
    ) -> Option<Self> {
        let proposal = stored.filter(|proposal| proposal.is_open(status, seq))?.clone();
        let waiting_for = proposal.waiting_for(seats);
        Some(Self { proposal, waiting_for })
    }
}

impl Game {
    /// The open proposal after this number of moves.
    #[must_use]
    pub fn open_proposal(&self, status: Status) -> Option<OpenProposal> {
        OpenProposal::of(self.proposal.as_ref(), &self.seats, status, self.seq())
    }
}

pub(super) fn read_proposal(row: &Row) -> Result<Option<Proposal>, Invalid> {
    let stored: Option<String> = row.optional("proposal")?;
    stored.map(|json| serde_json::from_str(&json).map_err(Invalid::new)).transpose()
}
