//! Moves and their two spellings, text and JSON (docs/spec/record.md S3, docs/spec/tricks.md T12).

mod json;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::card::{Card, CardError, CardList, Suit};
use super::message::{Arg, Message, PlayerName};

pub use json::{MoveJson, MoveJsonError};

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "u8", into = "u8")]
#[derive(PartialOrd, Ord, Hash, derive_more::Display)]
#[schema(value_type = u8, minimum = 0, maximum = 3, examples(0))]
pub struct Seat(u8);

/// A number that is no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seat is a number from 0 to 3")]
pub struct SeatError;

impl Seat {
    /// The most seats a game has.
    pub const COUNT: usize = 4;

    /// The seats of a game with so many players, in ascending order.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..players).map(Self)
    }

    /// The seat's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's number as people count: from 1.
    pub const fn ordinal(self) -> u8 {
        self.0 + 1
    }

    /// The seat's number, as a text.
    const fn digit(self) -> &'static str {
        ["0", "1", "2", "3"][self.index()]
    }

    /// The next seat clockwise among so many players.
    #[must_use]
    pub const fn next(self, players: u8) -> Self {
        Self((self.0 + 1) % players)
    }
}

impl TryFrom<u8> for Seat {
    type Error = SeatError;

    fn try_from(number: u8) -> Result<Self, SeatError> {
        if usize::from(number) < Self::COUNT { Ok(Self(number)) } else { Err(SeatError) }
    }
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Self {
        Self::Player(seat, PlayerName::None)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

/// The cards that a move names, in the order named: no more than the largest
/// hand holds (R3.1).
pub type Named = CardList<8>;

/// A player's move in either game. The rules of a game decide which of them it
/// has, and in which phase.
///
/// ```
/// use regicide_engine::engine::Move;
///
/// let mv: Move = "play 8D AC".parse()?;
/// assert_eq!(mv.to_string(), "play 8D AC");
/// assert!("play 8D  AC".parse::<Move>().is_err());
/// # Ok::<(), regicide_engine::engine::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "MoveJson", into = "MoveJson")]
pub enum Move {
    /// Play cards from the hand (R4.2, T6).
    Play(Named),
    /// Yield (R7.1).
    Yield,
    /// Discard cards to cover damage (R4.12).
    Discard(Named),
    /// Name the seat that goes next, after a jester (R6.4).
    Next(Seat),
    /// Flip a solo jester (R9.1).
    Flip,
    /// Concede the game (R11.1, T12).
    Concede,
    /// Take the last move back (docs/spec/record.md S3.1). A [`History`](super::History)
    /// carries it out: a position alone has nothing to go back to.
    Undo,
    /// Take the turned-up card (T5).
    Take,
    /// Leave the turned-up card (T5).
    Pass,
    /// Name the trump suit (T5).
    Trump(Suit),
    /// Put a card out of play, face down (T5).
    Bury(Card),
    /// Leave trump and rank order as they are (T8).
    Keep,
    /// Change trump, rank order or both (T8).
    Change(Change),
}

/// A change by a trick's winner (T8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another trump suit.
    Trump(Suit),
    /// The reverse rank order.
    Reverse,
    /// Both.
    Both(Suit),
}

/// Why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum MoveError {
    /// The first word is not the name of a move.
    UnknownWord,
    /// The text after the first word has no place in the move.
    Spelling,
    /// A play or discard names no card.
    NoCards,
    /// More cards than any hand holds.
    TooManyCards,
    /// A text in the place of a card is not a card.
    Card(#[from] CardError),
    /// A text in the place of a seat is not a seat.
    Seat(#[from] SeatError),
    /// A text in the place of a suit is not a suit.
    Suit,
}

impl MoveError {
    /// The error as a message for people.
    pub fn message(&self) -> Message {
        Message::new(match self {
            Self::UnknownWord => "misspelt-unknown-word",
            Self::Spelling => "misspelt-spaces",
            Self::NoCards => "misspelt-no-cards",
            Self::TooManyCards => "misspelt-too-many-cards",
            Self::Card(CardError) => "misspelt-card",
            Self::Seat(SeatError) => "misspelt-seat",
            Self::Suit => "misspelt-suit",
        })
    }
}

impl Move {
    /// A play of these one to eight cards, for callers that build moves.
    pub fn play(cards: &[Card]) -> Result<Self, MoveError> {
        named(cards).map(Self::Play)
    }

    /// A discard of these one to eight cards, for callers that build moves.
    pub fn discard(cards: &[Card]) -> Result<Self, MoveError> {
        named(cards).map(Self::Discard)
    }

    /// Returns true if others may not read the move before the game is over (T11).
    pub const fn is_hidden(&self) -> bool {
        matches!(self, Self::Bury(_))
    }
}

fn named(cards: &[Card]) -> Result<Named, MoveError> {
    match cards.len() {
        0 => Err(MoveError::NoCards),
        1..=8 => Ok(cards.iter().copied().collect()),
        _ => Err(MoveError::TooManyCards),
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (word, rest) = match text.split_once(' ') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let alone = |mv| if rest.is_none() { Ok(mv) } else { Err(MoveError::Spelling) };
        match word {
            "play" => parse_cards(rest).map(Self::Play),
            "discard" => parse_cards(rest).map(Self::Discard),
            "next" => parse_seat(rest.ok_or(MoveError::Spelling)?).map(Self::Next),
            "trump" => parse_suit(rest.ok_or(MoveError::Spelling)?).map(Self::Trump),
            "bury" => Ok(Self::Bury(rest.ok_or(MoveError::NoCards)?.parse()?)),
            "change" => parse_change(rest.ok_or(MoveError::Spelling)?).map(Self::Change),
            "yield" => alone(Self::Yield),
            "flip" => alone(Self::Flip),
            "concede" => alone(Self::Concede),
            "undo" => alone(Self::Undo),
            "take" => alone(Self::Take),
            "pass" => alone(Self::Pass),
            "keep" => alone(Self::Keep),
            _ => Err(MoveError::UnknownWord),
        }
    }
}

fn parse_cards(rest: Option<&str>) -> Result<Named, MoveError> {
    let mut cards = Named::EMPTY;
    for text in rest.ok_or(MoveError::NoCards)?.split(' ') {
        let card = text.parse()?;
        if cards.len() == 8 {
            return Err(MoveError::TooManyCards);
        }
        cards.push(card);
    }
    Ok(cards)
}

fn parse_seat(text: &str) -> Result<Seat, MoveError> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Ok(Seat::try_from(digit - b'0')?),
        _ => Err(SeatError.into()),
    }
}

fn parse_suit(text: &str) -> Result<Suit, MoveError> {
    text.parse().map_err(|_| MoveError::Suit)
}

fn parse_change(text: &str) -> Result<Change, MoveError> {
    if text == "reverse" {
        return Ok(Change::Reverse);
    }
    match text.split_once(' ') {
        None => parse_suit(text).map(Change::Trump),
        Some((suit, "reverse")) => parse_suit(suit).map(Change::Both),
        Some(_) => Err(MoveError::Spelling),
    }
}

impl Move {
    /// The text form, also as `Display` has it. A view has many legal moves, so
    /// this one needs neither a formatter nor a second allocation.
    pub fn text(&self) -> String {
        const LONGEST: usize = "discard AC 2C 3C 4C 5C 6C 7C 8C".len();
        let mut text = String::with_capacity(LONGEST);
        self.spell(|part| text.push_str(part));
        text
    }

    /// Hands the parts of the text form to `put`, in order.
    fn spell(&self, mut put: impl FnMut(&'static str)) {
        match self {
            Self::Play(cards) | Self::Discard(cards) => {
                put(if let Self::Play(_) = self { "play" } else { "discard" });
                for card in cards.iter() {
                    put(" ");
                    put(card.name());
                }
            }
            Self::Yield => put("yield"),
            Self::Next(seat) => {
                put("next ");
                put(seat.digit());
            }
            Self::Flip => put("flip"),
            Self::Concede => put("concede"),
            Self::Undo => put("undo"),
            Self::Take => put("take"),
            Self::Pass => put("pass"),
            Self::Trump(suit) => {
                put("trump ");
                put(suit.name());
            }
            Self::Bury(card) => {
                put("bury ");
                put(card.name());
            }
            Self::Keep => put("keep"),
            Self::Change(change) => {
                put("change");
                if let Change::Trump(suit) | Change::Both(suit) = change {
                    put(" ");
                    put(suit.name());
                }
                if let Change::Reverse | Change::Both(_) = change {
                    put(" reverse");
                }
            }
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = Ok(());
        self.spell(|part| written = written.and_then(|()| f.write_str(part)));
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_has_one_text_and_one_json() {
        let forms = [
            ("play 7H", r#"{"type":"play","cards":["7H"]}"#),
            ("play 8D AC", r#"{"type":"play","cards":["8D","AC"]}"#),
            ("yield", r#"{"type":"yield"}"#),
            ("discard 5C 2D", r#"{"type":"discard","cards":["5C","2D"]}"#),
            ("next 2", r#"{"type":"next","seat":2}"#),
            ("flip", r#"{"type":"flip"}"#),
            ("concede", r#"{"type":"concede"}"#),
            ("undo", r#"{"type":"undo"}"#),
            ("take", r#"{"type":"take"}"#),
            ("pass", r#"{"type":"pass"}"#),
            ("trump H", r#"{"type":"trump","suit":"H"}"#),
            ("bury 5C", r#"{"type":"bury","cards":["5C"]}"#),
            ("keep", r#"{"type":"keep"}"#),
            ("change H", r#"{"type":"change","suit":"H"}"#),
            ("change reverse", r#"{"type":"change","reverse":true}"#),
            ("change H reverse", r#"{"type":"change","suit":"H","reverse":true}"#),
        ];
        for (text, json) in forms {
            let mv: Move = text.parse().unwrap();
            assert_eq!((mv.to_string(), mv.text()), (text.to_owned(), text.to_owned()));
            assert_eq!(serde_json::to_string(&mv).unwrap(), json);
            assert_eq!(serde_json::from_str::<Move>(json).unwrap(), mv);
        }
    }

    #[test]
    fn any_other_spelling_is_refused() {
        let texts = [
            "",
            " ",
            "play",
            "play ",
            "play  7H",
            "play 7H ",
            "play 7h",
            " play 7H",
            "Play 7H",
            "play 7H,8H",
            "play 2C 3C 4C 5C 6C 7C 8C 9C TC",
            "yield ",
            "yield 1",
            "next",
            "next 02",
            "next 4",
            "next +1",
            "next 1 ",
            "discard",
            "flip 1",
            "undo 1",
            "trump",
            "trump h",
            "trump X",
            "bury",
            "bury 5C 6C",
            "change",
            "change reverse H",
            "change H  reverse",
            "change H D",
            "keep it",
            "play\t7H",
            "concede\n",
        ];
        for text in texts {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn json_that_is_no_move_is_refused() {
        let texts = [
            r#"{"type":"yield","seat":1}"#,
            r#"{"type":"play","cards":[]}"#,
            r#"{"type":"play","cards":["7H"],"extra":1}"#,
            r#"{"type":"play","cards":["7h"]}"#,
            r#"{"type":"next","seat":4}"#,
            r#"{"type":"next","seat":-1}"#,
            r#"{"type":"bury","cards":["5C","6C"]}"#,
            r#"{"type":"change"}"#,
            r#"{"type":"change","reverse":false}"#,
            r#"{"type":"dance"}"#,
            r#"{"cards":["7H"]}"#,
            r#""play 7H""#,
        ];
        for text in texts {
            assert!(serde_json::from_str::<Move>(text).is_err(), "{text}");
        }
    }
}
