//! Recovery of ids from a damaged SQLite file.
//!
//! A damaged page hides the rows on it, and a damaged index page the way to other rows. The
//! remaining rows are read by rowid, range by range. Ids of games are in two tables, so ids on
//! a damaged page of one are found in the other.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::Audit;
use crate::database::{Row, Statement, params};
use crate::error::{RowKind, StoreError};

const QUICK_CHECK: Statement =
    Statement::each("select 'ok' as quick_check", "select quick_check from pragma_quick_check").long();

/// SQLite: the last row of a table, by rowid.
const LAST_GAME: Statement = Statement::each("select 1 as place", "select max(rowid) as place from games");
const LAST_SEAT: Statement = Statement::each("select 1 as place", "select max(rowid) as place from seats");

/// SQLite: ids of games by rowid, without the index. Postgres has no rowids: there the whole
/// table is one range.
const GAMES_BY_PLACE: Statement = Statement::each(
    "select id from games where $1 < $2",
    "select id from games not indexed where rowid > $1 and rowid <= $2",
)
.long();
const SEATS_BY_PLACE: Statement = Statement::each(
    "select distinct game_id as id from seats where $1 < $2",
    "select distinct game_id as id from seats not indexed where rowid > $1 and rowid <= $2",
)
.long();

/// The most seats of a game.
const MAX_SEATS: i64 = 4;

impl Audit {
    /// The damage that SQLite itself finds in its file, a line each. Empty on Postgres.
    pub async fn damage(&self) -> Result<Vec<String>, StoreError> {
        let line = |row: &Row| row.parse(RowKind::Migration, "quick_check", |row| row.get("quick_check"));
        let lines: Vec<String> = self.database.read_rows(QUICK_CHECK, &[], line).await?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }

    /// The ids of all games that can still be read from a damaged SQLite file, in order.
    pub async fn surviving_game_ids(&self) -> Result<Vec<Uuid>, StoreError> {
        let (games, seats) = (self.last_place(LAST_GAME).await, self.last_place(LAST_SEAT).await);
        // A game has one seat at least.
        let last_game = games.clone().or(seats.clone())?;
        let last_seat = seats.unwrap_or(last_game.saturating_mul(MAX_SEATS));
        let mut found = BTreeSet::new();
        self.collect_ids(GAMES_BY_PLACE, last_game, &mut found).await?;
        self.collect_ids(SEATS_BY_PLACE, last_seat, &mut found).await?;
        Ok(found.into_iter().collect())
    }

    async fn last_place(&self, statement: Statement) -> Result<i64, StoreError> {
        let place = |row: &Row| row.parse(RowKind::Game, "place", |row| row.optional("place"));
        Ok(self.database.read_row(statement, &[], place).await?.flatten().unwrap_or_default())
    }

    /// Reads the ids of all rowids up to the last. A range that cannot be read is halved until
    /// only the damaged rows are left out.
    async fn collect_ids(
        &self,
        statement: Statement,
        last: i64,
        found: &mut BTreeSet<Uuid>,
    ) -> Result<(), StoreError> {
        let mut ranges = vec![(0, last)];
        while let Some((after, last)) = ranges.pop() {
            match self.database.fetch(statement, params![after, last]).await {
                Ok(rows) => {
                    found.extend(rows.iter().filter_map(|row| {
                        let id = row.id(RowKind::Game, "id");
                        id.inspect_err(StoreError::report).ok()
                    }));
                }
                Err(error) if error.is_damage() && last - after > 1 => {
                    let middle = after.midpoint(last);
                    ranges.extend([(after, middle), (middle, last)]);
                }
                Err(error) if error.is_damage() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
