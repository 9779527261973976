//! What operators and organisers do, and the log of it.

mod methods;
pub(super) mod statements;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::StoreError;
use super::model::TokenHash;
use super::rows::wrong;
use crate::engine::Seat;

pub(super) use methods::implement_admin_store;

/// Something that an operator or an organiser did.
#[derive(Clone, Debug)]
pub struct Act {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub actor: String,
    /// What, as JSON.
    pub act: String,
}

/// What operators and organisers do, each with its line in the log.
#[async_trait]
pub trait AdminStore: Send + Sync {
    /// Takes a game's results off their board and out of averages, with a
    /// reason that stays. False if there are none that count.
    async fn void(&self, challenge: Uuid, game: Uuid, reason: &str, act: &Act) -> Result<bool, StoreError>;

    /// Takes an organiser's challenge out of lists, and its name away. False if
    /// there is no such challenge.
    async fn hide_challenge(&self, challenge: Uuid, act: &Act) -> Result<bool, StoreError>;

    /// Marks a player as a bot or not, and moves the player's results to the
    /// board where they belong. False if there is no such player.
    async fn mark_bot(&self, player: Uuid, bot: bool, act: &Act) -> Result<bool, StoreError>;

    /// Hides a player's name everywhere, for good. False if there is no such
    /// player.
    async fn hide_name(&self, player: Uuid, act: &Act) -> Result<bool, StoreError>;

    /// Gives a player a token that nobody has. False if there is no such
    /// player.
    async fn revoke_player(&self, player: Uuid, token: &TokenHash, act: &Act) -> Result<bool, StoreError>;

    /// Gives a seat a token that nobody has. False if there is no such seat, or
    /// it is open.
    async fn revoke_seat(
        &self,
        game: Uuid,
        seat: Seat,
        token: &TokenHash,
        act: &Act,
    ) -> Result<bool, StoreError>;

    /// Calls a game off, whether it has begun or not; who waited for others has
    /// not tried then. False if it has ended.
    async fn close_game(&self, game: Uuid, at: DateTime<Utc>, act: &Act) -> Result<bool, StoreError>;

    /// What operators and organisers did after an act, at most `limit`.
    async fn acts(&self, after: Uuid, limit: u32) -> Result<Vec<Act>, StoreError>;
}

/// An act's row.
#[derive(sqlx::FromRow)]
pub(super) struct ActRow {
    id: Uuid,
    at: i64,
    actor: String,
    act: String,
}

impl TryFrom<ActRow> for Act {
    type Error = StoreError;

    fn try_from(row: ActRow) -> Result<Self, StoreError> {
        let at = DateTime::from_timestamp_micros(row.at).ok_or_else(|| wrong("act", row.id))?;
        Ok(Self { id: row.id, at, actor: row.actor, act: row.act })
    }
}
