//! Cards in an order.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::{Card, CardError, count, read_cards, write_cards};

/// Cards in an order that matters, without heap: at most `N` of them.
///
/// Adding cards that do not fit panics, and so does taking more than there are:
/// a rule that put a card in two places would be an error of the engine, not of
/// its caller.
#[derive(Clone, Copy)]
pub struct CardList<const N: usize> {
    cards: [Card; N],
    len: u8,
}

/// A pile of any of the 54 cards.
pub type Pile = CardList<{ Card::COUNT }>;

impl<const N: usize> CardList<N> {
    /// A list without cards.
    pub const EMPTY: Self = Self { cards: [Card(0); N], len: 0 };

    /// The cards, to be put in another order.
    pub fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// Puts a card behind the last one.
    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Puts a card before the first one.
    pub fn push_front(&mut self, card: Card) {
        let len = usize::from(self.len);
        self.cards.copy_within(..len, 1);
        self.cards[0] = card;
        self.len += 1;
    }

    /// Puts cards behind the last one.
    pub fn extend_from_slice(&mut self, cards: &[Card]) {
        let len = usize::from(self.len);
        self.cards[len..len + cards.len()].copy_from_slice(cards);
        self.len += count(cards.len());
    }

    /// Takes the first `dropped` cards away.
    pub fn drop_front(&mut self, dropped: usize) {
        let len = usize::from(self.len);
        self.cards.copy_within(dropped..len, 0);
        self.len = count(len - dropped);
    }

    /// Takes all cards away.
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl<const N: usize> FromIterator<Card> for CardList<N> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut list = Self::EMPTY;
        for card in cards {
            list.push(card);
        }
        list
    }
}

impl<const N: usize> std::ops::Deref for CardList<N> {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl<const N: usize> Serialize for CardList<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<const N: usize> PartialEq for CardList<N> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<const N: usize> Eq for CardList<N> {}

impl<const N: usize> fmt::Debug for CardList<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

/// The cards without separators, `-` if there is none (docs/spec/record.md S4).
impl<const N: usize> fmt::Display for CardList<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.iter().copied())
    }
}

impl<const N: usize> FromStr for CardList<N> {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let mut list = Self::EMPTY;
        for card in read_cards(text) {
            if list.len() == N {
                return Err(CardError);
            }
            list.push(card?);
        }
        Ok(list)
    }
}
