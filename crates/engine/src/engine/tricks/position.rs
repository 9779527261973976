//! The position: where every card is and whose move it is.

use serde::Serialize;
use utoipa::ToSchema;

use super::deal::Stock;
use super::points::Points;
use super::trick::{Highest, Order};
use super::{Effect, Setup};
use crate::engine::card::{Card, CardList, CardSet, Suit};
use crate::engine::game::{Concession, Game, Refusal, Sink};
use crate::engine::moves::{Move, Seat};
use crate::engine::seed::Key;

/// A position of the trick-taking game: a small value without heap. Searches read
/// all of it, hidden cards too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) setup: Setup,
    pub(crate) key: Key,
    pub(crate) seq: u32,
    pub(crate) dealer: Seat,
    /// Top first; a turned-down card lies on top of it.
    pub(crate) stock: Stock,
    pub(crate) turned_up: TurnedUp,
    pub(crate) hands: [CardSet; Seat::COUNT],
    pub(crate) buried: Option<Card>,
    /// The trick so far, the card led first.
    pub(crate) trick: CardList<4>,
    /// The seat that leads the present or the next trick.
    pub(crate) leader: Seat,
    pub(crate) tricks: [u8; Seat::COUNT],
    pub(crate) trump: Option<Suit>,
    pub(crate) highest: Highest,
    pub(crate) points: Points,
    pub(crate) phase: Phase,
    /// The seat to act; at the end the one that was to act (T12) or that won the
    /// last trick.
    pub(crate) turn: Seat,
    pub(crate) conceded_by: Option<Seat>,
}

/// The phase of a hand, or the end (T12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema, strum::Display, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = TricksPhase)]
pub enum Phase {
    /// Take the turned-up card or pass (T5).
    Take,
    /// Name a trump suit (T5).
    Trump,
    /// Bury a card (T5).
    Bury,
    /// Play a card to the trick (T6).
    Play,
    /// Change trump or rank order, or keep both (T8).
    Change,
    /// The game is over.
    Over,
}

/// The card that was turned up after the deal, and its present place, which is
/// public (T11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TurnedUp {
    /// It lies face up beside the stock.
    Open {
        /// The card.
        card: Card,
    },
    /// A player took it, and buries a card for it.
    Taken {
        /// The card.
        card: Card,
        /// The seat that took it.
        seat: Seat,
    },
    /// All passed: it lies face down on top of the stock.
    Stock {
        /// The card.
        card: Card,
    },
}

impl TurnedUp {
    /// The card.
    pub const fn card(self) -> Card {
        match self {
            Self::Open { card } | Self::Taken { card, .. } | Self::Stock { card } => card,
        }
    }

    /// The card while it lies open.
    pub(super) const fn open(self) -> Option<Card> {
        match self {
            Self::Open { card } => Some(card),
            Self::Taken { .. } | Self::Stock { .. } => None,
        }
    }

    /// The seat that took it, if one did.
    pub const fn taken_by(self) -> Option<Seat> {
        match self {
            Self::Taken { seat: by, .. } => Some(by),
            Self::Open { .. } | Self::Stock { .. } => None,
        }
    }
}

impl Position {
    /// The number of moves made.
    pub const fn seq(&self) -> u32 {
        self.seq
    }

    /// The same position after another number of entries of the log.
    pub(in crate::engine) const fn at_entry(self, seq: u32) -> Self {
        Self { seq, ..self }
    }

    /// The way to concede: one player is enough (T12).
    pub const fn concession(&self) -> Concession {
        Concession::AtOnce
    }

    /// The order that decides a trick now.
    pub(super) const fn order(&self) -> Order {
        Order { trump: self.trump, highest: self.highest }
    }

    pub(crate) const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// Every seat of the game, ascending.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.setup.players())
    }
}

impl Game for Position {
    type Effect = Effect;

    fn to_act(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then_some(self.turn)
    }

    fn for_each_legal(&self, each: impl FnMut(Move)) {
        self.list_legal(each);
    }

    fn advance(&mut self, seat: Seat, mv: &Move, sink: &mut impl Sink<Effect>) -> Result<(), Refusal> {
        let act = self.validate(seat, mv)?;
        self.seq += 1;
        self.act(seat, act, sink);
        Ok(())
    }
}
