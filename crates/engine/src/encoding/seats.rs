//! Seats, counted from one of them.

use super::row::Row;
use crate::engine::{Seat, Setup};

/// The seats as one of them counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seats {
    own: Seat,
    players: u8,
}

impl Seats {
    pub(super) const fn of(setup: Setup, own: Seat) -> Self {
        Self { own, players: setup.players() }
    }

    /// Every seat of the table.
    pub(super) fn all(self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players)
    }

    /// How many seats clockwise the other is.
    pub(super) const fn steps_to(self, seat: Seat) -> usize {
        (seat.index() + self.players as usize - self.own.index()) % self.players as usize
    }

    /// A number for each seat.
    pub(super) fn numbers(self, row: &mut impl Row, name: &'static str, of: impl Fn(Seat) -> u8) {
        row.field(name, Seat::COUNT, |out| self.all().for_each(|seat| out[self.steps_to(seat)] = of(seat)));
    }
}
