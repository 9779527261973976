//! What a position of the trick-taking game is worth in a ranking.

use serde::Serialize;
use utoipa::ToSchema;

use super::position::Position;
use crate::engine::game::Game as _;
use crate::engine::moves::Seat;

const POINTS_BITS: u32 = 20;

/// What a seat has reached: winning comes before not winning, then more points
/// before fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TricksMerit)]
pub struct Merit {
    /// Whether the seat's side has won, alone or with others.
    pub won: bool,
    /// The points of the seat's side.
    pub points: u32,
}

impl Merit {
    /// What a position is worth to a seat, whether the game is over or not.
    fn of(position: &Position, seat: Seat) -> Self {
        let side = position.setup.side(seat);
        let won = position.outcome().is_some_and(|outcome| outcome.winners.contains(side));
        Self { won, points: position.points.of(side) }
    }

    /// What a position is worth to each seat.
    pub(in crate::engine) fn all(position: &Position) -> impl Iterator<Item = (Seat, Self)> {
        Seat::all(position.setup.players()).map(|seat| (seat, Self::of(position, seat)))
    }

    /// One number below 2^21, the greater the better: a win in the highest
    /// bit, then the points.
    pub(in crate::engine) fn score(self) -> u32 {
        u32::from(self.won) << POINTS_BITS | self.points.min((1 << POINTS_BITS) - 1)
    }

    /// What a number says, if it is a score.
    pub(in crate::engine) fn of_score(score: u32) -> Option<Self> {
        let merit = Self { won: score >> POINTS_BITS != 0, points: score & ((1 << POINTS_BITS) - 1) };
        (merit.score() == score).then_some(merit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_result_is_a_greater_number() {
        let merit = |won, points| Merit { won, points };
        let ascending = [merit(false, 0), merit(false, 70), merit(true, 0), merit(true, 3), merit(true, 58)];
        assert!(ascending.is_sorted_by(|worse, better| worse.score() < better.score()));
        for merit in ascending {
            assert_eq!(Merit::of_score(merit.score()), Some(merit));
        }
        assert_eq!(Merit::of_score(1 << 21), None);
    }
}
