//! Positions as numbers, so that a search finds out that it has been there.

use super::turn::hands;
use crate::engine::regicide::{Phase, Position};
use crate::engine::{Card, CardSet};

/// Mixes words into one. Each step is reversible, so that texts which differ in
/// a single word never meet.
#[derive(Clone, Copy)]
struct Mixer {
    state: u64,
    factor: u64,
}

impl Mixer {
    /// The factors are odd and have no pattern: digits of the golden ratio and
    /// of pi.
    const FIRST: Self = Self { state: 0, factor: 0x9e37_79b9_7f4a_7c15 };
    const SECOND: Self = Self { state: 0, factor: 0x2437_54a1_98db_4e31 | 1 };

    fn add(&mut self, word: u64) {
        let mixed = (self.state ^ word).wrapping_mul(self.factor);
        self.state = mixed ^ mixed >> 32;
    }
}

/// A number whose bits all depend on all bits of another: the last step of
/// `SplitMix64`.
pub(super) const fn scatter(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The parts that distinguish positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// All that decides what can happen, but not which random numbers hearts
    /// will use: neither the number of moves nor the order of used cards. Two
    /// positions that look the same are as good as each other.
    Heuristic,
    /// All that decides how the game can end.
    Everything,
    /// Everything but the piles, which do not matter where no card will ever be drawn.
    Hands,
}

/// The fingerprint of a position that is used for finding wins (W4.3).
pub(super) fn heuristic(position: &Position) -> u64 {
    let mut mixer = Mixer::FIRST;
    words(position, Detail::Heuristic, |word| mixer.add(word));
    mixer.state
}

/// The fingerprint of a position that proofs rely on (W5.3). It has 128 bits: among a
/// few million positions two have the same by chance with a probability below
/// 10⁻²⁴.
pub(super) fn exact(position: &Position, detail: Detail) -> u128 {
    let (mut first, mut second) = (Mixer::FIRST, Mixer::SECOND);
    words(position, detail, |word| {
        first.add(word);
        second.add(word.rotate_left(32));
    });
    u128::from(scatter(first.state)) << 64 | u128::from(scatter(second.state))
}

/// The position in words of 64 bits. How many there are follows from the words
/// themselves.
fn words(position: &Position, detail: Detail, mut each: impl FnMut(u64)) {
    each(status(position));
    hands(position).for_each(|hand| each(hand.bits()));
    match detail {
        Detail::Heuristic => {
            pile(&position.tavern, &mut each);
            each(set_of(&position.discard_pile).bits());
            each(set_of(&position.table).bits());
        }
        Detail::Everything => {
            pile(&position.tavern, &mut each);
            pile(&position.discard_pile, &mut each);
            pile(&position.table, &mut each);
            each(position.seq().into());
        }
        Detail::Hands => {}
    }
}

/// All that is no card of a pile or a hand. The enemies below the current one
/// follow from their number: a search begins with one castle.
fn status(position: &Position) -> u64 {
    let phase = match position.phase {
        Phase::Play => 0,
        Phase::Discard { damage, attacked } => 1 | u64::from(damage) << 8 | (attacked.index() as u64) << 4,
        Phase::Next => 2,
        Phase::Won => 3,
        Phase::Lost => 4,
    };
    let enemy = position.enemy.map_or(0, |enemy| {
        let immune = u64::from(enemy.immune_to().is_some());
        u64::from(enemy.damage) | u64::from(enemy.spades) << 8 | immune << 16
    });
    let yielded = position.yielded.iter().fold(0, |bits, &yielded| bits << 1 | u64::from(yielded));
    let seat = position.seat.index() as u64;
    let castle = position.castle.len() as u64;
    phase | enemy << 16 | yielded << 40 | seat << 44 | castle << 48 | u64::from(position.jesters) << 56
}

fn set_of(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

/// A pile in order, eight cards a word, behind how many they are.
fn pile(cards: &[Card], each: &mut impl FnMut(u64)) {
    each(cards.len() as u64);
    for eight in cards.chunks(8) {
        each(eight.iter().fold(0, |word, card| word << 8 | card.index() as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::regicide::{RulesVersion, Setup};
    use crate::engine::{Options, Seed};

    fn position(line: &str) -> Position {
        let setup = Setup::new(RulesVersion::CURRENT, 2, &Options::default()).unwrap();
        Position::parse(&setup, "banana".parse::<Seed>().unwrap().key(), line).unwrap()
    }

    #[test]
    fn w4_3_w5_3_what_is_used_has_an_order_for_proofs_only() {
        let first = position("QD 2C3C 4C5C 6C7C 8C|9C JS:0:0:immune play 0 nn 0 6");
        let heuristic = |line| super::heuristic(&position(line)) == super::heuristic(&first);
        let exact = |detail, line| super::exact(&position(line), detail) == super::exact(&first, detail);
        let used = "QD 2C3C 5C4C 7C6C 8C|9C JS:0:0:immune play 0 nn 0 7";
        assert!(heuristic(used) && exact(Detail::Hands, used) && !exact(Detail::Everything, used));
        let tavern = "QD 3C2C 4C5C 6C7C 8C|9C JS:0:0:immune play 0 nn 0 6";
        assert!(!heuristic(tavern) && exact(Detail::Hands, tavern) && !exact(Detail::Everything, tavern));
        for other in [
            "QD 2C3C 4C5C 6C7C 9C|8C JS:0:0:immune play 0 nn 0 6",
            "QD 2C3C 4C5C 6C7C 8C|9C JS:1:0:immune play 0 nn 0 6",
            "QD 2C3C 4C5C 6C7C 8C|9C JS:0:0:cancelled play 0 nn 0 6",
            "QD 2C3C 4C5C 6C7C 8C|9C JS:0:0:immune play 1 nn 0 6",
            "QD 2C3C 4C5C 6C7C 8C|9C JS:0:0:immune play 0 ny 0 6",
        ] {
            assert!(!heuristic(other) && !exact(Detail::Hands, other), "{other}");
        }
    }
}
