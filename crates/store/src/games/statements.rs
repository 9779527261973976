//! The SQL of games; that of their lists is in `lists.rs`.

use constcat::concat;

use crate::database::Statement;
use crate::seats::{FORMER_POSTGRES, FORMER_SQLITE, PLAYED_GAMES};

/// The columns of a game, by name: a prepared statement stays valid when a migration adds one.
pub(crate) const COLUMNS: &str = "g.id, g.game, g.rules, g.players, g.options, g.seed, g.commitment, g.seed_by, g.origin, \
     g.origin_game, g.origin_seq, g.visibility, g.created_at, g.abandon_after, g.owner, g.version, \
     g.cancelled_at, g.finished_at, g.result, g.export_position, g.challenge, g.attempt, g.ends_at, \
     g.creator, g.rematch_of, g.rematch, g.to_act as to_act_at_first, g.spectator_code, g.proposal, g.turn_limit, g.seated_at";

/// The name that a seat shows: its player's, or its own if it has no player.
const SEAT_NAME: &str =
    "case when seats.player is null then seats.name when p.name_hidden = 0 then p.name end";
/// The players at the seats, who have names and tokens of their own.
const SEATS: &str = " from seats left join players p on p.id = seats.player";

/// Seats as bytes: one round trip returns a game with its seats, of one moment. As JSON they
/// took most of the database's time for short games. For each seat a line with numbers, of which
/// the first names by its bits what the seat has, and a line with the name; then the values that
/// it has. Seats come in any order. `seat_rows.rs` reads this format.
pub(crate) const SEATS_POSTGRES: &str = concat!(
    "
    select coalesce(string_agg(textsend(
        ((seats.token is not null)::int + (player is not null)::int * 2 + (p.token is not null)::int * 4
            + (invitation is not null)::int * 8 + (invited_player is not null)::int * 16
            + ((",
    SEAT_NAME,
    ") is not null)::int * 32)
            || ' ' || seat || ' ' || open || ' ' || coalesce(invited_until::text, '-')
            || ' ' || coalesce(seats.bot, '-') || E'\\n' || coalesce(",
    SEAT_NAME,
    ", '') || E'\\n')
            || coalesce(seats.token, '') || coalesce(uuid_send(player), '') || coalesce(p.token, '')
            || coalesce(invitation, '') || coalesce(uuid_send(invited_player), ''), ''), '')",
    SEATS
);
pub(crate) const SEATS_SQLITE: &str = concat!(
    "
    select cast(ifnull(group_concat(
        ((seats.token is not null) + (player is not null) * 2 + (p.token is not null) * 4
            + (invitation is not null) * 8 + (invited_player is not null) * 16
            + ((",
    SEAT_NAME,
    ") is not null) * 32)
            || ' ' || seat || ' ' || open || ' ' || ifnull(invited_until, '-')
            || ' ' || ifnull(seats.bot, '-') || char(10) || ifnull(",
    SEAT_NAME,
    ", '') || char(10)
            || ifnull(seats.token, '') || ifnull(player, '') || ifnull(p.token, '')
            || ifnull(invitation, '') || ifnull(invited_player, ''), ''), '') as blob)",
    SEATS
);

/// Logs as bytes, for one round trip as well, and not as JSON, which would take most of the
/// time of an audit. First a line with the number of moves; then for each move a line with
/// number, seat, time and text, followed by its hashes. A plus sign before the text means that
/// the hashes of a key and a request follow that of the chain. Moves come in any order: sorting
/// them here would take longer than reading them. `log.rs` reads this format.
const MOVES_POSTGRES: &str = "
    select textsend(count(*) || E'\\n') || coalesce(string_agg(
        textsend(seq || ' ' || seat || ' ' || coalesce(at::text, '-')
            || case when key is null then ' ' else '+' end || move || E'\\n')
            || h || coalesce(key || request, ''), ''), '')
    from moves";
/// Text may hold any bytes in SQLite, whose aggregates return nothing but text.
const MOVES_SQLITE: &str = "
    select cast(count(*) || char(10) || ifnull(group_concat(
        seq || ' ' || seat || ' ' || ifnull(at, '-')
            || case when key is null then ' ' else '+' end || move || char(10)
            || h || ifnull(key || request, ''), ''), '') as blob)
    from moves";

/// Packed logs: a line with the number of moves and the last time, the last hash, and the log
/// in its form (docs/spec/packed.md). `packed.rs` reads this format.
const PACKED_POSTGRES: &str = "
    select textsend('packed ' || moves || ' ' || coalesce(last_at::text, '-') || E'\\n') || h || log
    from packed_logs";
const PACKED_SQLITE: &str = "
    select cast('packed ' || moves || ' ' || ifnull(last_at, '-') || char(10) || h || log as blob)
    from packed_logs";

/// Games with their seats and moves; `$of` is the game to which these belong. `$more` are
/// further columns.
macro_rules! games {
    ($of:literal, $which:expr) => {
        games!($of, $which, "", "")
    };
    ($of:literal, $which:expr, $more_of_postgres:expr, $more_of_sqlite:expr) => {
        Statement::each(
            games!(
                SEATS_POSTGRES,
                FORMER_POSTGRES,
                PACKED_POSTGRES,
                MOVES_POSTGRES,
                $of,
                $which,
                $more_of_postgres
            ),
            games!(SEATS_SQLITE, FORMER_SQLITE, PACKED_SQLITE, MOVES_SQLITE, $of, $which, $more_of_sqlite),
        )
    };
    ($seats:expr, $former:expr, $packed:expr, $moves:expr, $of:literal, $which:expr, $more:expr) => {
        concat!(
            "select ",
            COLUMNS,
            $more,
            ", (",
            $seats,
            " where game_id = ",
            $of,
            ") as seats, coalesce((select players from log_entries where position = g.log_position), g.players_hash)
                as players_hash, (",
            $former,
            " where f.game_id = ",
            $of,
            ") as former, case g.packed when 1 then (",
            $packed,
            " where game_id = ",
            $of,
            ") else (",
            $moves,
            " where game_id = ",
            $of,
            ") end as moves from games g ",
            $which
        )
    };
}

/// The parameter is in every part: only then does the query skip servers that do not have the
/// game.
pub(crate) const GAME: Statement = games!("$1", "where g.id = $1").of_game();

pub(super) const EXPORT: Statement =
    games!("g.id", "where g.export_position > $1 order by g.export_position limit $2").long();

/// Games that the rules ended at this service and that have no entry in the transparency log.
pub(crate) const UNLOGGED_GAMES: Statement = games!(
    "g.id",
    "where g.finished_at is not null and g.origin <> 'import' and g.log_position is null
        and (g.finished_at, g.id) > ($1, $2)
    order by g.finished_at, g.id limit $3"
)
.long();

/// The condition of a game `g` without an entry that the deadline of its challenge closed between
/// two times. Of a game that has not begun there is nothing to log.
macro_rules! closed {
    ($after:literal, $until:literal) => {
        concat!(
            "g.finished_at is null and g.cancelled_at is null and g.log_position is null
        and g.ends_at >= ",
            $after,
            " and g.ends_at <= ",
            $until,
            "
        and (g.seated_at is not null or not exists (select 1 from seats where game_id = g.id and open = 1))"
        )
    };
}
pub(crate) use closed;

/// Games that their deadlines closed and that have no entry in the transparency log.
pub(crate) const UNLOGGED_CLOSED_GAMES: Statement = games!(
    "g.id",
    concat!(
        "where (g.ends_at, g.id) > ($1, $2) and ",
        closed!("$1", "$3"),
        " order by g.ends_at, g.id limit $4"
    )
)
.long();

/// Games of a player that have ended by a time and have no entry.
pub(crate) const UNLOGGED_GAMES_OF_PLAYER: Statement = games!(
    "g.id",
    concat!(
        "where g.id in (",
        PLAYED_GAMES,
        ")
        and g.log_position is null and g.players_hash is null and g.origin <> 'import'
        and (g.finished_at is not null or g.cancelled_at is null and g.ends_at <= $2)"
    )
);

/// Stores the hash of the players of a game that has no entry yet.
pub(crate) const SET_PLAYERS_HASH: Statement =
    Statement::new("update games set players_hash = $2 where id = $1").of_game();

/// Rows of other tables for a game, as JSON. In a join Postgres reads all entries of the
/// transparency log for each statement, until they are many.
const HELD_POSTGRES: &str = ", case g.packed
        when 1 then exists (select 1 from moves where game_id = g.id)
        else exists (select 1 from packed_logs where game_id = g.id)
    end as has_two_logs, (
        select json_build_array(e.kind, encode(e.subject, 'hex'), encode(e.hash, 'hex'), encode(e.players, 'hex'))::text
        from log_entries e where e.position = g.log_position and e.lost = 0
    ) as logged, (
        select coalesce(json_agg(json_build_array(s.seat, case when s.counts_from is not null then
            json_build_array(s.counts_from, s.kind, s.players, s.won, s.medal, s.enemies, s.moves) end, null)
            order by s.seat)::text, '[]')
        from seats s where s.game_id = g.id and s.ended = 1
    ) as seat_ends, (
        select coalesce(json_agg(json_build_array(f.seat, json_build_array(f.counts_from, f.kind, f.players, f.won,
            f.medal, f.enemies, f.moves), f.version) order by f.version, f.seat)::text, '[]')
        from former_players f where f.game_id = g.id and f.counts_from is not null
    ) as former_ends, case when g.challenge is null then '[]' else (
        select coalesce(json_agg(json_build_array(a.player, a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)::text, '[]')
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) end as attempts, case when g.challenge is null then '[]' else (
        select coalesce(json_agg(json_build_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)::text, '[]')
        from results r where r.challenge = g.challenge and r.game = g.id
    ) end as results";
const HELD_SQLITE: &str = ", case g.packed
        when 1 then exists (select 1 from moves where game_id = g.id)
        else exists (select 1 from packed_logs where game_id = g.id)
    end as has_two_logs, (
        select json_array(e.kind, lower(hex(e.subject)), lower(hex(e.hash)),
            case when e.players is not null then lower(hex(e.players)) end)
        from log_entries e where e.position = g.log_position and e.lost = 0
    ) as logged, (
        select json_group_array(json_array(s.seat, case when s.counts_from is not null then
            json_array(s.counts_from, s.kind, s.players, s.won, s.medal, s.enemies, s.moves) end, null)
            order by s.seat)
        from seats s where s.game_id = g.id and s.ended = 1
    ) as seat_ends, (
        select json_group_array(json_array(f.seat, json_array(f.counts_from, f.kind, f.players, f.won, f.medal,
            f.enemies, f.moves), f.version) order by f.version, f.seat)
        from former_players f where f.game_id = g.id and f.counts_from is not null
    ) as former_ends, case when g.challenge is null then '[]' else (
        select json_group_array(json_array(hex(a.player), a.number, a.seat, a.ranked, coalesce(p.bot, 0), a.score,
            a.defeats)
            order by a.seat, a.player)
        from attempts a left join players p on p.id = a.player
        where a.challenge = g.challenge and a.game = g.id
    ) end as attempts, case when g.challenge is null then '[]' else (
        select json_group_array(json_array(r.seat, r.bots, r.score, r.micros,
            case when r.void_reason is null then 0 else 1 end) order by r.seat)
        from results r where r.challenge = g.challenge and r.game = g.id
    ) end as results";

/// Games with the rows that an audit compares: one statement reads one moment.
pub(crate) const AUDITED_GAMES: Statement =
    games!("g.id", "where g.id > $1 and g.id <= $2 order by g.id", HELD_POSTGRES, HELD_SQLITE).long();

/// In the order of the index, here and where a game waits for the export: with `exists`,
/// Postgres reads all games if it expects an early match.
pub(super) const EMBARGOES_HAVE_ENDED: Statement = Statement::new(
    "select 1 as ended from games where embargoed = 1 and ends_at <= $1 order by ends_at limit 1",
);

/// Lists scan an index of games that are not embargoed. Games of finished challenges join it in
/// steps of limited size.
pub(super) const LIFT_EMBARGOES: Statement = Statement::new(
    "update games set embargoed = 0
    where embargoed = 1
        and id in (select id from games where embargoed = 1 and ends_at <= $1 order by ends_at limit $2)",
);

/// A game's version, and the number and hash of its last move, of the rows that meet the
/// condition.
macro_rules! revision_columns {
    ($of_game:expr) => {
        concat!(
            "version, case packed when 1 then (select nullif(moves, 0) from packed_logs where ",
            $of_game,
            ") else (select seq from moves where ",
            $of_game,
            " order by seq desc limit 1) end as seq, case packed when 1 then (select h from packed_logs where ",
            $of_game,
            ") else (select h from moves where ",
            $of_game,
            " order by seq desc limit 1) end as h"
        )
    };
}

pub(super) const REVISION: Statement =
    Statement::new(concat!("select ", revision_columns!("game_id = $1"), " from games where id = $1"))
        .of_game();

macro_rules! present_on_postgres {
    ($of_game:expr) => {
        concat!(
            "select id, ",
            revision_columns!($of_game),
            ", (select coalesce(json_agg(json_build_array(",
            SEAT_NAME,
            ", encode(p.token, 'hex')) order by seat)::text, '[]')",
            SEATS,
            " where ",
            $of_game,
            ") as seats from games where id = any($1::uuid[])"
        )
    };
}

/// The revision of each of several games, with the names that their seats show and their
/// players' tokens.
pub(super) const PRESENT: Statement = Statement::each(
    present_on_postgres!("game_id = games.id"),
    concat!(
        "select id, ",
        revision_columns!("game_id = games.id"),
        ", (select json_group_array(json_array(",
        SEAT_NAME,
        ", hex(p.token)) order by seat)",
        SEATS,
        " where game_id = games.id) as seats from games where id in (select unhex(value) from json_each($1))"
    ),
)
// Only if it names all games is this one task, on the server of the shard.
.distributed(present_on_postgres!("game_id = games.id and game_id = any($1::uuid[])"));

pub(super) const CANCEL: Statement = Statement::new(
    "update games set version = version + 1, cancelled_at = $3
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null",
)
.of_game();

pub(super) const SET_PROPOSAL: Statement = Statement::new(
    "update games set version = version + 1, proposal = $3
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null",
)
.of_game();

pub(super) const NAME_REMATCH: Statement =
    Statement::new("update games set version = version + 1, rematch = $2 where id = $1 and rematch is null")
        .of_game();

macro_rules! export_is_behind {
    ($by:literal, $by_closed:literal) => {
        concat!(
            "select 1 as behind
            where 1 = (select 1 from games",
            $by,
            " where ",
            FINISHED_WITHOUT_POSITION,
            "
            order by coalesce(ends_at, 0), finished_at, id limit 1)
            or 1 = (select 1 from games ",
            $by_closed,
            "where ",
            CLOSED_WITHOUT_POSITION,
            " order by ends_at, id limit 1)"
        )
    };
}

/// Public games that the rules ended and that have no position in the export yet. Games of challenges
/// that still run wait.
const FINISHED_WITHOUT_POSITION: &str =
    "finished_at is not null and visibility = 'public' and export_position is null
                and coalesce(ends_at, 0) <= $1";

/// Public games that their deadlines closed, and that are logged and have no position in the export
/// yet.
const CLOSED_WITHOUT_POSITION: &str =
    "finished_at is null and log_position is not null and visibility = 'public' and export_position is null
                and ends_at <= $1";

/// Returns a row if a public game that has ended has no position in the export yet.
pub(super) const EXPORT_IS_BEHIND: Statement = Statement::each(
    export_is_behind!("", ""),
    // Otherwise SQLite reads all games without a position, the unfinished ones included.
    export_is_behind!(" indexed by games_waiting_for_export", "indexed by games_closed_waiting_for_export "),
);

macro_rules! give_export_positions {
    ($by:literal, $by_closed:literal) => {
        concat!(
            "with waiting as (
        select id as waiting_id, row_number() over (order by ended_at, id) as place
        from (
            select id, finished_at as ended_at from games",
            $by,
            " where ",
            FINISHED_WITHOUT_POSITION,
            "
            union all
            select id, ends_at from games ",
            $by_closed,
            "where ",
            CLOSED_WITHOUT_POSITION,
            "
        ) as ended
    )
    update games
    set export_position = place + (select coalesce(max(export_position), 0) from games)
    from waiting
    where id = waiting_id"
        )
    };
}

pub(super) const GIVE_EXPORT_POSITIONS: Statement = Statement::each(
    give_export_positions!("", ""),
    give_export_positions!(
        " indexed by games_waiting_for_export",
        "indexed by games_closed_waiting_for_export "
    ),
)
.long();

/// So many new positions are analysed at once.
pub(super) const ANALYZED_FROM: u64 = 10_000;

/// With statistics from before, Postgres expects that no game has a position, and an export
/// takes six times as long.
pub(super) const ANALYZE_EXPORT_POSITIONS: Statement =
    Statement::new("analyze games (export_position)").long();

pub(super) const LAST_EXPORT_POSITION: Statement = Statement::new(
    "select export_position from games where export_position is not null
    order by export_position desc limit 1",
);

pub(super) const EXPORT_POSITION: Statement =
    Statement::new("select export_position from games where id = $1 and export_position is not null")
        .of_game();

/// Imports have an index of their own.
pub(super) const IMPORTED_GAMES: Statement =
    Statement::new("select id from games where commitment = $1 and origin = 'import' order by id");

pub(super) const GAME_IDS: Statement =
    Statement::new("select id from games where id > $1 order by id limit $2").long();

pub(super) const INSERT_GAME: Statement = Statement::new(
    "insert into games (id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game,
        origin_seq, visibility, created_at, abandon_after, owner, version, finished_at, result, challenge,
        attempt, ends_at, embargoed, creator, rematch_of, to_act, spectator_code, packed, turn_limit)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 0, $16, $17, $18, $19, $20, $21,
        $22, $23, $24, $25, $26, $27)",
)
.of_game();

pub(super) const INSERT_MOVES: Statement = Statement::each(
    "insert into moves (game_id, seq, seat, move, at, h, key, request)
    select $1, (value ->> 0)::int, (value ->> 1)::int, value ->> 2, (value ->> 3)::bigint,
        decode(value ->> 4, 'hex'), decode(value ->> 5, 'hex'), decode(value ->> 6, 'hex')
    from json_array_elements($2::json)",
    "insert into moves (game_id, seq, seat, move, at, h, key, request)
    select $1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, unhex(value ->> 4), unhex(value ->> 5),
        unhex(value ->> 6)
    from json_each($2)",
)
.of_game();

/// Games that ended at `$3` or earlier and whose log is not packed. The status is that of
/// `Game::status`; abandonment is the only end that is computed from the log.
const ARE_UNPACKED: &str = "where g.packed = 0 and g.id > $1 and g.id < $2
        and (g.finished_at is null or g.origin = 'import' or g.log_position is not null)
        and (g.finished_at <= $3 or g.cancelled_at <= $3 or g.ends_at <= $3
            or g.finished_at is null and g.cancelled_at is null and g.ends_at is null and (g.origin = 'import'
                or 1000000 * cast(g.abandon_after as bigint) <= $3 - coalesce(
                    (select case when at > g.created_at then at end from moves
                        where game_id = g.id order by seq desc limit 1),
                    g.created_at)))";

pub(super) const UNPACKED: Statement =
    games!("g.id", concat!(ARE_UNPACKED, " order by g.id limit $4")).long();

pub(super) const COUNT_UNPACKED: Statement =
    Statement::new(concat!("select count(*) as number from games g ", ARE_UNPACKED)).long();
