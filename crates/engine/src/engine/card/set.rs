//! Sets of cards.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::{Card, CardError, Suit, read_cards, write_cards};

/// A set of cards, one bit a card.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 54 cards.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);

    /// The number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if `card` is among them.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }

    /// Adds a card; false if it was there already.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.0;
        new
    }

    /// Takes a card out; false if it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.0);
        there
    }

    /// The cards that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards that are in at least one of the sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// All cards of one suit.
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1fff << (13 * suit as u8))
    }

    /// One bit for each card: 1, shifted by its index.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The cards in canonical order.
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

/// Cards in any order, each once.
impl FromStr for CardSet {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let mut set = Self::EMPTY;
        for card in read_cards(text) {
            if !set.insert(card?) {
                return Err(CardError);
            }
        }
        Ok(set)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The cards without separators in canonical order, `-` if there is none
/// (docs/spec/record.md S4).
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.iter())
    }
}

/// The cards of a [`CardSet`] in canonical order.
#[derive(Clone, Debug)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a bit's place is below 64")]
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for CardSetIter {}

impl Serialize for CardSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
