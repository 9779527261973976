//! Rows of small numbers.

use crate::engine::Card;

/// A part of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in docs/reference/encoding.md.
    pub name: &'static str,
    /// The index of its first number in the row.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

/// Takes the parts of a row one after the other. The code that fills rows also
/// lists their fields: the two cannot differ.
pub(super) trait Row {
    /// The next part: `fill` writes to it, whose numbers are all 0 before.
    fn field(&mut self, name: &'static str, len: usize, fill: impl FnOnce(&mut [u8]));

    fn number(&mut self, name: &'static str, number: u8) {
        self.field(name, 1, |out| out[0] = number);
    }

    /// A 1 in the place of the choice, if there is one.
    fn one_of(&mut self, name: &'static str, len: usize, choice: Option<usize>) {
        self.field(name, len, |out| {
            if let Some(choice) = choice {
                out[choice] = 1;
            }
        });
    }

    /// A 1 in the place of each of the cards.
    fn cards(&mut self, name: &'static str, cards: &[Card]) {
        self.field(name, Card::COUNT, |out| cards.iter().for_each(|card| out[card.index()] = 1));
    }

    /// The cards in their order, each as its place in canonical order, from 1;
    /// 0 for none.
    fn places(&mut self, name: &'static str, len: usize, cards: &[Card]) {
        self.field(name, len, |out| {
            for (place, &card) in out.iter_mut().zip(cards) {
                *place = place_of(card);
            }
        });
    }
}

pub(super) fn place_of(card: Card) -> u8 {
    u8::try_from(card.index() + 1).unwrap_or_default()
}

/// Fills a row.
pub(super) struct Numbers<'a>(pub(super) &'a mut [u8]);

impl Row for Numbers<'_> {
    fn field(&mut self, _: &'static str, len: usize, fill: impl FnOnce(&mut [u8])) {
        let (part, rest) = std::mem::take(&mut self.0).split_at_mut(len);
        part.fill(0);
        fill(part);
        self.0 = rest;
    }
}

/// Lists the fields.
#[derive(Default)]
pub(super) struct Fields(pub(super) Vec<Field>);

impl Row for Fields {
    fn field(&mut self, name: &'static str, len: usize, _: impl FnOnce(&mut [u8])) {
        let start = self.0.last().map_or(0, |last| last.start + last.len);
        self.0.push(Field { name, start, len });
    }
}
