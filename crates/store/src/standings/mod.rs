//! Standings: players' results in daily challenges.

mod statements;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::database::{Database, Invalid, Row, Transaction, params};
use super::error::{RowKind, StoreError};
use super::page::readable;
use super::text::to_json;
use statements::{
    BEGIN_DAY, BY_AVERAGE, BY_STREAK, DAY_TO_ADD, END_DAY, LOCK_PLAYERS_OF_DAY, SHARE_DAY, STORE_STANDINGS,
    STREAK,
};

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
    /// The number of enemies defeated.
    pub enemies: u32,
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
            enemies: row.get("enemies")?,
            average: row.get("average")?,
            streak: row.get("streak")?,
            longest_streak: row.get("longest_streak")?,
            last_day: row.get("last_day")?,
        })
    }
}

/// The number of players whose standings one statement computes.
const PLAYERS_AT_ONCE: usize = 50;

/// The stored standings.
pub struct Standings {
    pub(super) database: Database,
}

impl Standings {
    /// Players ordered by their results in daily challenges, at most `limit`, from the replica
    /// if there is one.
    pub async fn list(&self, filter: StandingFilter, limit: u32) -> Result<Vec<Standing>, StoreError> {
        let statement = match filter.order {
            StandingOrder::Average => BY_AVERAGE,
            StandingOrder::Streak => BY_STREAK,
        };
        let StandingFilter { period, players, bots, min_played, .. } = filter;
        let values = params![period, players, bots, min_played, limit];
        let rows = self.database.fetch_from_replica_or_primary(statement, values).await?;
        Ok(readable(rows.iter().map(standing)))
    }

    /// The days in a row on which a player began daily challenges, as of a day.
    pub async fn streak_of(&self, player: Uuid, today: i32) -> Result<Streak, StoreError> {
        let row = self.database.fetch_optional(STREAK, params![player, today - 1]).await?;
        let row = row.ok_or(sqlx::Error::RowNotFound)?;
        row.parse(RowKind::Player, "current", |row| {
            Ok(Streak { current: row.get("current")?, longest: row.get("longest")? })
        })
    }

    /// The next daily challenge that is over at `now` and not in the standings.
    pub async fn day_to_add(&self, now: DateTime<Utc>) -> Result<Option<Uuid>, StoreError> {
        self.database.read_row(DAY_TO_ADD, params![now], |row| row.id(RowKind::Challenge, "id")).await
    }

    /// Computes the standings of the players of a finished daily challenge: of those after one,
    /// in the order of ids, at most `limit`. Returns the last of them if there may be more;
    /// otherwise the day is in the standings. Every step can be repeated, also by several
    /// instances at the same time.
    pub async fn add_day(
        &self,
        challenge: Uuid,
        after: Uuid,
        limit: u32,
    ) -> Result<Option<Uuid>, StoreError> {
        // From here on, ranking a game of that day computes the standings of its players.
        self.database.execute(BEGIN_DAY, params![challenge]).await?;
        let mut transaction = self.database.begin().await?;
        let rows = transaction.fetch(LOCK_PLAYERS_OF_DAY, params![challenge, after, limit]).await?;
        let players = player_ids(&rows)?;
        store_part(&mut transaction, &players, Some(challenge)).await?;
        transaction.commit().await?;
        if players.len() < limit as usize {
            self.database.execute(END_DAY, params![challenge]).await?;
            return Ok(None);
        }
        Ok(players.last().copied())
    }
}

fn standing(row: &Row) -> Result<Standing, StoreError> {
    row.parse(RowKind::Standing, "player", Standing::read)
}

/// The ids of the locked players.
pub(crate) fn player_ids(rows: &[Row]) -> Result<Vec<Uuid>, StoreError> {
    rows.iter().map(|row| row.id(RowKind::Player, "id")).collect()
}

/// Returns true if a challenge's results are in the standings, or being added: then a changed
/// result changes the standings of its players. The state cannot change until the transaction
/// ends. The lock for this is taken before those of players.
pub(crate) async fn is_in_standings(
    transaction: &mut Transaction,
    challenge: Uuid,
) -> Result<bool, StoreError> {
    let Some(row) = transaction.fetch_optional(SHARE_DAY, params![challenge]).await? else {
        return Ok(false);
    };
    row.parse(RowKind::Challenge, "in_standings", |row| Ok(row.get::<u8>("in_standings")? > 0))
}

/// Computes and stores the standings of players, who were locked before.
pub(crate) async fn store_standings(
    transaction: &mut Transaction,
    players: &[Uuid],
) -> Result<(), StoreError> {
    for part in players.chunks(PLAYERS_AT_ONCE) {
        store_part(transaction, part, None).await?;
    }
    Ok(())
}

/// Stores the standings of a few locked players: those of a day are added, or all are computed.
async fn store_part(
    transaction: &mut Transaction,
    players: &[Uuid],
    day: Option<Uuid>,
) -> Result<(), StoreError> {
    let ids = to_json(&players.iter().map(Uuid::as_simple).collect::<Vec<_>>());
    let values = params![ids, day, Uuid::nil(), Uuid::max()];
    transaction.execute(STORE_STANDINGS, values).await.map(drop)
}
