//! The store on SQLite: one file, nothing to install.

use std::collections::HashSet;
use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    Sqlite, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use uuid::Uuid;

use super::admin::implement_admin_store;
use super::batch::{self, Batches, Creation, Writer};
use super::boards::implement_board_store;
use super::challenges::{self, TeamChange, implement_challenge_store};
use super::connect::Options;
use super::errors::{classify, migration_error, unreadable};
use super::model::{
    Answer, Append, Appended, Claim, ClaimState, Exported, Filter, Finished, Game, Mark, NewGame, SeatPlayer,
    SeatState, Status, StoredKey, Summary, TokenHash, claim_state, id_range, stored_origin,
};
use super::players::{
    self, Finish, FinishRow, Player, PlayerChange, PlayerRow, PlayerStore, implement_player_store,
};
use super::rows::{GameRow, KeyRow, MarkRow, SummaryRow, micros};
use super::shared::{believed, implement_store, shared_methods};
use super::sql::{list, select_game, statements};
use super::{Store, StoreError, sql, to_json};
use crate::engine::Hash;
use crate::record::Entry;

/// A transaction.
type Tx = sqlx::Transaction<'static, Sqlite>;

static MIGRATOR: Migrator = sqlx::migrate!("migrations/sqlite");

/// How long a writer waits for another process to be done.
const BUSY: Duration = Duration::from_secs(10);

/// How a transaction that writes begins.
const BEGIN: &str = "begin immediate";

/// A game's seats as JSON.
macro_rules! seats {
    () => {
        "select json_group_array(json_array(seat, name, open, hex(token), asked_to_concede, \
         case when player is not null then hex(player) end, hex(player_token)) order by seat)"
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
    games: Batches<Creation>,
    moves: Batches<Append>,
}

impl SqliteStore {
    statements!(seats!(), moves!());

    // The writer's lock keeps everybody else from what these would.
    const LOCK_PLAYER: &str = "select 1 from players where id = $1 and token = $2 and name_hidden * $3 = 0";
    const LOCK_TEAM_MATES: &str = "select $1";
    const SHARE_MEMBERS: &str = "select $1, $2";
    const SHARE_DAILY_KEYS: &str = "select 1";
    const LOCK_DAILY_KEYS: &str = Self::SHARE_DAILY_KEYS;
    const TALLY: &str = "
        update standings set
            played = played + $5, won = won + $6, enemies = enemies + $7,
            average = case when played + $5 > 0 then (enemies + $7) * 1000 / (played + $5) else 0 end
        where period in (0, $3) and players in (0, $4)
            and player in (select player from attempts where challenge = $1 and game = $2)
            and bot = (select max(bots) from results where challenge = $1 and game = $2)";
    const RAISE_VERSIONS: &str = "
        update games set version = version + 1
        where id in (select game_id from seats where player = $1)";

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
            return Self::over(only.clone(), only);
        }
        let writer = pool(1).connect_with(file.clone()).await.map_err(classify)?;
        let reader = pool(options.connections).connect_with(file.pragma("query_only", "on")).await;
        Self::over(writer, reader.map_err(classify)?)
    }

    fn over(writer: SqlitePool, reader: SqlitePool) -> Result<Self, StoreError> {
        let (games, moves) = batch::start(SqliteGames(writer.clone()), SqliteMoves(writer.clone()))
            .map_err(|error| classify(error.into()))?;
        Ok(Self { writer, reader, games, moves })
    }

    /// Stores a game with its seats in a transaction that does more.
    async fn insert_new(tx: &mut Tx, game: &NewGame) -> Result<(), sqlx::Error> {
        SqliteGames::insert_game(tx, game).await
    }

    /// A file has no replicas.
    #[expect(clippy::unused_self, reason = "the other back end has one")]
    const fn replica(&self) -> Option<&SqlitePool> {
        None
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
    async fn begin(&self) -> Result<Tx, sqlx::Error> {
        self.writer.begin_with(BEGIN).await
    }

    /// The writer's lock keeps others from giving the same places.
    async fn give_export_positions(&self, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
        let mut tx = self.begin().await?;
        sqlx::query(sql::GIVE_EXPORT_POSITIONS).bind(micros(now)).execute(&mut *tx).await?;
        tx.commit().await
    }

    shared_methods!(SqlitePool, Tx);
}

/// Writes batches of new games.
struct SqliteGames(SqlitePool);

impl SqliteGames {
    async fn insert_game(tx: &mut Tx, game: &NewGame) -> Result<(), sqlx::Error> {
        let (origin, origin_game, origin_seq) = stored_origin(game.origin);
        let result = game.finished.as_ref().map(|finished| to_json(&finished.outcome));
        sqlx::query(sql::INSERT_GAME)
            .bind(game.id)
            .bind(game.setup.kind().name())
            .bind(i16::from(game.setup.kind().rules()))
            .bind(i16::from(game.setup.players()))
            .bind(to_json(&game.setup.options()))
            .bind(game.seed.as_str())
            .bind(game.commitment.0.to_vec())
            .bind(game.seed_by.name())
            .bind(origin)
            .bind(origin_game)
            .bind(origin_seq.map(i64::from))
            .bind(game.visibility.name())
            .bind(micros(game.created_at))
            .bind(i64::from(game.abandon_after))
            .bind(game.owner.as_ref().map(|owner| owner.0.to_vec()))
            .bind(game.finished.as_ref().map(|finished| micros(finished.at)))
            .bind(result)
            .bind(game.challenge.map(|entered| entered.challenge))
            .bind(game.challenge.map(|entered| i16::from(entered.attempt)))
            .bind(game.challenge.map(|entered| micros(entered.ends_at)))
            .execute(&mut **tx)
            .await?;
        for seat in &game.seats {
            SqliteStore::write_seat(tx, sql::INSERT_SEAT, game.id, seat).await?;
        }
        for rows in game.moves.chunks(1000) {
            let mut insert = sqlx::QueryBuilder::<Sqlite>::new(sql::INSERT_MOVES);
            insert.push_values(rows, |mut values, row| {
                values
                    .push_bind(game.id)
                    .push_bind(i64::from(row.entry.seq))
                    .push_bind(i16::from(u8::from(row.entry.seat)))
                    .push_bind(row.entry.mv.to_string())
                    .push_bind(row.entry.at.map(micros))
                    .push_bind(row.h.0.to_vec())
                    .push_bind(row.key.map(|key| key.key.0.to_vec()))
                    .push_bind(row.key.map(|key| key.request.0.to_vec()));
            });
            insert.build().execute(&mut **tx).await?;
        }
        Ok(())
    }
}

impl Writer for SqliteGames {
    type Change = Creation;

    async fn write(&self, batch: &[Creation]) -> Result<HashSet<Uuid>, sqlx::Error> {
        let mut tx = self.0.begin_with(BEGIN).await?;
        let mut made = HashSet::new();
        for Creation { game, answer } in batch {
            if SqliteStore::write_answer(&mut tx, answer.as_ref()).await? {
                Self::insert_game(&mut tx, game).await?;
                made.insert(game.id);
            }
        }
        tx.commit().await?;
        Ok(made)
    }
}

/// Writes batches of moves.
struct SqliteMoves(SqlitePool);

impl SqliteMoves {
    /// Judges and stores each move at exactly its place. No other writer can
    /// come between the conditions and the insert.
    const APPEND: &str = "
        insert into moves (game_id, seq, seat, move, at, h, key, request)
        select games.id, asked.value ->> 2, asked.value ->> 3, asked.value ->> 4, asked.value ->> 5,
            unhex(asked.value ->> 6), unhex(asked.value ->> 7), unhex(asked.value ->> 8)
        from json_each($1) as asked cross join games on games.id = unhex(asked.value ->> 0)
        where version = asked.value ->> 1 and finished_at is null and cancelled_at is null
            and (ends_at is null or asked.value ->> 5 < ends_at)
            and unhex(asked.value ->> 9)
                is (select h from moves where game_id = games.id and seq = (asked.value ->> 2) - 1)
            and not exists (select 1 from moves where game_id = games.id and seq = asked.value ->> 2)
            and not exists (select 1 from moves where game_id = games.id and key = unhex(asked.value ->> 7))
        returning game_id";

    /// The batch as JSON, a row for each move.
    fn rows(batch: &[Append]) -> String {
        let rows: Vec<_> = batch.iter().map(Self::row).collect();
        to_json(&rows)
    }

    fn row(append: &Append) -> impl Serialize {
        let Append { game, version, after, row, .. } = append;
        let Entry { seq, seat, mv, at } = &row.entry;
        let hex = |key: Option<Hash>| key.map(|key| key.to_string());
        (
            game.simple(),
            version,
            seq,
            u8::from(*seat),
            mv.to_string(),
            at.map(micros),
            row.h.to_string(),
            hex(row.key.map(|key| key.key)),
            hex(row.key.map(|key| key.request)),
            hex(*after),
        )
    }
}

impl Writer for SqliteMoves {
    type Change = Append;

    async fn write(&self, batch: &[Append]) -> Result<HashSet<Uuid>, sqlx::Error> {
        let mut tx = self.0.begin_with(BEGIN).await?;
        let stored: Vec<Uuid> =
            sqlx::query_scalar(Self::APPEND).bind(Self::rows(batch)).fetch_all(&mut *tx).await?;
        let stored: HashSet<Uuid> = stored.into_iter().collect();
        for Append { game, finished, .. } in batch.iter().filter(|append| stored.contains(&append.game)) {
            let Some(Finished { at, outcome }) = finished else { continue };
            let finish = sqlx::query(sql::FINISH).bind(game).bind(micros(*at)).bind(to_json(outcome));
            finish.execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(stored)
    }
}

implement_store!(SqliteStore);
implement_player_store!(SqliteStore, Tx);
implement_challenge_store!(SqliteStore, SqlitePool, Tx);
implement_board_store!(SqliteStore, SqlitePool, Tx);
implement_admin_store!(SqliteStore, Tx);
