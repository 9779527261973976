//! Tables of the daily challenges, by month and of all time.

use chrono::{Datelike, NaiveDate};
use regicide::engine::Message;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::board::BoardName;
use super::check_range;
use super::daily::{date_of, day_at};
use crate::service::Service;
use crate::service::error::Error;
use crate::service::games::list::{check_players, page_limit};
use crate::service::runtime::background::Job;
use crate::store::{Standing, StandingFilter, StandingOrder, StandingTotals, StoreError};

/// The default number of results to be listed, because one good
/// day is no average.
const DEFAULT_MIN_PLAYED: u32 = 5;

const MAX_MIN_PLAYED: u32 = 1000;

/// How many results a request counts before it answers, and the job at once.
const BATCH: u32 = 32;

/// All time, as it is stored.
const ALL_TIME: i32 = 0;

/// Which table to show.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StandingsQuery {
    /// A month such as `2026-11`; of all time if left out.
    #[param(pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$")]
    pub month: Option<String>,
    /// For how many players the games were, 1 if left out: they are never
    /// mixed.
    #[param(minimum = 1, maximum = 4)]
    pub players: Option<u8>,
    /// By average or by streak.
    #[serde(default)]
    pub by: StandingOrder,
    /// Whose results.
    #[serde(default)]
    pub board: BoardName,
    /// How many results a player needs to be listed, 5 if left out.
    #[param(minimum = 0, maximum = 1000)]
    pub min_results: Option<u32>,
    /// How many at the most, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// Players by what they reached in daily challenges.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Standings {
    /// Of which time.
    pub period: Period,
    /// For how many players the games were.
    #[schema(minimum = 1, maximum = 4)]
    pub players: u8,
    /// By what.
    pub by: StandingOrder,
    /// Whose results.
    pub board: BoardName,
    /// How many results it takes to be listed.
    pub min_results: u32,
    /// Whether the results of all days that are over are counted by now. If
    /// not, ask again.
    pub complete: bool,
    /// The players, best first.
    pub items: Vec<StandingRow>,
    /// Nothing: they are all on this page.
    pub next: Option<String>,
}

/// All time, or a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Period {
    /// The month, such as `2026-11`; nothing for all time.
    pub month: Option<String>,
}

/// What a player reached.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingRow {
    /// 1 for the best; equals share a place.
    #[schema(minimum = 1)]
    pub place: u32,
    /// The player.
    pub player_id: Uuid,
    /// The display name, unless it is hidden.
    pub name: Option<String>,
    /// Whether the name looks like that of another player in the whole table
    /// (UTS 39), or of more than a hundred players: tell them apart by their
    /// ids.
    pub lookalike: bool,
    /// How many results, of days that are over.
    pub results: u32,
    /// How many of them are wins.
    pub won: u32,
    /// Enemies defeated, on average, to three digits.
    #[schema(minimum = 0, maximum = 12)]
    pub average: f64,
    /// Days in a row.
    pub streak: Streak,
}

/// Days in a row on which a ranked attempt was begun.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct Streak {
    /// Up to today or yesterday.
    pub current: u32,
    /// The most there were.
    pub longest: u32,
}

/// The month of a day, as it is stored: 202611.
pub(in crate::service) fn month_of(day: i32) -> i32 {
    month(date_of(day))
}

fn month(date: NaiveDate) -> i32 {
    date.year() * 100 + date.month().cast_signed()
}

fn read_month(text: &str) -> Result<i32, Error> {
    let digits = |place: usize| place == 4 || text.as_bytes()[place].is_ascii_digit();
    let formed = text.len() == 7 && (0..7).all(digits);
    let first = Some(text).filter(|_| formed).and_then(|text| format!("{text}-01").parse().ok());
    first.map(month).ok_or_else(|| Error::invalid("month", Message::new("invalid-month")))
}

impl Streak {
    pub(in crate::service) const fn new(totals: &StandingTotals, today: i32) -> Self {
        let goes_on = totals.last_day >= today - 1;
        Self { current: if goes_on { totals.streak } else { 0 }, longest: totals.longest_streak }
    }
}

impl Service {
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
            // Who has no result has no average.
            min_played: if query.by == StandingOrder::Average { min_played.max(1) } else { min_played },
            order: query.by,
        };
        let counted = StoreError::deferred(self.store.count_daily_results(self.now().await?, BATCH).await)?;
        if counted == Some(false) {
            self.begin_job(Job::CountDailyResults);
        }
        let complete = counted == Some(true);
        let found = self.store.standings(filter, limit).await?;
        let value = |standing: &Standing| match query.by {
            StandingOrder::Average => standing.totals.average,
            StandingOrder::Streak => standing.totals.longest_streak,
        };
        let today = day_at(self.now().await?);
        let shown = found.iter().filter(|row| row.name.is_some()).map(|row| row.player).collect();
        let table = (filter.period, filter.players);
        let alike = self.store.lookalikes_in_standings(table, filter.bots, &shown).await?;
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
                streak: Streak::new(&standing.totals, today),
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

    pub(in crate::service) async fn count_all_daily_results(&self) -> Result<(), Error> {
        while !self.store.count_daily_results(self.now().await?, BATCH).await? {}
        Ok(())
    }

    /// The days in a row of a player, for any number of players.
    pub(in crate::service) async fn streak(&self, player: Uuid) -> Result<Streak, Error> {
        let standing = self.store.standing(ALL_TIME, 0, player).await?;
        let today = day_at(self.now().await?);
        Ok(standing.map_or_else(Streak::default, |standing| Streak::new(&standing.totals, today)))
    }
}
