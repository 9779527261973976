//! Observation of a game by a seat: the only place where a bot's knowledge is
//! taken from a position.

use super::Knowledge;
use crate::engine::{Effect, Position, Seat, Setup, Viewer};

/// Follows a game as one seat sees it.
#[derive(Clone, Debug)]
pub struct Observer {
    viewer: Viewer,
    knowledge: Knowledge,
    /// The seat's knowledge before each move that can be taken back.
    earlier: Vec<Knowledge>,
}

impl Observer {
    /// A seat after the deal.
    pub fn new(setup: &Setup, seat: Seat, dealt: &Position) -> Self {
        let viewer = Viewer::Seat(seat);
        let knowledge = Knowledge::new(setup, seat, &dealt.view(viewer));
        Self { viewer, knowledge, earlier: Vec::new() }
    }

    /// Every seat after the deal.
    pub fn all(setup: &Setup, dealt: &Position) -> Vec<Self> {
        Seat::all(setup.players()).map(|seat| Self::new(setup, seat, dealt)).collect()
    }

    /// Shows the seat what it may see of a move or an undo: its effects, and the
    /// position after it.
    pub fn observe(&mut self, effects: &[Effect], after: &Position) {
        if effects.iter().any(|effect| effect.taken_back().is_some()) {
            if let Some(earlier) = self.earlier.pop() {
                self.knowledge = earlier;
            }
        } else if effects.iter().any(Effect::is_final) {
            self.earlier.clear();
        } else {
            self.earlier.push(self.knowledge.clone());
        }
        let seen: Vec<Effect> = effects.iter().map(|effect| effect.seen_by(self.viewer)).collect();
        self.knowledge.observe(&seen, &after.view(self.viewer));
    }

    /// The seat's knowledge now.
    pub const fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}
