//! Cards, and the sets and piles that both games keep them in.

mod list;
mod set;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::VariantArray;
use utoipa::ToSchema;

use super::message::Message;

pub use list::{CardList, Pile};
pub use set::{CardSet, CardSetIter};

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

    /// The letter of the suit: `C`, `D`, `H` or `S`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "C",
            Self::Diamonds => "D",
            Self::Hearts => "H",
            Self::Spades => "S",
        }
    }

    fn from_letter(letter: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.name().as_bytes() == [letter])
    }
}

impl FromStr for Suit {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        match *text.as_bytes() {
            [letter] => Self::from_letter(letter).ok_or(CardError),
            _ => Err(CardError),
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The thirteen ranks in canonical order (R2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray)]
#[expect(missing_docs, reason = "the names are the documentation")]
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
    pub const ALL: &[Self] = Self::VARIANTS;
    const LETTERS: &'static [u8; 13] = b"A23456789TJQK";

    /// The character of the rank, one of `A23456789TJQK`.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, pattern = "^([A2-9TJQK][CDHS]|X[12])$", examples("7H"))]
pub struct Card(u8);

/// A text that names no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a card is a rank out of A23456789TJQK and a suit out of CDHS, or X1 or X2")]
pub struct CardError;

/// Cards are written as in R2.1:
///
/// ```
/// use regicide_engine::engine::{Card, Rank, Suit};
///
/// let card: Card = "7H".parse()?;
/// assert_eq!(card, Card::new(Rank::Seven, Suit::Hearts));
/// assert!("QS".parse::<Card>()? < Card::X1);
/// # Ok::<(), regicide_engine::engine::CardError>(())
/// ```
impl Card {
    /// How many cards there are, jesters included.
    pub const COUNT: usize = 54;
    /// The first jester.
    pub const X1: Self = Self(52);
    /// The second jester.
    pub const X2: Self = Self(53);

    /// The card of a rank and a suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(suit as u8 * 13 + rank as u8)
    }

    /// Every card's name, in canonical order: a legal move names cards often,
    /// and a view has many legal moves.
    const NAMES: &'static str = "\
        AC2C3C4C5C6C7C8C9CTCJCQCKCAD2D3D4D5D6D7D8D9DTDJDQDKD\
        AH2H3H4H5H6H7H8H9HTHJHQHKHAS2S3S4S5S6S7S8S9STSJSQSKSX1X2";

    /// The name: rank and suit, such as `7H`, or `X1` or `X2`.
    pub fn name(self) -> &'static str {
        &Self::NAMES[2 * self.index()..][..2]
    }

    /// The card's place in canonical order, 0 to 53.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place in canonical order as a byte.
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// The card at a place in canonical order, if there is one.
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        (usize::from(code) < Self::COUNT).then_some(Self(code))
    }

    /// Returns true for the two jesters.
    pub const fn is_jester(self) -> bool {
        self.0 >= Self::X1.0
    }

    /// The rank, or nothing for a jester.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_jester() { None } else { Some(Rank::ALL[(self.0 % 13) as usize]) }
    }

    /// The suit, or nothing for a jester.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_jester() { None } else { Some(Suit::ALL[(self.0 / 13) as usize]) }
    }
}

/// The colour of a suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SuitColor {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

impl Suit {
    /// Its sign in Unicode.
    pub const fn glyph(self) -> char {
        match self {
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
            Self::Hearts => '♥',
            Self::Spades => '♠',
        }
    }

    /// Its colour.
    pub const fn color(self) -> SuitColor {
        match self {
            Self::Clubs | Self::Spades => SuitColor::Black,
            Self::Diamonds | Self::Hearts => SuitColor::Red,
        }
    }

    /// Its name.
    pub fn message(self) -> Message {
        Message::new(match self {
            Self::Clubs => "suit-clubs",
            Self::Diamonds => "suit-diamonds",
            Self::Hearts => "suit-hearts",
            Self::Spades => "suit-spades",
        })
    }
}

impl Rank {
    /// Its name, as most games call it.
    pub(super) fn message(self) -> Message {
        Message::new(match self {
            Self::Ace => "rank-ace",
            Self::Two => "rank-two",
            Self::Three => "rank-three",
            Self::Four => "rank-four",
            Self::Five => "rank-five",
            Self::Six => "rank-six",
            Self::Seven => "rank-seven",
            Self::Eight => "rank-eight",
            Self::Nine => "rank-nine",
            Self::Ten => "rank-ten",
            Self::Jack => "rank-jack",
            Self::Queen => "rank-queen",
            Self::King => "rank-king",
        })
    }
}

impl Card {
    /// Its picture in Unicode.
    pub fn glyph(self) -> char {
        let Some((rank, suit)) = self.rank().zip(self.suit()) else {
            return if self == Self::X1 { '\u{1f0cf}' } else { '\u{1f0df}' };
        };
        let ace = match suit {
            Suit::Spades => 0x1_f0a1,
            Suit::Hearts => 0x1_f0b1,
            Suit::Diamonds => 0x1_f0c1,
            Suit::Clubs => 0x1_f0d1,
        };
        // Unicode has a knight between jack and queen.
        let knight = u32::from(rank >= Rank::Queen);
        char::from_u32(ace + rank as u32 + knight).unwrap_or_default()
    }

    /// Its name, as most games call it.
    pub(super) fn message(self) -> Message {
        self.named(match self.rank() {
            None => "card-joker",
            Some(Rank::Ace) => "card-ace",
            Some(Rank::Two) => "card-two",
            Some(Rank::Three) => "card-three",
            Some(Rank::Four) => "card-four",
            Some(Rank::Five) => "card-five",
            Some(Rank::Six) => "card-six",
            Some(Rank::Seven) => "card-seven",
            Some(Rank::Eight) => "card-eight",
            Some(Rank::Nine) => "card-nine",
            Some(Rank::Ten) => "card-ten",
            Some(Rank::Jack) => "card-jack",
            Some(Rank::Queen) => "card-queen",
            Some(Rank::King) => "card-king",
        })
    }

    /// Its name, where its rank is called otherwise.
    pub(super) fn named(self, id: &'static str) -> Message {
        let message = Message::new(id);
        match self.suit() {
            Some(suit) => message.with("suit", suit.message()),
            None => message,
        }
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
        f.write_str(self.name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl TryFrom<String> for Card {
    type Error = CardError;

    fn try_from(text: String) -> Result<Self, CardError> {
        text.parse()
    }
}

/// A number of cards.
#[expect(clippy::cast_possible_truncation, reason = "there are 54 cards")]
pub(super) const fn count(cards: usize) -> u8 {
    cards as u8
}

/// Cards separated by blanks, for people; `-` if there is none.
pub(super) fn spaced(cards: impl Iterator<Item = Card>) -> String {
    let cards: Vec<&str> = cards.map(Card::name).collect();
    if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
}

/// The cards of a text as [`write_cards`] writes them.
fn read_cards(text: &str) -> impl Iterator<Item = Result<Card, CardError>> {
    let cards = if text == "-" { "" } else { text };
    cards.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).map_err(|_| CardError)?.parse())
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
    fn cards_have_pictures_of_their_own() {
        let glyph = |text: &str| text.parse::<Card>().unwrap().glyph();
        assert_eq!(["AS", "JS", "QS", "KH", "TC", "X1"].map(glyph), ['🂡', '🂫', '🂭', '🂾', '🃚', '🃏']);
        let all: std::collections::BTreeSet<char> = CardSet::ALL.iter().map(Card::glyph).collect();
        assert_eq!(all.len(), Card::COUNT);
        assert!(!all.contains(&'🂬'), "no knight");
    }

    #[test]
    fn r2_1_r2_4_every_card_has_one_text_in_canonical_order() {
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
