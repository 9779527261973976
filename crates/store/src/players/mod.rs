//! Players.

mod skeleton;
mod statements;
mod stats;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::changes::Change;
use super::database::{Database, Invalid, Row, Statement, Transaction, from_row, params};
use super::error::{RowKind, StoreError};
use super::idempotency::{StoredAnswer, commit_with_answer};
use super::locks::{lock_player, upsert_lock};
use super::token::{SeatPlayer, TokenHash};
use super::webhooks::delete_webhooks;
use skeleton::UNICODE;
use statements::{
    DECLINE_SEATS, DELETE_ATTEMPT, DELETE_STANDINGS, FREE_SEATS, INSERT_PLAYER, LEAVE_SEATS, PLAYER,
    PLAYER_BY_TOKEN, UPDATE_PLAYER, WAITING_ATTEMPTS,
};

pub use skeleton::{raw_skeleton, skeleton_of};
pub(super) use statements::{RAISE_VERSIONS, RAISE_WAITING_VERSIONS};
pub use stats::GameStats;

#[derive(Clone, Debug)]
pub struct Player {
    /// The id, a UUID of version 7.
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    /// Name and token; `None` once the player is deleted.
    pub identity: Option<Identity>,
    /// True if the player is a program.
    pub bot: bool,
}

#[derive(Clone, Debug)]
pub struct Identity {
    pub name: String,
    /// True if an operator has hidden the name.
    pub name_hidden: bool,
    pub token: TokenHash,
}

impl Identity {
    #[must_use]
    pub fn shown_name(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|_| !self.name_hidden)
    }
}

#[derive(Clone, Copy, Debug)]
pub enum PlayerChange<'a> {
    /// A new name or token.
    Update(&'a Identity),
    Delete(DateTime<Utc>),
}

from_row!(RowKind::Player, "id", |row| Player { id, created_at, identity: read_identity(row)?, bot });

fn read_identity(row: &Row) -> Result<Option<Identity>, Invalid> {
    let name_hidden = row.get("name_hidden")?;
    match (row.optional("name")?, row.optional("token")?) {
        (None, None) => Ok(None),
        (Some(name), Some(token)) => Ok(Some(Identity { name, name_hidden, token })),
        _ => Err(Invalid::new("a name without a token, or a token without a name")),
    }
}

/// The stored players.
pub struct Players {
    pub(super) database: Database,
}

impl Players {
    /// Stores a new player, with the answer to the request for it.
    ///
    /// # Errors
    /// [`Conflict::ClaimLost`](crate::Conflict::ClaimLost).
    pub async fn create(&self, player: &Player, answer: Option<&StoredAnswer>) -> Result<(), StoreError> {
        let identity = player.identity.as_ref();
        let skeleton = identity.map(|identity| skeleton_of(&identity.name));
        let values = params![
            player.id,
            identity.map(|identity| identity.name.as_str()),
            identity.map(|identity| identity.token),
            player.created_at,
            player.bot,
            skeleton.as_deref(),
            skeleton.as_ref().map(|_| UNICODE),
        ];
        let mut transaction = self.database.begin().await?;
        transaction.execute(INSERT_PLAYER, values).await?;
        upsert_lock(&mut transaction, player.id, identity.map(|identity| identity.token)).await?;
        commit_with_answer(transaction, answer).await
    }

    pub async fn read(&self, id: Uuid) -> Result<Option<Player>, StoreError> {
        self.database.read_row(PLAYER, params![id], Player::read).await
    }

    pub async fn by_token(&self, token: &TokenHash) -> Result<Option<Player>, StoreError> {
        self.database.read_row(PLAYER_BY_TOKEN, params![*token], Player::read).await
    }

    /// Changes a player whose token is still `token`. Name and token are stored with the player
    /// alone. A deleted player leaves all seats, whose games get a new version, all or nothing.
    ///
    /// # Errors
    /// [`Conflict::TokenChanged`](crate::Conflict::TokenChanged),
    /// [`Conflict::ClaimLost`](crate::Conflict::ClaimLost).
    pub async fn update(
        &self,
        id: Uuid,
        token: &TokenHash,
        change: PlayerChange<'_>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let (identity, deleted_at) = match change {
            PlayerChange::Update(identity) => (Some(identity), None),
            PlayerChange::Delete(at) => (None, Some(at)),
        };
        let name = identity.map(|identity| identity.name.as_str());
        let new_token = identity.map(|identity| identity.token);
        let mut transaction = self.database.begin().await?;
        lock_player(&mut transaction, &SeatPlayer { id, token: *token }).await?;
        upsert_lock(&mut transaction, id, new_token).await?;
        let skeleton = name.map(skeleton_of);
        let unicode = name.map(|_| UNICODE);
        let values = params![id, name, new_token, deleted_at, skeleton.as_deref(), unicode];
        transaction.execute(UPDATE_PLAYER, values).await?;
        if identity.is_none() {
            raise_versions(&mut transaction, id, RAISE_VERSIONS).await?;
            transaction.execute(DELETE_STANDINGS, params![id]).await?;
            delete_webhooks(&mut transaction, id).await?;
            free_waiting_seats(&mut transaction, id).await?;
            transaction.execute(LEAVE_SEATS, params![id]).await?;
            transaction.execute(DECLINE_SEATS, params![id]).await?;
        }
        transaction.announce(Change::Player(id));
        commit_with_answer(transaction, answer).await
    }
}

/// Frees the seats of a player who leaves, in games where others still wait.
pub(crate) async fn free_waiting_seats(
    transaction: &mut Transaction,
    player: Uuid,
) -> Result<(), StoreError> {
    for row in transaction.fetch(WAITING_ATTEMPTS, params![player]).await? {
        let (challenge, game): (Uuid, Uuid) =
            row.parse(RowKind::Attempt, "game", |row| Ok((row.get("challenge")?, row.get("game")?)))?;
        transaction.execute(DELETE_ATTEMPT, params![challenge, game, player]).await?;
    }
    transaction.execute(FREE_SEATS, params![player]).await?;
    Ok(())
}

/// Raises the versions of a player's games, all or those that wait for others, and announces
/// it.
pub(crate) async fn raise_versions(
    transaction: &mut Transaction,
    player: Uuid,
    versions: Statement,
) -> Result<(), StoreError> {
    for row in transaction.fetch(versions, params![player]).await? {
        transaction.announce(Change::game(row.id(RowKind::Game, "id")?));
    }
    transaction.announce(Change::Player(player));
    Ok(())
}
