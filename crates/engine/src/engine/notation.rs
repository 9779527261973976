//! Writing and reading position lines (docs/spec/record.md S4, docs/spec/tricks.md T14).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::card::{Card, CardSet};
use super::message::Message;
use super::moves::Seat;

/// Why a text is not a position line of a game with some set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum NotationError {
    /// It has another number of fields.
    FieldCount(usize),
    /// A field cannot be read, or has a value that the set-up does not allow.
    Field(&'static str),
    /// A card is in two places, or not in the game.
    Card(Card),
    /// Its content has another, canonical spelling.
    Spelling,
}

impl NotationError {
    /// The error as a message for people.
    pub fn message(&self) -> Message {
        let message = Message::new;
        match self {
            Self::FieldCount(count) => message("position-field-count").with("count", count.to_string()),
            Self::Field(field) => message("position-field").with("field", *field),
            Self::Card(card) => message("position-card").with("card", card.to_string()),
            Self::Spelling => message("position-spelling"),
        }
    }
}

/// Writes values with a separator between them.
pub(super) fn write_separated(
    f: &mut fmt::Formatter<'_>,
    values: impl IntoIterator<Item = impl fmt::Display>,
    separator: char,
) -> fmt::Result {
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            f.write_char(separator)?;
        }
        value.fmt(f)?;
    }
    Ok(())
}

/// Writes a field in which `-` means none.
pub(super) fn write_or_dash(f: &mut fmt::Formatter<'_>, value: Option<impl fmt::Display>) -> fmt::Result {
    match value {
        Some(value) => value.fmt(f),
        None => f.write_str("-"),
    }
}

/// Reads a field.
pub(super) fn field<T: FromStr>(name: &'static str, text: &str) -> Result<T, NotationError> {
    text.parse().map_err(|_| NotationError::Field(name))
}

/// Reads a field in which `-` means none.
pub(super) fn optional<T: FromStr>(name: &'static str, text: &str) -> Result<Option<T>, NotationError> {
    if text == "-" { Ok(None) } else { field(name, text).map(Some) }
}

/// Reads a field with the number of a seat.
pub(super) fn seat(name: &'static str, text: &str, players: u8) -> Result<Seat, NotationError> {
    let seat = field::<u8>(name, text)?.try_into().ok();
    seat.filter(|&seat: &Seat| seat.index() < usize::from(players)).ok_or(NotationError::Field(name))
}

/// Reads a field with a value for each of `count` seats.
pub(super) fn by_seat<T: FromStr + Copy>(
    name: &'static str,
    text: &str,
    separator: char,
    (empty, players): (T, u8),
) -> Result<[T; Seat::COUNT], NotationError> {
    let mut values = [empty; Seat::COUNT];
    let mut texts = text.split(separator);
    for seat in Seat::all(players) {
        values[seat.index()] = field(name, texts.next().ok_or(NotationError::Field(name))?)?;
    }
    if texts.next().is_some() { Err(NotationError::Field(name)) } else { Ok(values) }
}

/// Checks that every card is in the game and in one place only.
pub(super) fn check_cards(game: CardSet, cards: impl IntoIterator<Item = Card>) -> Result<(), NotationError> {
    let mut left = game;
    let wrong = cards.into_iter().find(|&card| !left.remove(card));
    wrong.map_or(Ok(()), |card| Err(NotationError::Card(card)))
}
