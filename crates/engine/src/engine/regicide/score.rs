//! The score of a position of the co-operative game, for rankings
//! (docs/spec/challenges.md C2.1).

use serde::Serialize;
use utoipa::ToSchema;

use super::outcome::Medal;
use super::position::{Phase, Position};
use crate::engine::moves::Seat;

/// The number that the moves of a win are subtracted from (C2.1). It is more than
/// any log holds and never changes, since values are stored.
const MOVES_FROM: u32 = 20_000;
const MOVES_BITS: u32 = 15;
const DAMAGE_BITS: u32 = 6;
const MEDAL_BITS: u32 = 2;

/// How many enemies there are (R3.1).
pub const ENEMIES: u8 = 12;
/// How many of them are of each rank.
pub const ENEMIES_OF_A_RANK: u8 = 4;

/// The royals, four of each, in the order in which they come (R3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Royals {
    /// The first four.
    Jacks,
    /// The next.
    Queens,
    /// The last.
    Kings,
}

impl Royals {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Jacks, Self::Queens, Self::Kings];
}

/// How far the players came. Scores compare by enemies defeated, then the medal
/// (R9.3), then the damage on the current enemy; of wins with the same medal the
/// one with fewer moves is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RegicideScore)]
pub struct Score {
    /// The number of defeated enemies, of twelve; all are a win.
    #[schema(minimum = 0, maximum = 12)]
    pub enemies_defeated: u8,
    /// Solo wins: the medal.
    pub medal: Option<Medal>,
    /// The damage that the current enemy has taken.
    #[schema(minimum = 0, maximum = 39)]
    pub damage: u8,
    /// Wins: the number of moves that they took.
    #[schema(maximum = 1000)]
    pub moves_to_win: Option<u32>,
}

impl Position {
    /// The score of all seats, as the first one's, whether the game is over or
    /// not.
    pub(in crate::engine) fn scores(&self) -> impl Iterator<Item = (Seat, Score)> {
        let score = Score {
            enemies_defeated: self.enemies_defeated(),
            medal: self.medal(),
            damage: self.enemy.map_or(0, |enemy| enemy.damage),
            moves_to_win: (self.phase == Phase::Won).then_some(self.seq),
        };
        std::iter::once((Seat::default(), score))
    }
}

impl Score {
    /// Before which royals it is, unless all are defeated.
    pub(in crate::engine) fn royals(&self) -> Option<Royals> {
        Royals::ALL.get(usize::from(self.enemies_defeated / ENEMIES_OF_A_RANK)).copied()
    }

    /// One number below 2^27, the greater the better: enemies, medal, damage
    /// and 20,000 less the moves of a win, in 4, 2, 6 and 15 bits.
    pub(in crate::engine) fn value(&self) -> u32 {
        let medal = match self.medal {
            None => 0,
            Some(Medal::Bronze) => 1,
            Some(Medal::Silver) => 2,
            Some(Medal::Gold) => 3,
        };
        let reached = u32::from(self.enemies_defeated) << MEDAL_BITS | medal;
        let reached = reached << DAMAGE_BITS | u32::from(self.damage);
        let saved = self.moves_to_win.map_or(0, |moves| MOVES_FROM.saturating_sub(moves));
        reached << MOVES_BITS | saved
    }

    /// The score that has this value, if one has.
    pub(in crate::engine) fn from_value(value: u32) -> Option<Self> {
        let field = |shift: u32, bits: u32| u8::try_from(value >> shift & ((1 << bits) - 1)).ok();
        let medal = match field(MOVES_BITS + DAMAGE_BITS, MEDAL_BITS)? {
            0 => None,
            1 => Some(Medal::Bronze),
            2 => Some(Medal::Silver),
            _ => Some(Medal::Gold),
        };
        let enemies_defeated = u8::try_from(value >> (MOVES_BITS + DAMAGE_BITS + MEDAL_BITS)).ok()?;
        let saved = value & ((1 << MOVES_BITS) - 1);
        let moves_to_win = (enemies_defeated == ENEMIES).then(|| MOVES_FROM.checked_sub(saved)).flatten();
        let score = Self { enemies_defeated, medal, damage: field(MOVES_BITS, DAMAGE_BITS)?, moves_to_win };
        (enemies_defeated <= ENEMIES && score.value() == value).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Score = Score { enemies_defeated: 0, medal: None, damage: 0, moves_to_win: None };

    #[test]
    fn c2_1_a_better_result_is_a_greater_number() {
        let won = |medal, moves| Score { enemies_defeated: 12, medal, damage: 0, moves_to_win: Some(moves) };
        let lost = |enemies_defeated, damage| Score { enemies_defeated, damage, ..NOTHING };
        let ascending = [
            NOTHING,
            lost(0, 1),
            lost(0, 39),
            lost(1, 0),
            lost(11, 0),
            lost(11, 39),
            won(None, 20_000),
            won(None, 31),
            won(None, 30),
            won(Some(Medal::Bronze), 20_000),
            won(Some(Medal::Bronze), 40),
            won(Some(Medal::Silver), 90),
            won(Some(Medal::Gold), 91),
            won(Some(Medal::Gold), 30),
        ];
        assert!(ascending.is_sorted_by(|worse, better| worse.value() < better.value()));
        for score in ascending {
            assert_eq!(Score::from_value(score.value()), Some(score));
            assert!(score.value() < 1 << 27);
        }
    }

    #[test]
    fn a_value_of_no_score_is_refused() {
        for number in [1, 13 << 23, u32::MAX, (12 << 23) + 20_001] {
            assert_eq!(Score::from_value(number), None, "{number}");
        }
    }
}
