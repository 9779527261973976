//! Counts of players' finished games.

use chrono::{DateTime, Utc};
use regicide_engine::engine::GameKind;
use uuid::Uuid;

use super::Players;
use crate::database::{Statement, from_row, params};
use crate::error::{RowKind, StoreError};
use crate::page::readable;

/// The games of a player that count at a time, read from a covering index.
const STATS: Statement = Statement::new(
    "select kind, players, count(*) as finished, sum(won) as won,
        count(case when medal = 'gold' then 1 end) as gold,
        count(case when medal = 'silver' then 1 end) as silver,
        count(case when medal = 'bronze' then 1 end) as bronze,
        max(enemies) as most_enemies, min(case when won = 1 then moves end) as fewest_moves
    from seats
    where player = $1 and counts_from <= $2
    group by kind, players
    order by kind, players",
);

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

impl Players {
    /// The counts of a player's finished games, by game and number of players, without
    /// those of challenges that still run at `now`.
    pub async fn game_stats(&self, player: Uuid, now: DateTime<Utc>) -> Result<Vec<GameStats>, StoreError> {
        let rows = self.database.fetch(STATS, params![player, now]).await?;
        Ok(readable(rows.iter().map(GameStats::read)))
    }
}

from_row!(RowKind::Player, "kind", |row| GameStats {
    game: row.name("kind")?,
    players,
    finished,
    won,
    medals: [row.get("gold")?, row.get("silver")?, row.get("bronze")?],
    most_enemies_defeated: row.optional("most_enemies")?,
    fewest_moves_to_win: row.optional("fewest_moves")?,
});
