//! Positions for tests, written as position lines.

use super::position::Position;
use super::{Effect, RulesVersion, Setup};
use crate::engine::game::{Game, Refusal};
use crate::engine::moves::Seat;
use crate::engine::options::Options;
use crate::engine::seed::{Key, Seed};

/// A set-up for so many players, nothing else chosen.
pub(super) fn of(players: u8) -> Setup {
    Setup::new(RulesVersion::CURRENT, players, &Options::default()).unwrap()
}

/// A set-up for four partners.
pub(super) fn partners() -> Setup {
    Setup::new(RulesVersion::CURRENT, 4, &Options { partners: Some(true), ..Options::default() }).unwrap()
}

/// A set-up for two players without jokers.
pub(super) fn without_jokers() -> Setup {
    Setup::new(RulesVersion::CURRENT, 2, &Options { jokers: Some(0), ..Options::default() }).unwrap()
}

/// The key of a seed.
pub(super) fn key(seed: &str) -> Key {
    seed.parse::<Seed>().unwrap().key()
}

/// Seats by number.
pub(super) fn seats<const N: usize>(numbers: [u8; N]) -> [Seat; N] {
    numbers.map(|number| Seat::try_from(number).unwrap())
}

/// Plays a move written as text, and answers what it did too.
pub(super) fn play(position: &Position, seat: Seat, mv: &str) -> Result<(Position, Vec<Effect>), Refusal> {
    let mut effects = Vec::new();
    let next = position.play(seat, &mv.parse().unwrap(), &mut effects)?;
    Ok((next, effects))
}

/// The position that a line describes. Only the cards that the phase needs
/// have to be there.
pub(super) fn set(setup: Setup, line: &str) -> Position {
    Position::parse(&setup, key("table"), line).unwrap()
}
