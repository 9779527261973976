//! The lock of a player, which serialises changes of one player.
//!
//! The lock is the player's row. On a cluster every server has all players, and locking a row
//! there locks the whole table: so a cluster has a table of locks, which is distributed by
//! player. A lock contains the token, because a commit on one server is not visible everywhere
//! at once.

use uuid::Uuid;

use super::statements::{KEEP_LOCK, LOCK_PLAYER};
use super::{SeatPlayer, TokenHash};
use crate::database::{Dialect, Transaction, params};
use crate::error::{Conflict, RowKind, StoreError};

/// Locks a player until the transaction ends: no other transaction changes the player or seats
/// the player meanwhile.
///
/// # Errors
/// [`Conflict::TokenChanged`] if the token has changed.
pub(crate) async fn lock_player(
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
pub(crate) async fn lock_invited(transaction: &mut Transaction, player: Uuid) -> Result<(), StoreError> {
    locked_token(transaction, player).await?.map(|_| ()).ok_or_else(|| Conflict::Stale.into())
}

/// Locks a player and returns the token; `None` if the player was deleted.
async fn locked_token(transaction: &mut Transaction, player: Uuid) -> Result<Option<TokenHash>, StoreError> {
    let Some(row) = transaction.fetch_optional(LOCK_PLAYER, params![player]).await? else { return Ok(None) };
    row.parse(RowKind::Player, "id", |row| row.optional("token"))
}

/// On a cluster: locks a player before a change of the row in `players`, whose own lock is
/// enough on one server.
pub(crate) async fn lock_on_cluster(transaction: &mut Transaction, player: Uuid) -> Result<(), StoreError> {
    if transaction.dialect == Dialect::Distributed {
        transaction.fetch(LOCK_PLAYER, params![player]).await?;
    }
    Ok(())
}

/// Stores the token of a new or changed player in the lock. As in all transactions, the lock is
/// taken before the player is changed.
pub(crate) async fn keep_lock(
    transaction: &mut Transaction,
    player: Uuid,
    token: Option<TokenHash>,
) -> Result<(), StoreError> {
    if transaction.dialect == Dialect::Distributed {
        transaction.execute(KEEP_LOCK, params![player, token]).await?;
    }
    Ok(())
}
