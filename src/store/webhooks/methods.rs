//! What the store does with webhooks.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::statements::{
    ACTIVE, CHANGE, CLAIM, DELETE, DELETE_DELIVERIES, DELETE_GAMES, DROP_COUNTED, DUE, FINISHED_AT,
    HAS_WEBHOOKS, INSERT, KEEP_COUNTED, RELEASE, WEBHOOK, WEBHOOKS_OF_PLAYER,
};
use super::{Webhook, WebhookOwner};
use crate::store::Store;
use crate::store::changes::Change;
use crate::store::database::{Row, Transaction, params};
use crate::store::error::{Conflict, RowKind, StoreError};
use crate::store::idempotency::{StoredAnswer, commit_with_answer};
use crate::store::players::{SeatPlayer, TokenHash, lock_player};

impl Store {
    /// Stores a new webhook, if its owner has fewer than `most`; a player's with the
    /// player's token.
    ///
    /// # Errors
    /// [`Conflict::TooManyWebhooks`], [`Conflict::TokenChanged`], [`Conflict::ClaimLost`].
    pub async fn create_webhook(
        &self,
        webhook: &Webhook,
        token: Option<&TokenHash>,
        most: usize,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let owner = webhook.owner.id();
        if let Some(token) = token {
            lock_player(&mut transaction, &SeatPlayer { id: owner, token: *token }).await?;
        }
        if transaction.fetch(WEBHOOKS_OF_PLAYER, params![owner]).await?.len() >= most {
            return Err(Conflict::TooManyWebhooks.into());
        }
        let values = params![
            webhook.id,
            owner,
            webhook.url.as_str(),
            webhook.stored_events(),
            <&str>::from(webhook.form),
            webhook.language.as_str(),
            webhook.secret,
            <&str>::from(webhook.status),
            webhook.created_at,
            webhook.since,
            webhook.told_day,
            webhook.due_at,
            webhook.position,
        ];
        transaction.execute(INSERT, values).await?;
        transaction.announce(Change::Webhooks);
        commit_with_answer(transaction, answer).await
    }

    pub async fn webhook(&self, id: Uuid) -> Result<Option<Webhook>, StoreError> {
        self.database.read_row(WEBHOOK, params![id], Webhook::read).await
    }

    /// The webhooks of an owner, the oldest first.
    pub async fn webhooks(&self, owner: WebhookOwner) -> Result<Vec<Webhook>, StoreError> {
        self.database.read_rows(WEBHOOKS_OF_PLAYER, params![owner.id()], Webhook::read).await
    }

    /// The ids of active webhooks and their owners, in the order of ids from the one
    /// after `after` on, at most `limit`.
    pub async fn active_webhooks(
        &self,
        after: Uuid,
        limit: u32,
    ) -> Result<Vec<(Uuid, WebhookOwner)>, StoreError> {
        let read = |row: &Row| {
            row.parse(RowKind::Webhook, "id", |row| {
                Ok((row.get("id")?, WebhookOwner::of(row.get("player")?)))
            })
        };
        self.database.read_rows(ACTIVE, params![after, limit], read).await
    }

    /// Active webhooks that an instance has to look at by `now`, at most `limit`.
    pub async fn due_webhooks(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        self.database.read_rows(DUE, params![now, limit], |row| row.id(RowKind::Webhook, "id")).await
    }

    /// Stores another choice of events, or whether it is switched on, and forgets
    /// its failures.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if it was deleted.
    pub async fn change_webhook(&self, webhook: &Webhook) -> Result<(), StoreError> {
        let values = params![
            webhook.id,
            webhook.owner.id(),
            webhook.stored_events(),
            <&str>::from(webhook.status),
            webhook.since,
            webhook.told_day,
            webhook.due_at,
        ];
        let mut transaction = self.database.begin().await?;
        transaction.execute_or(Conflict::Missing, CHANGE, values).await?;
        transaction.announce(Change::Webhooks);
        transaction.commit().await
    }

    /// Deletes a webhook of an owner, with its deliveries.
    pub async fn delete_webhook(&self, id: Uuid, owner: WebhookOwner) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        delete(&mut transaction, id, owner.id()).await?;
        transaction.commit().await
    }

    /// Claims an active webhook that nobody delivers for until then. Whether it
    /// could be claimed.
    pub async fn claim_webhook(
        &self,
        id: Uuid,
        claim: Uuid,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        Ok(self.database.execute(CLAIM, params![id, claim, now, until]).await? > 0)
    }

    /// Gives up a claim. From `due_at` on it is looked at again in any case.
    pub async fn release_webhook(
        &self,
        id: Uuid,
        claim: Uuid,
        due_at: Option<DateTime<Utc>>,
    ) -> Result<(), StoreError> {
        self.database.execute(RELEASE, params![id, claim, due_at]).await?;
        Ok(())
    }
}

/// A deleted player's webhooks go, too.
pub(in crate::store) async fn delete_webhooks(
    transaction: &mut Transaction,
    player: Uuid,
) -> Result<(), StoreError> {
    for row in transaction.fetch(WEBHOOKS_OF_PLAYER, params![player]).await? {
        delete(transaction, row.id(RowKind::Webhook, "id")?, player).await?;
    }
    Ok(())
}

/// Deletes a webhook of a player with all that belongs to it, if it is one.
async fn delete(transaction: &mut Transaction, id: Uuid, player: Uuid) -> Result<(), StoreError> {
    if transaction.execute(DELETE, params![id, player]).await? > 0 {
        transaction.execute(DELETE_GAMES, params![id]).await?;
        transaction.execute(DELETE_DELIVERIES, params![id]).await?;
    }
    transaction.announce(Change::Webhooks);
    Ok(())
}

/// Notes finished games that leave the index of a player's games in play for
/// the webhooks that were not told of their end.
pub(in crate::store) async fn keep_uncounted(
    transaction: &mut Transaction,
    player: Uuid,
    games: impl Iterator<Item = Uuid>,
) -> Result<(), StoreError> {
    if transaction.fetch(HAS_WEBHOOKS, params![player]).await?.is_empty() {
        return Ok(());
    }
    for game in games {
        let Some(row) = transaction.fetch_optional(FINISHED_AT, params![game]).await? else { continue };
        let finished_at: DateTime<Utc> =
            row.get("finished_at").map_err(|what| StoreError::corrupt_game(game, what))?;
        transaction.execute(KEEP_COUNTED, params![player, game, finished_at]).await?;
        transaction.execute(DROP_COUNTED, params![player, game]).await?;
    }
    Ok(())
}
