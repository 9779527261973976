//! What the store does with standings.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::statements::{
    BEGIN_DAY, BY_AVERAGE, BY_STREAK, DAY_TO_ADD, END_DAY, LOCK_PLAYERS_OF_DAY, SHARE_DAY, STORE_STANDINGS,
    STREAK,
};
use super::{Standing, StandingFilter, StandingOrder, Streak};
use crate::store::Store;
use crate::store::database::{Row, Transaction, params};
use crate::store::error::{RowKind, StoreError};
use crate::store::page::readable;
use crate::store::to_json;

/// The standings of how many players are computed in one statement.
const PLAYERS_AT_ONCE: usize = 50;

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

    /// Computes the standings of players of a daily challenge that is over: of those
    /// after one, in the order of ids, at most `limit`. Returns the last of them if there
    /// may be more; otherwise the day is in the standings. Every part can be repeated,
    /// also by several instances at the same time.
    pub async fn add_day(
        &self,
        challenge: Uuid,
        after: Uuid,
        limit: u32,
    ) -> Result<Option<Uuid>, StoreError> {
        // Whoever ranks a game from here on computes the standings of its players.
        self.database.execute(BEGIN_DAY, params![challenge]).await?;
        let mut transaction = self.database.begin().await?;
        let rows = transaction.fetch(LOCK_PLAYERS_OF_DAY, params![challenge, after, limit]).await?;
        let players = player_ids(&rows)?;
        store_standings(&mut transaction, &players).await?;
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

/// The ids of players who were locked.
pub(in crate::store) fn player_ids(rows: &[Row]) -> Result<Vec<Uuid>, StoreError> {
    rows.iter().map(|row| row.id(RowKind::Player, "id")).collect()
}

/// Whether a challenge's results are in the standings, or being added: then a result
/// that changes changes the standings of its players. It stays so until the transaction
/// ends. This is locked before players are.
pub(in crate::store) async fn is_in_standings(
    transaction: &mut Transaction,
    challenge: Uuid,
) -> Result<bool, StoreError> {
    let Some(row) = transaction.fetch_optional(SHARE_DAY, params![challenge]).await? else {
        return Ok(false);
    };
    row.parse(RowKind::Challenge, "in_standings", |row| Ok(row.get::<u8>("in_standings")? > 0))
}

/// Computes the standings of players, who were locked before, and stores them.
pub(in crate::store) async fn store_standings(
    transaction: &mut Transaction,
    players: &[Uuid],
) -> Result<(), StoreError> {
    for part in players.chunks(PLAYERS_AT_ONCE) {
        let ids = to_json(&part.iter().map(Uuid::as_simple).collect::<Vec<_>>());
        transaction.execute(STORE_STANDINGS, params![ids]).await?;
    }
    Ok(())
}
