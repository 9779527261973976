//! The SQL of the transparency log.

use crate::database::Statement;

/// Returns a row if a game or challenge has no entry yet. Not with `exists`: Postgres then
/// reads all games if it expects an early match.
pub(super) const IS_BEHIND: Statement = Statement::new(
    "select 1 as behind
    where 1 = (select 1 from challenges where tlog_position is null order by id limit 1)
        or 1 = (
            select 1 from games where finished_at is not null and origin <> 'import' and tlog_position is null
            order by finished_at, id limit 1
        )",
);

pub(super) const SIZE: Statement =
    Statement::new("select coalesce(max(position) + 1, 0) as size from tlog_entries").of_any_server();

/// Those of the games and challenges that still have no entry. `LOCK_STREAM_END` protects them:
/// no other transaction adds entries.
pub(super) const STILL_UNLOGGED: Statement = Statement::each(
    "select id from games where tlog_position is null
        and id in (select value::uuid from json_array_elements_text($1::json) as ids (value))
    union all
    select id from challenges where tlog_position is null
        and id in (select value::uuid from json_array_elements_text($1::json) as ids (value))",
    "select id from games where tlog_position is null and id in (select unhex(value) from json_each($1))
    union all
    select id from challenges where tlog_position is null and id in (select unhex(value) from json_each($1))",
);

/// Adds entries: an array for each, of position, kind, hash and the hash of the players.
pub(super) const ADD_ENTRIES: Statement = Statement::each(
    "insert into tlog_entries (position, kind, hash, players, at)
    select (value ->> 0)::bigint, value ->> 1, decode(value ->> 2, 'hex'), decode(value ->> 3, 'hex'), $2
    from json_array_elements($1::json)",
    "insert into tlog_entries (position, kind, hash, players, at)
    select value ->> 0, value ->> 1, unhex(value ->> 2), unhex(value ->> 3), $2 from json_each($1)",
);

/// Assigns positions to games: an array for each, of id and position.
pub(super) const PLACE_GAMES: Statement = Statement::each(
    "update games set tlog_position = (value ->> 1)::bigint
    from json_array_elements($1::json) as placed (value) where id = (value ->> 0)::uuid",
    "update games set tlog_position = value ->> 1 from json_each($1) where games.id = unhex(value ->> 0)",
);

pub(super) const PLACE_CHALLENGES: Statement = Statement::each(
    "update challenges set tlog_position = (value ->> 1)::bigint
    from json_array_elements($1::json) as placed (value) where id = (value ->> 0)::uuid",
    "update challenges set tlog_position = value ->> 1 from json_each($1) where challenges.id = unhex(value ->> 0)",
);

/// Adds hashes of complete tiles: an array for each, of level, number and hash.
pub(super) const ADD_NODES: Statement = Statement::each(
    "insert into tlog_nodes (level, number, hash)
    select (value ->> 0)::int, (value ->> 1)::bigint, decode(value ->> 2, 'hex')
    from json_array_elements($1::json)",
    "insert into tlog_nodes (level, number, hash)
    select value ->> 0, value ->> 1, unhex(value ->> 2) from json_each($1)",
);

pub(super) const ENTRIES: Statement = Statement::new(
    "select position, kind, hash, players, at from tlog_entries where position >= $1 and position < $2
    order by position",
)
.long()
.of_any_server();

pub(super) const NODES: Statement = Statement::new(
    "select number, hash from tlog_nodes where level = $1 and number >= $2 and number < $3 order by number",
)
.of_any_server();

pub(super) const ENTRY_OF_GAME: Statement = Statement::new(
    "select e.position, e.kind, e.hash, e.players, e.at from games g join tlog_entries e on e.position = g.tlog_position
    where g.id = $1",
).of_game();

pub(super) const ENTRY_OF_CHALLENGE: Statement = Statement::new(
    "select e.position, e.kind, e.hash, e.players, e.at from challenges c join tlog_entries e
    on e.position = c.tlog_position
    where c.id = $1",
)
.of_any_server();

pub(super) const CHECKPOINTS_AFTER: Statement =
    Statement::new("select size, note, at from tlog_checkpoints where size > $1 order by size limit $2")
        .of_any_server();

pub(super) const CHECKPOINTS: Statement =
    Statement::new("select size, note, at from tlog_checkpoints order by size desc limit $1").of_any_server();

pub(super) const ADD_CHECKPOINT: Statement =
    Statement::new("insert into tlog_checkpoints (size, note, at) values ($1, $2, $3)");

pub(super) const COSIGNATURES: Statement = Statement::new(
    "select size, witness, line, at from tlog_cosignatures where size >= $1 order by size desc, witness",
)
.of_any_server();

pub(super) const LAST_COSIGNATURES: Statement = Statement::new(
    "select size, witness, line, at from tlog_cosignatures as latest
    where size = (select max(size) from tlog_cosignatures where witness = latest.witness)
    order by witness",
)
.of_any_server();

pub(super) const ADD_COSIGNATURE: Statement = Statement::new(
    "insert into tlog_cosignatures (size, witness, line, at) values ($1, $2, $3, $4) on conflict do nothing",
);
