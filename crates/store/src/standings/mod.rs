//! Standings: players' results in daily challenges.

mod methods;
mod statements;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::database::{Invalid, Row};

pub(super) use methods::{is_in_standings, player_ids, store_standings};
pub(super) use statements::STANDINGS_BETWEEN;

/// A player's results in daily challenges.
#[derive(Clone, Debug)]
pub struct Standing {
    pub player: Uuid,
    /// The display name, if it may be shown.
    pub name: Option<String>,
    pub totals: StandingTotals,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingTotals {
    pub played: u32,
    pub won: u32,
    /// The average number of defeated enemies, in thousandths.
    pub average: u32,
    /// Days in a row up to the last.
    pub streak: u32,
    /// The most days in a row.
    pub longest_streak: u32,
    /// The last day on which a game began.
    pub last_day: i32,
}

/// Days in a row on which a ranked attempt began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Streak {
    /// Up to today or yesterday.
    pub current: u32,
    /// The longest streak.
    pub longest: u32,
}

/// The order of standings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandingOrder {
    /// By the average number of enemies defeated.
    #[default]
    Average,
    /// By the longest streak of days.
    Streak,
}

#[derive(Clone, Copy, Debug)]
pub struct StandingFilter {
    /// 0 for all time, or a month such as 202611.
    pub period: i32,
    /// The number of players of the games.
    pub players: u8,
    pub bots: bool,
    /// The least number of results that a player must have.
    pub min_played: u32,
    pub order: StandingOrder,
}

impl Standing {
    pub(super) fn read(row: &Row) -> Result<Self, Invalid> {
        Ok(Self {
            player: row.get("player")?,
            name: row.optional("name")?,
            totals: StandingTotals::read(row)?,
        })
    }
}

impl StandingTotals {
    pub(super) fn read(row: &Row) -> Result<Self, Invalid> {
        Ok(Self {
            played: row.get("played")?,
            won: row.get("won")?,
            average: row.get("average")?,
            streak: row.get("streak")?,
            longest_streak: row.get("longest_streak")?,
            last_day: row.get("last_day")?,
        })
    }
}
