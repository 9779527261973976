//! What the store reads for audits.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::statements::{
    CHALLENGE_GAMES_BETWEEN, COUNTED_PLAYERS, COUNTS_BETWEEN, MISCOUNTED_SCORES, STANDING_PLAYERS,
    STANDINGS_BETWEEN, STRAY_ROWS,
};
use super::{ChallengeGame, MiscountedScore, PlayerCounts, PlayerStandings, StrayRow};
use crate::store::Store;
use crate::store::database::{Row, params};
use crate::store::error::{RowKind, StoreError};

impl Store {
    /// What other tables hold of all games of challenges after an id, up to
    /// another and with it. What cannot be read is [`StoreError::Corrupt`] by
    /// itself.
    pub async fn challenge_games_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<Result<ChallengeGame, StoreError>>, StoreError> {
        let rows = self.database.fetch(CHALLENGE_GAMES_BETWEEN, params![after, last]).await?;
        Ok(rows.iter().map(ChallengeGame::read).collect())
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

    /// What the database holds of the standings of all players after an id, up
    /// to another and with it.
    pub async fn standings_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<BTreeMap<Uuid, PlayerStandings>, StoreError> {
        let mut found = BTreeMap::<Uuid, PlayerStandings>::new();
        for row in self.database.fetch(STANDINGS_BETWEEN, params![after, last]).await? {
            let player = row.id(RowKind::Standing, "player")?;
            found.entry(player).or_default().add(&row)?;
        }
        Ok(found)
    }

    /// Players after one, in the order of ids, of whom finished games are
    /// counted, at most `limit`.
    pub async fn counted_players(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let player = |row: &Row| row.id(RowKind::Player, "player");
        self.database.read_rows(COUNTED_PLAYERS, params![after, limit], player).await
    }

    /// The counts of all players after an id, up to another and with it, and
    /// the games that are counted. What cannot be read is
    /// [`StoreError::Corrupt`] by itself.
    pub async fn counts_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<BTreeMap<Uuid, Result<PlayerCounts, StoreError>>, StoreError> {
        let mut found = BTreeMap::new();
        for row in self.database.fetch(COUNTS_BETWEEN, params![after, last]).await? {
            let player = row.id(RowKind::Player, "player")?;
            let counts = found.entry(player).or_insert_with(|| Ok(PlayerCounts::default()));
            if let Ok(readable) = counts
                && let Err(error) = readable.add(&row)
            {
                *counts = Err(error);
            }
        }
        Ok(found)
    }
}
