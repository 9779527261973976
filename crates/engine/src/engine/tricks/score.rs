//! The score of a position of the trick-taking game, for rankings
//! (docs/spec/challenges.md C2.2).

use serde::Serialize;
use utoipa::ToSchema;

use super::position::Position;
use super::side::Sides;
use crate::engine::moves::Seat;

const POINTS_BITS: u32 = 20;

/// How far a seat came. Scores compare by winning, then by points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TricksScore)]
pub struct Score {
    /// True if the seat's side has won, alone or with others.
    pub is_won: bool,
    /// The points of the seat's side.
    pub side_points: u32,
}

impl Position {
    /// The score of each seat, whether the game is over or not.
    pub(in crate::engine) fn scores(&self) -> impl Iterator<Item = (Seat, Score)> {
        let winners = self.outcome().map_or(Sides::NONE, |outcome| outcome.winners);
        self.seats().map(move |seat| {
            let side = self.setup.side(seat);
            (seat, Score { is_won: winners.contains(side), side_points: self.points.of(side) })
        })
    }
}

impl Score {
    /// One number below 2^21, the greater the better: a win in the highest
    /// bit, then the points.
    pub(in crate::engine) fn value(self) -> u32 {
        u32::from(self.is_won) << POINTS_BITS | self.side_points.min((1 << POINTS_BITS) - 1)
    }

    /// The score that has this value, if one has.
    pub(in crate::engine) fn from_value(value: u32) -> Option<Self> {
        let score = Self { is_won: value >> POINTS_BITS != 0, side_points: value & ((1 << POINTS_BITS) - 1) };
        (score.value() == value).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c2_2_a_better_result_is_a_greater_number() {
        let score = |won, points| Score { is_won: won, side_points: points };
        let ascending = [score(false, 0), score(false, 70), score(true, 0), score(true, 3), score(true, 58)];
        assert!(ascending.is_sorted_by(|worse, better| worse.value() < better.value()));
        for score in ascending {
            assert_eq!(Score::from_value(score.value()), Some(score));
        }
        assert_eq!(Score::from_value(1 << 21), None);
    }
}
