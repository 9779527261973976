//! The stream of public games: their changes, in the order in which positions were assigned.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::lists::STREAMED;
use super::{GameInfo, Games};
use crate::database::{Row, Statement, from_row, params};
use crate::error::{RowKind, StoreError};
use crate::locks::LOCK_STREAM_END;
use crate::page::{Page, page_of};

/// The number of changes that get their positions in one step.
const AT_ONCE: u32 = 1000;
/// The most steps of one request. If the stream was not read for long, later requests do the
/// rest, and their readers also get some older changes.
const MAX_ROUNDS: usize = 5;

const STREAM_IS_BEHIND: Statement = Statement::new(
    "select 1 as behind from stream_positions where position is null order by game_id limit 1",
);

const STREAM_END: Statement = Statement::new("select position from stream_end").of_any_server();

/// Assigns the positions after $1 to changes that have none, at most $2. One Postgres server
/// leaves out a game with a change in progress, which is announced later; a cluster waits for
/// it.
const GIVE_STREAM_POSITIONS: Statement = Statement::each(
    "with waiting as materialized (
        select game_id from stream_positions where position is null
        order by game_id limit $2 for update skip locked
    ), placed as (
        select game_id as placed_id, row_number() over (order by game_id) as place from waiting
    )
    update stream_positions set position = $1 + place from placed where game_id = placed_id",
    GIVE_STREAM_POSITIONS_WITHOUT_LOCKS,
)
.distributed(GIVE_STREAM_POSITIONS_WITHOUT_LOCKS);

const GIVE_STREAM_POSITIONS_WITHOUT_LOCKS: &str = "
    with waiting as (
        select game_id as placed_id, row_number() over (order by game_id) as place
        from stream_positions where position is null
        order by game_id limit $2
    )
    update stream_positions set position = $1 + place from waiting where game_id = placed_id";

const MOVE_STREAM_END: Statement = Statement::new("update stream_end set position = position + $1");

/// A public game that was created, has begun or has ended.
#[derive(Clone, Debug)]
pub struct StreamedGame {
    /// Its position in the stream. A game that changes again gets a later one.
    pub position: i64,
    pub game: GameInfo,
}

from_row!(RowKind::Game, "id", |row| StreamedGame { position, game: GameInfo::read(row)? });

fn position(row: &Row) -> Result<i64, StoreError> {
    row.parse(RowKind::Game, "id", |row| row.get("position"))
}

impl Games {
    /// Assigns positions to changes of public games that have none, and returns the last
    /// position: changes that are committed later come after it. While the database takes no
    /// writes, it returns the last position that was assigned.
    pub async fn stream_end(&self) -> Result<i64, StoreError> {
        match StoreError::deferred(self.give_stream_positions().await)? {
            Some(end) => Ok(end),
            None => self.last_position().await,
        }
    }

    async fn give_stream_positions(&self) -> Result<i64, StoreError> {
        let mut end = 0;
        for _ in 0..MAX_ROUNDS {
            let last = self.last_position().await?;
            if !self.stream_is_behind().await? {
                end = last;
                // Another instance may have assigned positions in between. This check comes
                // last because servers of a distributed database commit one after the other: a
                // game whose position is not visible yet appears to have none.
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
        Ok(self.database.read_row(STREAM_END, &[], position).await?.unwrap_or(0))
    }

    /// The public games after a position of the stream up to its `end`, in its order, at most
    /// `limit`, from the primary. Games whose rows cannot be read are left out.
    pub async fn streamed(
        &self,
        after: i64,
        end: i64,
        limit: u32,
        now: DateTime<Utc>,
    ) -> Result<Page<StreamedGame, i64>, StoreError> {
        let (first, last) = (Uuid::nil(), Uuid::max());
        let values = params![now, last, first, i64::MAX, i64::MIN, "", "", "", limit + 1, after, end];
        let rows = self.database.fetch(STREAMED, values).await?;
        page_of(&rows, limit, StreamedGame::read, position)
    }
}
