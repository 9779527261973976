//! Counts of players' finished games.

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::GameKind;
use regicide_engine::engine::regicide::ENEMIES;
use uuid::Uuid;

use super::Players;
use crate::database::{Invalid, Statement, from_row, params};
use crate::error::{RowKind, StoreError};
use crate::page::readable;

/// Of one table, in the order of its covering index.
macro_rules! counted_in {
    ($table:literal) => {
        concat!(
            "select kind, players, enemies, count(*) as finished, sum(won) as won,
        count(case when medal = 'gold' then 1 end) as gold,
        count(case when medal = 'silver' then 1 end) as silver,
        count(case when medal = 'bronze' then 1 end) as bronze,
        min(case when won = 1 then moves end) as fewest_moves
    from ",
            $table,
            "
    where player = $1 and counts_from <= $2
    group by kind, players, enemies"
        )
    };
}

/// The games of a player that count at a time: where the player sits, and where the player sat
/// before a seat changed hands.
const STATS: Statement =
    Statement::new(concat!(counted_in!("seats"), "\n    union all\n    ", counted_in!("former_players")));

/// Counts of a player's finished games of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameStats {
    pub game: GameKind,
    pub players: u8,
    pub finished: u32,
    pub won: u32,
    /// Solo wins: gold, silver and bronze (R9.3).
    pub medals: [u32; 3],
    /// Co-operative game: the number of games for each number of enemies defeated.
    pub by_enemies_defeated: [u32; ENEMIES as usize + 1],
    pub fewest_moves_to_win: Option<u32>,
}

impl Players {
    /// The counts of a player's finished games, by game and number of players, without
    /// those of challenges that still run at `now`.
    pub async fn game_stats(&self, player: Uuid, now: DateTime<Utc>) -> Result<Vec<GameStats>, StoreError> {
        let rows = self.database.fetch(STATS, params![player, now]).await?;
        let mut all: Vec<GameStats> = Vec::new();
        for stats in readable(rows.iter().map(GameStats::read)) {
            match all.iter_mut().find(|known| known.kind_of_game() == stats.kind_of_game()) {
                Some(known) => known.add(&stats),
                None => all.push(stats),
            }
        }
        all.sort_unstable_by_key(GameStats::kind_of_game);
        Ok(all)
    }
}

impl GameStats {
    fn kind_of_game(&self) -> (&'static str, u8) {
        (self.game.into(), self.players)
    }

    /// Adds the counts of other games of the kind.
    fn add(&mut self, other: &Self) {
        let sum = |counts: &mut [u32], others: &[u32]| {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        };
        self.finished += other.finished;
        self.won += other.won;
        sum(&mut self.medals, &other.medals);
        sum(&mut self.by_enemies_defeated, &other.by_enemies_defeated);
        let fewest = self.fewest_moves_to_win.into_iter().chain(other.fewest_moves_to_win).min();
        self.fewest_moves_to_win = fewest;
    }
}

/// The counts of games with one number of enemies defeated.
fn counts(enemies: Option<u8>, finished: u32) -> Result<[u32; ENEMIES as usize + 1], Invalid> {
    let mut counts = [0; ENEMIES as usize + 1];
    if let Some(enemies) = enemies {
        *counts.get_mut(usize::from(enemies)).ok_or_else(|| Invalid::new("too many enemies"))? = finished;
    }
    Ok(counts)
}

from_row!(RowKind::Player, "kind", |row| GameStats {
    game: row.name("kind")?,
    players,
    finished,
    won,
    medals: [row.get("gold")?, row.get("silver")?, row.get("bronze")?],
    by_enemies_defeated: counts(row.optional("enemies")?, row.get("finished")?)?,
    fewest_moves_to_win: row.optional("fewest_moves")?,
});
