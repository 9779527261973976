//! What is to be said to people about cards and effects.

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
    /// One short sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let say = Message::new;
        match self {
            Self::Played { seat, cards, attack } => say("effect-played")
                .with("seat", *seat)
                .with("cards", names(cards.iter().copied()))
                .with("attack", *attack),
            Self::Yielded { seat } => say("effect-yielded").with("seat", *seat),
            Self::ImmunityCancelled { suit } => say("effect-immunity_cancelled").with("suit", suit.message()),
            Self::Immune { suit } => say("effect-immune").with("suit", suit.message()),
            Self::Healed { count } => say("effect-healed").with("count", *count),
            Self::Drawn { seat, count, cards: None } => {
                say("effect-drawn").with("seat", *seat).with("count", *count)
            }
            Self::Drawn { seat, count, cards: Some(cards) } => say("effect-drawn-seen")
                .with("seat", *seat)
                .with("count", *count)
                .with("cards", names(cards.iter())),
            Self::Shielded { amount, attack } => {
                say("effect-shielded").with("amount", *amount).with("attack", *attack)
            }
            Self::Damaged { amount, doubled: false, total, health } => {
                say("effect-damaged").with("amount", *amount).with("total", *total).with("health", *health)
            }
            Self::Damaged { amount, doubled: true, total, health } => say("effect-damaged-doubled")
                .with("half", *amount / 2)
                .with("amount", *amount)
                .with("total", *total)
                .with("health", *health),
            Self::Defeated { enemy, exact: true } => {
                say("effect-defeated-exactly").with("enemy", name(*enemy))
            }
            Self::Defeated { enemy, exact: false } => say("effect-defeated").with("enemy", name(*enemy)),
            Self::Revealed { enemy } => say("effect-revealed").with("enemy", name(*enemy)),
            Self::Attacked { seat, damage } => {
                say("effect-attacked").with("seat", *seat).with("damage", *damage)
            }
            Self::Discarded { seat, cards, worth, left } => say("effect-discarded")
                .with("seat", *seat)
                .with("cards", names(cards.iter().copied()))
                .with("worth", *worth)
                .with("left", *left),
            Self::PassedOver { seat } => say("effect-passed_over").with("seat", *seat),
            Self::Flipped { cards, left } => {
                say("effect-flipped").with("cards", names(cards.iter())).with("left", *left)
            }
            Self::Named { seat } => say("effect-named").with("seat", *seat),
            Self::Turn { seat } => say("effect-turn").with("seat", *seat),
            Self::Conceded { seat } => say("effect-conceded").with("seat", *seat),
            Self::Won { medal: None } => say("effect-won"),
            Self::Won { medal: Some(medal) } => say("effect-won-solo").with("medal", medal.message()),
            Self::Lost { seat, reason: LossReason::Damage } => say("effect-lost-damage").with("seat", *seat),
            Self::Lost { seat, reason: LossReason::Stuck } => say("effect-lost-stuck").with("seat", *seat),
        }
    }
}

impl Medal {
    /// Its name.
    #[must_use]
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::Bronze => "medal-bronze",
            Self::Silver => "medal-silver",
            Self::Gold => "medal-gold",
        })
    }
}
