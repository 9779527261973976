//! The JSON form of a move.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Change, Move, MoveError, Seat, named};
use crate::engine::card::{Card, Suit};
use crate::engine::deserialize_some;
use crate::engine::game::Reason;
use crate::engine::message::Message;

/// A move in JSON, with its name in `type` and the parts of the text form as
/// fields (docs/spec/record.md S3).
// Variants without content are spelt with braces, because serde lets unknown
// fields pass in the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
#[schema(as = Move, examples(json!({"type": "play", "cards": ["8D", "AC"]})))]
pub enum MoveJson {
    /// Play cards, in this order.
    Play {
        /// One to eight cards of the hand.
        #[schema(min_items = 1, max_items = 8)]
        cards: Vec<Card>,
    },
    /// Yield.
    Yield {},
    /// Discard cards to cover damage, in this order.
    Discard {
        /// One to eight cards of the hand.
        #[schema(min_items = 1, max_items = 8)]
        cards: Vec<Card>,
    },
    /// After a jester: name the seat that goes next.
    Next {
        /// The seat that goes next.
        seat: Seat,
    },
    /// Flip a solo jester.
    Flip {},
    /// Concede the game.
    Concede {},
    /// Take the last move back, where that is possible.
    Undo {},
    /// Trick-taking game: take the turned-up card.
    Take {},
    /// Trick-taking game: leave the turned-up card.
    Pass {},
    /// Trick-taking game: name the trump suit.
    Trump {
        /// The trump suit.
        suit: Suit,
    },
    /// Trick-taking game: put one card out of play, face down.
    Bury {
        /// Exactly one card of the hand.
        #[schema(min_items = 1, max_items = 1)]
        cards: Vec<Card>,
    },
    /// Trick-taking game: leave trump and rank order as they are.
    Keep {},
    /// Trick-taking game: change trump, rank order or both.
    Change {
        /// The new trump suit, if it changes.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
        #[schema(nullable = false)]
        suit: Option<Suit>,
        /// True if the rank order is reversed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reverse: bool,
    },
}

/// Why JSON of the right shape is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum MoveJsonError {
    /// The cards are too few or too many.
    Cards(#[from] MoveError),
    /// Other than one card to bury.
    BuryOne,
    /// A change of nothing.
    ChangeNothing,
}

impl MoveJsonError {
    /// The error as a message for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Cards(error) => error.message(),
            Self::BuryOne => Message::new("misspelt-bury-one"),
            Self::ChangeNothing => Reason::ChangesNothing.message(),
        }
    }
}

impl TryFrom<MoveJson> for Move {
    type Error = MoveJsonError;

    fn try_from(json: MoveJson) -> Result<Self, MoveJsonError> {
        Ok(match json {
            MoveJson::Play { cards } => Self::Play(named(&cards)?),
            MoveJson::Yield {} => Self::Yield,
            MoveJson::Discard { cards } => Self::Discard(named(&cards)?),
            MoveJson::Next { seat } => Self::Next(seat),
            MoveJson::Flip {} => Self::Flip,
            MoveJson::Concede {} => Self::Concede,
            MoveJson::Undo {} => Self::Undo,
            MoveJson::Take {} => Self::Take,
            MoveJson::Pass {} => Self::Pass,
            MoveJson::Trump { suit } => Self::Trump(suit),
            MoveJson::Bury { cards } => match cards[..] {
                [card] => Self::Bury(card),
                _ => return Err(MoveJsonError::BuryOne),
            },
            MoveJson::Keep {} => Self::Keep,
            MoveJson::Change { suit, reverse } => Self::Change(match (suit, reverse) {
                (Some(suit), false) => Change::Trump(suit),
                (None, true) => Change::Reverse,
                (Some(suit), true) => Change::Both(suit),
                (None, false) => return Err(MoveJsonError::ChangeNothing),
            }),
        })
    }
}

impl From<Move> for MoveJson {
    fn from(mv: Move) -> Self {
        match mv {
            Move::Play(cards) => Self::Play { cards: cards.to_vec() },
            Move::Yield => Self::Yield {},
            Move::Discard(cards) => Self::Discard { cards: cards.to_vec() },
            Move::Next(seat) => Self::Next { seat },
            Move::Flip => Self::Flip {},
            Move::Concede => Self::Concede {},
            Move::Undo => Self::Undo {},
            Move::Take => Self::Take {},
            Move::Pass => Self::Pass {},
            Move::Trump(suit) => Self::Trump { suit },
            Move::Bury(card) => Self::Bury { cards: vec![card] },
            Move::Keep => Self::Keep {},
            Move::Change(Change::Trump(suit)) => Self::Change { suit: Some(suit), reverse: false },
            Move::Change(Change::Reverse) => Self::Change { suit: None, reverse: true },
            Move::Change(Change::Both(suit)) => Self::Change { suit: Some(suit), reverse: true },
        }
    }
}
