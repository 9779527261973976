//! The store on SQLite: one file, nothing to install.

use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    Sqlite, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use uuid::Uuid;

use super::connect::Options;
use super::errors::{classify, migration_error, unreadable};
use super::model::{
    Answer, Append, Appended, Claim, ClaimState, Exported, Filter, Game, NewGame, Origin, SeatState, Status,
    Summary, Visibility, claim_state, id_range,
};
use super::rows::{GameRow, SummaryRow, micros};
use super::shared::{implement_store, shared_methods};
use super::sql::{list, select_game};
use super::{Store, StoreError, sql, to_json};
use crate::record::SeedBy;

static MIGRATOR: Migrator = sqlx::migrate!("migrations/sqlite");

/// How long a writer waits for another process to be done.
const BUSY: Duration = Duration::from_secs(10);

/// A game's seats as JSON.
macro_rules! seats {
    () => {
        "select json_group_array(json_array(seat, name, open, hex(token), asked_to_concede) order by seat)"
    };
}

/// A game's moves as JSON.
macro_rules! moves {
    () => {
        "select json_group_array(json_array(seq, seat, move, at, hex(h), hex(key), hex(request)) order by seq)"
    };
}

/// The store on SQLite: one connection writes, others read.
pub(super) struct SqliteStore {
    writer: SqlitePool,
    reader: SqlitePool,
}

impl SqliteStore {
    const GAME: &str = select_game!(seats!(), moves!(), "where g.id = $1");
    const EXPORT: &str =
        select_game!(seats!(), moves!(), "where g.export_position > $1 order by g.export_position limit $2");
    const LIST: &str = list!(seats!());

    /// Stores a move at exactly its place. No other writer can come between
    /// the conditions and the insert.
    const APPEND: &str = "
        insert into moves (game_id, seq, seat, move, at, h, key, request)
        select id, $3, $4, $5, $6, $7, $8, $9 from games
        where id = $1 and version = $2 and finished_at is null and cancelled_at is null
            and $3 - 1 = (select coalesce(max(seq), 0) from moves where game_id = $1)
            and not exists (select 1 from moves where game_id = $1 and key = $8)";

    pub(super) async fn connect(url: &str, options: &Options) -> Result<Self, StoreError> {
        let file = SqliteConnectOptions::from_str(url)
            .map_err(classify)?
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY);
        // A database in memory lives as long as its connection, so that one stays.
        let pool = |size| {
            let pool = SqlitePoolOptions::new().max_connections(size).acquire_timeout(options.patience);
            pool.idle_timeout(None).max_lifetime(None)
        };
        if url.contains(":memory:") || url.contains("mode=memory") {
            let only = pool(1).connect_with(file.shared_cache(false)).await.map_err(classify)?;
            return Ok(Self { writer: only.clone(), reader: only });
        }
        let writer = pool(1).connect_with(file.clone()).await.map_err(classify)?;
        let reader = pool(options.connections).connect_with(file.pragma("query_only", "on")).await;
        Ok(Self { writer, reader: reader.map_err(classify)? })
    }

    /// All migrations or none, and never those of two processes at once: sqlx
    /// itself has no lock for SQLite.
    async fn apply_migrations(&self) -> Result<(), MigrateError> {
        let mut tx = self.begin().await?;
        // Not `run`, whose bounds no transaction meets inside an async trait.
        MIGRATOR.run_direct(None, &mut *tx, false).await?;
        Ok(tx.commit().await?)
    }

    /// A transaction that writes takes the lock when it begins: it then never
    /// finds in its middle that another was faster.
    async fn begin(&self) -> Result<sqlx::Transaction<'static, Sqlite>, sqlx::Error> {
        self.writer.begin_with("begin immediate").await
    }

    async fn append_row(&self, append: &Append) -> Result<Appended, sqlx::Error> {
        let Append { game, version, row, finished } = append;
        let mut tx = self.begin().await?;
        let stored = sqlx::query(Self::APPEND)
            .bind(game)
            .bind(i64::from(*version))
            .bind(i64::from(row.entry.seq))
            .bind(i16::from(u8::from(row.entry.seat)))
            .bind(row.entry.mv.to_string())
            .bind(row.entry.at.map(micros))
            .bind(row.h.0.as_slice())
            .bind(row.key.as_ref().map(|key| key.key.0.as_slice()))
            .bind(row.key.as_ref().map(|key| key.request.0.as_slice()))
            .execute(&mut *tx)
            .await?;
        let stored = stored.rows_affected() == 1;
        if let Some(finished) = finished.as_ref().filter(|_| stored) {
            sqlx::query(sql::FINISH)
                .bind(game)
                .bind(micros(finished.at))
                .bind(to_json(&finished.outcome))
                .execute(&mut *tx)
                .await?;
        }
        let stored = Self::settle(tx, stored).await?;
        Ok(if stored { Appended::Stored } else { Appended::Conflict })
    }

    /// The writer's lock keeps others from giving the same places.
    async fn give_export_positions(&self) -> Result<(), sqlx::Error> {
        let mut tx = self.begin().await?;
        sqlx::query(sql::GIVE_EXPORT_POSITIONS).execute(&mut *tx).await?;
        tx.commit().await
    }

    shared_methods!(Sqlite);
}

implement_store!(SqliteStore);
