//! Positions that were not dealt: what a player sees, completed by what the
//! player does not see, as somebody assumes it.

use super::position::{Enemy, Immunity, Phase, Position};
use super::{PhaseName, Setup, View};
use crate::engine::card::{CardList, CardSet, Pile};
use crate::engine::moves::Seat;
use crate::engine::seed::Key;

/// The parts of a position that the view of the seat to act does not hold.
#[derive(Clone, Debug)]
pub struct Unseen {
    /// Enemies below the current one, top first.
    pub castle: CardList<12>,
    /// The tavern, top first.
    pub tavern: Pile,
    /// Every hand; the own one is the one of the view.
    pub hands: [CardSet; Seat::COUNT],
    /// The attack values of all plays with a spade against the enemy, whether
    /// they work yet or not (R6.3).
    pub spades: u8,
    /// The source of later shuffles.
    pub key: Key,
}

impl Position {
    /// The position in which `seat` is to act and sees `view`, if all else is
    /// as assumed. Its moves are counted from 0.
    pub fn assumed(setup: Setup, seat: Seat, view: &View, unseen: &Unseen) -> Self {
        let by_seat = |seat: usize| view.yielded.get(seat).copied().unwrap_or_default();
        let mut hands = unseen.hands;
        hands[seat.index()] = view.hand.iter().flatten().copied().collect();
        let enemy = view.enemy.as_ref().and_then(|seen| {
            let immunity = if seen.immune_to.is_some() { Immunity::Immune } else { Immunity::Cancelled };
            let enemy = Enemy::new(seen.card)?;
            Some(Enemy { damage: seen.damage, spades: unseen.spades, immunity, ..enemy })
        });
        Self {
            setup,
            key: unseen.key,
            castle: unseen.castle,
            tavern: unseen.tavern,
            discard_pile: view.discard_pile.iter().copied().collect(),
            table: view.played.iter().copied().collect(),
            hands,
            enemy,
            phase: phase(view, seat),
            seat,
            yielded: std::array::from_fn(by_seat),
            jesters: view.jesters_left,
            seq: 0,
            conceded_by: None,
        }
    }
}

fn phase(view: &View, seat: Seat) -> Phase {
    match view.phase {
        PhaseName::Play => Phase::Play,
        PhaseName::Discard => {
            let (damage, attacked) =
                view.to_cover.map_or((0, seat), |damage| (damage.amount, damage.attacked));
            Phase::Discard { damage, attacked }
        }
        PhaseName::Next => Phase::Next,
        PhaseName::Won => Phase::Won,
        PhaseName::Lost => Phase::Lost,
    }
}
