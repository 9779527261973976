//! All legal moves of the seat to act (docs/spec/record.md S3).

use super::position::{Phase, Position};
use super::values::{value, worth};
use crate::engine::card::{Card, CardSet, Rank};
use crate::engine::moves::{Move, Named, Seat};
use crate::engine::options::Variant;

impl Position {
    /// Hands each legal move to `each`: plays, then yielding, then flipping;
    /// or discards, then flipping; or the seats that can go next.
    pub(super) fn list_legal(&self, mut each: impl FnMut(Move)) {
        match self.phase {
            Phase::Play => {
                self.list_plays(|cards| each(Move::Play(cards)));
                if self.may_yield() {
                    each(Move::Yield);
                }
            }
            Phase::Discard { damage, .. } => self.list_discards(damage, |cards| each(Move::Discard(cards))),
            Phase::Next => Seat::all(self.players()).for_each(|seat| each(Move::Next(seat))),
            Phase::Won | Phase::Lost => return,
        }
        if self.jesters > 0 {
            each(Move::Flip);
        }
    }

    fn list_plays(&self, mut each: impl FnMut(Named)) {
        let hand = self.hand(self.seat);
        for card in hand {
            each([card].into_iter().collect());
        }
        list_pairs(hand, &mut each);
        if !self.setup.has(Variant::NoCombos) {
            list_combos(hand, &mut each);
        }
    }

    /// Every set that is worth the damage (R4.12), or the whole hand where it
    /// is not (R10.2). Alone, such a hand can only be flipped (R9.2).
    fn list_discards(&self, damage: u8, mut each: impl FnMut(Named)) {
        let hand = self.hand(self.seat);
        let cards: Named = hand.iter().collect();
        if worth(hand) < damage {
            if !self.is_solo() {
                each(cards);
            }
            return;
        }
        for subset in 1_u32..1 << cards.len() {
            let chosen =
                || cards.iter().enumerate().filter(|(i, _)| subset & 1 << i != 0).map(|(_, &card)| card);
            if chosen().map(value).sum::<u8>() >= damage {
                each(chosen().collect());
            }
        }
    }
}

/// A companion and one other card that is no jester (R4.2), each pair once.
fn list_pairs(hand: CardSet, each: &mut impl FnMut(Named)) {
    let is_companion = |card: Card| card.rank() == Some(Rank::Ace);
    for first in hand {
        for second in hand.iter().filter(|&second| second > first && !second.is_jester()) {
            if is_companion(first) || is_companion(second) {
                each([first, second].into_iter().collect());
            }
        }
    }
}

/// Two to four cards of one rank worth ten or less (R4.3).
fn list_combos(hand: CardSet, each: &mut impl FnMut(Named)) {
    for rank in [Rank::Two, Rank::Three, Rank::Four, Rank::Five] {
        let same: Named = hand.iter().filter(|card| card.rank() == Some(rank)).collect();
        for subset in 1_u32..1 << same.len() {
            let count = subset.count_ones();
            if count < 2 || count * (rank as u32 + 1) > 10 {
                continue;
            }
            let chosen = same.iter().enumerate().filter(|(i, _)| subset & 1 << i != 0);
            each(chosen.map(|(_, &card)| card).collect());
        }
    }
}
