//! The codes that admit players to a challenge, as its organiser sees them.

use serde_json::json;
use uuid::Uuid;

use super::Challenges;
use super::statements::{INVITATION, INVITATIONS_AFTER, INVITE, UPDATE_INVITATION};
use crate::database::{from_row, params};
use crate::error::{Conflict, RowKind, StoreError};
use crate::idempotency::{StoredAnswer, commit_with_answer};
use crate::page::{Page, page_of};
use crate::text::to_json;
use crate::token::TokenHash;

/// A code to be stored.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    pub code: TokenHash,
    /// The organiser's name for the invited player.
    pub name: Option<String>,
}

/// A stored code.
#[derive(Clone, Debug)]
pub struct Invited {
    pub id: Uuid,
    /// The organiser's name for the invited player.
    pub name: Option<String>,
    /// True if it admits no player.
    pub revoked: bool,
    /// The player who used it.
    pub player: Option<Uuid>,
    /// The player's display name, if it is to be shown.
    pub player_name: Option<String>,
}

from_row!(RowKind::Invitation, "id", |row| Invited { id, name, revoked, player, player_name });

impl Challenges {
    /// Adds invitations, all or nothing.
    ///
    /// # Errors
    /// [`Conflict::ClaimLost`].
    pub async fn add_invitations(
        &self,
        challenge: Uuid,
        made: &[NewInvitation],
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let row = |NewInvitation { id, code, name }: &NewInvitation| json!({"id": id.simple(), "code": hex::encode(code.0), "name": name});
        let made = to_json(&made.iter().map(row).collect::<Vec<_>>());
        let mut transaction = self.database.begin().await?;
        transaction.execute(INVITE, params![challenge, made]).await?;
        commit_with_answer(transaction, answer).await
    }

    /// The invitations that follow one, in the order in which they were made.
    pub async fn invitations(
        &self,
        challenge: Uuid,
        after: Uuid,
        limit: u32,
    ) -> Result<Page<Invited, Uuid>, StoreError> {
        let rows = self
            .database
            .fetch(INVITATIONS_AFTER, params![challenge, after, limit.saturating_add(1)])
            .await?;
        page_of(&rows, limit, Invited::read, |row| row.id(RowKind::Invitation, "id"))
    }

    pub async fn invitation(&self, challenge: Uuid, id: Uuid) -> Result<Option<Invited>, StoreError> {
        self.database.read_row(INVITATION, params![challenge, id], Invited::read).await
    }

    /// Revokes an invitation, or restores it, and changes its name, or removes it for an empty one,
    /// each unless it is `None`. A revoked one admits no player, nor the player who used it to
    /// another attempt.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if there is no such invitation.
    pub async fn update_invitation(
        &self,
        challenge: Uuid,
        id: Uuid,
        revoked: Option<bool>,
        name: Option<&str>,
    ) -> Result<(), StoreError> {
        let values = params![challenge, id, revoked.map(i64::from), name];
        match self.database.execute(UPDATE_INVITATION, values).await? {
            0 => Err(Conflict::Missing.into()),
            _ => Ok(()),
        }
    }
}
