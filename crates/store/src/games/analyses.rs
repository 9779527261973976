//! Analyses of games that have ended. They are computed from the games' logs, so a lost one can
//! be computed again.

use uuid::Uuid;

use super::Games;
use crate::database::{Row, Statement, params};
use crate::error::{RowKind, StoreError};

const ANALYSIS: Statement =
    Statement::new("select game_id, findings from analyses where game_id = $1 and version = $2").of_game();

const UPSERT_ANALYSIS: Statement = Statement::new(
    "insert into analyses (game_id, version, findings) values ($1, $2, $3)
    on conflict (game_id, version) do update set findings = excluded.findings",
)
.of_game();

impl Games {
    /// The findings of this version's analysis of a game, as JSON, if there is one.
    pub async fn analysis(&self, game: Uuid, version: u32) -> Result<Option<String>, StoreError> {
        let findings = |row: &Row| row.parse(RowKind::Game, "game_id", |row| row.get("findings"));
        self.database.read_row(ANALYSIS, params![game, version], findings).await
    }

    /// Stores the findings of an analysis, in place of earlier ones of its version.
    pub async fn upsert_analysis(&self, game: Uuid, version: u32, findings: &str) -> Result<(), StoreError> {
        self.database.execute(UPSERT_ANALYSIS, params![game, version, findings]).await?;
        Ok(())
    }
}
