//! Positions.

use std::fmt;

use super::{Effect, Outcome, Revealed, Score, Setup, View};
use crate::engine::game::{Concession, Diagram, Game, Reason, Refusal, Sink, Viewer, refuse};
use crate::engine::moves::{Move, Seat};
use crate::engine::notation::NotationError;
use crate::engine::regicide::{self, Signal};
use crate::engine::seed::Key;
use crate::engine::tricks;

/// A position of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Of the co-operative game.
    Regicide(regicide::Position),
    /// Of the trick-taking game.
    Tricks(tricks::Position),
}

impl Position {
    /// The position, if it is one of the co-operative game.
    pub const fn co_operative(&self) -> Option<&regicide::Position> {
        match self {
            Self::Regicide(position) => Some(position),
            Self::Tricks(_) => None,
        }
    }

    /// The score of each seat that is ranked by itself. Where all win or lose
    /// together, the first seat has the score of all.
    pub fn scores(&self) -> Vec<(Seat, Score)> {
        match self {
            Self::Regicide(position) => {
                vec![(Seat::default(), Score::Regicide(regicide::Score::of(position)))]
            }
            Self::Tricks(position) => {
                tricks::Score::all(position).map(|(seat, score)| (seat, Score::Tricks(score))).collect()
            }
        }
    }

    /// What each player may say at the table now (R8.2). The trick-taking game
    /// has no signals.
    pub const fn signals(&self) -> &'static [Signal] {
        match self {
            Self::Regicide(position) => position.signals(),
            Self::Tricks(_) => &[],
        }
    }

    /// Validates what the player of a seat says.
    pub fn validate_signal(&self, seat: Seat, signal: Signal) -> Result<(), Refusal> {
        match self {
            Self::Regicide(position) => position.validate_signal(seat, signal),
            Self::Tricks(_) => refuse(Reason::NoSignals, "T12"),
        }
    }
}

/// A sink for one game's effects that passes them on as any game's.
struct Wrap<'a, S, F>(&'a mut S, F);

impl<E, S: Sink<Effect>, F: Fn(E) -> Effect> Sink<E> for Wrap<'_, S, F> {
    fn emit(&mut self, effect: E) {
        self.0.emit(self.1(effect));
    }
}

impl Game for Position {
    type Setup = Setup;
    type Effect = Effect;
    type View = View;
    type Revealed = Revealed;
    type Outcome = Outcome;

    fn deal(setup: &Setup, key: Key) -> Self {
        match setup {
            Setup::Regicide(setup) => Self::Regicide(regicide::Position::deal(setup, key)),
            Setup::Tricks(setup) => Self::Tricks(tricks::Position::deal(setup, key)),
        }
    }

    fn parse(setup: &Setup, key: Key, line: &str) -> Result<Self, NotationError> {
        match setup {
            Setup::Regicide(setup) => regicide::Position::parse(setup, key, line).map(Self::Regicide),
            Setup::Tricks(setup) => tricks::Position::parse(setup, key, line).map(Self::Tricks),
        }
    }

    fn seq(&self) -> u32 {
        match self {
            Self::Regicide(position) => position.seq(),
            Self::Tricks(position) => position.seq(),
        }
    }

    fn to_act(&self) -> Option<Seat> {
        match self {
            Self::Regicide(position) => position.to_act(),
            Self::Tricks(position) => position.to_act(),
        }
    }

    fn for_each_legal(&self, each: impl FnMut(Move)) {
        match self {
            Self::Regicide(position) => position.for_each_legal(each),
            Self::Tricks(position) => position.for_each_legal(each),
        }
    }

    fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Effect>) -> Result<(), Refusal> {
        match self {
            Self::Regicide(position) => position.advance(seat, mv, &mut Wrap(sink, Effect::Regicide)),
            Self::Tricks(position) => position.advance(seat, mv, &mut Wrap(sink, Effect::Tricks)),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Regicide(position) => position.outcome().map(Outcome::Regicide),
            Self::Tricks(position) => position.outcome().map(Outcome::Tricks),
        }
    }

    fn concession(&self) -> Concession {
        match self {
            Self::Regicide(position) => position.concession(),
            Self::Tricks(position) => position.concession(),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        match self {
            Self::Regicide(position) => View::Regicide(position.view(viewer)),
            Self::Tricks(position) => View::Tricks(position.view(viewer)),
        }
    }

    fn reveal(&self) -> Revealed {
        match self {
            Self::Regicide(position) => Revealed::Regicide(position.reveal()),
            Self::Tricks(position) => Revealed::Tricks(position.reveal()),
        }
    }

    fn diagram(&self, viewer: Option<Viewer>) -> Diagram {
        match self {
            Self::Regicide(position) => position.diagram(viewer),
            Self::Tricks(position) => position.diagram(viewer),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regicide(position) => position.fmt(f),
            Self::Tricks(position) => position.fmt(f),
        }
    }
}
