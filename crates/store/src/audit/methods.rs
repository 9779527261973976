//! The store's methods for audits.

use uuid::Uuid;

use super::statements::{AUDITED_GAMES_BETWEEN, MISCOUNTED_SCORES, STANDING_PLAYERS, STRAY_ROWS};
use super::{AuditedGame, AuditedStanding, MiscountedScore, StrayRow};
use crate::Store;
use crate::database::{Row, params};
use crate::error::{RowKind, StoreError};
use crate::standings::STANDINGS_BETWEEN;

impl Store {
    /// The rows of other tables for all games after an id, up to another and including it. A
    /// row that cannot be read is a [`StoreError::Corrupt`] of its own.
    pub async fn audited_games_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<Result<AuditedGame, StoreError>>, StoreError> {
        let rows = self.database.fetch(AUDITED_GAMES_BETWEEN, params![after, last]).await?;
        Ok(rows.iter().map(AuditedGame::read).collect())
    }

    /// Attempts and results whose game does not exist, or belongs to another challenge.
    pub async fn stray_rows(&self) -> Result<Vec<StrayRow>, StoreError> {
        self.database.read_rows(STRAY_ROWS, &[], StrayRow::read).await
    }

    /// Scores of boards with a wrong count.
    pub async fn miscounted_scores(&self) -> Result<Vec<MiscountedScore>, StoreError> {
        self.database.read_rows(MISCOUNTED_SCORES, &[], MiscountedScore::read).await
    }

    /// Players after one, in the order of ids, who have standings or should have, at most
    /// `limit`.
    pub async fn standing_players(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let player = |row: &Row| row.id(RowKind::Standing, "player");
        self.database.read_rows(STANDING_PLAYERS, params![after, limit], player).await
    }

    /// The standings of all players after an id, up to another and including it, in the order
    /// of players: the stored ones, and those computed from results. Players of a day that is
    /// being added are left out.
    pub async fn standings_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<AuditedStanding>, StoreError> {
        self.database.read_rows(STANDINGS_BETWEEN, params![after, last], AuditedStanding::read).await
    }
}
