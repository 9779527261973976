//! The suits' powers (R4.5).

use super::effect::Effect;
use super::position::{Enemy, Position};
use crate::engine::card::{self, Card, CardSet, Suit};
use crate::engine::game::Sink;
use crate::engine::moves::Seat;

/// The order in which powers work (R4.5).
const ORDER: [Suit; 4] = [Suit::Hearts, Suit::Diamonds, Suit::Spades, Suit::Clubs];

/// The suits of a play, in the order in which their powers work.
pub(super) fn suits_of(cards: &[Card]) -> impl Iterator<Item = Suit> {
    ORDER.into_iter().filter(|&suit| cards.iter().any(|card| card.suit() == Some(suit)))
}

impl Enemy {
    /// The damage of a play, doubled by clubs (R4.8), and the enemy after its
    /// spades (R4.9) and that damage (R4.10).
    pub(super) fn struck(mut self, cards: &[Card], attack: u8) -> (u8, Self) {
        let has = |suit| suits_of(cards).any(|other| other == suit);
        // Spades count even while they do not work (R6.3).
        if has(Suit::Spades) {
            self.spades += attack;
        }
        let doubled = has(Suit::Clubs) && self.immune_to() != Some(Suit::Clubs);
        let damage = if doubled { 2 * attack } else { attack };
        self.damage += damage;
        (damage, self)
    }
}

impl Position {
    /// Uses the power of every suit in the play once, at the whole attack
    /// value; `enemy` is the one after the play, which has the effects of
    /// spades and clubs already.
    pub(super) fn use_powers(
        &mut self,
        enemy: Enemy,
        cards: &[Card],
        attack: u8,
        sink: &mut impl Sink<Effect>,
    ) {
        for suit in suits_of(cards) {
            if enemy.immune_to() == Some(suit) {
                sink.emit(Effect::Immune { suit });
                continue;
            }
            match suit {
                Suit::Hearts => self.heal(usize::from(attack), sink),
                Suit::Diamonds => self.draw(usize::from(attack), sink),
                Suit::Spades => sink.emit(Effect::Shielded { amount: attack, attack: enemy.attack() }),
                Suit::Clubs => {}
            }
        }
    }

    /// R4.6, docs/spec/record.md S2.5.
    fn heal(&mut self, count: usize, sink: &mut impl Sink<Effect>) {
        let count = count.min(self.discard_pile.len());
        if !self.discard_pile.is_empty() {
            self.key.stream(self.seq.into()).shuffle(self.discard_pile.as_mut_slice());
            self.tavern.extend_from_slice(&self.discard_pile[..count]);
            self.discard_pile.drop_front(count);
        }
        sink.emit(Effect::Healed { count: card::count(count) });
    }

    /// R4.7: one card at a time, the seat to act first, full hands skipped.
    pub(super) fn draw(&mut self, count: usize, sink: &mut impl Sink<Effect>) {
        let hand_size = usize::from(self.setup.hand_size());
        let players = self.players();
        let mut drawn = [CardSet::EMPTY; Seat::COUNT];
        let mut taken = 0;
        let mut seat = self.seat;
        let room = |position: &Self| Seat::all(players).any(|seat| position.hand(seat).len() < hand_size);
        while taken < count.min(self.tavern.len()) && room(self) {
            if self.hand(seat).len() < hand_size {
                let card = self.tavern[taken];
                self.hands[seat.index()].insert(card);
                drawn[seat.index()].insert(card);
                taken += 1;
            }
            seat = seat.next(players);
        }
        self.tavern.drop_front(taken);
        self.emit_drawn(&drawn, sink);
    }

    fn emit_drawn(&self, drawn: &[CardSet; Seat::COUNT], sink: &mut impl Sink<Effect>) {
        let mut seat = self.seat;
        for _ in 0..self.players() {
            let cards = drawn[seat.index()];
            if !cards.is_empty() {
                sink.emit(Effect::Drawn { seat, count: card::count(cards.len()), cards: Some(cards) });
            }
            seat = seat.next(self.players());
        }
    }
}
