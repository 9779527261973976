//! The lock of a player, which puts changes of one player in order.
//!
//! It is the player's row. On a cluster every server has all players, and the
//! lock of a row there is one of the whole table: so it has a table of locks,
//! which is spread by player. A lock has the token, because what another server
//! has committed is not everywhere at once.

use uuid::Uuid;

use super::statements::{KEEP_LOCK, LOCK_PLAYER};
use super::{SeatPlayer, TokenHash};
use crate::store::database::{Dialect, Transaction, params};
use crate::store::error::{Conflict, RowKind, StoreError};

/// Keeps a player from being changed, or taking another seat, until the
/// transaction ends.
///
/// # Errors
/// [`Conflict::TokenChanged`] if the token is another by now.
pub(in crate::store) async fn lock_player(
    transaction: &mut Transaction,
    player: &SeatPlayer,
) -> Result<(), StoreError> {
    let token = locked_token(transaction, player.id).await?;
    if token == Some(player.token) { Ok(()) } else { Err(Conflict::TokenChanged.into()) }
}

/// The same for a player whom a seat is held for, with whatever token.
///
/// # Errors
/// [`Conflict::Stale`] if the player was deleted.
pub(in crate::store) async fn lock_invited(
    transaction: &mut Transaction,
    player: Uuid,
) -> Result<(), StoreError> {
    locked_token(transaction, player).await?.map(|_| ()).ok_or_else(|| Conflict::Stale.into())
}

/// The token of a player who is locked by that; none if the player was deleted.
async fn locked_token(transaction: &mut Transaction, player: Uuid) -> Result<Option<TokenHash>, StoreError> {
    let Some(row) = transaction.fetch_optional(LOCK_PLAYER, params![player]).await? else { return Ok(None) };
    row.parse(RowKind::Player, "id", |row| row.optional("token"))
}

/// On a cluster: the same for a change of the player's row in `players`, whose
/// lock is enough on one server. It is taken first.
pub(in crate::store) async fn lock_on_cluster(
    transaction: &mut Transaction,
    player: Uuid,
) -> Result<(), StoreError> {
    if transaction.dialect == Dialect::Distributed {
        transaction.fetch(LOCK_PLAYER, params![player]).await?;
    }
    Ok(())
}

/// Has the lock of a player, who is new or changed, know the token. It is taken
/// before the player is changed, as by all others.
pub(in crate::store) async fn keep_lock(
    transaction: &mut Transaction,
    player: Uuid,
    token: Option<TokenHash>,
) -> Result<(), StoreError> {
    if transaction.dialect == Dialect::Distributed {
        transaction.execute(KEEP_LOCK, params![player, token]).await?;
    }
    Ok(())
}
