//! Statistics of challenges.
//!
//! A rank is one more than the number of better results, so equal results share
//! one (docs/spec/challenges.md C2.4). It is computed from the number of results
//! for each score, not by scanning the board.

use chrono::NaiveDate;
use regicide_engine::engine::Score;
use regicide_engine::engine::regicide::Royals;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Challenges;
use super::board::BoardName;
use super::date;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_scores;
use regicide_store::Challenge;

/// The statistics to show.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StatsQuery {
    /// The board.
    #[serde(default)]
    pub board: BoardName,
}

/// Statistics of a challenge.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Stats {
    /// The board.
    pub board: BoardName,
    /// Daily challenges: the day.
    pub date: Option<NaiveDate>,
    /// True if the figures are final: the challenge is over, and all attempts are
    /// ranked.
    pub complete: bool,
    /// The number of results.
    pub results: u64,
    /// The number of wins among them.
    pub won: u64,
    /// Co-operative game: the number of results for each number of enemies defeated,
    /// from 0 to 12.
    pub by_enemies_defeated: Vec<EnemiesBar>,
    /// Co-operative game: the number of games that were not won, by the rank of
    /// royals before which they ended.
    pub by_royals: Vec<RoyalsBar>,
}

/// The number of results with a number of enemies defeated.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct EnemiesBar {
    /// The number of enemies.
    #[schema(minimum = 0, maximum = 12)]
    pub enemies_defeated: u8,
    /// The number of results.
    pub results: u64,
}

/// The number of games that ended before a rank of royals.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RoyalsBar {
    /// The rank.
    pub royals: Royals,
    /// The number of results.
    pub results: u64,
}

/// The number of results for each score of a board.
pub(super) struct Counts(pub(super) Vec<(u32, u64)>);

impl Counts {
    fn sum(&self, wanted: impl Fn(u32) -> bool) -> u64 {
        self.0.iter().filter(|(score, _)| wanted(*score)).map(|(_, results)| results).sum()
    }

    pub(super) fn all(&self) -> u64 {
        self.sum(|_| true)
    }

    pub(super) fn rank(&self, score: u32) -> u64 {
        1 + self.sum(|other| other > score)
    }

    pub(super) fn percentile(&self, score: u32) -> u64 {
        let others = self.all().saturating_sub(1);
        (100 * self.sum(|other| other < score)).checked_div(others).unwrap_or(100)
    }
}

impl Challenges {
    pub async fn stats(&self, id: Uuid, token: Option<&Token>, query: StatsQuery) -> Result<Stats, Error> {
        let challenge = self.stored(id).await?;
        let complete = self.check_board_access(&challenge, token).await?;
        let counts = self.score_counts(id, query.board).await?;
        Ok(Stats::new(&challenge, query.board, complete, &counts))
    }

    /// Reads the scores of a board, and charges them.
    pub(super) async fn score_counts(&self, challenge: Uuid, board: BoardName) -> Result<Counts, Error> {
        let counts = self.core.store.boards.score_counts(challenge, board.is_of_bots()).await?;
        count_scores(counts.len());
        Ok(Counts(counts))
    }
}

impl Stats {
    pub(super) fn new(challenge: &Challenge, board: BoardName, complete: bool, counts: &Counts) -> Self {
        let ruleset = challenge.setup.ruleset();
        let results = |wanted: &dyn Fn(Score) -> bool| {
            counts.sum(|value| Score::from_value(ruleset, value).is_some_and(wanted))
        };
        let enemies_defeated =
            ruleset.enemies().into_iter().flat_map(|most| 0..=most).map(|enemies| EnemiesBar {
                enemies_defeated: enemies,
                results: results(&|score| score.enemies_defeated() == Some(enemies)),
            });
        let royals = Royals::ALL.into_iter().filter(|_| ruleset.enemies().is_some());
        let ended_at = royals
            .map(|royals| RoyalsBar { royals, results: results(&|score| score.royals() == Some(royals)) });
        Self {
            board,
            date: date(challenge),
            complete,
            results: counts.all(),
            won: results(&|score| score.won()),
            by_enemies_defeated: enemies_defeated.collect(),
            by_royals: ended_at.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_results_share_a_rank() {
        let counts = Counts(vec![(9, 1), (7, 2), (3, 1)]);
        assert_eq!([9, 7, 3].map(|score| counts.rank(score)), [1, 2, 4]);
        assert_eq!([9, 7, 3].map(|score| counts.percentile(score)), [100, 33, 0]);
        assert_eq!(Counts(vec![(5, 1)]).percentile(5), 100);
    }
}
