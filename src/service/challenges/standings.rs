//! Tables of the daily challenges, by month and of all time.

use chrono::{Datelike as _, NaiveDate, TimeDelta};
use regicide_engine::engine::Message;
use regicide_store::{Standing, StandingFilter, StandingOrder, StandingTotals, Streak};
use regicide_system::causes::causes;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Challenges;
use super::board::BoardName;
use super::check_range;
use super::daily::day_at;
use crate::service::error::Error;
use crate::service::games::list::{check_players, page_limit};

/// The default number of results that a player needs to be listed, because one good
/// day is no average.
const DEFAULT_MIN_PLAYED: u32 = 5;

const MAX_MIN_PLAYED: u32 = 1000;

/// The number of days that a request adds before it answers, if they have few
/// players.
const DAYS_FOR_READ: usize = 32;
const FEW_PLAYERS: u32 = 8;

/// The number of a day's players that the job adds in one statement.
const PLAYERS_AT_ONCE: u32 = 100;

/// The stored value for all time.
const ALL_TIME: i32 = 0;

/// The table to show.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StandingsQuery {
    /// A month such as `2026-11`; of all time if left out.
    #[param(pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$")]
    pub month: Option<String>,
    /// The number of players in the games, 1 if left out: they are never mixed.
    #[param(minimum = 1, maximum = 4)]
    pub players: Option<u8>,
    /// By average or by streak.
    #[serde(default)]
    pub by: StandingOrder,
    /// The board.
    #[serde(default)]
    pub board: BoardName,
    /// The number of results that a player needs to be listed, 5 if left out.
    #[param(minimum = 0, maximum = 1000)]
    pub min_results: Option<u32>,
    /// The maximum number of players, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// Players by their results in daily challenges.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Standings {
    /// The period of the results.
    pub period: Period,
    /// The number of players in the games.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// The order: by average or by streak.
    pub by: StandingOrder,
    /// The board.
    pub board: BoardName,
    /// The number of results that a player needs to be listed.
    pub min_results: u32,
    /// True if the results of all finished days are added. If not, repeat the
    /// request.
    pub complete: bool,
    /// The players, best first.
    pub items: Vec<StandingRow>,
    /// Always `null`: all are on this page.
    pub next: Option<String>,
}

/// All time, or a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Period {
    /// The month, such as `2026-11`; `null` for all time.
    pub month: Option<String>,
}

/// The standing of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingRow {
    /// 1 for the best; equals share a place.
    #[schema(minimum = 1)]
    pub place: u32,
    /// The player.
    pub player_id: Uuid,
    /// The display name, unless it is hidden.
    pub name: Option<String>,
    /// True if the name looks like that of another player in the whole table (UTS
    /// 39), or of more than a hundred players: distinguish them by their ids.
    pub lookalike: bool,
    /// The number of results, of finished days.
    pub results: u32,
    /// The number of wins among them.
    pub won: u32,
    /// The average number of defeated enemies, to three digits.
    #[schema(minimum = 0, maximum = 12)]
    pub average: f64,
    /// Days in a row, of finished days.
    pub streak: Streak,
}

/// A month, as it is stored: 202611.
fn month(date: NaiveDate) -> i32 {
    date.year() * 100 + date.month().cast_signed()
}

fn read_month(text: &str) -> Result<i32, Error> {
    let digits = |place: usize| place == 4 || text.as_bytes()[place].is_ascii_digit();
    let formed = text.len() == 7 && (0..7).all(digits);
    let first = Some(text).filter(|_| formed).and_then(|text| format!("{text}-01").parse().ok());
    first.map(month).ok_or_else(|| Error::invalid("month", Message::new("invalid-month")))
}

/// The days in a row of a standing, where `last_day` is the last finished day.
const fn streak(totals: &StandingTotals, last_day: i32) -> Streak {
    let goes_on = totals.last_day >= last_day;
    Streak { current: if goes_on { totals.streak } else { 0 }, longest: totals.longest_streak }
}

/// The job that adds finished days.
const ADD_DAYS: &str = "add_days";

impl Challenges {
    pub async fn standings(&self, query: &StandingsQuery) -> Result<Standings, Error> {
        check_players(query.players.as_slice())?;
        let limit = page_limit(query.limit)?;
        let players = query.players.unwrap_or(1);
        let min_played = query.min_results.unwrap_or(DEFAULT_MIN_PLAYED);
        check_range("min_results", min_played, 0..=MAX_MIN_PLAYED)?;
        let filter = StandingFilter {
            period: query.month.as_deref().map_or(Ok(ALL_TIME), read_month)?,
            players,
            bots: query.board == BoardName::Bots,
            // A player without a result has no average.
            min_played: if query.by == StandingOrder::Average { min_played.max(1) } else { min_played },
            order: query.by,
        };
        let complete = Error::deferred(self.add_days_for_read().await)? == Some(true);
        let found = self.core.store.standings.list(filter, limit).await?;
        let value = |standing: &Standing| match query.by {
            StandingOrder::Average => standing.totals.average,
            StandingOrder::Streak => standing.totals.longest_streak,
        };
        let grace = TimeDelta::minutes(self.core.settings.daily_grace_minutes.into());
        let last_day = day_at(self.core.now().await? - grace) - 1;
        let shown = found.iter().filter(|row| row.name.is_some()).map(|row| row.player).collect();
        let table = (filter.period, filter.players);
        let alike = self.core.store.players.lookalikes_in_standings(table, filter.bots, &shown).await?;
        let mut before = None;
        let ranked = (1_u32..).zip(&found).map(|(place, standing)| {
            let equal = before.filter(|(other, _)| *other == value(standing));
            let rank = equal.map_or(place, |(_, rank)| rank);
            before = Some((value(standing), rank));
            StandingRow {
                place: rank,
                player_id: standing.player,
                name: standing.name.clone(),
                lookalike: alike.contains(&standing.player),
                results: standing.totals.played,
                won: standing.totals.won,
                average: f64::from(standing.totals.average) / 1000.0,
                streak: streak(&standing.totals, last_day),
            }
        });
        let rows = ranked.collect();
        let period = Period { month: query.month.clone() };
        Ok(Standings {
            period,
            players,
            by: query.by,
            board: query.board,
            min_results: min_played,
            complete,
            items: rows,
            next: None,
        })
    }

    /// Adds finished days with few players to the standings, others in the
    /// background; returns true if all are added.
    async fn add_days_for_read(&self) -> Result<bool, Error> {
        if self.core.jobs.are_in_flight(ADD_DAYS) {
            return Ok(false);
        }
        for _ in 0..DAYS_FOR_READ {
            let Some(day) = self.core.store.standings.day_to_add(self.core.now().await?).await? else {
                return Ok(true);
            };
            // Games that ran out of time are ranked before. The job also adds what this
            // program cannot rank.
            let is_ranked = match self.stored(day).await {
                Ok(challenge) => self.rank_batch(&challenge, Uuid::nil()).await?.is_complete(),
                Err(_) => false,
            };
            if !is_ranked || self.core.store.standings.add_day(day, Uuid::nil(), FEW_PLAYERS).await?.is_some()
            {
                break;
            }
        }
        self.begin_job(ADD_DAYS, Uuid::nil(), |challenges| async move { challenges.add_days().await });
        Ok(false)
    }

    /// Adds all finished days to the standings.
    pub(in crate::service) async fn add_days(&self) -> Result<(), Error> {
        while let Some(day) = self.core.store.standings.day_to_add(self.core.now().await?).await? {
            if let Err(error) = self.rank_rest(day).await {
                // A result that is ranked later changes the standings itself.
                tracing::warn!(challenge = %day, error = %causes(&error), "a day is added without all its games");
            }
            let mut after = Some(Uuid::nil());
            while let Some(last) = after {
                after = self.core.store.standings.add_day(day, last, PLAYERS_AT_ONCE).await?;
            }
        }
        Ok(())
    }
}
