//! The position: where every card is and whose move it is.

use std::fmt;

use super::{Effect, Outcome, Revealed, Setup, View};
use crate::engine::game::{Concession, Game, Refusal, Sink, Viewer};
use crate::engine::moves::{Move, Seat};
use crate::engine::seed::Key;

/// A position of the co-operative game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {}

impl Game for Position {
    type Setup = Setup;
    type Effect = Effect;
    type View = View;
    type Revealed = Revealed;
    type Outcome = Outcome;

    fn deal(_: &Setup, _: Key) -> Self {
        todo!()
    }
    fn seq(&self) -> u32 {
        todo!()
    }
    fn to_act(&self) -> Option<Seat> {
        todo!()
    }
    fn for_each_legal(&self, _: impl FnMut(Move)) {
        todo!()
    }
    fn play(&self, _: Seat, _: &Move, _: &mut impl Sink<Effect>) -> Result<Self, Refusal> {
        todo!()
    }
    fn outcome(&self) -> Option<Outcome> {
        todo!()
    }
    fn concession(&self) -> Concession {
        todo!()
    }
    fn view(&self, _: Viewer) -> View {
        todo!()
    }
    fn reveal(&self) -> Revealed {
        todo!()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}
