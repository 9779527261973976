//! Positions that were not dealt: what a player sees, completed by what the
//! player does not see, as somebody assumes it.

use super::position::Position;
use super::{Setup, View};
use crate::engine::card::{Card, CardList, CardSet};
use crate::engine::moves::Seat;
use crate::engine::seed::Key;

/// The parts of a position that the view of the seat to act does not hold.
#[derive(Clone, Debug)]
pub struct Unseen {
    /// The stock, top first.
    pub stock: CardList<24>,
    /// Every hand; the own one is the one of the view.
    pub hands: [CardSet; Seat::COUNT],
    /// The buried card, if another seat has buried one.
    pub buried: Option<Card>,
    /// The source of later deals.
    pub key: Key,
}

impl Position {
    /// The position in which `seat` is to act and sees `view`, if all else is
    /// as assumed. Its moves are counted from 0.
    pub fn assumed(setup: Setup, seat: Seat, view: &View, unseen: &Unseen) -> Self {
        let mut hands = unseen.hands;
        hands[seat.index()] = view.hand.iter().flatten().copied().collect();
        Self {
            setup,
            key: unseen.key,
            seq: 0,
            dealer: view.dealer,
            stock: unseen.stock,
            turned_up: view.turned_up,
            hands,
            buried: view.buried.or(unseen.buried),
            trick: view.trick.iter().copied().collect(),
            leader: view.leader,
            tricks: std::array::from_fn(|seat| view.tricks.get(seat).copied().unwrap_or_default()),
            trump: view.trump,
            highest: view.highest,
            points: view.points,
            phase: view.phase,
            turn: seat,
            conceded_by: None,
        }
    }
}
