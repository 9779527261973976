//! The SQL of the move log.

use constcat::concat;

use crate::clock::{NOW_POSTGRES, NOW_SQLITE};
use crate::database::Statement;
use crate::outbox::INSERT_EVENTS_OF_STORED_MOVES;

/// Validates and stores each move and, where it ends its game, the result.
///
/// On Postgres this is one statement, one round trip and one commit. The games' rows are locked
/// one by one, in the order of the batch, so a concurrent change of a game is waited for and
/// then seen. On SQLite no other writer can come between the conditions and the insert; results
/// are stored by [`FINISH`] and [`FINISH_SEATS`].
///
/// A move follows the last one that the statement sees. If another instance stores one at the
/// same time, the primary key rejects the whole batch; then [`APPEND_BATCH_AFTER_RACE`] stores
/// the others. Allowing for that in every batch would cost each move a second look at the key
/// and a lock.
///
/// No two players ever have the same token, and the version proves who sits there: a token in
/// the table of players is still that of the seat's player. Postgres receives the tokens of a
/// move as one value, joined.
///
/// Games of challenges end by the database's clock, which a parameter replaces if it is not
/// null. On Postgres the announcements are sent if a move is stored.
pub(super) const APPEND_BATCH: Statement =
    Statement::each(concat!(INSERT_POSTGRES, RETURNING_POSTGRES, REPLY_POSTGRES, FROM_STORED), STORE_SQLITE);

/// SQLite: as [`APPEND_BATCH`], and returns which of the moves were stored.
pub(super) const APPEND_SOME_OF_BATCH: Statement =
    Statement::each("", concat!(STORE_SQLITE, " returning game_id"));

/// As [`APPEND_BATCH`], for batches where a bot sits in one of the games, a move is an event
/// for a player, or a game counts for a former one. Also stores which of the games then wait for a
/// bot, and adds the events to the outbox of webhooks. On SQLite other statements do this.
pub(super) const APPEND_BATCH_WITH_QUEUES: Statement = Statement::each(
    concat!(
        INSERT_POSTGRES,
        RETURNING_POSTGRES,
        QUEUES_POSTGRES,
        REPLY_POSTGRES,
        NOTIFY_WEBHOOKS_POSTGRES,
        FROM_STORED
    ),
    "",
);

/// As [`APPEND_BATCH_WITH_QUEUES`], without the moves whose positions were taken meanwhile.
///
/// In a distributed database, functions run it on the tables of one shard ([`APPEND_TO_SHARD`]).
/// Quotes mark the names of tables that are replaced there.
pub(crate) const APPEND_BATCH_AFTER_RACE: Statement = Statement::each(
    concat!(
        INSERT_POSTGRES,
        " on conflict do nothing",
        RETURNING_POSTGRES,
        QUEUES_POSTGRES,
        REPLY_POSTGRES,
        NOTIFY_WEBHOOKS_POSTGRES,
        FROM_STORED
    ),
    "",
);

/// Runs [`APPEND_BATCH_AFTER_RACE`] in a distributed database, on the server of a shard, which
/// `$27`, a game in it, identifies (migrations/distributed/spread.sql).
pub(super) const APPEND_TO_SHARD: Statement = Statement::each(
    "select append_moves($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        $20, $21, $22, $23, $24, $25, $26, $27) as game_id",
    "",
);

/// Sets in the select list, unlike those in `from`, are not copied.
const INSERT_POSTGRES: &str = concat!(
    "with stored as (
        insert into \"moves\" as moves (game_id, seq, seat, move, at, h, key, request, to_act)
        select game_id, seq, seat, move, at, h, key, request, to_act
        from (
            select unnest($1::uuid[]) as game_id, unnest($2::int[]) as validated_by, unnest($3::int[]) as seq,
                unnest($4::int[]) as seat, unnest($5::text[]) as move, unnest($6::bigint[]) as at,
                unnest($7::bytea[]) as h, unnest($8::bytea[]) as key, unnest($9::bytea[]) as request,
                unnest($10::bytea[]) as after, unnest($11::bigint[]) as to_act,
                unnest($12::bytea[]) as player_tokens
        ) as appended
        cross join lateral (
            select from \"games\" as games
            where id = game_id and version = validated_by
                and finished_at is null and cancelled_at is null and packed = 0 and log_position is null
                and (ends_at is null or at < ends_at and coalesce($17, ",
    NOW_POSTGRES,
    ") < ends_at)
                and after is not distinct from
                    (select moves.h from \"moves\" as moves where moves.game_id = id order by moves.seq desc limit 1)
                and (player_tokens is null or length(player_tokens) = 32 * (
                    select count(*) from \"players\" as players where players.token = any(array(
                        select substr(player_tokens, place, 32)
                        from generate_series(1, length(player_tokens), 32) as place))))
            for no key update
        ) as game"
);

/// The columns of a game in the counts of a player, from `counted`.
const SET_COUNTED_POSTGRES: &str = "counts_from = (counted ->> 0)::bigint, kind = counted ->> 1,
            players = (counted ->> 2)::int, won = (counted ->> 3)::int, medal = counted ->> 4,
            enemies = (counted ->> 5)::int, moves = (counted ->> 6)::int";

const RETURNING_POSTGRES: &str = concat!(
    "
        returning game_id
    ), ended as (
        update \"games\" as games set version = version + 1, finished_at = ended_at, result = outcome
        from unnest($13::uuid[], $14::bigint[], $15::text[]) as ended (game_id, ended_at, outcome)
        where id = ended.game_id and id in (select game_id from stored)
    ), ended_seats as (
        update \"seats\" as seats set ended = 1, ",
    SET_COUNTED_POSTGRES,
    "
        from (
            select (value ->> 0)::uuid as game_id, (value -> 1 ->> 0)::int as seat, value -> 1 -> 1 as counted
            from json_array_elements($16::json)
            where value -> 1 ->> 2 is null
        ) as ended
        where seats.game_id = ended.game_id and seats.seat = ended.seat
            and seats.game_id in (select game_id from stored)
    )"
);

const QUEUES_POSTGRES: &str = concat!(
    ", ended_former as (
        update \"former_players\" as former set ",
    SET_COUNTED_POSTGRES,
    "
        from (
            select (value ->> 0)::uuid as game_id, (value -> 1 ->> 0)::int as seat, value -> 1 -> 1 as counted,
                (value -> 1 ->> 2)::int as version
            from json_array_elements($16::json)
            where value -> 1 ->> 2 is not null
        ) as ended
        where former.game_id = ended.game_id and former.version = ended.version and former.seat = ended.seat
            and former.game_id in (select game_id from stored)
    ), waiting as (
        insert into \"bot_turns\" as bot_turns (game_id, seq)
        select game_id, seq from unnest($19::uuid[], $20::int[]) as waiting (game_id, seq)
        where game_id in (select game_id from stored)
        on conflict (game_id) do update set seq = excluded.seq
    ), settled as (
        delete from \"bot_turns\" as bot_turns using unnest($21::uuid[], $22::int[]) as settled (game_id, seq)
        where bot_turns.game_id = settled.game_id and bot_turns.seq <= settled.seq
            and settled.game_id in (select game_id from stored)
    ), added as (",
    INSERT_EVENTS_OF_STORED_MOVES,
    ")"
);

const REPLY_POSTGRES: &str = "
    select game_id,
        (select count(*) from (select pg_notify('regicide', text) from unnest($18::text[]) as text) as notified)";

const NOTIFY_WEBHOOKS_POSTGRES: &str = ",
        (select count(*) from (
            select pg_notify('regicide', '{\"webhook\":\"' || webhook_id || '\"}') from added) as notified)";

const FROM_STORED: &str = " from stored";

const STORE_SQLITE: &str = concat!(
    "insert into moves (game_id, seq, seat, move, at, h, key, request, to_act)
    select games.id, appended.value ->> 2, appended.value ->> 3, appended.value ->> 4, appended.value ->> 5,
        unhex(appended.value ->> 6), unhex(appended.value ->> 7), unhex(appended.value ->> 8),
        appended.value ->> 10
    from json_each($1) as appended cross join games on games.id = unhex(appended.value ->> 0)
    where version = appended.value ->> 1 and finished_at is null and cancelled_at is null and packed = 0 and log_position is null
        and (ends_at is null or appended.value ->> 5 < ends_at and coalesce($2, ",
    NOW_SQLITE,
    ") < ends_at)
        and unhex(appended.value ->> 9)
            is (select h from moves where game_id = games.id order by seq desc limit 1)
        and not exists (select from_json.value from json_each(appended.value ->> 11) as from_json
            where unhex(from_json.value) not in
                (select token from players where token = unhex(from_json.value)))"
);

/// SQLite: the ends of games whose last moves were just stored, and their ends at the seats.
pub(super) const FINISH: Statement = Statement::each(
    "",
    "update games set version = version + 1, finished_at = ended.value ->> 1, result = ended.value ->> 2
    from json_each($1) as ended where games.id = unhex(ended.value ->> 0)",
);
/// From the ends of games, of those at the seat.
const SET_COUNTED_SQLITE: &str =
    "counts_from = ended.value ->> '$[1][1][0]', kind = ended.value ->> '$[1][1][1]',
        players = ended.value ->> '$[1][1][2]', won = ended.value ->> '$[1][1][3]',
        medal = ended.value ->> '$[1][1][4]', enemies = ended.value ->> '$[1][1][5]',
        moves = ended.value ->> '$[1][1][6]'
    from json_each($1) as ended
    where game_id = unhex(ended.value ->> 0) and seat = ended.value ->> '$[1][0]'";
pub(super) const FINISH_SEATS: Statement = Statement::each(
    "",
    concat!("update seats set ended = 1, ", SET_COUNTED_SQLITE, " and ended.value ->> '$[1][2]' is null"),
);
pub(super) const FINISH_FORMER: Statement = Statement::each(
    "",
    concat!("update former_players set ", SET_COUNTED_SQLITE, " and version = ended.value ->> '$[1][2]'"),
);
