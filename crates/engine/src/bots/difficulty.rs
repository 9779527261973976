//! How difficult a deal of the co-operative game is, measured by bots.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Player, play};
use crate::engine::{Seat, Seed, Setup};

/// How many games of a deal are played.
pub const GAMES: u32 = 100;
/// How many iterations each of their moves has.
pub const ITERATIONS: u32 = 100;

/// Between which means the quarters of deals lie, by the number of players, in
/// hundredths of an enemy (docs/reference/bots.md).
const QUARTILES: [[u32; 3]; 4] = [[1020, 986, 944], [989, 913, 819], [989, 948, 899], [820, 773, 722]];

/// The difficulty of a deal, in levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display, strum::EnumString, strum::AsRefStr)]
#[strum(serialize_all = "snake_case")]
pub enum Difficulty {
    /// The easiest quarter of deals.
    Easy,
    /// The next.
    Moderate,
    /// The next.
    Hard,
    /// The hardest quarter.
    Extreme,
}

/// The results of bots in a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measured {
    /// How many games were played.
    pub games: u32,
    /// How many of them were won.
    pub won: u32,
    /// How many enemies were defeated in all of them together.
    pub enemies_defeated: u32,
}

impl Measured {
    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            won: self.won + other.won,
            enemies_defeated: self.enemies_defeated + other.enemies_defeated,
        }
    }

    /// How difficult the deal is for so many players.
    pub fn difficulty(self, players: u8) -> Difficulty {
        let quartiles = QUARTILES[usize::from(players.clamp(1, 4)) - 1];
        let harder = quartiles.into_iter().filter(|&bound| self.mean_hundredths() < bound).count();
        [Difficulty::Easy, Difficulty::Moderate, Difficulty::Hard, Difficulty::Extreme][harder]
    }

    /// The enemies defeated in a game on average, in hundredths.
    pub fn mean_hundredths(self) -> u32 {
        (100 * self.enemies_defeated).checked_div(self.games).unwrap_or_default()
    }
}

/// Plays the game of a deal with this number, from 0, and counts it. Games of
/// different numbers can be played in any order, or at the same time.
pub fn measure(setup: &Setup, deal: &Seed, number: u64) -> Measured {
    let game = play(setup, deal, number, |_| Player::Iterations(ITERATIONS));
    let result = game.result(setup, Seat::default());
    let enemies_defeated = result.enemies_defeated.map_or(0, u32::from);
    Measured { games: 1, won: result.won.into(), enemies_defeated }
}

#[cfg(test)]
mod tests {
    use super::Difficulty::{Easy, Extreme, Hard, Moderate};
    use super::*;

    #[test]
    fn each_level_is_harder_than_the_one_before() {
        for (players, quartiles) in (1..).zip(QUARTILES) {
            let level = |mean| Measured { games: 100, won: 0, enemies_defeated: mean }.difficulty(players);
            let [easy, moderate, hard] = quartiles;
            assert_eq!([1200, easy, easy - 1].map(level), [Easy, Easy, Moderate]);
            assert_eq!([moderate, moderate - 1].map(level), [Moderate, Hard]);
            assert_eq!([hard, hard - 1, 0].map(level), [Hard, Extreme, Extreme]);
        }
    }
}
