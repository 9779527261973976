//! What is to be said to people about cards and effects.

use super::effect::Effect;
use super::trick::Highest;
use crate::engine::card::Card;
use crate::engine::message::Message;

/// A card's name.
pub(super) fn name(card: Card) -> Message {
    if card.is_jester() { Message::new("card-joker") } else { card.message() }
}

impl Effect {
    /// One short sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let say = Message::new;
        match self {
            Self::CardTaken { seat, card } => {
                say("effect-card_taken").with("seat", *seat).with("card", name(*card))
            }
            Self::Passed { seat } => say("effect-passed").with("seat", *seat),
            Self::TurnedDown { card } => say("effect-turned_down").with("card", name(*card)),
            Self::TrumpSet { seat, suit } => {
                say("effect-trump_set").with("seat", *seat).with("suit", suit.message())
            }
            Self::Buried { seat, card: None } => say("effect-buried").with("seat", *seat),
            Self::Buried { seat, card: Some(card) } => {
                say("effect-buried-seen").with("seat", *seat).with("card", name(*card))
            }
            Self::CardPlayed { seat, card } => {
                say("effect-card_played").with("seat", *seat).with("card", name(*card))
            }
            Self::TrickWon { seat, card, tricks } => {
                say("effect-trick_won").with("seat", *seat).with("card", name(*card)).with("tricks", *tricks)
            }
            Self::Kept { seat } => say("effect-kept").with("seat", *seat),
            Self::TrumpChanged { seat, suit } => {
                say("effect-trump_changed").with("seat", *seat).with("suit", suit.message())
            }
            Self::RanksReversed { seat, highest } => {
                say("effect-ranks_reversed").with("seat", *seat).with("highest", highest.message())
            }
            Self::HandScored { scored, points } => say("effect-hand_scored")
                .with("scored", scored.to_string())
                .with("points", points.to_string()),
            Self::CardsDealt { seat, count, cards: None } => {
                say("effect-cards_dealt").with("seat", *seat).with("count", *count)
            }
            Self::CardsDealt { seat, count, cards: Some(cards) } => say("effect-cards_dealt-seen")
                .with("seat", *seat)
                .with("count", *count)
                .with("cards", cards.iter().map(name).collect::<Vec<_>>()),
            Self::CardTurnedUp { dealer, card } => {
                say("effect-card_turned_up").with("seat", *dealer).with("card", name(*card))
            }
            Self::SideConceded { seat, side } => {
                say("effect-side_conceded").with("seat", *seat).with("side", *side)
            }
            Self::GameWon { side, points } => {
                say("effect-game_won").with("side", *side).with("points", points.to_string())
            }
            Self::GameShared { points, .. } => say("effect-game_shared").with("points", points.to_string()),
        }
    }
}

impl Highest {
    /// The rank's name.
    pub(super) fn message(self) -> Message {
        Message::new(match self {
            Self::King => "rank-king",
            Self::Ace => "rank-ace",
        })
    }
}
