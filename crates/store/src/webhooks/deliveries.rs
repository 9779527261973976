//! Deliveries to webhooks, and their results.

use chrono::{DateTime, Utc};
use constcat::concat;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::events::{OutboxKey, delete_event};
use super::{Webhook, WebhookStatus, Webhooks, delete};
use crate::database::{Statement, Transaction, from_row, params};
use crate::error::{RowKind, StoreError};
use crate::page::{Page, page_of};

const DELIVERY: &str = "select id, webhook_id, event, body, status, created_at, attempts, last_attempt_at,
    response_status, error from webhook_deliveries where ";

const PENDING: Statement =
    Statement::new(concat!(DELIVERY, "webhook_id = $1 and status = 'pending' order by id desc limit 1"));

const DELIVERIES: Statement =
    Statement::new(concat!(DELIVERY, "webhook_id = $1 and id < $2 order by id desc limit $3"));

const OUTDATE: Statement = Statement::new(
    "update webhook_deliveries set status = 'outdated'
    where webhook_id = $1 and status = 'pending' and id <> $2",
);

/// Taken before a delivery is stored, as in a deletion: a deleted webhook gets none, and no two
/// transactions deadlock. On SQLite the writer's lock is enough. On a cluster, two shared locks of a
/// table that every server has wait for each other.
const LOCK: Statement = Statement::each(
    "select id from webhooks where id = $1 for key share",
    "select id from webhooks where id = $1",
)
.distributed("select id from webhooks where id = $1 for no key update");

const PUT_DELIVERY: Statement = Statement::new(
    "insert into webhook_deliveries (id, webhook_id, event, body, status, created_at, attempts, last_attempt_at,
        response_status, error)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (id) do update set status = excluded.status, attempts = excluded.attempts,
        last_attempt_at = excluded.last_attempt_at, response_status = excluded.response_status, error = excluded.error",
);

/// Deletes all deliveries but the newest.
const FORGET_DELIVERIES: Statement = Statement::new(
    "delete from webhook_deliveries
    where webhook_id = $1 and id < (
        select id from webhook_deliveries where webhook_id = $1 order by id desc limit 1 offset $2)",
);

/// The number of deliveries of a webhook that are stored.
const KEPT: u32 = 100;

/// The status of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryStatus {
    /// It is in flight, or will be retried.
    Pending,
    /// The receiver has answered 2xx.
    Delivered,
    /// It is not repeated: a test that was not received, or a message that the receiver refuses
    /// for its length (413).
    Failed,
    /// Its event no longer holds, or a later delivery replaces it.
    Outdated,
}

/// A delivery to a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DeliveryInfo)]
pub struct Delivery {
    /// Its id, which is `webhook-id` without hyphens, after `msg_`.
    pub id: Uuid,
    #[serde(skip)]
    pub webhook: Uuid,
    /// The name of its event, or `test`.
    pub event: String,
    #[serde(skip)]
    pub body: String,
    /// The status of the delivery.
    pub status: DeliveryStatus,
    /// The time of its creation.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub created_at: DateTime<Utc>,
    /// The number of attempts.
    pub attempts: u32,
    /// The time of the last attempt.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// The HTTP status of the last response, if one came.
    pub response_status: Option<u16>,
    /// The error of the last attempt: `unusable_host` (there is none, or none that may be
    /// called), `no_connection`, `tls`, `no_http`, `timeout`, `redirect`, `gone` or another
    /// `status`.
    pub error: Option<String>,
}

from_row!(RowKind::WebhookDelivery, "id", |row| Delivery {
    id,
    webhook: row.get("webhook_id")?,
    event,
    body,
    status: row.name("status")?,
    created_at,
    attempts,
    last_attempt_at,
    response_status,
    error,
});

impl Delivery {
    /// Stores its present state.
    async fn put(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
        let values = params![
            self.id,
            self.webhook,
            self.event.as_str(),
            self.body.as_str(),
            <&str>::from(self.status),
            self.created_at,
            self.attempts,
            self.last_attempt_at,
            self.response_status,
            self.error.as_deref(),
        ];
        transaction.execute(PUT_DELIVERY, values).await?;
        Ok(())
    }

    /// Stores it and deletes the oldest ones beyond the limit.
    async fn add(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
        self.put(transaction).await?;
        transaction.execute(FORGET_DELIVERIES, params![self.webhook, KEPT - 1]).await?;
        Ok(())
    }
}

impl Webhooks {
    /// The pending delivery of a webhook, if there is one.
    pub async fn pending_delivery(&self, webhook: Uuid) -> Result<Option<Delivery>, StoreError> {
        self.database.read_row(PENDING, params![webhook], Delivery::read).await
    }

    /// Stores the next delivery, or none, before it is sent. Other pending ones become
    /// outdated.
    pub async fn begin_delivery(&self, webhook: Uuid, delivery: Option<&Delivery>) -> Result<(), StoreError> {
        let Some(mut transaction) = self.lock(webhook).await? else { return Ok(()) };
        let id = delivery.map_or(Uuid::nil(), |delivery| delivery.id);
        transaction.execute(OUTDATE, params![webhook, id]).await?;
        if let Some(delivery) = delivery {
            delivery.add(&mut transaction).await?;
        }
        transaction.commit().await
    }

    /// Stores the result of an attempt and the webhook's state after it, removes the delivered
    /// events and releases the claim. A browser's subscription that has ended is deleted instead.
    ///
    /// # Errors
    /// [`Conflict::Stale`](crate::Conflict::Stale) if another instance has the claim.
    pub async fn end_delivery(
        &self,
        webhook: &Webhook,
        claim: Uuid,
        delivery: &Delivery,
        delivered: &[OutboxKey],
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        webhook.release(&mut transaction, claim).await?;
        if webhook.is_of_browser() && webhook.status == WebhookStatus::Gone {
            delete(&mut transaction, webhook.id, webhook.owner.id()).await?;
            return transaction.commit().await;
        }
        // In the order in which they are added (`outbox.rs`).
        for key in delivered.iter().rev() {
            delete_event(&mut transaction, webhook.id, key).await?;
        }
        delivery.put(&mut transaction).await?;
        transaction.commit().await
    }

    /// Stores a delivery that is not retried.
    pub async fn add_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let Some(mut transaction) = self.lock(delivery.webhook).await? else { return Ok(()) };
        delivery.add(&mut transaction).await?;
        transaction.commit().await
    }

    /// A transaction that has locked a webhook, unless that was deleted.
    async fn lock(&self, webhook: Uuid) -> Result<Option<Transaction>, StoreError> {
        let mut transaction = self.database.begin().await?;
        let exists = transaction.fetch_optional(LOCK, params![webhook]).await?.is_some();
        Ok(exists.then_some(transaction))
    }

    /// A page of the deliveries to a webhook, the newest first.
    pub async fn deliveries(
        &self,
        webhook: Uuid,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<Page<Delivery, Uuid>, StoreError> {
        let values = params![webhook, after.unwrap_or(Uuid::max()), limit + 1];
        let rows = self.database.fetch(DELIVERIES, values).await?;
        page_of(&rows, limit, Delivery::read, |row| row.id(RowKind::WebhookDelivery, "id"))
    }
}
