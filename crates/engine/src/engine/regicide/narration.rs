//! Cards and effects as messages for people.

use super::effect::Effect;
use super::outcome::{LossReason, Medal};
use crate::engine::card::{Card, Rank};
use crate::engine::message::Message;

/// A card's name: an ace is a companion here (R1).
pub(super) fn name(card: Card) -> Message {
    match card.rank() {
        None => Message::new("card-jester"),
        Some(Rank::Ace) => card.named("card-companion"),
        Some(_) => card.message(),
    }
}

fn names(cards: impl IntoIterator<Item = Card>) -> Vec<Message> {
    cards.into_iter().map(name).collect()
}

impl Effect {
    /// A short sentence about the effect.
    pub fn message(&self) -> Message {
        let message = Message::new;
        match self {
            Self::Played { seat, cards, attack } => message("effect-played")
                .with("seat", *seat)
                .with("cards", names(cards.iter().copied()))
                .with("attack", *attack),
            Self::Yielded { seat } => message("effect-yielded").with("seat", *seat),
            Self::ImmunityCancelled { suit } => {
                message("effect-immunity_cancelled").with("suit", suit.message())
            }
            Self::Immune { suit } => message("effect-immune").with("suit", suit.message()),
            Self::Healed { count } => message("effect-healed").with("count", *count),
            Self::Drawn { seat, count, cards: None } => {
                message("effect-drawn").with("seat", *seat).with("count", *count)
            }
            Self::Drawn { seat, count, cards: Some(cards) } => message("effect-drawn-seen")
                .with("seat", *seat)
                .with("count", *count)
                .with("cards", names(cards.iter())),
            Self::Shielded { amount, attack } => {
                message("effect-shielded").with("amount", *amount).with("attack", *attack)
            }
            Self::Damaged { amount, doubled: false, total, health } => message("effect-damaged")
                .with("amount", *amount)
                .with("left", health.saturating_sub(*total))
                .with("health", *health),
            Self::Damaged { amount, doubled: true, total, health } => message("effect-damaged-doubled")
                .with("half", *amount / 2)
                .with("amount", *amount)
                .with("left", health.saturating_sub(*total))
                .with("health", *health),
            Self::Defeated { card: enemy, exact: true } => {
                message("effect-defeated-exactly").with("enemy", name(*enemy))
            }
            Self::Defeated { card: enemy, exact: false } => {
                message("effect-defeated").with("enemy", name(*enemy))
            }
            Self::Revealed { card: enemy } => message("effect-revealed").with("enemy", name(*enemy)),
            Self::Attacked { seat, damage } => {
                message("effect-attacked").with("seat", *seat).with("damage", *damage)
            }
            Self::Discarded { seat, cards, worth, left } => message("effect-discarded")
                .with("seat", *seat)
                .with("cards", names(cards.iter().copied()))
                .with("worth", *worth)
                .with("left", *left),
            Self::PassedOver { seat } => message("effect-passed_over").with("seat", *seat),
            Self::Flipped { cards, left } if cards.is_empty() => {
                message("effect-flipped-empty").with("left", *left)
            }
            Self::Flipped { cards, left } => {
                message("effect-flipped").with("cards", names(cards.iter())).with("left", *left)
            }
            Self::Named { seat } => message("effect-named").with("seat", *seat),
            Self::Turn { seat } => message("effect-turn").with("seat", *seat),
            Self::Conceded { seat } => message("effect-conceded").with("seat", *seat),
            Self::Won { medal: None } => message("effect-won"),
            Self::Won { medal: Some(medal) } => message("effect-won-solo").with("medal", medal.message()),
            Self::Lost { seat, reason: LossReason::Damage } => {
                message("effect-lost-damage").with("seat", *seat)
            }
            Self::Lost { seat, reason: LossReason::Stuck } => {
                message("effect-lost-stuck").with("seat", *seat)
            }
        }
    }
}

impl Medal {
    /// Its name.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::Bronze => "medal-bronze",
            Self::Silver => "medal-silver",
            Self::Gold => "medal-gold",
        })
    }
}
