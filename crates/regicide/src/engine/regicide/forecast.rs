//! Forecasts of legal moves, computed from what the player knows.

use serde::Serialize;
use utoipa::ToSchema;

use super::position::{Immunity, Phase, Position};
use super::powers::suits_of;
use super::values::worth;
use crate::engine::card::Suit;
use crate::engine::moves::Named;
#[cfg(test)]
use crate::engine::moves::Seat;

/// What a play will do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AttackForecast)]
pub struct Attack {
    /// The attack value (R4.4).
    pub attack: u8,
    /// The suits whose powers will work, in the order in which they do (R4.5).
    pub powers: Vec<Suit>,
    /// The damage that the enemy takes (R4.10), doubled if clubs work.
    pub damage: u8,
    /// What is left of the enemy's health.
    pub health_left: u8,
    /// Whether it defeats the enemy (R5).
    pub defeats: bool,
    /// Whether it defeats the enemy exactly, so that the royal comes on top of
    /// the tavern (R5.1).
    pub exact: bool,
    /// What the enemy attacks with after the play; 0 if it is defeated. No
    /// attack follows a jester.
    pub attack_left: u8,
}

/// What a discard will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CoverForecast)]
pub struct Cover {
    /// What the cards are worth (R4.12).
    pub worth: u8,
    /// By how much that is more than the damage.
    pub excess: u8,
    /// The damage that the next player has to cover (R10.2), else 0.
    pub uncovered: u8,
}

impl Position {
    pub(in crate::engine) fn forecast_play(&self, cards: &Named) -> Option<Attack> {
        let enemy = self.enemy?;
        let attack = worth(cards.iter().copied());
        let powers = suits_of(cards).filter(|&suit| enemy.immune_to() != Some(suit)).collect();
        let (damage, mut after) = enemy.struck(cards, attack);
        if cards.first()?.is_jester() {
            after.immunity = Immunity::Cancelled;
        }
        let health_left = after.health_left();
        let defeats = health_left == 0;
        Some(Attack {
            attack,
            powers,
            damage,
            health_left,
            defeats,
            exact: after.damage == after.stats.health,
            attack_left: if defeats { 0 } else { after.attack() },
        })
    }

    pub(in crate::engine) fn forecast_discard(&self, cards: &Named) -> Option<Cover> {
        let Phase::Discard { damage, .. } = self.phase else { return None };
        let worth = worth(cards.iter().copied());
        Some(Cover { worth, excess: worth.saturating_sub(damage), uncovered: damage.saturating_sub(worth) })
    }
}

#[cfg(test)]
impl Position {
    /// The same game as the seat to act sees it, with castle and tavern in
    /// another order, and a card of another hand exchanged.
    pub(in crate::engine) fn with_hidden_cards_moved(&self) -> Self {
        let mut other = *self;
        other.castle.as_mut_slice().reverse();
        other.tavern.as_mut_slice().reverse();
        let hidden = Seat::all(self.players()).filter(|&seat| seat != self.seat).map(Seat::index);
        let mut hidden = hidden.filter(|&seat| !self.hands[seat].is_empty());
        if let (Some(seat), false) = (hidden.next(), other.tavern.is_empty()) {
            let card = self.hands[seat].iter().next().expect("the hand has cards");
            let swapped = std::mem::replace(&mut other.tavern.as_mut_slice()[0], card);
            other.hands[seat].remove(card);
            other.hands[seat].insert(swapped);
        }
        other
    }
}
