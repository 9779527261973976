//! Counts of players' finished games. They are counted some at a time when a
//! profile is read, so that no profile reads all games of a player.

use chrono::{DateTime, Utc};
use regicide::engine::{GameKind, Outcome, Seat, Setup};
use uuid::Uuid;

use super::statements::{COUNT_GAME, GAMES_NOT_COUNTED, LOCK_PLAYER, MARK_COUNTED, STATS, UNCOUNTED_GAMES};
use crate::store::Store;
use crate::store::database::{Invalid, Row, params};
use crate::store::error::{RowKind, StoreError};
use crate::store::page::readable;
use crate::store::setup::read_setup;

/// A finished game that a player sat in.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    pub id: Uuid,
    pub setup: Setup,
    pub seat: Seat,
    pub outcome: Outcome,
    pub moves: u32,
    /// Whether it counts: its deal was secret, and it is the player's first
    /// attempt at it.
    pub counts: bool,
}

/// What a finished game adds to a player's counts.
#[derive(Clone, Copy, Debug)]
pub struct CountedGame {
    pub id: Uuid,
    pub seat: Seat,
    /// Whether it counts; one that does not is not looked at again.
    pub counts: bool,
    /// The counts of this game alone.
    pub stats: GameStats,
}

/// Counts of a player's finished games of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameStats {
    pub game: GameKind,
    pub players: u8,
    pub finished: u32,
    pub won: u32,
    /// Solo wins: gold, silver and bronze (R9.3).
    pub medals: [u32; 3],
    /// Co-operative game: the most enemies defeated in one.
    pub most_enemies_defeated: Option<u8>,
    pub fewest_moves_to_win: Option<u32>,
}

impl Store {
    /// Finished games of a player that were not looked at yet, at most
    /// `limit`, without those of challenges that still run at `now`.
    pub async fn uncounted_games(
        &self,
        player: Uuid,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<FinishedGame>, StoreError> {
        let rows = self.database.fetch(UNCOUNTED_GAMES, params![player, now, limit]).await?;
        Ok(readable(rows.iter().map(FinishedGame::read)))
    }

    /// How many games of a player are not counted, most of which run: a look for
    /// those that are finished reads them all.
    pub async fn games_not_counted(&self, player: Uuid) -> Result<u32, StoreError> {
        let row = self.database.fetch_optional(GAMES_NOT_COUNTED, params![player]).await?;
        let row = row.ok_or(sqlx::Error::RowNotFound)?;
        row.parse(RowKind::Player, &player.to_string(), |row| row.get("games"))
    }

    /// Counts finished games of a player that count, each once.
    pub async fn count_games(&self, player: Uuid, games: &[CountedGame]) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_PLAYER, params![player]).await?;
        for counted in games {
            let CountedGame { id, seat, counts, stats } = *counted;
            if transaction.execute(MARK_COUNTED, params![id, seat, player]).await? == 0 || !counts {
                continue;
            }
            let [gold, silver, bronze] = stats.medals;
            let values = params![
                player,
                <&str>::from(stats.game),
                stats.players,
                stats.won,
                gold,
                silver,
                bronze,
                stats.most_enemies_defeated,
                stats.fewest_moves_to_win,
            ];
            transaction.execute(COUNT_GAME, values).await?;
        }
        transaction.commit().await
    }

    /// The counts of a player, by game and number of players.
    pub async fn game_stats(&self, player: Uuid) -> Result<Vec<GameStats>, StoreError> {
        let rows = self.database.fetch(STATS, params![player]).await?;
        Ok(readable(rows.iter().map(GameStats::read)))
    }
}

impl FinishedGame {
    pub(in crate::store) fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Game, "id", |row| {
            Ok(Self {
                id: row.get("id")?,
                setup: read_setup(row)?,
                seat: row.get("seat")?,
                outcome: serde_json::from_str(&row.get::<String>("result")?).map_err(Invalid::new)?,
                moves: row.optional("moves")?.unwrap_or_default(),
                counts: row.get("counts")?,
            })
        })
    }
}

impl GameStats {
    pub(in crate::store) fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Player, "player", |row| {
            Ok(Self {
                game: row.name("game")?,
                players: row.get("players")?,
                finished: row.get("finished")?,
                won: row.get("won")?,
                medals: [row.get("gold")?, row.get("silver")?, row.get("bronze")?],
                most_enemies_defeated: row.optional("most_enemies")?,
                fewest_moves_to_win: row.optional("fewest_moves")?,
            })
        })
    }
}
