//! The SQL of signals.

use crate::store::database::Statement;

/// Postgres: no move of the game is stored meanwhile, nor another signal. On
/// SQLite the writer's lock is enough.
pub(super) const LOCK_GAME: Statement =
    Statement::each("select 1 as locked from games where id = $1 for no key update", "select $1");

pub(super) const INSERT_SIGNAL: Statement = Statement::new(
    "insert into signals (game_id, number, seat, seq, signal, at) values ($1, $2, $3, $4, $5, $6)",
);

pub(super) const COUNT: Statement =
    Statement::new("select coalesce(max(number), 0) as number from signals where game_id = $1");

/// The same sentence of the same seat at the same place of the log.
pub(super) const SAID: Statement = Statement::new(
    "select game_id, number, seat, seq, signal, at from signals
    where game_id = $1 and seq = $2 and seat = $3 and signal = $4",
);

pub(super) const SIGNALS: Statement = Statement::new(
    "select game_id, number, seat, seq, signal, at from signals where game_id = $1 and number > $2
    order by number limit $3",
);
