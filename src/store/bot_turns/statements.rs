//! The SQL of bots' turns.

use crate::store::database::Statement;

pub(super) const BOT_TURNS: Statement =
    Statement::new("select game_id, seq from bot_turns where game_id > $1 order by game_id limit $2");

/// The names of levels are in the order of their strength. That a game has no bot
/// any more is found out in its turn.
pub(super) const BOT_TURN: Statement = Statement::new(
    "select game_id, seq,
        (select count(*) from seats where game_id = $1 and bot is null) as people,
        coalesce((select max(bot) from seats where game_id = $1), 'novice') as level
    from bot_turns where game_id = $1",
);

/// Once all seats of a game are taken, it may be the turn of a bot there.
pub(in crate::store) const SEAT_BOT_TURN: Statement = Statement::new(
    "insert into bot_turns (game_id, seq)
    select $1, coalesce((select max(seq) from moves where game_id = $1), 0)
    where exists (select 1 from seats where game_id = $1 and bot is not null)
        and not exists (select 1 from seats where game_id = $1 and open = 1)
    on conflict do nothing",
);

pub(in crate::store) const NOTE_BOT_TURN: Statement = Statement::new(
    "insert into bot_turns (game_id, seq) values ($1, $2)
    on conflict (game_id) do update set seq = excluded.seq",
);

/// Notes that after a move, a game waits for no bot. Leaves a later turn that was
/// noted meanwhile.
pub(in crate::store) const PASS_BOT_TURN: Statement =
    Statement::new("delete from bot_turns where game_id = $1 and seq <= $2");
