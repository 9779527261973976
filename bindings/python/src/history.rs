//! The moves of a game. A position line leaves out earlier facts that views show, such as
//! the card that was turned up: a game is restored by its moves.

use std::sync::Arc;

use pyo3::prelude::*;
use regicide_engine::engine::{Card, Change, Move, Seat, Suit};

use crate::values::{Whole, value_error};

/// The moves up to a position. Positions of one game share them.
#[derive(Clone, Default)]
pub(crate) struct History(Option<Arc<Link>>);

struct Link {
    before: History,
    seat: Seat,
    mv: Move,
}

impl History {
    /// These moves and one more.
    pub(crate) fn and(&self, seat: Seat, mv: Move) -> Self {
        Self(Some(Arc::new(Link { before: self.clone(), seat, mv })))
    }

    /// These moves without the last one.
    pub(crate) fn before(&self) -> Self {
        self.0.as_ref().map(|link| link.before.clone()).unwrap_or_default()
    }

    /// The moves in their order, with their seats.
    pub(crate) fn moves(&self) -> Vec<(u8, String)> {
        let mut moves: Vec<_> = self.latest().map(|link| (link.seat.into(), link.mv.text())).collect();
        moves.reverse();
        moves
    }

    fn latest(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref())
    }

    /// Writes as many of the last moves as there is room for, as the viewer saw them, the newest
    /// first.
    pub(crate) fn write(&self, players: u8, viewer: Seat, rows: &mut [u8]) {
        rows.fill(0);
        for (row, link) in rows.chunks_mut(MOVE_SIZE).zip(self.latest()) {
            link.write(players, viewer, row);
        }
    }
}

/// The most moves that an observation has.
const MOST_MOVES: usize = 1_000;

/// The number of moves that follow an observation.
pub(crate) fn read_length(history: Whole) -> PyResult<usize> {
    let length = usize::try_from(history.0).ok().filter(|&length| length <= MOST_MOVES);
    length.ok_or_else(|| value_error(format!("history: expected 0 to {MOST_MOVES} moves, got {}", history.0)))
}

const KINDS: usize = 11;
const KIND: usize = Seat::COUNT;
const SUIT: usize = KIND + KINDS;
const REVERSE: usize = SUIT + Suit::ALL.len();
const NEXT: usize = REVERSE + 1;
const CARDS: usize = NEXT + Seat::COUNT;
/// The length of a move in numbers (docs/reference/encoding.md).
pub(crate) const MOVE_SIZE: usize = CARDS + Card::COUNT;

impl Link {
    /// Writes the move as the viewer saw it: a card that another seat buried is hidden.
    fn write(&self, players: u8, viewer: Seat, row: &mut [u8]) {
        let players = usize::from(players);
        let steps_to = |seat: Seat| (seat.index() + players - viewer.index()) % players;
        row[steps_to(self.seat)] = 1;
        let mut cards: &[Card] = &[];
        let kind = match &self.mv {
            Move::Play(played) => {
                cards = played;
                0
            }
            Move::Discard(discarded) => {
                cards = discarded;
                1
            }
            Move::Yield => 2,
            Move::Flip => 3,
            Move::Next(seat) => {
                row[NEXT + steps_to(*seat)] = 1;
                4
            }
            Move::Take => 5,
            Move::Pass => 6,
            Move::Trump(suit) => {
                row[SUIT + *suit as usize] = 1;
                7
            }
            Move::Keep => 8,
            Move::Change(change) => {
                if let Change::Trump(suit) | Change::Both(suit) = change {
                    row[SUIT + *suit as usize] = 1;
                }
                row[REVERSE] = matches!(change, Change::Reverse | Change::Both(_)).into();
                9
            }
            Move::Bury(card) => {
                if self.seat == viewer {
                    cards = std::slice::from_ref(card);
                }
                10
            }
            Move::Concede | Move::Undo => return,
        };
        row[KIND + kind] = 1;
        for card in cards {
            row[CARDS + card.index()] = 1;
        }
    }
}

/// A long chain would be dropped by as many nested calls.
impl Drop for History {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.0.take());
        }
    }
}
