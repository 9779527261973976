//! The suits' powers (R4.5).

use super::effect::Effect;
use super::position::{Enemy, Position};
use crate::engine::card::{Card, CardSet, Suit};
use crate::engine::game::Sink;
use crate::engine::moves::Seat;

/// The order in which powers work (R4.5).
const ORDER: [Suit; 4] = [Suit::Hearts, Suit::Diamonds, Suit::Spades, Suit::Clubs];

impl Position {
    /// Uses the power of every suit in the play once, at the whole attack
    /// value, and gives the damage (R4.8: doubled by clubs).
    pub(super) fn use_powers(
        &mut self,
        enemy: &mut Enemy,
        cards: &[Card],
        attack: u8,
        sink: &mut impl Sink<Effect>,
    ) -> u8 {
        let mut damage = attack;
        for suit in ORDER.into_iter().filter(|&suit| cards.iter().any(|card| card.suit() == Some(suit))) {
            // Spades count even while they do not work (R6.3).
            if suit == Suit::Spades {
                enemy.spades += attack;
            }
            if enemy.immune_to() == Some(suit) {
                sink.tell(Effect::Immune { suit });
                continue;
            }
            match suit {
                Suit::Hearts => self.heal(usize::from(attack), sink),
                Suit::Diamonds => self.draw(usize::from(attack), sink),
                Suit::Spades => sink.tell(Effect::Shielded { amount: attack, attack: enemy.attack() }),
                Suit::Clubs => damage = 2 * attack,
            }
        }
        damage
    }

    /// R4.6, RECORD.md S2.5.
    fn heal(&mut self, count: usize, sink: &mut impl Sink<Effect>) {
        let count = count.min(self.discard_pile.len());
        if !self.discard_pile.is_empty() {
            self.key.stream(self.seq.into()).shuffle(self.discard_pile.as_mut_slice());
            self.tavern.extend_from_slice(&self.discard_pile[..count]);
            self.discard_pile.drop_front(count);
        }
        #[expect(clippy::cast_possible_truncation, reason = "there are 54 cards")]
        sink.tell(Effect::Healed { count: count as u8 });
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
        self.tell_drawn(&drawn, sink);
    }

    fn tell_drawn(&self, drawn: &[CardSet; Seat::COUNT], sink: &mut impl Sink<Effect>) {
        let mut seat = self.seat;
        for _ in 0..self.players() {
            let cards = drawn[seat.index()];
            #[expect(clippy::cast_possible_truncation, reason = "there are 54 cards")]
            let count = cards.len() as u8;
            if count > 0 {
                sink.tell(Effect::Drawn { seat, count, cards: Some(cards) });
            }
            seat = seat.next(self.players());
        }
    }
}
