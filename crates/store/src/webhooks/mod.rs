//! Webhooks: messages to players about their games, and to the operator about public games.
//!
//! Events of games wait in the outbox. The operator's outbox is the stream of public games; the
//! webhook stores the last position that was sent.

mod deliveries;
mod events;
mod push_keys;
mod results;
mod webhook;

use chrono::{DateTime, Utc};
use constcat::concat;
use uuid::Uuid;

use super::changes::Change;
use super::database::{Database, Statement, Transaction, params};
use super::error::{Conflict, RowKind, StoreError};
use super::idempotency::{StoredAnswer, commit_with_answer};
use super::locks::{LOCK_STREAM_END, lock_player};
use super::token::{SeatPlayer, TokenHash};

pub use deliveries::{Delivery, DeliveryStatus};
pub use events::{GameEvent, OutboxKey};
pub use push_keys::{PushBytes, PushKeys};
pub use results::ChallengeResults;
pub use webhook::{
    Mention, MentionKind, Snowflake, Webhook, WebhookEvent, WebhookForm, WebhookOwner, WebhookStatus,
};

const INSERT: Statement = Statement::new(
    "insert into webhooks (id, player, url, events, form, language, secret, status, created_at, told_day, due_at,
        position, game_id, mention, push_keys)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
);

const SELECT: &str = "select id, player, url, events, form, language, secret, status, created_at, told_day,
    position, failures, failing_since, due_at, game_id, mention, push_keys from webhooks where ";

const WEBHOOK: Statement = Statement::new(concat!(SELECT, "id = $1")).of_any_server();

const WEBHOOKS_OF_PLAYER: Statement =
    Statement::new(concat!(SELECT, "player = $1 order by id")).of_any_server();

/// The webhooks that can be claimed and have an event to send, page by page.
const DUE: Statement = Statement::new(
    "select id from webhooks
    where id > $2 and status = 'active' and (due_at <= $1 or claim is null and failures = 0 and id in (
        select webhook_id from webhook_events where pending = 1 and webhook_id > $2))
    order by id limit $3",
);

/// Updates a webhook. An instance that delivers for it loses the claim.
const UPDATE: Statement = Statement::new(
    "update webhooks set events = $3, status = $4, told_day = $5, position = $6, due_at = $7, mention = $8,
        failures = 0, failing_since = null, claim = null
    where id = $1 and player = $2",
);

const DELETE_RESULTS: Statement =
    Statement::new("delete from webhook_events where webhook_id = $1 and event = 'results'");

/// A webhook that is due later can be claimed now, unless another instance has the claim or its
/// receiver has failed: it may be due only because of the next day.
const CLAIM: Statement = Statement::new(
    "update webhooks set claim = $2, due_at = $4
    where id = $1 and status = 'active'
        and (due_at is null or due_at <= $3 or claim is null and failures = 0)",
);

/// Stores the state after a delivery and releases the claim.
const RELEASE: Statement = Statement::new(
    "update webhooks set status = $3, told_day = $4, position = $5, failures = $6, failing_since = $7, due_at = $8,
        claim = null
    where id = $1 and claim = $2",
);

const POSTPONE: Statement = Statement::new("update webhooks set due_at = $2 where id = $1 and claim is null");

const DELETE: Statement = Statement::new("delete from webhooks where id = $1 and player = $2");

const DELETE_EVENTS: Statement = Statement::new("delete from webhook_events where webhook_id = $1");

const DELETE_DELIVERIES: Statement = Statement::new("delete from webhook_deliveries where webhook_id = $1");

/// The limit on webhooks of an owner.
pub const MAX_WEBHOOKS: u32 = 5;

/// The stored webhooks.
pub struct Webhooks {
    pub(super) database: Database,
}

impl Webhooks {
    /// Stores a new webhook, if its owner has fewer than [`MAX_WEBHOOKS`] and none with its URL
    /// for its game; a player's with the player's token. The owner is locked meanwhile: a
    /// player's row, or for the operator the end of the stream of public games.
    ///
    /// # Errors
    /// [`Conflict::TooManyWebhooks`], [`Conflict::WebhookExists`],
    /// [`Conflict::TokenChanged`], [`Conflict::ClaimLost`].
    pub async fn create(
        &self,
        webhook: &Webhook,
        token: Option<&TokenHash>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let owner = webhook.owner.id();
        match token {
            Some(token) => lock_player(&mut transaction, &SeatPlayer { id: owner, token: *token }).await?,
            None => drop(transaction.fetch(LOCK_STREAM_END, &[]).await?),
        }
        let rows = transaction.fetch(WEBHOOKS_OF_PLAYER, params![owner]).await?;
        let others = rows.iter().map(Webhook::read).collect::<Result<Vec<_>, _>>()?;
        if others.iter().any(|other| (&other.url, other.game_id) == (&webhook.url, webhook.game_id)) {
            return Err(Conflict::WebhookExists.into());
        }
        if others.len() >= MAX_WEBHOOKS as usize {
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
            webhook.told_day,
            webhook.due_at,
            webhook.position,
            webhook.game_id,
            webhook.mention.as_ref().map(Mention::to_string),
            webhook.push_keys.as_ref().map(PushKeys::to_string),
        ];
        transaction.execute(INSERT, values).await?;
        commit_with_answer(transaction, answer).await
    }

    pub async fn read(&self, id: Uuid) -> Result<Option<Webhook>, StoreError> {
        self.database.read_row(WEBHOOK, params![id], Webhook::read).await
    }

    /// The webhooks of an owner, the oldest first.
    pub async fn of_owner(&self, owner: WebhookOwner) -> Result<Vec<Webhook>, StoreError> {
        self.database.read_rows(WEBHOOKS_OF_PLAYER, params![owner.id()], Webhook::read).await
    }

    /// Webhooks that have an event to send by `now` and can be claimed, in the order of ids
    /// after `after`, at most `limit`.
    pub async fn due(&self, now: DateTime<Utc>, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        self.database.read_rows(DUE, params![now, after, limit], |row| row.id(RowKind::Webhook, "id")).await
    }

    /// Stores the selected events and the status of a webhook, and resets its failures.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if it was deleted.
    pub async fn update(&self, webhook: &Webhook) -> Result<(), StoreError> {
        let values = params![
            webhook.id,
            webhook.owner.id(),
            webhook.stored_events(),
            <&str>::from(webhook.status),
            webhook.told_day,
            webhook.position,
            webhook.due_at,
            webhook.mention.as_ref().map(Mention::to_string),
        ];
        let mut transaction = self.database.begin().await?;
        transaction.execute_or(Conflict::Missing, UPDATE, values).await?;
        // Events of games are removed when they are read.
        if !webhook.wants(WebhookEvent::Results) {
            transaction.execute(DELETE_RESULTS, params![webhook.id]).await?;
        }
        transaction.announce(Change::Webhook(webhook.id));
        transaction.commit().await
    }

    /// Deletes a webhook of an owner, with its events and deliveries.
    pub async fn delete(&self, id: Uuid, owner: WebhookOwner) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        delete(&mut transaction, id, owner.id()).await?;
        transaction.commit().await
    }

    /// Claims an active webhook that no instance delivers for, until a time. Returns true if it
    /// could be claimed.
    pub async fn claim(
        &self,
        id: Uuid,
        claim: Uuid,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        Ok(self.database.execute(CLAIM, params![id, claim, now, until]).await? > 0)
    }

    /// Stores a webhook's state and releases the claim.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if another instance has the claim.
    pub async fn release(&self, webhook: &Webhook, claim: Uuid) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        webhook.release(&mut transaction, claim).await?;
        transaction.commit().await
    }

    /// Postpones a webhook, unless an instance delivers for it.
    pub async fn postpone(&self, id: Uuid, until: DateTime<Utc>) -> Result<(), StoreError> {
        self.database.execute(POSTPONE, params![id, until]).await?;
        Ok(())
    }
}

impl Webhook {
    pub(super) async fn release(&self, transaction: &mut Transaction, claim: Uuid) -> Result<(), StoreError> {
        let values = params![
            self.id,
            claim,
            <&str>::from(self.status),
            self.told_day,
            self.position,
            self.failures,
            self.failing_since,
            self.due_at,
        ];
        transaction.execute_or(Conflict::Stale, RELEASE, values).await
    }
}

/// Deletes the webhooks of a deleted player.
pub(crate) async fn delete_webhooks(transaction: &mut Transaction, player: Uuid) -> Result<(), StoreError> {
    for row in transaction.fetch(WEBHOOKS_OF_PLAYER, params![player]).await? {
        delete(transaction, row.id(RowKind::Webhook, "id")?, player).await?;
    }
    Ok(())
}

/// Deletes a webhook of a player with its events and deliveries, if it is that player's.
async fn delete(transaction: &mut Transaction, id: Uuid, player: Uuid) -> Result<(), StoreError> {
    if transaction.execute(DELETE, params![id, player]).await? > 0 {
        transaction.execute(DELETE_EVENTS, params![id]).await?;
        transaction.execute(DELETE_DELIVERIES, params![id]).await?;
    }
    Ok(())
}
