//! Forecasts of legal moves, computed from the player's knowledge.

use serde::Serialize;
use utoipa::ToSchema;

use super::outcome::Medal;
use super::position::{Immunity, Phase, Position};
use super::powers::suits_of;
use super::values::worth;
use crate::engine::card::{self, Suit};
use crate::engine::game::{Game as _, Ignore};
use crate::engine::moves::{Move, Named, Seat};
use crate::engine::options::Variant;

/// The forecast of a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AttackForecast)]
pub struct Attack {
    /// The attack value (R4.4).
    pub attack: u8,
    /// The suits whose powers will work, in the order in which they do (R4.5).
    pub powers: Vec<Suit>,
    /// The number of cards that return from the discard pile to the tavern (R4.6).
    pub healed: u8,
    /// The number of cards drawn, by all players together (R4.7).
    pub drawn: u8,
    /// The damage that the enemy takes (R4.10), doubled if clubs work.
    pub damage: u8,
    /// The enemy's health after it.
    pub health_left: u8,
    /// True if it defeats the enemy (R5).
    pub defeats: bool,
    /// True if it defeats the enemy exactly, so that the royal comes on top of
    /// the tavern (R5.1).
    pub exact: bool,
    /// The enemy's attack after the play; 0 if it is defeated. No
    /// attack follows a jester.
    pub attack_left: u8,
}

/// The forecast of a discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CoverForecast)]
pub struct Cover {
    /// The worth of the cards (R4.12).
    pub worth: u8,
    /// By how much that is more than the damage.
    pub excess: u8,
    /// The damage that the next player has to cover (R10.2), else 0.
    pub uncovered: u8,
}

/// The forecast of yielding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = YieldForecast)]
pub struct Yield {
    /// The enemy's attack that follows.
    pub attack_left: u8,
}

/// The forecast of flipping a jester (R9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FlipForecast)]
pub struct Flip {
    /// The number of cards discarded: the hand.
    pub discarded: u8,
    /// The number of cards drawn.
    pub drawn: u8,
    /// The number of jesters left to flip.
    pub jesters_left: u8,
    /// The best medal that the game can still be won with (R9.3).
    pub best_medal: Medal,
}

impl Position {
    pub(in crate::engine) fn forecast_play(&self, cards: &Named) -> Option<Attack> {
        let enemy = self.enemy?;
        let attack = worth(cards.iter().copied());
        let powers: Vec<Suit> = suits_of(cards).filter(|&suit| enemy.immune_to() != Some(suit)).collect();
        let used = |suit| if powers.contains(&suit) { usize::from(attack) } else { 0 };
        let healed = used(Suit::Hearts).min(self.discard_pile.len());
        let room = cards.len() + self.room_in_hands();
        let drawn = used(Suit::Diamonds).min(self.tavern.len() + healed).min(room);
        let (damage, mut after) = enemy.struck(cards, attack);
        if cards.first()?.is_jester() {
            after.immunity = Immunity::Cancelled;
        }
        let health_left = after.health_left();
        let defeats = health_left == 0;
        Some(Attack {
            attack,
            powers,
            healed: card::count(healed),
            drawn: card::count(drawn),
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

    pub(in crate::engine) fn forecast_yield(&self) -> Option<Yield> {
        Some(Yield { attack_left: self.enemy?.attack() })
    }

    pub(in crate::engine) fn forecast_flip(&self) -> Option<Flip> {
        let jesters_left = self.jesters.checked_sub(1)?;
        Some(Flip {
            discarded: card::count(self.hand(self.seat).len()),
            drawn: card::count(self.tavern.len().min(self.setup.hand_size().into())),
            jesters_left,
            best_medal: Medal::with_jesters_left(jesters_left),
        })
    }

    /// True if a legal move loses the game at once, whatever the cards are that it draws and
    /// those of other hands, which cover damage, too, where that is shared (R10.2).
    pub(in crate::engine) fn surely_loses(&self, mv: &Move) -> bool {
        let own = self.hand(self.seat);
        let mut others = Seat::all(self.players()).filter(|&seat| seat != self.seat);
        if self.setup.has(Variant::SharedDamage) && others.any(|seat| !self.hand(seat).is_empty()) {
            return false;
        }
        let Ok(after) = self.play(self.seat, mv, &mut Ignore) else { return false };
        after.phase == Phase::Lost && after.hand(self.seat).iter().all(|card| own.contains(card))
    }

    /// How many more cards all hands can hold.
    fn room_in_hands(&self) -> usize {
        let hand_size = usize::from(self.setup.hand_size());
        Seat::all(self.players()).map(|seat| hand_size.saturating_sub(self.hand(seat).len())).sum()
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
