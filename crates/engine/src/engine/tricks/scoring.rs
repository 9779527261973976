//! The score of a hand, and the end of the game by it.

use super::points::Points;
use super::setup::Setup;
use super::side::Side;
use crate::engine::moves::Seat;

/// The tricks of a hand: as many as each player is dealt cards (T4, T9).
pub(super) const TRICKS: u8 = 9;
/// The points for all tricks of a hand (T9).
pub(super) const ALL_TRICKS_SCORE: u8 = 20;

/// The points of each side for a hand, from the tricks by seat (T9).
pub(super) fn score(setup: Setup, tricks: [u8; Seat::COUNT]) -> Points {
    let mut taken = Points::zero(setup.sides());
    for seat in Seat::all(setup.players()) {
        taken.add(setup.side(seat), tricks[seat.index()].into());
    }
    let mut scored = Points::zero(setup.sides());
    for side in taken.leaders(taken.sides()).iter() {
        let count = taken.of(side);
        scored.add(side, if count == u32::from(TRICKS) { ALL_TRICKS_SCORE.into() } else { count });
    }
    scored
}

/// The side that has won after a hand: alone highest, with the target reached
/// (T10).
pub(super) fn winner(setup: Setup, points: &Points) -> Option<Side> {
    let leader = points.leaders(points.sides()).alone()?;
    (points.of(leader) >= setup.target().into()).then_some(leader)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tricks::table;

    fn points(list: &[u32]) -> Points {
        Points::try_from(list.to_vec()).unwrap()
    }

    #[test]
    fn t9_the_most_tricks_score_one_each() {
        assert_eq!(score(table::of(2), [5, 4, 0, 0]), points(&[5, 0]));
        assert_eq!(score(table::of(3), [2, 1, 6, 0]), points(&[0, 0, 6]));
    }

    #[test]
    fn t9_all_that_tie_for_most_score() {
        assert_eq!(score(table::of(3), [4, 4, 1, 0]), points(&[4, 4, 0]));
        assert_eq!(score(table::of(3), [3, 3, 3, 0]), points(&[3, 3, 3]));
        assert_eq!(score(table::of(4), [3, 0, 3, 3]), points(&[3, 0, 3, 3]));
    }

    #[test]
    fn t9_all_nine_tricks_score_twenty() {
        assert_eq!(score(table::of(2), [0, 9, 0, 0]), points(&[0, 20]));
        assert_eq!(score(table::of(2), [8, 1, 0, 0]), points(&[8, 0]));
    }

    #[test]
    fn t9_partners_count_their_tricks_together() {
        assert_eq!(score(table::partners(), [2, 4, 3, 0]), points(&[5, 0]));
        assert_eq!(score(table::partners(), [5, 0, 4, 0]), points(&[20, 0]));
    }

    #[test]
    fn t10_the_highest_at_the_target_wins() {
        let winner = |list: &[u32]| winner(table::of(3), &points(list)).map(Side::index);
        assert_eq!(winner(&[49, 0, 0]), None);
        assert_eq!(winner(&[50, 0, 49]), Some(0));
        assert_eq!(winner(&[51, 52, 50]), Some(1));
    }

    #[test]
    fn t10_a_tie_at_the_top_goes_on_until_one_is_alone() {
        let winner = |list: &[u32]| winner(table::of(3), &points(list)).map(Side::index);
        assert_eq!(winner(&[52, 0, 52]), None);
        assert_eq!(winner(&[55, 55, 55]), None);
        assert_eq!(winner(&[57, 55, 57]), None);
        assert_eq!(winner(&[57, 61, 57]), Some(1));
    }
}
