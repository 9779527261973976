//! Games with house bots that have not ended.

use chrono::{DateTime, Utc};
use constcat::concat;
use uuid::Uuid;

use super::Store;
use super::database::{Row, Statement, params};
use super::error::{RowKind, StoreError};
use super::to_json;

/// A game with a bot that has not ended at $1 and was active after $2. The moves that a fork
/// copies do not count as activity.
const GOES_ON: &str = "
    g.finished_at is null and g.cancelled_at is null and (g.ends_at is null or g.ends_at > $1)
    and exists (select 1 from seats where game_id = g.id and bot is not null)
    and (g.created_at > $2
        or (select at from moves where game_id = g.id order by seq desc limit 1) > $2)";

const BOT_GAMES_OF: Statement = Statement::new(concat!(
    "select g.id from games g
    where g.creator = $3 and",
    GOES_ON,
    " limit $4"
));

const BOT_GAMES_AMONG: Statement = Statement::each(
    concat!(
        "select g.id from games g
        where g.id in (select value::uuid from json_array_elements_text($3::json) as ids (value)) and",
        GOES_ON
    ),
    concat!("select g.id from games g where g.id in (select unhex(value) from json_each($3)) and", GOES_ON),
);

impl Store {
    /// The games with bots that a player has created, that have not ended at `now` and were
    /// active after `since`; at most `limit`.
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

    /// Those of `games` with bots that have not ended at `now` and were active after `since`.
    pub async fn bot_games_among(
        &self,
        games: &[Uuid],
        now: DateTime<Utc>,
        since: DateTime<Utc>,
    ) -> Result<Vec<Uuid>, StoreError> {
        let games = to_json(&games.iter().map(Uuid::as_simple).collect::<Vec<_>>());
        let id = |row: &Row| row.id(RowKind::Game, "id");
        self.database.read_rows(BOT_GAMES_AMONG, params![now, since, games], id).await
    }
}
