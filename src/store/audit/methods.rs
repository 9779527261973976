//! What the store reads for audits.

use uuid::Uuid;

use super::statements::{AUDITED_GAMES_BETWEEN, MISCOUNTED_SCORES, STANDING_PLAYERS, STRAY_ROWS};
use super::{AuditedGame, AuditedStanding, MiscountedScore, StrayRow};
use crate::store::Store;
use crate::store::database::{Row, params};
use crate::store::error::{RowKind, StoreError};
use crate::store::standings::STANDINGS_BETWEEN;

impl Store {
    /// What other tables hold of all games after an id, up to another and with
    /// it. What cannot be read is [`StoreError::Corrupt`] by itself.
    pub async fn audited_games_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<Result<AuditedGame, StoreError>>, StoreError> {
        let rows = self.database.fetch(AUDITED_GAMES_BETWEEN, params![after, last]).await?;
        Ok(rows.iter().map(AuditedGame::read).collect())
    }

    /// Attempts and results whose game does not exist, or is of another
    /// challenge.
    pub async fn stray_rows(&self) -> Result<Vec<StrayRow>, StoreError> {
        self.database.read_rows(STRAY_ROWS, &[], StrayRow::read).await
    }

    /// Scores of boards whose count is wrong.
    pub async fn miscounted_scores(&self) -> Result<Vec<MiscountedScore>, StoreError> {
        self.database.read_rows(MISCOUNTED_SCORES, &[], MiscountedScore::read).await
    }

    /// Players after one, in the order of ids, who have standings or should
    /// have, at most `limit`.
    pub async fn standing_players(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let player = |row: &Row| row.id(RowKind::Standing, "player");
        self.database.read_rows(STANDING_PLAYERS, params![after, limit], player).await
    }

    /// The standings of all players after an id, up to another and with it, in the order
    /// of players: those that are stored, and those that follow from results. Players of
    /// a day that is being added are left out.
    pub async fn standings_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<AuditedStanding>, StoreError> {
        self.database.read_rows(STANDINGS_BETWEEN, params![after, last], AuditedStanding::read).await
    }
}
