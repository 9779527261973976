//! Effects in words.

use std::fmt;

use super::effect::Effect;
use super::outcome::{LossReason, Medal};
use crate::engine::card::Spaced;

/// One short sentence.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played { seat, cards, attack } => {
                write!(f, "Seat {seat} plays {} for {attack}.", Spaced(cards.iter().copied()))
            }
            Self::Yielded { seat } => write!(f, "Seat {seat} yields."),
            Self::ImmunityCancelled { suit } => write!(f, "{suit:?} work against the enemy from now on."),
            Self::Immune { suit } => write!(f, "The enemy is immune to {suit:?}."),
            Self::Healed { count } => write!(f, "{count} cards go from the discard pile under the tavern."),
            Self::Drawn { seat, count, cards: None } => write!(f, "Seat {seat} draws {count} cards."),
            Self::Drawn { seat, count, cards: Some(cards) } => {
                write!(f, "Seat {seat} draws {count} cards: {}.", Spaced(cards.iter()))
            }
            Self::Shielded { amount, attack } => {
                write!(f, "The enemy's attack is lowered by {amount}, to {attack}.")
            }
            Self::Damaged { amount, doubled, total, health } => {
                let doubled = if *doubled { ", doubled" } else { "" };
                write!(f, "{amount} damage{doubled}: the enemy has taken {total} of {health}.")
            }
            Self::Defeated { enemy, exact: true } => {
                write!(f, "{enemy} is defeated exactly and goes on top of the tavern.")
            }
            Self::Defeated { enemy, exact: false } => write!(f, "{enemy} is defeated."),
            Self::Revealed { enemy } => write!(f, "{enemy} is the next enemy."),
            Self::Attacked { seat, damage: 0 } => write!(f, "The enemy cannot harm seat {seat}."),
            Self::Attacked { seat, damage } => write!(f, "The enemy attacks seat {seat} for {damage}."),
            Self::Discarded { seat, cards, worth, left } => {
                write!(f, "Seat {seat} discards {}, worth {worth}.", Spaced(cards.iter().copied()))?;
                if *left > 0 { write!(f, " {left} damage is passed on.") } else { Ok(()) }
            }
            Self::PassedOver { seat } => write!(f, "Seat {seat} has no cards and is passed over."),
            Self::Flipped { cards, left } => {
                write!(
                    f,
                    "A jester is flipped, {left} left; the hand is discarded: {}.",
                    Spaced(cards.iter())
                )
            }
            Self::Named { seat } => write!(f, "Seat {seat} is named to go next."),
            Self::Turn { seat } => write!(f, "It is the turn of seat {seat}."),
            Self::Conceded { seat } => write!(f, "Seat {seat} concedes: the game is lost."),
            Self::Won { medal: None } => write!(f, "The last king is defeated: the game is won."),
            Self::Won { medal: Some(medal) } => {
                let medal = match medal {
                    Medal::Bronze => "bronze",
                    Medal::Silver => "silver",
                    Medal::Gold => "gold",
                };
                write!(f, "The last king is defeated: the game is won, with {medal}.")
            }
            Self::Lost { seat, reason: LossReason::Damage } => {
                write!(f, "Seat {seat} cannot cover the damage: the game is lost.")
            }
            Self::Lost { seat, reason: LossReason::Stuck } => {
                write!(f, "Seat {seat} can neither play nor yield: the game is lost.")
            }
        }
    }
}
