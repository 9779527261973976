//! Effects of moves, step by step.

use serde::Serialize;
use utoipa::ToSchema;

use super::outcome::{LossReason, Medal};
use crate::engine::card::{Card, CardSet, Suit};
use crate::engine::game::Viewer;
use crate::engine::moves::{Named, Seat};

/// One step of what a move did, in the order in which it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = RegicideEffect)]
pub enum Effect {
    /// Cards went from a hand to the table (R4.2).
    Played {
        /// The seat that played.
        seat: Seat,
        /// The cards, in the order played.
        #[schema(value_type = Vec<Card>)]
        cards: Named,
        /// The attack value (R4.4).
        attack: u8,
    },
    /// A player yielded (R7.1).
    Yielded {
        /// The seat that yielded.
        seat: Seat,
    },
    /// A jester cancelled the enemy's immunity (R6.2).
    ImmunityCancelled {
        /// The suit that works from now on.
        suit: Suit,
    },
    /// A suit had no power against this enemy (R6.1).
    Immune {
        /// The suit.
        suit: Suit,
    },
    /// Hearts put cards from the discard pile under the tavern (R4.6).
    Healed {
        /// The number of cards.
        count: u8,
    },
    /// A seat drew from the tavern (R4.7, R9.1).
    Drawn {
        /// The seat that drew.
        seat: Seat,
        /// The number of cards.
        count: u8,
        /// The cards, in canonical order; only for the seat that drew, or when the
        /// game is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<Card>>, nullable = false)]
        cards: Option<CardSet>,
    },
    /// Spades lowered the enemy's attack (R4.9).
    Shielded {
        /// By how much in this play.
        amount: u8,
        /// The attack that is left.
        attack: u8,
    },
    /// The enemy took damage (R4.10).
    Damaged {
        /// Damage of this play, doubled if clubs did so (R4.8).
        amount: u8,
        /// True if clubs doubled it.
        doubled: bool,
        /// All that this enemy has taken.
        total: u8,
        /// The damage that defeats it.
        health: u8,
    },
    /// The enemy was defeated (R5).
    Defeated {
        /// The enemy.
        card: Card,
        /// Exactly its health: it lies on top of the tavern (R5.1).
        exact: bool,
    },
    /// The next enemy was turned up (R5.3).
    Revealed {
        /// The enemy.
        card: Card,
    },
    /// The enemy attacks: damage has to be covered (R4.11).
    Attacked {
        /// The seat that is attacked.
        seat: Seat,
        /// The damage, 0 if the shield holds it all.
        damage: u8,
    },
    /// Cards went from a hand to the discard pile to cover damage (R4.12).
    Discarded {
        /// The seat that paid.
        seat: Seat,
        /// The cards, in the order named.
        #[schema(value_type = Vec<Card>)]
        cards: Named,
        /// The worth of the cards.
        worth: u8,
        /// Damage that the next player has to cover (R10.2), else 0.
        left: u8,
    },
    /// A player without cards was passed over (R10.2).
    PassedOver {
        /// The seat.
        seat: Seat,
    },
    /// A solo jester was flipped and the hand discarded (R9.1).
    Flipped {
        /// The hand that went to the discard pile, in canonical order.
        #[schema(value_type = Vec<Card>)]
        cards: CardSet,
        /// Solo jesters left.
        left: u8,
    },
    /// The jester's player named the seat that goes next (R6.4).
    Named {
        /// The seat that goes next.
        seat: Seat,
    },
    /// It is now this seat's turn (R4.1).
    Turn {
        /// The seat to act.
        seat: Seat,
    },
    /// The game was conceded (R11.1).
    Conceded {
        /// The seat that conceded, or proposed to.
        seat: Seat,
    },
    /// The last king is defeated (R5.6).
    Won {
        /// Solo: the medal (R9.3).
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        medal: Option<Medal>,
    },
    /// The game is lost.
    Lost {
        /// The seat at which it was lost.
        seat: Seat,
        /// How it came.
        reason: LossReason,
    },
}

impl Effect {
    /// Returns true if a card came into the tavern or the castle by it, or left them, or a
    /// jester was flipped: such a move is never taken back (docs/spec/record.md S3.1).
    pub(in crate::engine) const fn is_final(&self) -> bool {
        match self {
            Self::Healed { count } => *count > 0,
            Self::Drawn { .. } | Self::Defeated { .. } | Self::Revealed { .. } | Self::Flipped { .. } => true,
            Self::Played { .. }
            | Self::Yielded { .. }
            | Self::ImmunityCancelled { .. }
            | Self::Immune { .. }
            | Self::Shielded { .. }
            | Self::Damaged { .. }
            | Self::Attacked { .. }
            | Self::Discarded { .. }
            | Self::PassedOver { .. }
            | Self::Named { .. }
            | Self::Turn { .. }
            | Self::Conceded { .. }
            | Self::Won { .. }
            | Self::Lost { .. } => false,
        }
    }

    /// The effect as `viewer` may know it while the game runs: which cards
    /// were drawn is for the one who drew them (R12.2).
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        if let Self::Drawn { seat, count, .. } = self
            && !viewer.is(seat)
        {
            return Self::Drawn { seat, count, cards: None };
        }
        self
    }
}
