//! The SQL of the transparency log.

use constcat::concat;

use crate::database::Statement;
use crate::games::closed;

pub(super) const SIZE: Statement =
    Statement::new("select coalesce(max(position) + 1, 0) as size from log_entries").of_any_server();

/// The positions of the subjects that have an entry.
pub(super) const POSITIONS: Statement = Statement::each(
    "select position, subject from log_entries
    where subject in (select decode(value, 'hex') from json_array_elements_text($1::json) as subjects (value))",
    "select position, subject from log_entries where subject in (select unhex(value) from json_each($1))",
);

/// Adds entries: an array for each, of position, kind, subject, hash, the hash of the players and
/// whether the subject is lost.
pub(super) const ADD_ENTRIES: Statement = Statement::each(
    "insert into log_entries (position, kind, subject, hash, players, lost, at)
    select (value ->> 0)::bigint, value ->> 1, decode(value ->> 2, 'hex'), decode(value ->> 3, 'hex'),
        decode(value ->> 4, 'hex'), (value ->> 5)::smallint, $2
    from json_array_elements($1::json)",
    "insert into log_entries (position, kind, subject, hash, players, lost, at)
    select value ->> 0, value ->> 1, unhex(value ->> 2), unhex(value ->> 3), unhex(value ->> 4), value ->> 5, $2
    from json_each($1)",
);

/// Assigns positions to games: an array for each, of id and position.
pub(super) const PLACE_GAMES: Statement = Statement::each(
    "update games set log_position = (value ->> 1)::bigint
    from json_array_elements($1::json) as placed (value)
    where id = (value ->> 0)::uuid and log_position is null",
    "update games set log_position = value ->> 1 from json_each($1)
    where games.id = unhex(value ->> 0) and log_position is null",
);

pub(super) const PLACE_CHALLENGES: Statement = Statement::each(
    "update challenges set log_position = (value ->> 1)::bigint
    from json_array_elements($1::json) as placed (value)
    where id = (value ->> 0)::uuid and log_position is null",
    "update challenges set log_position = value ->> 1 from json_each($1)
    where challenges.id = unhex(value ->> 0) and log_position is null",
);

/// Adds hashes of complete tiles: an array for each, of level, number and hash.
pub(super) const ADD_NODES: Statement = Statement::each(
    "insert into log_nodes (level, number, hash)
    select (value ->> 0)::int, (value ->> 1)::bigint, decode(value ->> 2, 'hex')
    from json_array_elements($1::json)",
    "insert into log_nodes (level, number, hash)
    select value ->> 0, value ->> 1, unhex(value ->> 2) from json_each($1)",
);

pub(super) const ENTRIES: Statement = Statement::new(
    "select position, kind, subject, hash, players, at from log_entries where position >= $1 and position < $2
    order by position",
)
.long()
.of_any_server();

pub(super) const NODES: Statement = Statement::new(
    "select number, hash from log_nodes where level = $1 and number >= $2 and number < $3 order by number",
)
.of_any_server();

pub(super) const ENTRY_OF_GAME: Statement = Statement::new(
    "select e.position, e.kind, e.subject, e.hash, e.players, e.at from games g
    join log_entries e on e.position = g.log_position where g.id = $1",
)
.of_game();

pub(super) const ENTRY_OF_CHALLENGE: Statement = Statement::new(
    "select e.position, e.kind, e.subject, e.hash, e.players, e.at from challenges c join log_entries e
    on e.position = c.log_position
    where c.id = $1",
)
.of_any_server();

pub(super) const CHECKPOINTS_FROM: Statement = Statement::new(
    "select number, size, note, at from log_checkpoints where number >= $1 order by number limit $2",
)
.of_any_server();

/// The first checkpoint that has the entry at a position, and the first ones with cosignatures.
pub(super) const CHECKPOINTS_WITH: Statement = Statement::new(
    "select number, size, note, at from log_checkpoints c where size > $1 and (
        number = (select min(number) from log_checkpoints where size > $1)
        or exists (select 1 from log_cosignatures where checkpoint = c.number)
    ) order by size, number limit $2",
)
.of_any_server();

pub(super) const CHECKPOINTS: Statement =
    Statement::new("select number, size, note, at from log_checkpoints order by number desc limit $1")
        .of_any_server();

/// Adds a checkpoint that follows the last one, of a log that has so many entries.
pub(super) const ADD_CHECKPOINT: Statement = Statement::new(
    "insert into log_checkpoints (number, size, note, at) select $1, $2, $3, $4
    where $1 = (select coalesce(max(number) + 1, 0) from log_checkpoints)
        and $2 <= (select coalesce(max(position) + 1, 0) from log_entries)",
);

pub(super) const COSIGNATURES: Statement = Statement::new(
    "select s.checkpoint, c.size, s.witness, s.line, s.at from log_cosignatures s
        join log_checkpoints c on c.number = s.checkpoint
    where s.checkpoint >= $1 and s.checkpoint <= $2 order by s.checkpoint, s.witness",
)
.of_any_server();

pub(super) const LAST_COSIGNATURES: Statement = Statement::new(
    "select s.checkpoint, c.size, s.witness, s.line, s.at from log_cosignatures s
        join (select witness, max(checkpoint) as last from log_cosignatures group by witness) of_each
            on of_each.witness = s.witness and of_each.last = s.checkpoint
        join log_checkpoints c on c.number = s.checkpoint
    order by s.witness",
)
.of_any_server();

pub(super) const ADD_COSIGNATURE: Statement = Statement::new(
    "insert into log_cosignatures (checkpoint, witness, line, at) values ($1, $2, $3, $4)
    on conflict do nothing",
);

/// The games and challenges without an entry that ended or were published before a time.
pub(super) const UNLOGGED_BEFORE: Statement = Statement::new(concat!(
    "select 'game' as kind, id from games
        where finished_at < $1 and origin <> 'import' and log_position is null
    union all
    select 'game', id from games g where ",
    closed!("$2", "$3"),
    "
    union all
    select 'commitment', id from challenges where created_at < $1 and log_position is null
    order by 1, 2"
))
.long();

/// Positions of entries without a game or challenge, unless it was lost, of those with several,
/// and those without an entry.
pub(super) const UNFIT_POSITIONS: Statement = Statement::new(
    "select position from (
        select position, lost, 1 as entries, 0 as placed from log_entries where position < $1
        union all
        select log_position, 0, 0, 1 from games where log_position < $1
        union all
        select log_position, 0, 0, 1 from challenges where log_position < $1
    ) as sides
    group by position
    having sum(entries) <> 1 or sum(placed) > 1 or sum(placed) + sum(lost) = 0
    order by position",
)
.long();
