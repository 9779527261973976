//! Effects of moves, step by step.

use serde::Serialize;
use utoipa::ToSchema;

use super::points::Points;
use super::side::{Side, Sides};
use super::trick::Highest;
use crate::engine::card::{Card, CardSet, Suit};
use crate::engine::game::Viewer;
use crate::engine::moves::Seat;

/// One step of what a move did, in the order in which it happened. No `type`
/// is one of the co-operative game's, so that the two never mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = TricksEffect)]
pub enum Effect {
    /// A player took the turned-up card (T5).
    CardTaken {
        /// The seat that took it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A player left the turned-up card (T5).
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
    /// All passed: the turned-up card went face down on top of the stock (T5).
    TurnedDown {
        /// The card.
        card: Card,
    },
    /// The trump suit was settled, by the card taken or by name (T5).
    TrumpSet {
        /// The seat that settled it.
        seat: Seat,
        /// The trump suit.
        suit: Suit,
    },
    /// A card went out of play, face down (T5).
    Buried {
        /// The seat that buried it.
        seat: Seat,
        /// The card; only for the one who buried it, or when the game is
        /// over.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        card: Option<Card>,
    },
    /// A card went to the trick (T6).
    CardPlayed {
        /// The seat that played.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The trick was won (T7).
    TrickWon {
        /// The seat that won it, and leads the next.
        seat: Seat,
        /// The card that won it.
        card: Card,
        /// The number of tricks that the seat has now in this hand.
        tricks_won: u8,
    },
    /// The trick's winner left trump and rank order as they are (T8).
    Kept {
        /// The seat.
        seat: Seat,
    },
    /// The trick's winner set another trump (T8).
    TrumpChanged {
        /// The seat.
        seat: Seat,
        /// The trump suit from now on.
        suit: Suit,
    },
    /// The trick's winner reversed the rank order (T8).
    RanksReversed {
        /// The seat.
        seat: Seat,
        /// The rank that is highest from now on.
        highest: Highest,
    },
    /// The hand is over and was scored (T9).
    HandScored {
        /// The points of the hand, by side.
        #[schema(value_type = Vec<u32>, min_items = 2, max_items = 4)]
        scored: Points,
        /// All points so far, by side.
        #[schema(value_type = Vec<u32>, min_items = 2, max_items = 4)]
        points: Points,
    },
    /// A seat was dealt its cards for the next hand (T4).
    CardsDealt {
        /// The seat.
        seat: Seat,
        /// The number of cards.
        count: u8,
        /// The cards, in canonical order; only for the seat that holds them, or
        /// when the game is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<Card>>, nullable = false)]
        cards: Option<CardSet>,
    },
    /// After the deal a card was turned up (T4).
    CardTurnedUp {
        /// The seat that dealt.
        dealer: Seat,
        /// The card.
        card: Card,
    },
    /// A side gave the game up (T12).
    SideConceded {
        /// The seat that conceded.
        seat: Seat,
        /// The side that it plays for.
        side: Side,
    },
    /// A side has won the game (T10, T12).
    GameWon {
        /// The winner.
        side: Side,
        /// The points, by side.
        #[schema(value_type = Vec<u32>, min_items = 2, max_items = 4)]
        points: Points,
    },
    /// Several sides share the game, after a concession (T12).
    GameShared {
        /// The winners.
        sides: Sides,
        /// The points, by side.
        #[schema(value_type = Vec<u32>, min_items = 2, max_items = 4)]
        points: Points,
    },
}

impl Effect {
    /// Returns true if a hand was dealt by it: such a move is never taken back
    /// (docs/spec/record.md S3.1).
    pub(in crate::engine) const fn is_final(&self) -> bool {
        matches!(self, Self::CardsDealt { .. })
    }

    /// The effect as `viewer` may know it while the game runs: a buried card
    /// is for the one who buried it, a dealt one for the one who holds it
    /// (T11).
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Self {
        if let Self::Buried { seat, card } = &mut self
            && !viewer.is(*seat)
        {
            *card = None;
        }
        if let Self::CardsDealt { seat, cards, .. } = &mut self
            && !viewer.is(*seat)
        {
            *cards = None;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tricks::table;

    fn json(effect: Effect, viewer: Viewer) -> String {
        serde_json::to_string(&effect.seen_by(viewer)).unwrap()
    }

    #[test]
    fn t11_only_who_buried_sees_the_card() {
        let [own, other] = table::seats([1, 0]);
        let effect = Effect::Buried { seat: own, card: Some(Card::X1) };
        assert_eq!(json(effect, Viewer::Seat(own)), r#"{"type":"buried","seat":1,"card":"X1"}"#);
        for viewer in [Viewer::Seat(other), Viewer::Spectator] {
            assert_eq!(json(effect, viewer), r#"{"type":"buried","seat":1}"#);
        }
    }

    #[test]
    fn t11_only_who_holds_dealt_cards_sees_them() {
        let [own, other] = table::seats([2, 3]);
        let cards = Some([Card::X1, Card::X2].into_iter().collect());
        let effect = Effect::CardsDealt { seat: own, count: 2, cards };
        let expected = r#"{"type":"cards_dealt","seat":2,"count":2,"cards":["X1","X2"]}"#;
        assert_eq!(json(effect, Viewer::Seat(own)), expected);
        for viewer in [Viewer::Seat(other), Viewer::Spectator] {
            assert_eq!(json(effect, viewer), r#"{"type":"cards_dealt","seat":2,"count":2}"#);
        }
    }
}
