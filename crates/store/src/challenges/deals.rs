//! Properties of a challenge's deal that are computed beforehand.

use std::fmt::Display;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use regicide_engine::bots::difficulty::{Difficulty, Measured};
use regicide_engine::engine::{Move, Seed};
use uuid::Uuid;

use super::statements::{PUBLISHED_DAYS, UNMEASURED, UPDATE_DIFFICULTY};
use super::{Challenge, Challenges};
use crate::database::{Invalid, Row, params};
use crate::error::{RowKind, StoreError};
use crate::page::readable;
use crate::text::to_json;

/// The number of challenges that are read to find one that can be measured.
const LOOKED_AT: u32 = 16;

/// The result of a search with all cards open, made before the challenge was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealSearch {
    /// The version of the solver.
    pub solver: u32,
    /// Its budget for a deal, in nodes.
    pub nodes: u64,
    /// The seeds before, whose deals the search could not win.
    pub skipped: Vec<Seed>,
    /// The moves of a win, if one was found.
    pub win: Option<Vec<Move>>,
    /// The moves of a win without a flip, if one was found. Only searched for deals with one
    /// player.
    pub gold: Option<Vec<Move>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealDifficulty {
    /// The difficulty is not measured.
    Unwanted,
    /// Bots have not played it yet.
    Awaited,
    Measured {
        level: Difficulty,
        games: u32,
        /// The number of enemies that they have defeated in all of these.
        enemies: u32,
    },
}

impl Challenges {
    /// The stored challenges of these days, both included: day and number of players of each,
    /// readable by this program or not.
    pub async fn published_days(&self, first: i32, last: i32) -> Result<Vec<(i32, u8)>, StoreError> {
        let day = |row: &Row| Ok((row.get("day")?, row.get("players")?));
        let read = |row: &Row| row.parse(RowKind::Challenge, "day", day);
        self.database.read_rows(PUBLISHED_DAYS, params![first, last], read).await
    }

    /// The challenge that opens or has opened first, of those that are not over and whose
    /// difficulty is awaited.
    pub async fn unmeasured(&self, now: DateTime<Utc>) -> Result<Option<Challenge>, StoreError> {
        let rows = self.database.fetch(UNMEASURED, params![now, LOOKED_AT]).await?;
        Ok(readable(rows.iter().map(Challenge::read)).into_iter().next())
    }

    /// Stores the difficulty of a challenge's deal, unless one is stored.
    pub async fn update_difficulty(
        &self,
        challenge: Uuid,
        level: Difficulty,
        measured: Measured,
    ) -> Result<(), StoreError> {
        let values = params![challenge, level.as_ref(), measured.games, measured.enemies_defeated];
        self.database.execute(UPDATE_DIFFICULTY, values).await?;
        Ok(())
    }
}

impl DealSearch {
    pub(super) fn read(row: &Row) -> Result<Option<Self>, Invalid> {
        let Some(solver) = row.optional("solver")? else { return Ok(None) };
        let line = |column: &str| row.optional::<String>(column)?.as_deref().map(read_list).transpose();
        Ok(Some(Self {
            solver,
            nodes: row.get("nodes")?,
            skipped: read_list(&row.get::<String>("skipped")?)?,
            win: line("win")?,
            gold: line("gold")?,
        }))
    }

    /// The stored form of the seeds before.
    pub(super) fn skipped_json(&self) -> String {
        to_json(&self.skipped.iter().map(Seed::as_str).collect::<Vec<_>>())
    }
}

/// The stored form of a line.
pub(super) fn line_json(line: &[Move]) -> String {
    to_json(&line.iter().map(Move::to_string).collect::<Vec<_>>())
}

fn read_list<T: FromStr<Err: Display>>(json: &str) -> Result<Vec<T>, Invalid> {
    let texts: Vec<String> = serde_json::from_str(json).map_err(Invalid::new)?;
    texts.iter().map(|text| text.parse().map_err(Invalid::new)).collect()
}

impl DealDifficulty {
    pub(super) fn read(row: &Row) -> Result<Self, Invalid> {
        if row.optional::<String>("difficulty")?.is_some() {
            let (games, enemies) = (row.get("bot_games")?, row.get("bot_enemies")?);
            return Ok(Self::Measured { level: row.name("difficulty")?, games, enemies });
        }
        Ok(if row.get("difficulty_wanted")? { Self::Awaited } else { Self::Unwanted })
    }
}
