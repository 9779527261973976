//! Packed logs of games: read in the format of their statement (`PACKED_POSTGRES` and
//! `PACKED_SQLITE` in `statements.rs`), and written in place of rows of `moves`.

use chrono::{DateTime, Utc};
use regicide::engine::Hash;
use regicide::record::{Chain, PackedError, PackedMove, pack, unpack};
use uuid::Uuid;

use super::bytes::{Bytes, cut_off, number, time};
use super::statements::{DELETE_PACKED_MOVES, END_SEATS_OF_PACKED, INSERT_PACKED, MARK_PACKED, UNPACKED};
use super::{Game, Games, first_id};
use crate::database::{Dialect, Invalid, ToValue as _, Transaction, Value, params};
use crate::error::{RowKind, StoreError};
use crate::moves::LogEntry;
use crate::text::to_json;

/// What the column begins with that has a packed log, and no other.
pub(super) const PACKED: &[u8] = b"packed ";

/// All moves. Of the hash of each but the last there are only the first four bytes.
pub(super) fn packed_entries(bytes: &[u8]) -> Result<Vec<LogEntry>, Invalid> {
    let mut bytes = Bytes(bytes);
    let (count, last_at) = bytes.line()?.split_once(' ').ok_or_else(cut_off)?;
    let count: usize = number(count)?;
    let last_at = if last_at == "-" { None } else { Some(time(last_at)?) };
    let last_hash = Hash(bytes.array()?);
    let row = |PackedMove { entry, check }| {
        let mut h = Hash([0; 32]);
        h.0[..4].copy_from_slice(&check);
        LogEntry { entry, h, key: None }
    };
    let mut entries: Vec<LogEntry> = unpack(bytes.0).map_err(Invalid::new)?.into_iter().map(row).collect();
    if entries.len() != count {
        return Err(Invalid::new(format_args!("{} of {count} packed moves can be read", entries.len())));
    }
    // A row that contradicts its log leaves the last hash incomplete, so that the chain breaks
    // there, or at an earlier move that was changed.
    if let Some(last) = entries.last_mut()
        && last.entry.at == last_at
        && last_hash.0.starts_with(&last.h.0[..4])
    {
        last.h = last_hash;
    }
    Ok(entries)
}

/// The log of a game in its packed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedLog {
    game: Uuid,
    moves: u32,
    h: Hash,
    last_at: Option<DateTime<Utc>>,
    log: Vec<u8>,
}

impl PackedLog {
    /// The packed form of a game's log, without keys.
    ///
    /// # Errors
    /// [`PackedError`] if the log has none.
    pub fn of(game: &Game) -> Result<Self, PackedError> {
        let last = game.moves.last();
        let start = || Chain::start(&game.setup, game.commitment).hash();
        Ok(Self {
            game: game.id,
            moves: last.map_or(0, |row| row.entry.seq),
            h: last.map_or_else(start, |row| row.h),
            last_at: last.and_then(|row| row.entry.at),
            log: pack(game.moves.iter().map(|row| (&row.entry, row.h)))?,
        })
    }

    /// The bytes of the log (docs/spec/packed.md).
    #[must_use]
    pub fn log(&self) -> &[u8] {
        &self.log
    }

    /// The row in the format of its statement.
    fn row(&self) -> impl serde::Serialize {
        let last_at = self.last_at.map(|at| at.timestamp_micros());
        (self.game.simple(), self.moves, self.h.to_string(), last_at, hex::encode(&self.log))
    }
}

/// A page of games whose logs may be packed.
#[derive(Debug)]
pub struct Unpacked {
    pub games: Vec<Result<Game, StoreError>>,
    /// The last of them; the next page begins after it. `None` on the last page.
    pub next: Option<Uuid>,
}

impl Games {
    /// Games after one, in the order of ids, at most `limit`, that ended at `ended_before` or
    /// earlier, whether by the rules, by a person or by time, and whose log is stored as rows.
    /// Games that belong into the transparency log are left out until they have an entry.
    pub async fn unpacked(
        &self,
        after: Uuid,
        ended_before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Unpacked, StoreError> {
        let values = params![after, first_id(ended_before), ended_before, limit];
        let rows = self.database.fetch(UNPACKED, values).await?;
        let next = match rows.last() {
            Some(last) if rows.len() == limit as usize => Some(last.id(RowKind::Game, "id")?),
            Some(_) | None => None,
        };
        Ok(Unpacked { games: rows.iter().map(Game::read).collect(), next })
    }

    /// Stores packed logs of ended games in place of their rows of moves, all or nothing. One
    /// that another instance has stored stays.
    pub async fn pack(&self, logs: &[PackedLog]) -> Result<(), StoreError> {
        // In one order, so that no two instances wait for each other.
        let mut logs: Vec<_> = logs.iter().collect();
        logs.sort_unstable_by_key(|log| log.game);
        let games: Vec<Uuid> = logs.iter().map(|log| log.game).collect();
        let mut transaction = self.database.begin().await?;
        insert_packed(&mut transaction, &logs).await?;
        let games = match transaction.dialect {
            Dialect::Postgres | Dialect::Distributed => Value::ids(games.into_iter()),
            Dialect::Sqlite => to_json(&games.into_iter().map(Uuid::simple).collect::<Vec<_>>()).to_value(),
        };
        for statement in [DELETE_PACKED_MOVES, MARK_PACKED, END_SEATS_OF_PACKED] {
            transaction.execute(statement, std::slice::from_ref(&games)).await?;
        }
        transaction.commit().await
    }
}

/// Stores packed logs whose games are not marked yet, or are stored as packed.
pub(super) async fn insert_packed(
    transaction: &mut Transaction,
    logs: &[&PackedLog],
) -> Result<(), StoreError> {
    let rows: Vec<_> = logs.iter().map(|log| log.row()).collect();
    transaction.execute(INSERT_PACKED, params![to_json(&rows)]).await?;
    Ok(())
}
