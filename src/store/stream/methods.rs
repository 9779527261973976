//! What the store does with the stream of public games.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::statements::{
    GIVE_STREAM_POSITIONS, LOCK_STREAM_END, MOVE_STREAM_END, STREAM_END, STREAM_IS_BEHIND,
};
use super::{StreamedGame, position};
use crate::store::Store;
use crate::store::database::params;
use crate::store::error::StoreError;
use crate::store::games::STREAMED;
use crate::store::page::{Page, page_of};

/// How many changes get their positions at once.
const AT_ONCE: u32 = 1000;
/// How often a request does that. If nobody has read the stream for long, the
/// next requests do the rest, and their readers get some older changes, too.
const MAX_ROUNDS: usize = 5;

impl Store {
    /// Gives positions to changes of public games that have none, and returns
    /// the last one: changes that are committed later come after it.
    ///
    /// # Errors
    /// The database's.
    pub async fn stream_end(&self) -> Result<i64, StoreError> {
        for _ in 0..MAX_ROUNDS {
            // In this order: servers of a distributed database commit one after
            // the other, and a game whose position is not seen yet has none.
            let end = self.last_position().await?;
            if self.database.fetch_optional(STREAM_IS_BEHIND, &[]).await?.is_none() {
                return Ok(end);
            }
            let mut transaction = self.database.begin().await?;
            let end = transaction.fetch_optional(LOCK_STREAM_END, &[]).await?;
            let end = end.as_ref().map_or(Ok(0), position)?;
            let given = transaction.execute(GIVE_STREAM_POSITIONS, params![end, AT_ONCE]).await?;
            if given > 0 {
                let moved = params![i64::try_from(given).unwrap_or(i64::MAX)];
                transaction.execute(MOVE_STREAM_END, moved).await?;
            }
            transaction.commit().await?;
            if given < u64::from(AT_ONCE) {
                break;
            }
        }
        self.last_position().await
    }

    async fn last_position(&self) -> Result<i64, StoreError> {
        let end = self.database.fetch_optional(STREAM_END, &[]).await?;
        end.as_ref().map_or(Ok(0), position)
    }

    /// The public games after a position of the stream up to its `end`, in its
    /// order, at most `limit`, as the primary has them. Games whose rows cannot
    /// be read are left out.
    ///
    /// # Errors
    /// The database's.
    pub async fn streamed_games(
        &self,
        after: i64,
        end: i64,
        limit: u32,
        now: DateTime<Utc>,
    ) -> Result<Page<StreamedGame, i64>, StoreError> {
        let values = params![
            now,
            Uuid::max(),
            Uuid::nil(),
            i64::MAX,
            i64::MIN,
            i64::MIN,
            i64::MAX,
            "",
            "",
            i64::from(limit) + 1,
            after,
            end
        ];
        let rows = self.database.fetch(STREAMED, values).await?;
        page_of(&rows, limit, StreamedGame::read, position)
    }
}
