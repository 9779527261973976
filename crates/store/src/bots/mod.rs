//! House bots: games that wait for one, and games with some that have not ended.

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::bots::Level;
use uuid::Uuid;

use super::database::{Database, Row, Statement, from_row, params};
use super::error::{RowKind, StoreError};
use super::text::to_json;

const BOT_TURNS: Statement =
    Statement::new("select game_id, seq from bot_turns where game_id > $1 order by game_id limit $2");

/// The names of levels are in the order of their strength. A game that has lost its bots is
/// found when its turn is processed.
const BOT_TURN: Statement = Statement::new(
    "select game_id, seq,
        (select count(*) from seats where game_id = $1 and bot is null) as people,
        coalesce((select max(bot) from seats where game_id = $1), 'novice') as level,
        coalesce((select version from games where id = $1), 0) as version
    from bot_turns where game_id = $1",
)
.of_game();

/// Stores the turn of a bot once its game has begun: the next move may be the bot's.
pub(super) const SEAT_BOT_TURN: Statement = Statement::new(
    "insert into bot_turns (game_id, seq)
    select $1, coalesce((select max(seq) from moves where game_id = $1), 0)
    where exists (select 1 from seats where game_id = $1 and bot is not null)
        and (not exists (select 1 from seats where game_id = $1 and open = 1)
            or exists (select 1 from games where id = $1 and seated_at is not null))
    on conflict do nothing",
)
.of_game();

pub(super) const UPSERT_BOT_TURN: Statement = Statement::new(
    "insert into bot_turns (game_id, seq) values ($1, $2)
    on conflict (game_id) do update set seq = excluded.seq",
)
.of_game();

/// Removes the turn of a bot after a move. A later turn that was stored meanwhile stays.
pub(super) const DELETE_BOT_TURN: Statement =
    Statement::new("delete from bot_turns where game_id = $1 and seq <= $2").of_game();

/// A game that may wait for a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotTurn {
    pub game: Uuid,
    /// The number of moves after which it waits.
    pub seq: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotTable {
    /// True if a person sits there.
    pub people: bool,
    /// The level of its strongest bot.
    pub level: Level,
    /// The version of the game: it changes with the seats.
    pub version: u32,
}

from_row!(RowKind::Game, "game_id", |row| BotTable {
    people: row.get::<i64>("people")? > 0,
    level: row.name("level")?,
    version,
});

from_row!(RowKind::Game, "game_id", |row| BotTurn { game: row.get("game_id")?, seq });

/// The turns and the games of house bots.
pub struct Bots {
    pub(super) database: Database,
}

impl Bots {
    /// Games that may wait for a bot, by id from the one after `after` on, at most `limit`.
    pub async fn turns(&self, after: Uuid, limit: u32) -> Result<Vec<BotTurn>, StoreError> {
        self.database.read_rows(BOT_TURNS, params![after, limit], BotTurn::read).await
    }

    /// The turn in which a game may wait for a bot, if it does, and its table.
    pub async fn turn(&self, game: Uuid) -> Result<Option<(BotTurn, BotTable)>, StoreError> {
        let read = |row: &Row| Ok((BotTurn::read(row)?, BotTable::read(row)?));
        self.database.read_row(BOT_TURN, params![game], read).await
    }

    /// Removes the turn of a bot after this number of moves.
    pub async fn remove_turn(&self, turn: BotTurn) -> Result<(), StoreError> {
        self.database.execute(DELETE_BOT_TURN, params![turn.game, turn.seq]).await?;
        Ok(())
    }
}

/// A game with a bot that has not ended at $1 and was active after $2. The moves that a fork
/// copies do not count as activity.
const GOES_ON: &str = "
    g.finished_at is null and g.cancelled_at is null and (g.ends_at is null or g.ends_at > $1)
    and exists (select 1 from seats where game_id = g.id and bot is not null)
    and (g.created_at > $2
        or (select at from moves where game_id = g.id order by seq desc limit 1) > $2)";

const GAMES_OF: Statement = Statement::new(concat!(
    "select g.id from games g
    where g.creator = $3 and",
    GOES_ON,
    " limit $4"
));

const GAMES_AMONG: Statement = Statement::each(
    concat!(
        "select g.id from games g
        where g.id in (select value::uuid from json_array_elements_text($3::json) as ids (value)) and",
        GOES_ON
    ),
    concat!("select g.id from games g where g.id in (select unhex(value) from json_each($3)) and", GOES_ON),
);

impl Bots {
    /// The games with bots that a player has created, that have not ended at `now` and were
    /// active after `since`; at most `limit`.
    pub async fn games_of(
        &self,
        creator: Uuid,
        now: DateTime<Utc>,
        since: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<Uuid>, StoreError> {
        let id = |row: &Row| row.id(RowKind::Game, "id");
        self.database.read_rows(GAMES_OF, params![now, since, creator, limit], id).await
    }

    /// Those of `games` with bots that have not ended at `now` and were active after `since`.
    pub async fn games_among(
        &self,
        games: &[Uuid],
        now: DateTime<Utc>,
        since: DateTime<Utc>,
    ) -> Result<Vec<Uuid>, StoreError> {
        let games = to_json(&games.iter().map(Uuid::as_simple).collect::<Vec<_>>());
        let id = |row: &Row| row.id(RowKind::Game, "id");
        self.database.read_rows(GAMES_AMONG, params![now, since, games], id).await
    }
}
