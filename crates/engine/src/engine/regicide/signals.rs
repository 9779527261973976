//! The times of signals (R8).

use super::position::{Phase, Position};
use crate::engine::game::Refusal;
use crate::engine::moves::Seat;
use crate::engine::signals::Signal;

impl Position {
    /// The signals that each player may give now: about the seat that goes next while that is
    /// still to be named (R8.2), and courtesies before the first move and after the end (R8.4).
    pub fn signals(&self) -> &'static [Signal] {
        match self.phase {
            Phase::Next => &[Signal::GoodPlay, Signal::NotNext],
            Phase::Play | Phase::Discard { .. } => Signal::courtesies(self.players(), self.seq(), false),
            Phase::Won | Phase::Lost => Signal::courtesies(self.players(), self.seq(), true),
        }
    }

    /// Validates a signal of a seat's player.
    pub fn validate_signal(&self, seat: Seat, signal: Signal) -> Result<(), Refusal> {
        let clause = match signal {
            Signal::GoodPlay | Signal::NotNext => "R8.2",
            Signal::Hello | Signal::WellPlayed => "R8.4",
        };
        signal.validate(seat, self.players(), self.signals(), clause)
    }
}
