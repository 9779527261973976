//! Signals of players at the table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{Reason, Refusal, refuse};
use super::message::Message;
use super::moves::Seat;

/// A signal: one of four sentences. There is no free text (R8.3), so that players cannot
/// talk about hands (R8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Signal {
    /// "I have a good play." (R8.2)
    GoodPlay,
    /// "I would rather not go next." (R8.2)
    NotNext,
    /// "Hello!", before the first move (R8.4).
    Hello,
    /// "Well played!", after the end (R8.4).
    WellPlayed,
}

impl Signal {
    /// The sentence itself.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::GoodPlay => "signal-good_play",
            Self::NotNext => "signal-not_next",
            Self::Hello => "signal-hello",
            Self::WellPlayed => "signal-well_played",
        })
    }

    /// The sentence as a signal of a seat's player.
    pub fn said_by(self, seat: Seat) -> Message {
        Message::new("signal-said").with("seat", seat).with("sentence", self.message())
    }

    /// The courtesies that players may exchange after so many moves (R8.4).
    pub(super) const fn courtesies(players: u8, seq: u32, is_over: bool) -> &'static [Self] {
        match (players, is_over, seq) {
            (0 | 1, ..) => &[],
            (_, true, _) => &[Self::WellPlayed],
            (_, false, 0) => &[Self::Hello],
            (_, false, _) => &[],
        }
    }

    /// Validates a signal of a seat's player, of those that are allowed, by a clause.
    pub(super) fn validate(
        self,
        seat: Seat,
        players: u8,
        allowed: &[Self],
        clause: &'static str,
    ) -> Result<(), Refusal> {
        if seat.index() >= usize::from(players) {
            return refuse(Reason::NoSuchSeat(seat), clause);
        }
        if !allowed.contains(&self) {
            return refuse(Reason::NotToBeSaidNow, clause);
        }
        Ok(())
    }
}
