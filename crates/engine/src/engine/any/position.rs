//! Positions.

use derive_more::{Display, From};

use super::{Effect, Outcome, Revealed, Score, Setup, View};
use crate::engine::game::{Concession, Diagram, Game, Refusal, Sink, Viewer};
use crate::engine::moves::{Move, Seat};
use crate::engine::notation::NotationError;
use crate::engine::regicide;
use crate::engine::seed::Key;
use crate::engine::signals::Signal;
use crate::engine::tricks;

/// A position of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, From)]
pub enum Position {
    /// Of the co-operative game.
    Regicide(regicide::Position),
    /// Of the trick-taking game.
    Tricks(tricks::Position),
}

impl Position {
    /// Shuffles and deals.
    pub fn deal(setup: &Setup, key: Key) -> Self {
        match setup {
            Setup::Regicide(setup) => regicide::Position::deal(setup, key).into(),
            Setup::Tricks(setup) => tricks::Position::deal(setup, key).into(),
        }
    }

    /// Reads a position line, as `Display` writes it.
    ///
    /// The line alone is not the whole position: it holds neither who conceded,
    /// nor which turned-up card a player of the trick-taking game took.
    pub fn parse(setup: &Setup, key: Key, line: &str) -> Result<Self, NotationError> {
        Ok(match setup {
            Setup::Regicide(setup) => regicide::Position::parse(setup, key, line)?.into(),
            Setup::Tricks(setup) => tricks::Position::parse(setup, key, line)?.into(),
        })
    }

    /// The position, if it is one of the co-operative game.
    pub const fn co_operative(&self) -> Option<&regicide::Position> {
        match self {
            Self::Regicide(position) => Some(position),
            Self::Tricks(_) => None,
        }
    }

    /// The number of moves made.
    pub const fn seq(&self) -> u32 {
        dispatch!(self, Self(position) => position.seq())
    }

    /// The same position after another number of entries of the log.
    pub(super) const fn at_entry(self, seq: u32) -> Self {
        match self {
            Self::Regicide(position) => Self::Regicide(position.at_entry(seq)),
            Self::Tricks(position) => Self::Tricks(position.at_entry(seq)),
        }
    }

    /// How the game ended, or nothing while it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        dispatch!(self, Self(position) => position.outcome().map(Outcome::from))
    }

    /// The score of each seat that is ranked by itself. Where all win or lose
    /// together, the first seat has the score of all.
    pub fn scores(&self) -> Vec<(Seat, Score)> {
        dispatch!(self, Self(position) => {
            position.scores().map(|(seat, score)| (seat, score.into())).collect()
        })
    }

    /// The way to concede the game.
    pub fn concession(&self) -> Concession {
        dispatch!(self, Self(position) => position.concession())
    }

    /// The view of a viewer now.
    pub fn view(&self, viewer: Viewer) -> View {
        dispatch!(self, Self(position) => position.view(viewer).into())
    }

    /// Everything that views hide. Only for games that are over.
    pub fn reveal(&self) -> Revealed {
        dispatch!(self, Self(position) => position.reveal().into())
    }

    /// The position as a diagram: what `viewer` may see of it, with the number
    /// of cards in place of hidden ones; all of it where no viewer is named.
    pub fn diagram(&self, viewer: Option<Viewer>) -> Diagram {
        dispatch!(self, Self(position) => position.diagram(viewer))
    }

    /// The signals that each player may give now (R8).
    pub fn signals(&self) -> &'static [Signal] {
        dispatch!(self, Self(position) => position.signals())
    }

    /// Validates a signal of a seat's player.
    pub fn validate_signal(&self, seat: Seat, signal: Signal) -> Result<(), Refusal> {
        dispatch!(self, Self(position) => position.validate_signal(seat, signal))
    }
}

/// A sink for one game's effects that passes them on as any game's.
struct AnySink<'a, S>(&'a mut S);

impl<E: Into<Effect>, S: Sink<Effect>> Sink<E> for AnySink<'_, S> {
    fn emit(&mut self, effect: E) {
        self.0.emit(effect.into());
    }
}

impl Game for Position {
    type Effect = Effect;

    fn to_act(&self) -> Option<Seat> {
        dispatch!(self, Self(position) => position.to_act())
    }

    fn for_each_legal(&self, each: impl FnMut(Move)) {
        dispatch!(self, Self(position) => position.for_each_legal(each));
    }

    fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Effect>) -> Result<(), Refusal> {
        dispatch!(self, Self(position) => position.advance(seat, mv, &mut AnySink(sink)))
    }
}
