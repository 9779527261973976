//! Games that wait for a bot.

mod statements;

use regicide::bots::Level;
use uuid::Uuid;

use super::Store;
use super::database::{Row, params};
use super::error::{RowKind, StoreError};
use statements::{BOT_TURN, BOT_TURNS};

pub(super) use statements::{NOTE_BOT_TURN, PASS_BOT_TURN, SEAT_BOT_TURN};

/// A game that may wait for a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotTurn {
    pub game: Uuid,
    /// After how many moves it waits.
    pub seq: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotTable {
    /// Whether anybody there is no house bot.
    pub people: bool,
    /// The level of its strongest bot.
    pub level: Level,
}

impl BotTable {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "game_id", |row| {
            Ok(Self { people: row.get::<i64>("people")? > 0, level: row.name("level")? })
        })
    }
}

impl BotTurn {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "game_id", |row| {
            Ok(Self { game: row.get("game_id")?, seq: row.get("seq")? })
        })
    }
}

impl Store {
    /// Games that may wait for a bot, by id from the one after `after` on, at
    /// most `limit`.
    pub async fn bot_turns(&self, after: Uuid, limit: u32) -> Result<Vec<BotTurn>, StoreError> {
        self.database.read_rows(BOT_TURNS, params![after, limit], BotTurn::read).await
    }

    /// The turn in which a game may wait for a bot, if it does, and its table.
    pub async fn bot_turn(&self, game: Uuid) -> Result<Option<(BotTurn, BotTable)>, StoreError> {
        let read = |row: &Row| Ok((BotTurn::read(row)?, BotTable::read(row)?));
        self.database.read_row(BOT_TURN, params![game], read).await
    }

    /// Notes that after so many moves a game waits for no bot.
    pub async fn settle_bot_turn(&self, turn: BotTurn) -> Result<(), StoreError> {
        self.database.execute(PASS_BOT_TURN, params![turn.game, turn.seq]).await?;
        Ok(())
    }
}
