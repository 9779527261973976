//! Dispatch over the games, in this file of the layer alone.

use super::search::{self, Determinizer as _};
use super::{Choice, Level, regicide, tricks};
use crate::engine::{Effect, Move, Position, Seat, Setup, Stream, View, dispatch};

/// The knowledge of one seat about a running game: built from its views and from
/// the effects of moves as that seat saw them, never from a position.
#[derive(Clone, Debug)]
pub struct Knowledge(Known);

#[derive(Clone, Debug)]
enum Known {
    Regicide(regicide::Knowledge),
    Tricks(tricks::Knowledge),
}

impl Knowledge {
    /// The knowledge of `seat` after the deal, which it sees as `first`.
    ///
    /// # Panics
    /// If the view is of another game than the set-up, or not a seat's.
    pub fn new(setup: &Setup, seat: Seat, first: &View) -> Self {
        Self(match (setup, first) {
            (Setup::Regicide(setup), View::Regicide(view)) => {
                Known::Regicide(regicide::Knowledge::new(*setup, seat, view))
            }
            (Setup::Tricks(setup), View::Tricks(view)) => {
                Known::Tricks(tricks::Knowledge::new(*setup, seat, view))
            }
            _ => panic!("the view is of another game than the set-up"),
        })
    }

    /// Takes in a move: its effects as the seat saw them ([`Effect::seen_by`]),
    /// and the view of the seat after it. The move itself is not given: it could
    /// name a card that the seat may not know.
    pub fn observe(&mut self, effects: &[Effect], view: &View) {
        match (&mut self.0, view) {
            (Known::Regicide(known), View::Regicide(view)) => known.observe(
                effects.iter().filter_map(|effect| match effect {
                    Effect::Regicide(effect) => Some(effect),
                    Effect::Tricks(_) | Effect::Log(_) => None,
                }),
                view,
            ),
            (Known::Tricks(known), View::Tricks(view)) => known.observe(
                effects.iter().filter_map(|effect| match effect {
                    Effect::Tricks(effect) => Some(effect),
                    Effect::Regicide(_) | Effect::Log(_) => None,
                }),
                view,
            ),
            _ => {}
        }
    }

    /// Returns true if this position may be the true one.
    pub fn allows(&self, position: &Position) -> bool {
        match (&self.0, position) {
            (Known::Regicide(known), Position::Regicide(position)) => known.allows(position),
            (Known::Tricks(known), Position::Tricks(position)) => known.allows(position),
            _ => false,
        }
    }

    /// A sampled deal: a random position of those that the seat, whose turn it
    /// is, may be in. Its moves are counted from 0.
    pub fn world(&self, rng: &mut Stream) -> Position {
        dispatch!(&self.0, Known(known) => known.sample(rng).into())
    }

    /// How many moves a playout takes.
    #[cfg(test)]
    pub(super) fn playout_moves(&self, rng: &mut Stream) -> u32 {
        dispatch!(&self.0, Known(known) => search::tests::playout_moves(known, rng))
    }
}

/// The move of a bot whose seat is to act. It follows from the arguments alone.
///
/// # Panics
/// If the game is over. The caller sees to it that it is the seat's turn.
pub fn choose(level: Level, knowledge: &Knowledge, seed: [u8; 32]) -> Move {
    dispatch!(&knowledge.0, Known(known) => search::choose(known, level, seed))
}

/// The search behind it, with a budget in sampled deals, of which there is at
/// least one.
///
/// Memory: 40 bytes for each iteration.
///
/// # Panics
/// If the game is over. The caller sees to it that it is the seat's turn.
pub fn choose_within(iterations: u32, knowledge: &Knowledge, seed: [u8; 32]) -> Choice {
    dispatch!(&knowledge.0, Known(known) => search::search(known, iterations, seed))
}
