//! Packed logs of games: read in the format of their statement (`PACKED_POSTGRES` and
//! `PACKED_SQLITE` in `statements.rs`), and written in place of rows of `moves`.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::Hash;
use regicide_engine::record::{Chain, PackedError, PackedMove, pack, unpack};
use uuid::Uuid;

use super::bytes::{Bytes, cut_off, number, time};
use super::statements::{COUNT_UNPACKED, UNPACKED};
use super::{Game, Games, first_id};
use crate::database::{Invalid, Row, Statement, Transaction, Value, params};
use crate::error::{RowKind, StoreError};
use crate::moves::LogEntry;
use crate::text::to_json;

/// A row that is stored already is an error: nobody has stored it who deletes rows for it.
const INSERT_PACKED: Statement = Statement::each(
    "insert into packed_logs (game_id, moves, h, last_at, log)
    select (value ->> 0)::uuid, (value ->> 1)::int, decode(value ->> 2, 'hex'), (value ->> 3)::bigint,
        decode(value ->> 4, 'hex')
    from json_array_elements($1::json)",
    "insert into packed_logs (game_id, moves, h, last_at, log)
    select unhex(value ->> 0), value ->> 1, unhex(value ->> 2), value ->> 3, unhex(value ->> 4)
    from json_each($1)",
)
.long();

macro_rules! of_games {
    ($before:literal, $id:literal, $after:literal) => {
        Statement::each(
            concat!($before, $id, " = any($1::uuid[])", $after),
            concat!($before, $id, " in (select unhex(value) from json_each($1))", $after),
        )
        .long()
    };
}

/// Those of the games that are not packed. Postgres locks them, in the order of ids, as changes of
/// players do; Citus locks rows of several servers only in an update.
const LOCK_UNPACKED: Statement = Statement::each(
    "select id from games where id = any($1::uuid[]) and packed = 0 order by id for no key update",
    "select id from games where id in (select unhex(value) from json_each($1)) and packed = 0",
)
.distributed("update games set packed = 0 where id = any($1::uuid[]) and packed = 0 returning id")
.long();

const DELETE_PACKED_MOVES: Statement = of_games!("delete from moves where ", "game_id", "");

/// A move that was validated before an end by time is then refused.
const MARK_PACKED: Statement = of_games!(
    "update games set packed = 1,
        version = version + case when finished_at is null and cancelled_at is null then 1 else 0 end
    where ",
    "id",
    " and packed = 0"
);

const END_SEATS_OF_PACKED: Statement =
    of_games!("update seats set ended = 1 where ", "game_id", " and ended = 0");

/// The prefix of a column with a packed log, and of no other.
pub(super) const PACKED: &[u8] = b"packed ";

/// All moves, of a log whose chain begins with `start`. Of the hash of each but the last there are
/// only the first four bytes.
pub(super) fn packed_entries(bytes: &[u8], start: impl FnOnce() -> Hash) -> Result<Vec<LogEntry>, Invalid> {
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
    if entries.is_empty() && (last_at.is_some() || last_hash != start()) {
        return Err(Invalid::new("its packed log is empty, and its row is not"));
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
        let log = pack(game.moves.iter().map(|row| (&row.entry, row.h)))?;
        // Rows are deleted for it.
        let packed = unpack(&log)?;
        if !packed.iter().map(|row| &row.entry).eq(game.moves.iter().map(|row| &row.entry)) {
            return Err(PackedError::Unreadable(0));
        }
        Ok(Self {
            game: game.id,
            moves: last.map_or(0, |row| row.entry.seq),
            h: last.map_or_else(start, |row| row.h),
            last_at: last.and_then(|row| row.entry.at),
            log,
        })
    }

    /// The bytes of the log (docs/spec/packed.md).
    #[must_use]
    pub fn log(&self) -> &[u8] {
        &self.log
    }

    /// Rows in the format of their statement.
    fn rows(logs: &[&Self]) -> String {
        let row = |log: &&Self| {
            let last_at = log.last_at.map(|at| at.timestamp_micros());
            (log.game.simple(), log.moves, log.h.to_string(), last_at, hex::encode(&log.log))
        };
        to_json(&logs.iter().map(row).collect::<Vec<_>>())
    }

    /// The number of moves.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
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
    /// Games that the rules ended are left out until they have an entry in the transparency log.
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

    /// The number of games that `unpacked` returns.
    pub async fn count_unpacked(&self, ended_before: DateTime<Utc>) -> Result<i64, StoreError> {
        let values = params![Uuid::nil(), first_id(ended_before), ended_before];
        let number = |row: &Row| row.parse(RowKind::Game, "packed", |row| row.get("number"));
        Ok(self.database.read_row(COUNT_UNPACKED, values, number).await?.unwrap_or_default())
    }

    /// Stores packed logs of ended games in place of their rows of moves, all or nothing. One
    /// that another instance has stored stays.
    pub async fn pack(&self, logs: &[PackedLog]) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let games = Value::ids_of(transaction.dialect, logs.iter().map(|log| log.game));
        // Another instance may have packed some since they were read.
        let rows = transaction.fetch(LOCK_UNPACKED, &[games]).await?;
        let unpacked: BTreeSet<Uuid> =
            rows.iter().map(|row| row.id(RowKind::Game, "id")).collect::<Result<_, _>>()?;
        let logs: Vec<_> = logs.iter().filter(|log| unpacked.contains(&log.game)).collect();
        let games = Value::ids_of(transaction.dialect, unpacked.iter().copied());
        transaction.execute(INSERT_PACKED, params![PackedLog::rows(&logs)]).await?;
        for statement in [DELETE_PACKED_MOVES, MARK_PACKED, END_SEATS_OF_PACKED] {
            transaction.execute(statement, std::slice::from_ref(&games)).await?;
        }
        transaction.commit().await
    }
}

/// Stores the packed log of a game that is stored as packed.
pub(super) async fn insert_packed(transaction: &mut Transaction, log: &PackedLog) -> Result<(), StoreError> {
    transaction.execute(INSERT_PACKED, params![PackedLog::rows(&[log])]).await?;
    Ok(())
}
