//! Games with house bots that go on.

mod statements;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Store;
use super::database::{Row, params};
use super::error::{RowKind, StoreError};
use super::to_json;
use statements::{BOT_GAMES_AMONG, BOT_GAMES_OF};

impl Store {
    /// The games with bots that a player has made, that are not over at `now`,
    /// and in which something was done after `since`; at most `limit`.
    pub async fn bot_games_of(
        &self,
        creator: Uuid,
        now: DateTime<Utc>,
        since: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<Uuid>, StoreError> {
        let id = |row: &Row| row.id(RowKind::Game, "id");
        self.database.read_rows(BOT_GAMES_OF, params![now, since, creator, limit], id).await
    }

    /// Those of some games of which the same is true.
    pub async fn bot_games_among(
        &self,
        games: &[Uuid],
        now: DateTime<Utc>,
        since: DateTime<Utc>,
    ) -> Result<Vec<Uuid>, StoreError> {
        let games = to_json(&games.iter().map(Uuid::as_simple).collect::<Vec<_>>());
        self.database
            .read_rows(BOT_GAMES_AMONG, params![now, since, games], |row| row.id(RowKind::Game, "id"))
            .await
    }
}
