//! Positions for tests, written as position lines.

use super::position::{Phase, Position, TurnedUp};
use super::trick::Highest;
use super::{Effect, Points, Setup};
use crate::engine::card::{Card, CardList, CardSet, Suit};
use crate::engine::game::{Game, Refusal};
use crate::engine::moves::Seat;
use crate::engine::options::Options;
use crate::engine::seed::{Key, Seed};

/// A set-up for so many players, nothing else chosen.
pub(super) fn of(players: u8) -> Setup {
    Setup::new(players, &Options::default()).unwrap()
}

/// A set-up for four partners.
pub(super) fn partners() -> Setup {
    Setup::new(4, &Options { partners: Some(true), ..Options::default() }).unwrap()
}

/// A set-up for two players without jokers.
pub(super) fn without_jokers() -> Setup {
    Setup::new(2, &Options { jokers: Some(0), ..Options::default() }).unwrap()
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

/// The position that a line describes. Only what the phase needs has to be
/// there. Whether a turned-up card was taken is told by the phase or the
/// buried card; by whom the line does not say: the seat to act, then.
pub(super) fn set(setup: Setup, line: &str) -> Position {
    let fields: Vec<&str> = line.split(' ').filter(|field| !field.is_empty()).collect();
    let [stock, up, hands, buried, trick, leader, tricks, order, points, dealer, phase, turn, seq] =
        fields[..]
    else {
        panic!("a position line has thirteen fields: {line}")
    };
    let phase = phases().into_iter().find(|known| known.to_string() == phase).unwrap();
    let turn = seat(turn);
    let mut position = Position::first_deal(setup, key("table"));
    position.seq = seq.parse().unwrap();
    position.dealer = seat(dealer);
    position.stock = list(stock);
    position.hands = [CardSet::EMPTY; Seat::COUNT];
    for (hand, text) in position.hands.iter_mut().zip(hands.split('|')) {
        *hand = cards(text).collect();
    }
    position.buried = buried.parse().ok();
    position.turned_up = match up.parse() {
        Ok(card) => TurnedUp::Open { card },
        Err(_) if phase == Phase::Bury || position.buried.is_some() => {
            TurnedUp::Taken { card: Card::X1, by: turn }
        }
        Err(_) => TurnedUp::Stock { card: cards(stock).next().unwrap_or(Card::X1) },
    };
    position.trick = list(trick);
    position.leader = seat(leader);
    for (count, text) in position.tricks.iter_mut().zip(tricks.split(',')) {
        *count = text.parse().unwrap();
    }
    position.trump = Suit::from_letter(order.as_bytes()[0]);
    position.highest = if order.ends_with('A') { Highest::Ace } else { Highest::King };
    let points: Vec<u32> = points.split(',').map(|text| text.parse().unwrap()).collect();
    position.points = Points::try_from(points).unwrap();
    position.phase = phase;
    position.turn = turn;
    position
}

fn phases() -> [Phase; 6] {
    [Phase::Take, Phase::Trump, Phase::Bury, Phase::Play, Phase::Change, Phase::Over]
}

fn seat(text: &str) -> Seat {
    Seat::try_from(text.parse::<u8>().unwrap()).unwrap()
}

/// The cards of a list without separators, `-` for none.
fn cards(text: &str) -> impl Iterator<Item = Card> {
    let text = text.trim_matches('-');
    (0..text.len()).step_by(2).map(|at| text[at..at + 2].parse().unwrap())
}

fn list<const N: usize>(text: &str) -> CardList<N> {
    let mut list = CardList::EMPTY;
    list.extend_from_slice(&cards(text).collect::<Vec<_>>());
    list
}
