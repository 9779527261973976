//! The SQL of the stream of public games.

use crate::store::database::Statement;

pub(super) const STREAM_IS_BEHIND: Statement =
    Statement::new("select 1 as behind where exists (select 1 from stream_positions where position is null)");

/// The last position. Two readers never give positions at once, in the stream or
/// in the export; on SQLite the writer's lock is enough. A cluster has the row on
/// every server: it is written, which waits until each of them has committed what
/// the last reader wrote.
pub(in crate::store) const LOCK_STREAM_END: Statement =
    Statement::each("select position from stream_end for update", "select position from stream_end")
        .distributed("update stream_end set position = position returning position");

pub(super) const STREAM_END: Statement = Statement::new("select position from stream_end");

/// Gives the positions after $1 to changes that have none, at most $2. One
/// Postgres server leaves out a game that is just being changed, whose change is
/// announced later; several wait for it.
pub(super) const GIVE_STREAM_POSITIONS: Statement = Statement::each(
    "with waiting as materialized (
        select game_id from stream_positions where position is null
        order by game_id limit $2 for update skip locked
    ), placed as (
        select game_id as placed_id, row_number() over (order by game_id) as place from waiting
    )
    update stream_positions set position = $1 + place from placed where game_id = placed_id",
    GIVE_STREAM_POSITIONS_WITHOUT_LOCKS,
)
.distributed(GIVE_STREAM_POSITIONS_WITHOUT_LOCKS);

const GIVE_STREAM_POSITIONS_WITHOUT_LOCKS: &str = "
    with waiting as (
        select game_id as placed_id, row_number() over (order by game_id) as place
        from stream_positions where position is null
        order by game_id limit $2
    )
    update stream_positions set position = $1 + place from waiting where game_id = placed_id";

pub(super) const MOVE_STREAM_END: Statement =
    Statement::new("update stream_end set position = position + $1");
