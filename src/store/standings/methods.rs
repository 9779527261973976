//! What the store does with standings.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::statements::{
    BY_AVERAGE, BY_STREAK, CHANGE_AVERAGES, LOCK_STANDINGS, MARK_COUNTED, STANDING, UNCOUNTED,
};
use super::{Standing, StandingFilter, StandingOrder};
use crate::store::Store;
use crate::store::boards::DailyResult;
use crate::store::database::{Row, Transaction, params};
use crate::store::error::{RowKind, StoreError};
use crate::store::page::readable;

impl Store {
    /// Players by what they reached in daily challenges, at most `limit`. With a
    /// replica, as it knows them.
    pub async fn standings(&self, filter: StandingFilter, limit: u32) -> Result<Vec<Standing>, StoreError> {
        let statement = match filter.order {
            StandingOrder::Average => BY_AVERAGE,
            StandingOrder::Streak => BY_STREAK,
        };
        let StandingFilter { period, players, bots, min_played, .. } = filter;
        let values = params![period, players, bots, min_played, limit];
        let rows = self.database.fetch_from_replica_or_primary(statement, values).await?;
        Ok(readable(rows.iter().map(standing)))
    }

    /// What a player reached in a period, for a number of players (0 for any).
    pub async fn standing(
        &self,
        period: i32,
        players: u8,
        player: Uuid,
    ) -> Result<Option<Standing>, StoreError> {
        self.database.read_row(STANDING, params![period, players, player], standing).await
    }

    /// Counts results of days that are over at `now` for averages, at most
    /// `limit`, in one transaction; whether none is left.
    pub async fn count_daily_results(&self, now: DateTime<Utc>, limit: u32) -> Result<bool, StoreError> {
        let found = self.database.fetch(UNCOUNTED, params![now, limit]).await?;
        if found.is_empty() {
            return Ok(true);
        }
        let mut transaction = self.database.begin().await?;
        for row in &found {
            let (challenge, game): (Uuid, Uuid) =
                row.parse(RowKind::Result, "game", |row| Ok((row.get("challenge")?, row.get("game")?)))?;
            let counted = transaction.fetch_optional(MARK_COUNTED, params![challenge, game]).await?;
            if let Some(row) = counted {
                change_averages(&mut transaction, challenge, game, DailyResult::read(&row)?, 1).await?;
            }
        }
        transaction.commit().await?;
        Ok(found.len() < limit as usize)
    }
}

fn standing(row: &Row) -> Result<Standing, StoreError> {
    row.parse(RowKind::Standing, "player", Standing::read)
}

/// Adds a game to the averages of its players (1) or takes it away (-1).
pub(in crate::store) async fn change_averages(
    transaction: &mut Transaction,
    challenge: Uuid,
    game: Uuid,
    result: DailyResult,
    sign: i32,
) -> Result<(), StoreError> {
    let DailyResult { month, players, won, enemies, .. } = result;
    let (won, enemies) = (sign * i32::from(won), sign * i32::from(enemies));
    transaction.fetch(LOCK_STANDINGS, params![challenge, game]).await?;
    let values = params![challenge, game, month, players, sign, won, enemies];
    transaction.execute(CHANGE_AVERAGES, values).await?;
    Ok(())
}
