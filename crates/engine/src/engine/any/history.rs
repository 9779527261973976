//! The position that a log leads to, and those that an undo goes back to.

use super::{Effect, LogEffect, Position, Setup};
use crate::engine::game::{Game as _, Reason, Refusal, Sink, refuse};
use crate::engine::moves::{Move, Seat};
use crate::engine::seed::Key;

/// A game move by move: what a log leads to, undo included
/// (docs/spec/record.md S3.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    position: Position,
    /// The positions before the moves that can be taken back, oldest first.
    earlier: Vec<Position>,
}

/// A sink that passes effects on and notes whether one of them is final.
struct Watched<'a, S> {
    sink: &'a mut S,
    is_final: bool,
}

impl<S: Sink<Effect>> Sink<Effect> for Watched<'_, S> {
    fn emit(&mut self, effect: Effect) {
        self.is_final |= effect.is_final();
        self.sink.emit(effect);
    }
}

impl History {
    /// A game after the deal.
    pub fn deal(setup: &Setup, key: Key) -> Self {
        Self { position: Position::deal(setup, key), earlier: Vec::new() }
    }

    /// The position after the last entry of the log.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The seat whose move an undo would take back, and which makes the undo; nothing if no
    /// move can be taken back.
    pub fn undo_seat(&self) -> Option<Seat> {
        self.earlier.last().and_then(Position::to_act)
    }

    /// How many positions an undo can go back to, one after the other.
    pub const fn undo_depth(&self) -> usize {
        self.earlier.len()
    }

    /// Makes a move or takes one back, and emits the effects to `sink`. A refusal changes
    /// nothing.
    pub fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Effect>) -> Result<(), Refusal> {
        if *mv == Move::Undo {
            return self.take_back(seat, sink);
        }
        let before = self.position;
        let mut watched = Watched { sink, is_final: false };
        self.position.advance(seat, mv, &mut watched)?;
        if watched.is_final || self.position.to_act().is_none() {
            self.earlier.clear();
        } else {
            self.earlier.push(before);
        }
        Ok(())
    }

    fn take_back(&mut self, seat: Seat, sink: &mut impl Sink<Effect>) -> Result<(), Refusal> {
        let Some(before) = self.earlier.pop_if(|before| before.to_act() == Some(seat)) else {
            return refuse(Reason::NothingToUndo, "S3.1");
        };
        let entry = self.position.seq() + 1;
        self.position = before.at_entry(entry);
        sink.emit(LogEffect::TakenBack { seat, seq: before.seq() + 1 }.into());
        Ok(())
    }
}
