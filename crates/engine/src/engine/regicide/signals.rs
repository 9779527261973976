//! Signals of players at the table (R8).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::{Phase, Position};
use crate::engine::game::{Reason, Refusal, refuse};
use crate::engine::message::Message;
use crate::engine::moves::Seat;

/// A signal: one of the two sentences of R8.2. There is no free text (R8.3), so
/// that players cannot talk about hands (R8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Signal {
    /// "I have a good play."
    GoodPlay,
    /// "I would rather not go next."
    NotNext,
}

impl Signal {
    /// All signals.
    pub const ALL: [Self; 2] = [Self::GoodPlay, Self::NotNext];

    /// The sentence itself.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::GoodPlay => "signal-good_play",
            Self::NotNext => "signal-not_next",
        })
    }

    /// The sentence as a signal of a seat's player.
    pub fn said_by(self, seat: Seat) -> Message {
        Message::new("signal-said").with("seat", seat).with("sentence", self.message())
    }
}

impl Position {
    /// The signals that each player may give now: none unless the seat that goes
    /// next is still to be named (R8.2).
    pub const fn signals(&self) -> &'static [Signal] {
        match self.phase {
            Phase::Next => &Signal::ALL,
            Phase::Play | Phase::Discard { .. } | Phase::Won | Phase::Lost => &[],
        }
    }

    /// Validates a signal of a seat's player.
    pub fn validate_signal(&self, seat: Seat, signal: Signal) -> Result<(), Refusal> {
        if seat.index() >= usize::from(self.players()) {
            return refuse(Reason::NoSuchSeat(seat), "R8.2");
        }
        if !self.signals().contains(&signal) {
            return refuse(Reason::NotToBeSaidNow, "R8.2");
        }
        Ok(())
    }
}
