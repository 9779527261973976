//! Locks: of a player, which serialises changes of one player, and of the stream's end.
//!
//! A player's lock is the player's row. On a cluster every server has all players, and locking
//! a row there locks the whole table: so a cluster has a table of locks, which is distributed
//! by player. A lock contains the token, because a commit on one server is not visible
//! everywhere at once.

use std::sync::Arc;

use tokio::sync::Mutex;
use uuid::Uuid;

use super::database::{Dialect, Statement, Transaction, params};
use super::error::{Conflict, RowKind, StoreError};
use super::token::{SeatPlayer, TokenHash};

/// On Postgres, other changes of the player and other seats that the player takes wait; on
/// SQLite the writer's lock is enough.
const LOCK_PLAYER: Statement = Statement::each(
    "select token from players where id = $1 for no key update",
    "select token from players where id = $1",
)
.distributed("select token from player_locks where player = $1 for no key update")
.of_player_lock();

/// This table exists only on a cluster.
const UPSERT_LOCK: Statement = Statement::each("", "")
    .distributed(
        "insert into player_locks (player, token) values ($1, $2)
    on conflict (player) do update set token = excluded.token",
    )
    .of_player_lock();

/// The last position of the stream. Two readers never assign positions at once, in the stream
/// or in the export; on SQLite the writer's lock is enough. A cluster has the row on every
/// server. There it is written, which waits until each server has committed the last reader's
/// write.
pub(super) const LOCK_STREAM_END: Statement =
    Statement::each("select position from stream_end for update", "select position from stream_end")
        .distributed("update stream_end set position = position returning position");

/// Held while positions are assigned, in the stream, the export or the transparency log: callers
/// of this process wait here and not for the database's lock.
pub(super) type SequenceLock = Arc<Mutex<()>>;

/// Locks a player until the transaction ends: no other transaction changes the player or seats
/// the player meanwhile.
///
/// # Errors
/// [`Conflict::TokenChanged`] if the token has changed.
pub(super) async fn lock_player(
    transaction: &mut Transaction,
    player: &SeatPlayer,
) -> Result<(), StoreError> {
    let token = locked_token(transaction, player.id).await?;
    if token == Some(player.token) { Ok(()) } else { Err(Conflict::TokenChanged.into()) }
}

/// Locks a player for whom a seat is held until the transaction ends, whatever the token.
///
/// # Errors
/// [`Conflict::Stale`] if the player was deleted.
pub(super) async fn lock_invited(transaction: &mut Transaction, player: Uuid) -> Result<(), StoreError> {
    locked_token(transaction, player).await?.map(|_| ()).ok_or_else(|| Conflict::Stale.into())
}

/// Locks a player and returns the token; `None` if the player was deleted.
async fn locked_token(transaction: &mut Transaction, player: Uuid) -> Result<Option<TokenHash>, StoreError> {
    let Some(row) = transaction.fetch_optional(LOCK_PLAYER, params![player]).await? else { return Ok(None) };
    row.parse(RowKind::Player, "id", |row| row.optional("token"))
}

/// On a cluster: locks a player before a change of the row in `players`, whose own lock is
/// enough on one server.
pub(super) async fn lock_on_cluster(transaction: &mut Transaction, player: Uuid) -> Result<(), StoreError> {
    if transaction.dialect == Dialect::Distributed {
        transaction.fetch(LOCK_PLAYER, params![player]).await?;
    }
    Ok(())
}

/// Stores the token of a new or changed player in the lock. As in all transactions, the lock is
/// taken before the player is changed.
pub(super) async fn upsert_lock(
    transaction: &mut Transaction,
    player: Uuid,
    token: Option<TokenHash>,
) -> Result<(), StoreError> {
    if transaction.dialect == Dialect::Distributed {
        transaction.execute(UPSERT_LOCK, params![player, token]).await?;
    }
    Ok(())
}
