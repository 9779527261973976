//! The place where a game is chosen. Everywhere else a game is a game.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{Concession, Game, Refusal, Sink, Viewer};
use super::moves::{Move, Seat};
use super::options::{GameKind, Options, SetupError};
use super::regicide;
use super::seed::Key;

/// A checked set-up of any game. `Display` writes its part of the header line
/// (RECORD.md S5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Of the co-operative game.
    Regicide(regicide::Setup),
}

impl Setup {
    /// Checks a set-up.
    ///
    /// # Errors
    /// What does not fit the game, by its rules.
    pub fn new(game: GameKind, players: u8, options: &Options) -> Result<Self, SetupError> {
        match game {
            GameKind::Regicide => regicide::Setup::new(players, options).map(Self::Regicide),
        }
    }

    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Regicide(_) => GameKind::Regicide,
        }
    }

    /// The number of players.
    #[must_use]
    pub const fn players(&self) -> u8 {
        match self {
            Self::Regicide(setup) => setup.players(),
        }
    }

    /// The set-up as options, none of the game's own left out.
    #[must_use]
    pub fn options(&self) -> Options {
        match self {
            Self::Regicide(setup) => setup.options(),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regicide(setup) => setup.fmt(f),
        }
    }
}

/// A position of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Of the co-operative game.
    Regicide(regicide::Position),
}

/// An effect of a move in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Effect {
    /// Of the co-operative game.
    Regicide(regicide::Effect),
}

impl Effect {
    /// The effect as `viewer` may know it while the game runs (R12, T11).
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        match self {
            Self::Regicide(effect) => Self::Regicide(effect.seen_by(viewer)),
        }
    }
}

/// What a viewer may see of a running game of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum View {
    /// Of the co-operative game.
    Regicide(regicide::View),
}

/// All that was hidden, once a game of any kind is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Revealed {
    /// Of the co-operative game.
    Regicide(regicide::Revealed),
}

/// How a game of any kind ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Outcome {
    /// Of the co-operative game.
    Regicide(regicide::Outcome),
}

/// Wraps one game's effects on their way to a sink for any game's.
struct Wrap<'a, S, F>(&'a mut S, F);

impl<E, S: Sink<Effect>, F: Fn(E) -> Effect> Sink<E> for Wrap<'_, S, F> {
    fn tell(&mut self, effect: E) {
        self.0.tell(self.1(effect));
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
        }
    }

    fn seq(&self) -> u32 {
        match self {
            Self::Regicide(position) => position.seq(),
        }
    }

    fn to_act(&self) -> Option<Seat> {
        match self {
            Self::Regicide(position) => position.to_act(),
        }
    }

    fn for_each_legal(&self, each: impl FnMut(Move)) {
        match self {
            Self::Regicide(position) => position.for_each_legal(each),
        }
    }

    fn play(&self, seat: Seat, mv: &Move, sink: &mut impl Sink<Effect>) -> Result<Self, Refusal> {
        match self {
            Self::Regicide(position) => {
                position.play(seat, mv, &mut Wrap(sink, Effect::Regicide)).map(Self::Regicide)
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Regicide(position) => position.outcome().map(Outcome::Regicide),
        }
    }

    fn concession(&self) -> Concession {
        match self {
            Self::Regicide(position) => position.concession(),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        match self {
            Self::Regicide(position) => View::Regicide(position.view(viewer)),
        }
    }

    fn reveal(&self) -> Revealed {
        match self {
            Self::Regicide(position) => Revealed::Regicide(position.reveal()),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regicide(position) => position.fmt(f),
        }
    }
}
