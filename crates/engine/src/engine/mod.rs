//! The rules of both games as pure values.
//!
//! A seed becomes shuffled cards ([`Seed`], [`Stream`]), a [`Setup`] becomes a
//! [`Position`], and a position with a [`Move`] becomes the next position or a
//! [`Refusal`]. Nothing here depends on time, input, output or the service.

mod any;
mod card;
mod deserialize_some;
mod game;
mod message;
mod moves;
mod notation;
mod options;
pub mod regicide;
mod rulebook;
mod scene;
mod seed;
mod signals;
pub mod tricks;

pub(crate) use any::dispatch;
pub use any::{
    Effect, Forecast, History, LogEffect, NamedOutcome, Outcome, Position, Revealed, Ruleset, Score,
    SeatResult, Setup, UnknownRuleset, View,
};
pub use card::{Card, CardError, CardList, CardSet, CardSetIter, Pile, Rank, Suit, SuitColor};
pub use deserialize_some::deserialize_some;
pub use game::{Concession, Diagram, Game, Ignore, MAX_MOVES, Reason, Refusal, Sink, Viewer};
pub use message::{Arg, Message, PlayerName};
pub use moves::{Change, Move, MoveError, MoveJson, MoveJsonError, Named, Seat, SeatError};
pub use notation::NotationError;
pub use options::{GameKind, Options, SetupError, SoloYield, Variant};
pub use regicide::Enemy;
pub use rulebook::{
    CardFacts, Choice, MoveForm, OptionFacts, OptionValues, PhaseFacts, Rulebook, ScoringRule, TableFacts,
};
pub use scene::{Scene, SceneHand, ScenePile};
pub use seed::{Hash, HashError, Key, Seed, SeedError, Stream};
pub use signals::Signal;
