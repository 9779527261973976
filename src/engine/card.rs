//! Cards, and the sets and piles that both games keep them in.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The four suits in canonical order (R2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub enum Suit {
    /// Clubs.
    #[serde(rename = "C")]
    Clubs,
    /// Diamonds.
    #[serde(rename = "D")]
    Diamonds,
    /// Hearts.
    #[serde(rename = "H")]
    Hearts,
    /// Spades.
    #[serde(rename = "S")]
    Spades,
}

impl Suit {
    /// Every suit in canonical order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter that stands for the suit: `C`, `D`, `H` or `S`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }

    /// The suit that a letter stands for.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'C' => Some(Self::Clubs),
            b'D' => Some(Self::Diamonds),
            b'H' => Some(Self::Hearts),
            b'S' => Some(Self::Spades),
            _ => None,
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// The thirteen ranks in canonical order (R2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// Every rank in canonical order.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];
    const LETTERS: &'static [u8; 13] = b"A23456789TJQK";

    /// The character that stands for the rank, one of `A23456789TJQK`.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS[self as usize] as char
    }

    fn from_letter(letter: u8) -> Option<Self> {
        let index = Self::LETTERS.iter().position(|&known| known == letter)?;
        Some(Self::ALL[index])
    }
}

/// One of the 54 cards (R2.1), ordered canonically (R2.4): clubs, diamonds, hearts,
/// spades, each from ace to king, then the two jesters (in the trick-taking
/// game: jokers).
///
/// ```
/// use regicide::engine::{Card, Rank, Suit};
///
/// let card: Card = "7H".parse()?;
/// assert_eq!(card, Card::new(Rank::Seven, Suit::Hearts));
/// assert!("QS".parse::<Card>()? < Card::X1);
/// # Ok::<(), regicide::engine::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, pattern = "^([A2-9TJQK][CDHS]|X[12])$", examples("7H"))]
pub struct Card(u8);

/// A text that names no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a card is a rank out of A23456789TJQK and a suit out of CDHS, or X1 or X2")]
pub struct CardError;

impl Card {
    /// How many cards there are, jesters included.
    pub const COUNT: usize = 54;
    /// The first jester.
    pub const X1: Self = Self(52);
    /// The second jester.
    pub const X2: Self = Self(53);

    /// The card of a rank and a suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(suit as u8 * 13 + rank as u8)
    }

    /// The card's place in canonical order, 0 to 53.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is one of the two jesters.
    #[must_use]
    pub const fn is_jester(self) -> bool {
        self.0 >= Self::X1.0
    }

    /// The rank, or nothing for a jester.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        if self.is_jester() { None } else { Some(Rank::ALL[(self.0 % 13) as usize]) }
    }

    /// The suit, or nothing for a jester.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.is_jester() { None } else { Some(Suit::ALL[(self.0 / 13) as usize]) }
    }
}

impl Card {
    /// The card's name in words, nothing for a jester: `Seven of Hearts`.
    #[must_use]
    pub fn name(self) -> Option<String> {
        let (rank, suit) = (self.rank()?, self.suit()?);
        Some(format!("{rank:?} of {suit:?}"))
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        match *text.as_bytes() {
            [b'X', b'1'] => Ok(Self::X1),
            [b'X', b'2'] => Ok(Self::X2),
            [rank, suit] => {
                let rank = Rank::from_letter(rank).ok_or(CardError)?;
                let suit = Suit::from_letter(suit).ok_or(CardError)?;
                Ok(Self::new(rank, suit))
            }
            _ => Err(CardError),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{}{}", rank.letter(), suit.letter()),
            _ => write!(f, "X{}", self.0 - Self::X1.0 + 1),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for Card {
    type Error = CardError;

    fn try_from(text: String) -> Result<Self, CardError> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

/// A set of cards, one bit a card: hands, and the question whether a play
/// names a card twice.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 54 cards.
    pub const ALL: Self = Self((1 << Card::COUNT) - 1);

    /// The number of cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is among them.
    #[must_use]
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
    #[must_use]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1fff << (13 * suit as u8))
    }

    /// The cards in canonical order.
    #[must_use]
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

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The cards without separators in canonical order, `-` if there is none
/// (RECORD.md S4).
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

/// Cards in an order that matters, without heap: at most `N` of them.
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

    /// The cards, first one first.
    #[must_use]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The cards, to be put in another order.
    pub fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// Puts a card behind the last one.
    ///
    /// # Panics
    /// If the list is full: a rule that put a card in two places would be an
    /// error of the engine, not of its caller.
    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Puts a card before the first one.
    ///
    /// # Panics
    /// If the list is full.
    pub fn push_front(&mut self, card: Card) {
        let len = usize::from(self.len);
        self.cards.copy_within(..len, 1);
        self.cards[0] = card;
        self.len += 1;
    }

    /// Puts cards behind the last one.
    ///
    /// # Panics
    /// If they do not fit.
    pub fn extend_from_slice(&mut self, cards: &[Card]) {
        let len = usize::from(self.len);
        self.cards[len..len + cards.len()].copy_from_slice(cards);
        #[expect(clippy::cast_possible_truncation, reason = "at most 54 cards")]
        let added = cards.len() as u8;
        self.len += added;
    }

    /// Takes the first `count` cards away.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn drop_front(&mut self, count: usize) {
        let len = usize::from(self.len);
        self.cards.copy_within(count..len, 0);
        #[expect(clippy::cast_possible_truncation, reason = "at most 54 cards")]
        let left = (len - count) as u8;
        self.len = left;
    }

    /// Takes all cards away.
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl<const N: usize> Default for CardList<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> std::ops::Deref for CardList<N> {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        self.as_slice()
    }
}

impl<const N: usize> Serialize for CardList<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<const N: usize> PartialEq for CardList<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for CardList<N> {}

impl<const N: usize> fmt::Debug for CardList<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// The cards without separators, `-` if there is none (RECORD.md S4).
impl<const N: usize> fmt::Display for CardList<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.iter().copied())
    }
}

/// Cards separated by blanks, for people; `-` if there is none.
pub(super) struct Spaced<I>(pub(super) I);

impl<I: Iterator<Item = Card> + Clone> fmt::Display for Spaced<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards = self.0.clone();
        let Some(first) = cards.next() else { return f.write_str("-") };
        write!(f, "{first}")?;
        cards.try_for_each(|card| write!(f, " {card}"))
    }
}

fn write_cards(f: &mut fmt::Formatter<'_>, cards: impl Iterator<Item = Card>) -> fmt::Result {
    let mut none = true;
    for card in cards {
        none = false;
        write!(f, "{card}")?;
    }
    if none { f.write_str("-") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_one_text_in_canonical_order() {
        let all: CardSet = (0..54).map(Card).collect();
        assert_eq!(
            all.to_string(),
            "AC2C3C4C5C6C7C8C9CTCJCQCKCAD2D3D4D5D6D7D8D9DTDJDQDKD\
             AH2H3H4H5H6H7H8H9HTHJHQHKHAS2S3S4S5S6S7S8S9STSJSQSKSX1X2"
        );
        for card in all {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }

    #[test]
    fn other_texts_are_no_cards() {
        for text in ["", "7", "7h", "1H", "10H", "X0", "X3", "7H ", "é"] {
            assert_eq!(text.parse::<Card>(), Err(CardError), "{text}");
        }
    }

    #[test]
    fn a_list_is_taken_from_and_added_to_at_both_ends() {
        let mut pile = Pile::EMPTY;
        pile.extend_from_slice(&[Card::X1, Card::X2]);
        pile.push_front(Card(0));
        pile.push(Card(1));
        assert_eq!(pile.to_string(), "ACX1X22C");
        pile.drop_front(3);
        assert_eq!(pile.to_string(), "2C");
        pile.clear();
        assert_eq!(pile.to_string(), "-");
    }
}
