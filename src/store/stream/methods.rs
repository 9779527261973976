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
    pub async fn stream_end(&self) -> Result<i64, StoreError> {
        let mut end = 0;
        for _ in 0..MAX_ROUNDS {
            let last = self.last_position().await?;
            if !self.stream_is_behind().await? {
                end = last;
                // Another instance may have given positions in between. That is
                // looked at in this order because servers of a distributed database
                // commit one after the other: a game whose position is not seen yet
                // has none.
                if self.last_position().await? == last {
                    break;
                }
                continue;
            }
            let _guard = self.sequence_lock.lock().await;
            if !self.stream_is_behind().await? {
                end = last;
                continue;
            }
            let mut transaction = self.database.begin().await?;
            let last = transaction.fetch_optional(LOCK_STREAM_END, &[]).await?;
            let last = last.as_ref().map_or(Ok(0), position)?;
            let given = transaction.execute(GIVE_STREAM_POSITIONS, params![last, AT_ONCE]).await?;
            let number = i64::try_from(given).unwrap_or(i64::MAX);
            if given > 0 {
                transaction.execute(MOVE_STREAM_END, params![number]).await?;
            }
            transaction.commit().await?;
            end = last.saturating_add(number);
            if given < u64::from(AT_ONCE) {
                break;
            }
        }
        Ok(end)
    }

    async fn stream_is_behind(&self) -> Result<bool, StoreError> {
        Ok(self.database.fetch_optional(STREAM_IS_BEHIND, &[]).await?.is_some())
    }

    async fn last_position(&self) -> Result<i64, StoreError> {
        let end = self.database.fetch_optional(STREAM_END, &[]).await?;
        end.as_ref().map_or(Ok(0), position)
    }

    /// The public games after a position of the stream up to its `end`, in its
    /// order, at most `limit`, as the primary has them. Games whose rows cannot
    /// be read are left out.
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
