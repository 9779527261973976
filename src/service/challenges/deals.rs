//! Facts about a challenge's deal before it is played (docs/spec/challenges.md C4):
//! whether a player who sees every card can win it, and its difficulty for bots.

use std::time::Duration;

use quick_cache::sync::Cache;
use regicide_engine::bots::difficulty::{Difficulty, Measured, measure};
use regicide_engine::engine::{Game as _, Hash, Ignore, Move, Position, Seat, Seed, Setup};
use regicide_engine::record::{RecordFile, SeedBy};
use regicide_engine::solver::{self, Goal, SearchResult};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Challenges;
use crate::service::error::Error;
use crate::service::runtime::scheduler::Class;
use regicide_store::{Challenge, ChallengeStatus, DealDifficulty, DealSearch};

/// The number of candidates for a seed (C4.1).
const CANDIDATES: usize = 16;
/// The number of nodes that the solver searches in a microsecond
/// (docs/explanation/winnable.md).
const NODES_A_MICROSECOND: u64 = 5;
/// The number of cached deals that are not stored yet.
const UNSTORED: usize = 64;
/// The approximate time to measure the difficulty of a deal: the games of its bots.
pub(super) const MEASURING: Duration = Duration::from_secs(5);

/// The result of the search for a win (C4.2): whether a player who sees every card
/// can win the deal, and no more.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Winnable {
    /// True if a win is known.
    pub known: bool,
    /// True if a win without a flip of a jester, which is gold, is known too; `null`
    /// with more than one player.
    pub gold_known: Option<bool>,
    /// The number of the seed's candidate, from 0: for the deals of the earlier ones
    /// no win was found.
    pub candidate: usize,
    /// The version of the solver.
    #[schema(minimum = 1)]
    pub solver: u32,
    /// Its budget for each deal, in nodes.
    pub nodes: u64,
    /// The seeds of the earlier candidates, once the challenge is over (C4.3).
    pub skipped: Option<Vec<String>>,
}

/// The difficulty of a deal, from games in which all seats were bots (C4.4).
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct DifficultyInfo {
    /// The level.
    pub level: Difficulty,
    /// The average number of enemies that the bots defeated in a game.
    pub mean_enemies_defeated: f64,
    /// The number of games that they played.
    #[schema(minimum = 1)]
    pub games_played: u32,
}

/// The solution to show.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SolutionQuery {
    /// The goal of its line, a win if left out.
    #[serde(default)]
    pub goal: SolutionGoal,
}

/// The goal of a solution's line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolutionGoal {
    /// A win.
    #[default]
    Win,
    /// A win without a flip of a jester.
    Gold,
}

impl Winnable {
    pub(super) fn new(challenge: &Challenge, is_over: bool) -> Option<Self> {
        let DealSearch { solver, nodes, skipped, win, gold } = challenge.search.as_ref()?;
        let seeds = || skipped.iter().map(|seed| seed.as_str().to_owned()).collect();
        Some(Self {
            known: win.is_some(),
            gold_known: is_for_one(challenge.setup).then_some(gold.is_some()),
            candidate: skipped.len(),
            solver: *solver,
            nodes: *nodes,
            skipped: is_over.then(seeds),
        })
    }
}

impl DifficultyInfo {
    pub(super) fn new(challenge: &Challenge) -> Option<Self> {
        match challenge.difficulty {
            DealDifficulty::Unwanted | DealDifficulty::Awaited => None,
            DealDifficulty::Measured { level, games, enemies } => {
                let mean = Measured { games, won: 0, enemies_defeated: enemies }.mean_hundredths();
                Some(Self { level, mean_enemies_defeated: f64::from(mean) / 100.0, games_played: games })
            }
        }
    }
}

/// Results of searches and measurements until they are stored. While the database
/// takes no writes, each request would otherwise compute them again.
pub(in crate::service) struct UnstoredDeals {
    /// The seeds of daily challenges, by the daily key's fingerprint, day and number of players.
    chosen: Cache<DailyDeal, (Seed, Option<DealSearch>)>,
    measured: Cache<Uuid, Measured>,
}

/// A daily key's fingerprint, a day and a number of players: all that a deal depends on.
pub(super) type DailyDeal = (Hash, i32, u8);

impl Default for UnstoredDeals {
    fn default() -> Self {
        Self { chosen: Cache::new(UNSTORED), measured: Cache::new(UNSTORED) }
    }
}

#[cfg(test)]
impl UnstoredDeals {
    pub(super) fn has_no_seed(&self) -> bool {
        self.chosen.is_empty()
    }
}

/// The state of a difficulty that is not measured yet.
pub(super) const fn wanted(is_wanted: bool) -> DealDifficulty {
    if is_wanted { DealDifficulty::Awaited } else { DealDifficulty::Unwanted }
}

/// The approximate upper bound on the time of a search for a line.
pub(in crate::service) const fn search_time(nodes: u64) -> Duration {
    Duration::from_micros(nodes / NODES_A_MICROSECOND)
}

/// The approximate upper bound on the search time for each candidate.
pub(super) fn candidate_time(setup: Setup, nodes: u64) -> Duration {
    search_time(nodes) * if is_for_one(setup) { 2 } else { 1 }
}

/// Only a solo win can be gold.
fn is_for_one(setup: Setup) -> bool {
    setup.players() == 1
}

fn line(setup: Setup, seed: &Seed, goal: Goal, nodes: u64) -> Option<Vec<Move>> {
    let dealt = Position::deal(&setup, seed.key());
    match solver::solve(dealt.co_operative()?, goal, nodes, |_| true).result {
        SearchResult::Won(line) => Some(line.into_iter().map(|(_, mv)| mv).collect()),
        SearchResult::Lost | SearchResult::Unknown => None,
    }
}

impl Challenges {
    /// The seed of a daily challenge: the first of its candidates with a deal for which a
    /// win is found. It is kept until it is [stored](Self::daily_deal_stored).
    pub(super) async fn daily_deal(
        &self,
        deal: DailyDeal,
        setup: Setup,
        class: Class,
        candidate: impl FnMut(usize) -> Result<Seed, Error>,
    ) -> Result<(Seed, Option<DealSearch>), Error> {
        if let Some(chosen) = self.unstored_deals.chosen.get(&deal) {
            return Ok(chosen);
        }
        let chosen = self.first_winnable(setup, class, candidate).await?;
        self.unstored_deals.chosen.insert(deal, chosen.clone());
        Ok(chosen)
    }

    pub(super) fn daily_deal_stored(&self, deal: &DailyDeal) {
        self.unstored_deals.chosen.remove(deal);
    }

    /// The first of the candidates with a deal for which a win is found, or the
    /// last one. Without a budget there is no search, and it is the first one.
    pub(super) async fn first_winnable(
        &self,
        setup: Setup,
        class: Class,
        mut candidate: impl FnMut(usize) -> Result<Seed, Error>,
    ) -> Result<(Seed, Option<DealSearch>), Error> {
        let nodes = self.core.settings.solver_nodes;
        if nodes == 0 {
            return Ok((candidate(0)?, None));
        }
        let mut skipped = Vec::new();
        loop {
            let seed = candidate(skipped.len())?;
            let win = self.line_of(setup, &seed, Goal::Win, class).await;
            if win.is_none() && skipped.len() + 1 < CANDIDATES {
                skipped.push(seed);
                continue;
            }
            let gold = match &win {
                Some(_) if is_for_one(setup) => self.line_of(setup, &seed, Goal::NoFlip, class).await,
                _ => None,
            };
            let search = DealSearch { solver: solver::VERSION, nodes, skipped, win, gold };
            return Ok((seed, Some(search)));
        }
    }

    async fn line_of(&self, setup: Setup, seed: &Seed, goal: Goal, class: Class) -> Option<Vec<Move>> {
        let (seed, nodes) = (seed.clone(), self.core.settings.solver_nodes);
        self.core.scheduler.run(class, move || line(setup, &seed, goal, nodes)).await
    }

    /// Starts to measure the difficulty of these challenges where it is awaited.
    pub(super) fn measure_awaited<'a>(&self, challenges: impl IntoIterator<Item = &'a Challenge>) {
        if challenges.into_iter().any(|challenge| challenge.difficulty == DealDifficulty::Awaited) {
            self.begin_measuring();
        }
    }

    pub(super) fn begin_measuring(&self) {
        self.begin_job(
            "measure_deals",
            Uuid::nil(),
            |challenges| async move { challenges.measure_deals().await },
        );
    }

    /// Measures the difficulty of all challenges where it is awaited, the nearest one
    /// first. Other instances may do so, too, with identical results.
    pub(super) async fn measure_deals(&self) -> Result<(), Error> {
        while let Some(challenge) = self.core.store.challenges.unmeasured(self.core.now().await?).await? {
            let measured = self.measured(&challenge).await;
            let level = measured.difficulty(challenge.setup.players());
            self.core.store.challenges.update_difficulty(challenge.id, level, measured).await?;
            self.unstored_deals.measured.remove(&challenge.id);
        }
        Ok(())
    }

    async fn measured(&self, challenge: &Challenge) -> Measured {
        if let Some(measured) = self.unstored_deals.measured.get(&challenge.id) {
            return measured;
        }
        let (setup, mut sum) = (challenge.setup, Measured::default());
        for number in 0..self.core.settings.difficulty_games {
            let seed = challenge.seed.clone();
            let measured = move || measure(&setup, &seed, number.into());
            sum = sum.and(self.core.scheduler.run(Class::Background, measured).await);
        }
        self.unstored_deals.measured.insert(challenge.id, sum);
        sum
    }

    /// A solution of a challenge's deal: the line that was known when it was
    /// published, as a record.
    pub async fn solution(&self, id: Uuid, query: SolutionQuery) -> Result<RecordFile, Error> {
        let challenge = self.stored(id).await?;
        if challenge.status(self.core.now().await?) != ChallengeStatus::Over {
            return Err(Error::Embargoed("error-solution-embargoed"));
        }
        let Challenge { setup, seed, search, .. } = challenge;
        let found = search.and_then(|DealSearch { win, gold, .. }| match query.goal {
            SolutionGoal::Win => win,
            SolutionGoal::Gold => gold,
        });
        let record = found.and_then(|line| RecordFile::of_line(&setup, &seed, line));
        let record = record.ok_or(Error::NoSuchSolution)?;
        Ok(RecordFile { seed_by: Some(SeedBy::Service), ..record })
    }
}

/// True if the stored lines reach their goals.
pub(in crate::service) fn lines_hold(challenge: &Challenge) -> bool {
    let Challenge { setup, seed, search, .. } = challenge;
    let wins = |line: &Vec<Move>| is_won(*setup, seed, line);
    search.as_ref().is_none_or(|DealSearch { win, gold, .. }| {
        win.as_ref().is_none_or(wins)
            && gold.as_ref().is_none_or(|line| wins(line) && !line.contains(&Move::Flip))
    })
}

fn is_won(setup: Setup, seed: &Seed, line: &[Move]) -> bool {
    let mut position = Position::deal(&setup, seed.key());
    for mv in line {
        let Some(seat) = position.to_act() else { return false };
        if position.advance(seat, mv, &mut Ignore).is_err() {
            return false;
        }
    }
    position.outcome().is_some_and(|outcome| outcome.seat_result(&setup, Seat::default()).won)
}
