//! The store on Postgres: several instances of the service may share one.

use std::collections::HashSet;
use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{Connection, Executor};
use uuid::Uuid;

use super::admin::implement_admin_store;
use super::batch::{self, Batches, Creation, Writer};
use super::boards::implement_board_store;
use super::challenges::{self, TeamChange, implement_challenge_store};
use super::connect::Options;
use super::errors::{classify, migration_error, unreadable};
use super::model::{
    Answer, Append, Appended, Claim, ClaimState, Exported, Filter, Game, LogEntry, Mark, NewGame, SeatPlayer,
    SeatState, Status, StoredKey, Summary, TokenHash, claim_state, id_range, stored_origin,
};
use super::players::{
    self, Finish, FinishRow, Player, PlayerChange, PlayerRow, PlayerStore, implement_player_store,
};
use super::pool::{Lease, Pool, Tx};
use super::rows::{GameRow, KeyRow, MarkRow, SummaryRow, micros};
use super::shared::{believed, implement_store, shared_methods};
use super::sql::{list, select_game, statements};
use super::{Store, StoreError, sql, to_json};

static MIGRATOR: Migrator = sqlx::migrate!("migrations/postgres");

/// The lock under which places in the export are given. Its number means
/// nothing, but is this service's for ever.
const EXPORT_LOCK: i64 = 0x7265_6769_6369_6465;

/// How long a connection may have been idle and still be trusted to live. To
/// ask it costs a round trip, so a busy one is not asked.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

/// How long a request waits for a replica: the primary knows the same.
const REPLICA_PATIENCE: Duration = Duration::from_millis(500);

/// What a connection is told before it writes batches. They look rows up by
/// key, so one plan is right for all values, and to plan anew each time would
/// take longer than to run it. But that plan may be made while the tables are
/// small and be kept while they grow: it must not be one that reads all of
/// them.
const BY_KEY: &str = "
    set plan_cache_mode = force_generic_plan;
    set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off";

/// A game's seats as JSON.
macro_rules! seats {
    () => {
        "select coalesce(json_agg(json_build_array(seat, name, open, encode(token, 'hex'), asked_to_concede, \
         player, encode(player_token, 'hex')) \
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
    writer: Pool,
    reader: Pool,
    replica: Option<Pool>,
    /// Where migrations are applied.
    direct: PgPool,
    games: Batches<Creation>,
    moves: Batches<Append>,
}

impl PostgresStore {
    statements!(seats!(), moves!());

    /// Whoever changes the player, or sits down as the same, waits.
    const LOCK_PLAYER: &str = "
        select 1 from players where id = $1 and token = $2 and name_hidden * $3 = 0 for no key update";
    /// Whoever ranks a game of theirs, or marks one of them, waits.
    const LOCK_TEAM_MATES: &str = "
        select 1 from players
        where id = $1 or id in (
            select theirs.player from attempts own
            join attempts theirs on theirs.challenge = own.challenge and theirs.game = own.game
            where own.player = $1
        )
        order by id
        for no key update";
    /// Whoever marks one of them as a bot waits.
    const SHARE_MEMBERS: &str = "
        select 1 from players
        where id in (select player from attempts where challenge = $1 and game = $2)
        order by id
        for share";
    /// While a day is published no key is added, and the other way round.
    const SHARE_DAILY_KEYS: &str = "lock table daily_keys in row exclusive mode";
    const LOCK_DAILY_KEYS: &str = "lock table daily_keys in share row exclusive mode";
    /// People do not score by what bots helped them to. Locked in the order in
    /// which days are counted, too.
    const TALLY: &str = "
        with locked as (
            select period, players, player from standings
            where period in (0, $3) and players in (0, $4)
                and player in (select player from attempts where challenge = $1 and game = $2)
                and bot = (select max(bots) from results where challenge = $1 and game = $2)
            order by period, players, player
            for no key update
        )
        update standings set
            played = played + $5, won = won + $6, enemies = enemies + $7,
            average = case when played + $5 > 0 then (enemies + $7) * 1000 / (played + $5) else 0 end
        from locked
        where standings.period = locked.period and standings.players = locked.players
            and standings.player = locked.player";
    /// Locked in the order of their ids, as batches of moves are.
    const RAISE_VERSIONS: &str = "
        with locked as (
            select id from games where id in (select game_id from seats where player = $1)
            order by id
            for no key update
        )
        update games set version = version + 1 from locked where games.id = locked.id";

    pub(super) async fn connect(url: &str, options: &Options) -> Result<Self, StoreError> {
        let lease = options.lease;
        let at = |url: &str| Self::address(url, lease).map_err(classify);
        let pool = |connections| Self::pool(options, connections);
        // The first connection of either kind of batch is made when it is needed.
        let mut writer = pool(2);
        if lease == Lease::Session {
            writer = writer.after_connect(|connection, _| {
                Box::pin(async move { connection.execute(BY_KEY).await.map(|_| ()) })
            });
        }
        let writer = Pool::new(writer.connect_lazy_with(at(url)?), lease);
        let (games, moves) = batch::start(PostgresGames(writer.clone()), PostgresMoves(writer))
            .map_err(|error| classify(error.into()))?;
        let connections = pool(options.connections).connect_with(at(url)?).await.map_err(classify)?;
        // A replica that is away keeps no service from starting.
        let replica = options.replica.as_deref().map(|url| {
            let patient = pool(options.connections).acquire_timeout(REPLICA_PATIENCE);
            Ok(Pool::new(patient.connect_lazy_with(at(url)?), lease))
        });
        let direct = options.direct.as_ref().map(|url| pool(1).connect_lazy(url).map_err(classify));
        let own = Pool::new(connections.clone(), lease);
        Ok(Self {
            writer: own.clone(),
            reader: own,
            replica: replica.transpose()?,
            direct: direct.transpose()?.unwrap_or(connections),
            games,
            moves,
        })
    }

    fn address(url: &str, lease: Lease) -> Result<PgConnectOptions, sqlx::Error> {
        let options = PgConnectOptions::from_str(url)?;
        Ok(match lease {
            Lease::Session => options,
            // What is prepared is gone with the transaction.
            Lease::Transaction => options.statement_cache_capacity(0),
        })
    }

    /// Stores a game with its seats in a transaction that does more.
    async fn insert_new(tx: &mut Tx, game: &NewGame) -> Result<(), sqlx::Error> {
        let row = PostgresGames::row(game, None);
        sqlx::query(PostgresGames::CREATE).bind(to_json(&[row])).execute(&mut **tx).await?;
        Ok(())
    }

    const fn replica(&self) -> Option<&Pool> {
        self.replica.as_ref()
    }

    fn pool(options: &Options, connections: u32) -> PgPoolOptions {
        PgPoolOptions::new()
            .max_connections(connections)
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
    }

    /// sqlx locks the database meanwhile.
    async fn apply_migrations(&self) -> Result<(), MigrateError> {
        MIGRATOR.run(&self.direct).await
    }

    async fn begin(&self) -> Result<Tx, sqlx::Error> {
        self.writer.begin().await
    }

    async fn give_export_positions(&self, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
        let mut tx = self.begin().await?;
        sqlx::query("select pg_advisory_xact_lock($1)").bind(EXPORT_LOCK).execute(&mut *tx).await?;
        sqlx::query(sql::GIVE_EXPORT_POSITIONS).bind(micros(now)).execute(&mut *tx).await?;
        tx.commit().await
    }

    shared_methods!(Pool, Tx);
}

/// Writes batches of new games.
struct PostgresGames(Pool);

impl PostgresGames {
    /// Stores each game with its seats and moves, and the answer to the
    /// request for it; nothing of a game whose claimed key is lost.
    const CREATE: &str = "
        with asked as materialized (
            select * from json_to_recordset($1::json) as asked (
                id uuid, game text, rules smallint, players smallint, options text, seed text,
                commitment bytea, seed_by text, origin text, origin_game uuid, origin_seq integer,
                visibility text, created_at bigint, abandon_after integer, owner bytea, finished_at bigint,
                result text, challenge uuid, attempt smallint, ends_at bigint, seats json, moves json,
                key bytea, claimed_by uuid, body bytea
            )
        ), answered as (
            update idempotency set answer = body from asked
            where idempotency.key = asked.key and idempotency.claimed_by = asked.claimed_by
                and answer is null
            returning idempotency.key
        ), made as (
            insert into games (id, game, rules, players, options, seed, commitment, seed_by, origin,
                origin_game, origin_seq, visibility, created_at, abandon_after, owner, version, finished_at,
                result, challenge, attempt, ends_at)
            select id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game,
                origin_seq, visibility, created_at, abandon_after, owner, 0, finished_at, result,
                challenge, attempt, ends_at
            from asked where asked.key is null or asked.key in (select key from answered)
            returning id
        ), seated as (
            insert into seats (game_id, seat, name, open, token, asked_to_concede, player, player_token)
            select id, seat.* from made join asked using (id) cross join json_to_recordset(seats) as seat
                (seat smallint, name text, open smallint, token bytea, asked_to_concede integer, player uuid,
                    player_token bytea)
        ), moved as (
            insert into moves (game_id, seq, seat, move, at, h, key, request)
            select id, move.* from made join asked using (id) cross join json_to_recordset(moves) as move
                (seq integer, seat smallint, move text, at bigint, h bytea, key bytea, request bytea)
        )
        select id from made";

    /// A game as the statement reads it.
    fn row(game: &NewGame, answer: Option<&Answer>) -> Value {
        let (origin, origin_game, origin_seq) = stored_origin(game.origin);
        let finished = game.finished.as_ref();
        json!({
            "id": game.id,
            "game": game.setup.kind().name(),
            "rules": game.setup.kind().rules(),
            "players": game.setup.players(),
            "options": to_json(&game.setup.options()),
            "seed": game.seed.as_str(),
            "commitment": bytes(&game.commitment.0),
            "seed_by": game.seed_by.name(),
            "origin": origin,
            "origin_game": origin_game,
            "origin_seq": origin_seq,
            "visibility": game.visibility.name(),
            "created_at": micros(game.created_at),
            "abandon_after": game.abandon_after,
            "owner": game.owner.as_ref().map(|owner| bytes(&owner.0)),
            "finished_at": finished.map(|finished| micros(finished.at)),
            "result": finished.map(|finished| to_json(&finished.outcome)),
            "challenge": game.challenge.map(|entered| entered.challenge),
            "attempt": game.challenge.map(|entered| entered.attempt),
            "ends_at": game.challenge.map(|entered| micros(entered.ends_at)),
            "seats": game.seats.iter().map(Self::seat).collect::<Vec<_>>(),
            "moves": game.moves.iter().map(Self::log_entry).collect::<Vec<_>>(),
            "key": answer.map(|answer| bytes(&answer.claim.key.0)),
            "claimed_by": answer.map(|answer| answer.claim.by),
            "body": answer.map(|answer| bytes(&answer.body)),
        })
    }

    fn seat(state: &SeatState) -> Value {
        json!({
            "seat": u8::from(state.seat),
            "name": state.name,
            "open": u8::from(state.open),
            "token": state.token.as_ref().map(|token| bytes(&token.0)),
            "asked_to_concede": state.asked_to_concede,
            "player": state.player.map(|player| player.id),
            "player_token": state.player.map(|player| bytes(&player.token.0)),
        })
    }

    fn log_entry(row: &LogEntry) -> Value {
        json!({
            "seq": row.entry.seq,
            "seat": u8::from(row.entry.seat),
            "move": row.entry.mv.to_string(),
            "at": row.entry.at.map(micros),
            "h": bytes(&row.h.0),
            "key": row.key.map(|key| bytes(&key.key.0)),
            "request": row.key.map(|key| bytes(&key.request.0)),
        })
    }
}

impl Writer for PostgresGames {
    type Change = Creation;

    async fn write(&self, batch: &[Creation]) -> Result<HashSet<Uuid>, sqlx::Error> {
        let rows: Vec<Value> =
            batch.iter().map(|creation| Self::row(&creation.game, creation.answer.as_ref())).collect();
        let made: Vec<Uuid> =
            sqlx::query_scalar(Self::CREATE).bind(to_json(&rows)).fetch_all(&self.0).await?;
        Ok(made.into_iter().collect())
    }
}

/// Bytes as the database reads them from text.
fn bytes(bytes: &[u8]) -> String {
    format!("\\x{}", hex::encode(bytes))
}

/// Writes batches of moves.
struct PostgresMoves(Pool);

impl PostgresMoves {
    /// Judges and stores each move and, where it ends its game, records the
    /// result: one statement, one round trip, one commit. The games' rows are
    /// locked one by one, in the order that they come in: whoever changes one
    /// at the same time is waited for and then seen.
    const APPEND: &str = "
        with asked as (
            select * from unnest($1::uuid[], $2::int[], $3::int[], $4::smallint[], $5::text[], $6::bigint[],
                    $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bigint[], $12::text[])
                as asked (game_id, judged_by, seq, seat, move, at, h, key, request, after, ended_at, outcome)
        ), judged as (
            select asked.* from asked cross join lateral (
                select from games
                where id = game_id and version = judged_by and finished_at is null and cancelled_at is null
                    and (ends_at is null or at < ends_at)
                    and after is not distinct from
                        (select moves.h from moves where moves.game_id = id and moves.seq = asked.seq - 1)
                for no key update
            ) as game
        ), stored as (
            insert into moves (game_id, seq, seat, move, at, h, key, request)
            select game_id, seq, seat, move, at, h, key, request from judged
            on conflict do nothing
            returning game_id
        ), ended as (
            update games set version = version + 1, finished_at = ended_at, result = outcome
            from asked
            where id = asked.game_id and outcome is not null and id in (select game_id from stored)
        )
        select game_id from stored";
}

impl Writer for PostgresMoves {
    type Change = Append;

    async fn write(&self, batch: &[Append]) -> Result<HashSet<Uuid>, sqlx::Error> {
        /// A column of the batch.
        fn column<'a, T>(batch: &'a [Append], value: impl Fn(&'a Append) -> T) -> Vec<T> {
            batch.iter().map(value).collect()
        }
        let key = |append: &Append| append.row.key.map(|key| key.key.0.to_vec());
        let request = |append: &Append| append.row.key.map(|key| key.request.0.to_vec());
        let ended_at = |append: &Append| append.finished.as_ref().map(|finished| micros(finished.at));
        let outcome = |append: &Append| append.finished.as_ref().map(|finished| to_json(&finished.outcome));
        let stored: Vec<Uuid> = sqlx::query_scalar(Self::APPEND)
            .bind(column(batch, |append| append.game))
            .bind(column(batch, |append| stored_int(append.version)))
            .bind(column(batch, |append| stored_int(append.row.entry.seq)))
            .bind(column(batch, |append| i16::from(u8::from(append.row.entry.seat))))
            .bind(column(batch, |append| append.row.entry.mv.to_string()))
            .bind(column(batch, |append| append.row.entry.at.map(micros)))
            .bind(column(batch, |append| append.row.h.0.as_slice()))
            .bind(column(batch, key))
            .bind(column(batch, request))
            .bind(column(batch, |append| append.after.map(|h| h.0.to_vec())))
            .bind(column(batch, ended_at))
            .bind(column(batch, outcome))
            .fetch_all(&self.0)
            .await?;
        Ok(stored.into_iter().collect())
    }
}

/// A number that the database's own bounds keep small.
fn stored_int(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

implement_store!(PostgresStore);
implement_player_store!(PostgresStore, Tx);
implement_challenge_store!(PostgresStore, Pool, Tx);
implement_board_store!(PostgresStore, Pool, Tx);
implement_admin_store!(PostgresStore, Tx);
