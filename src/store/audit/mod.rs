//! What an audit reads: rows of several tables that have to fit each other,
//! and what is left in a damaged file.

mod damage;
mod methods;
mod statements;

use chrono::DateTime;
use regicide::engine::Seat;
use serde::Deserialize;
use uuid::Uuid;

use super::attempts::{Defeats, Reached};
use super::boards::DailyResult;
use super::database::{Invalid, Row};
use super::error::{RowKind, StoreError};
use super::players::{FinishedGame, GameStats};
use super::standings::StandingTotals;

/// What other tables hold of a game of a challenge, at one moment.
#[derive(Clone, Debug)]
pub struct ChallengeGame {
    pub game: Uuid,
    /// The version of its row.
    pub version: u32,
    /// Whose attempt it is, by seat.
    pub attempts: Vec<AuditedAttempt>,
    /// Its results, by seat.
    pub results: Vec<AuditedResult>,
    /// What it counts for averages: nothing, or one.
    pub daily: Vec<DailyResult>,
}

/// A player's part in a game of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedAttempt {
    pub player: Uuid,
    pub number: u8,
    pub seat: Seat,
    /// Whether its result is ranked, or it has none.
    pub ranked: bool,
    pub bot: bool,
    /// What was reached, if that is stored.
    pub reached: Option<Reached>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditedResult {
    pub seat: Seat,
    /// Whether it stands on the board of bots.
    pub bots: bool,
    pub score: u32,
    /// From the game's creation to its last move.
    pub micros: i64,
    pub void: bool,
}

/// A row whose game does not exist, or is of another challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayRow {
    pub row: RowKind,
    pub challenge: Uuid,
    pub game: Uuid,
}

/// A score of a board that more or fewer results have than are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MiscountedScore {
    pub challenge: Uuid,
    /// Whether it is the board of bots.
    pub bots: bool,
    pub score: u32,
    pub counted: u64,
    pub found: u64,
}

/// What the database holds of a player's standings, at one moment.
#[derive(Clone, Debug, Default)]
pub struct PlayerStandings {
    pub stored: Vec<AuditedStanding>,
    /// What they follow from, by day.
    pub days: Vec<PlayedDay>,
}

/// What the database holds of a player's counts, at one moment.
#[derive(Clone, Debug, Default)]
pub struct PlayerCounts {
    pub stored: Vec<GameStats>,
    /// The games that were looked at for them.
    pub games: Vec<FinishedGame>,
}

#[derive(Clone, Debug)]
pub struct AuditedStanding {
    /// 0 for all time, or a month such as 202611.
    pub period: i32,
    /// The number of players of the games; 0 for any.
    pub players: u8,
    /// Whether it stands among those of bots.
    pub bot: bool,
    pub enemies: u32,
    pub totals: StandingTotals,
}

/// A ranked attempt at a daily challenge that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedDay {
    /// Days since 1970-01-01.
    pub day: i32,
    pub players: u8,
    /// Whether its result stands on the board of bots.
    pub bots: bool,
    /// What its result is counted as for averages, once it is.
    pub counted: Option<DayCount>,
    /// Whether the player is a bot by now.
    pub player_is_bot: bool,
}

/// What a result of a day is counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayCount {
    pub won: bool,
    pub enemies: u8,
}

type AttemptJson = (Uuid, u8, Seat, u8, u8, Option<u32>, Option<String>);
type ResultJson = (Seat, u8, u32, i64, u8);
type DailyJson = (i64, i32, u8, u8, u8);

impl ChallengeGame {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "id", |row| {
            let attempts: Vec<AttemptJson> = read_json(row, "attempts")?;
            let results: Vec<ResultJson> = read_json(row, "results")?;
            let daily: Vec<DailyJson> = read_json(row, "daily")?;
            let result = |(seat, bots, score, micros, void): ResultJson| AuditedResult {
                seat,
                bots: bots == 1,
                score,
                micros,
                void: void == 1,
            };
            Ok(Self {
                game: row.get("id")?,
                version: row.get("version")?,
                attempts: attempts.into_iter().map(AuditedAttempt::read).collect::<Result<_, _>>()?,
                results: results.into_iter().map(result).collect(),
                daily: daily.into_iter().map(daily_result).collect::<Result<_, _>>()?,
            })
        })
    }
}

impl AuditedAttempt {
    fn read((player, number, seat, ranked, bot, score, defeats): AttemptJson) -> Result<Self, Invalid> {
        let defeats = Defeats::read(defeats)?;
        let reached = score.map(|score| Reached { score, defeats });
        Ok(Self { player, number, seat, ranked: ranked == 1, bot: bot == 1, reached })
    }
}

fn daily_result((ends_at, month, players, won, enemies): DailyJson) -> Result<DailyResult, Invalid> {
    let ends_at = DateTime::from_timestamp_micros(ends_at)
        .ok_or_else(|| Invalid::new(format_args!("ends_at is no time: {ends_at}")))?;
    Ok(DailyResult { ends_at, month, players, won: won == 1, enemies })
}

fn read_json<T: for<'de> Deserialize<'de>>(row: &Row, column: &str) -> Result<T, Invalid> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| Invalid::new(format_args!("{column}: {error}")))
}

impl StrayRow {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Attempt, "game", |row| {
            let kind: String = row.get("kind")?;
            let kind = match kind.as_str() {
                "attempt" => RowKind::Attempt,
                _ => RowKind::Result,
            };
            Ok(Self { row: kind, challenge: row.get("challenge")?, game: row.get("game")? })
        })
    }
}

impl MiscountedScore {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Challenge, "challenge", |row| {
            Ok(Self {
                challenge: row.get("challenge")?,
                bots: row.get("bots")?,
                score: row.get("score")?,
                counted: row.get("counted")?,
                found: row.get("found")?,
            })
        })
    }
}

impl PlayerCounts {
    /// Adds a row of either kind.
    fn add(&mut self, row: &Row) -> Result<(), StoreError> {
        if row.parse(RowKind::Player, "player", |row| row.get("is_game"))? {
            self.games.push(FinishedGame::read(row)?);
        } else {
            self.stored.push(GameStats::read(row)?);
        }
        Ok(())
    }
}

impl PlayerStandings {
    /// Adds a row of either kind.
    fn add(&mut self, row: &Row) -> Result<(), StoreError> {
        row.parse(RowKind::Standing, "player", |row| {
            if row.get::<bool>("is_day")? {
                let is_counted: bool = row.get("played")?;
                let count = DayCount { won: row.get("won")?, enemies: row.get("enemies")? };
                self.days.push(PlayedDay {
                    day: row.get("last_day")?,
                    players: row.get("players")?,
                    bots: row.get("bot")?,
                    counted: Some(count).filter(|_| is_counted),
                    player_is_bot: row.get("streak")?,
                });
            } else {
                self.stored.push(AuditedStanding {
                    period: row.get("period")?,
                    players: row.get("players")?,
                    bot: row.get("bot")?,
                    enemies: row.get("enemies")?,
                    totals: StandingTotals::read(row)?,
                });
            }
            Ok(())
        })
    }
}
