//! The rules of both games as pure values.
//!
//! A seed becomes shuffled cards ([`Seed`], [`Stream`]), a [`Setup`] becomes a
//! [`Position`], and a position with a [`Move`] becomes the next position or a
//! [`Refusal`]. Nothing here knows of time, input, output or the service.

mod any;
mod card;
mod game;
mod message;
mod moves;
mod options;
pub mod regicide;
mod rulebook;
mod seed;
pub mod tricks;

pub use any::{Effect, Merit, Outcome, Position, Revealed, Setup, View};
pub use card::{Card, CardError, CardList, CardSet, CardSetIter, Pile, Rank, Suit};
pub use game::{Concession, Game, Picture, Reason, Refusal, Silent, Sink, Viewer};
pub use message::{Arg, Message};
pub use moves::{Change, Move, MoveError, MoveJson, MoveJsonError, Named, Seat, SeatError};
pub use options::{GameKind, Options, SetupError, SoloYield, Variant};
pub use rulebook::{
    CardFacts, Choice, Limits, MoveForm, OptionFacts, OptionValue, PhaseFacts, Rulebook, Score, TableFacts,
};
pub use seed::{Hash, HashError, Key, Seed, SeedError, Stream};
