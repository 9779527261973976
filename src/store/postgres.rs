//! The store on Postgres: several instances of the service may share one.

use std::time::Duration;

use chrono::{DateTime, Utc};
use sqlx::Connection;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgPool, PgPoolOptions, Postgres};
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

static MIGRATOR: Migrator = sqlx::migrate!("migrations/postgres");

/// The lock under which places in the export are given. Its number means
/// nothing, but is this service's for ever.
const EXPORT_LOCK: i64 = 0x7265_6769_6369_6465;

/// How long a connection may have been idle and still be trusted to live. To
/// ask it costs a round trip, so a busy one is not asked.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

/// A game's seats as JSON.
macro_rules! seats {
    () => {
        "select coalesce(json_agg(json_build_array(seat, name, open, encode(token, 'hex'), asked_to_concede) \
         order by seat)::text, '[]')"
    };
}

/// A game's moves as JSON.
macro_rules! moves {
    () => {
        "select coalesce(json_agg(json_build_array(seq, seat, move, at, encode(h, 'hex'), encode(key, 'hex'), \
         encode(request, 'hex')) order by seq)::text, '[]')"
    };
}

/// The store on Postgres.
pub(super) struct PostgresStore {
    writer: PgPool,
    reader: PgPool,
}

impl PostgresStore {
    const GAME: &str = select_game!(seats!(), moves!(), "where g.id = $1");
    const EXPORT: &str =
        select_game!(seats!(), moves!(), "where g.export_position > $1 order by g.export_position limit $2");
    const LIST: &str = list!(seats!());

    /// Judges, stores and, where it ends the game, records the result: one
    /// statement, one round trip, one commit. The game's row is locked: whoever
    /// changes it at the same time is waited for and then seen.
    const APPEND: &str = "
        with judged as (
            select id from games
            where id = $1 and version = $2 and finished_at is null and cancelled_at is null
                and $3 - 1 = (select coalesce(max(seq), 0) from moves where game_id = $1)
            for no key update
        ), stored as (
            insert into moves (game_id, seq, seat, move, at, h, key, request)
            select id, $3, $4, $5, $6, $7, $8, $9 from judged
            on conflict do nothing
            returning seq
        ), ended as (
            update games set version = version + 1, finished_at = $10, result = $11
            where id = $1 and $11 is not null and exists (select 1 from stored)
        )
        select count(*) from stored";

    pub(super) async fn connect(url: &str, options: &Options) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(options.connections)
            .acquire_timeout(options.patience)
            .test_before_acquire(false)
            .before_acquire(|connection, used| {
                Box::pin(async move {
                    if used.idle_for > TRUSTED_FOR {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect(url)
            .await
            .map_err(classify)?;
        Ok(Self { writer: pool.clone(), reader: pool })
    }

    /// sqlx locks the database meanwhile.
    async fn apply_migrations(&self) -> Result<(), MigrateError> {
        MIGRATOR.run(&self.writer).await
    }

    async fn begin(&self) -> Result<sqlx::Transaction<'static, Postgres>, sqlx::Error> {
        self.writer.begin().await
    }

    async fn append_row(&self, append: &Append) -> Result<Appended, sqlx::Error> {
        let Append { game, version, row, finished } = append;
        let stored: i64 = sqlx::query_scalar(Self::APPEND)
            .bind(game)
            .bind(i64::from(*version))
            .bind(i64::from(row.entry.seq))
            .bind(i16::from(u8::from(row.entry.seat)))
            .bind(row.entry.mv.to_string())
            .bind(row.entry.at.map(micros))
            .bind(row.h.0.as_slice())
            .bind(row.key.as_ref().map(|key| key.key.0.as_slice()))
            .bind(row.key.as_ref().map(|key| key.request.0.as_slice()))
            .bind(finished.as_ref().map(|finished| micros(finished.at)))
            .bind(finished.as_ref().map(|finished| to_json(&finished.outcome)))
            .fetch_one(&self.writer)
            .await?;
        Ok(if stored == 1 { Appended::Stored } else { Appended::Conflict })
    }

    async fn give_export_positions(&self) -> Result<(), sqlx::Error> {
        let mut tx = self.begin().await?;
        sqlx::query("select pg_advisory_xact_lock($1)").bind(EXPORT_LOCK).execute(&mut *tx).await?;
        sqlx::query(sql::GIVE_EXPORT_POSITIONS).execute(&mut *tx).await?;
        tx.commit().await
    }

    shared_methods!(Postgres);
}

implement_store!(PostgresStore);
