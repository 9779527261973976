//! Messages to webhooks, and what became of them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::statements::{
    DELIVERIES, END_ATTEMPT, FAIL, FORGET_COUNTED, FORGET_DELIVERIES, INSERT_DELIVERY, KEEP, OUTDATE,
    PENDING, SUCCEED, TELL_END, TELL_INVITATION, TELL_TURN,
};
use super::{Told, WebhookStatus};
use crate::store::Store;
use crate::store::database::{Row, Transaction, params};
use crate::store::error::{Conflict, RowKind, StoreError};
use crate::store::page::{Page, page_of};

/// How many deliveries of a webhook are kept.
const KEPT: u32 = 100;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryStatus {
    /// It is sent, or will be sent again.
    Pending,
    /// The receiver has answered 2xx.
    Delivered,
    /// It was sent once only, as a test, and not received.
    Failed,
    /// It has become untrue, or another one says more.
    Outdated,
}

/// A message to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Its id, a UUID of version 7, the same for each attempt.
    pub id: Uuid,
    pub webhook: Uuid,
    /// The name of what it tells.
    pub event: String,
    pub body: String,
    pub status: DeliveryStatus,
    pub created_at: DateTime<Utc>,
    pub attempts: u32,
    pub last: Option<DeliveryAttempt>,
}

/// An attempt to send a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryAttempt {
    pub at: DateTime<Utc>,
    /// The status of the receiver's answer, if one came.
    pub response_status: Option<u16>,
    /// The name of what went wrong, if something did.
    pub error: Option<String>,
}

/// What an attempt changes.
#[derive(Clone, Copy, Debug)]
pub enum DeliveryResult<'a> {
    Delivered {
        /// What was told, of which games.
        told: &'a [(Uuid, Told)],
        /// The last day of which was told.
        told_day: i32,
        /// The last position of the stream of public games of which was told.
        position: i64,
    },
    Failed {
        /// The webhook's status from now on.
        status: WebhookStatus,
        /// When it is sent again.
        due_at: Option<DateTime<Utc>>,
    },
}

impl Delivery {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::WebhookDelivery, "id", |row| {
            let response_status: Option<u32> = row.optional("response_status")?;
            let last = row.optional("last_attempt_at")?.map(|at| {
                let response_status = response_status.and_then(|status| u16::try_from(status).ok());
                Ok(DeliveryAttempt { at, response_status, error: row.optional("error")? })
            });
            Ok(Self {
                id: row.get("id")?,
                webhook: row.get("webhook_id")?,
                event: row.get("event")?,
                body: row.get("body")?,
                status: row.name("status")?,
                created_at: row.get("created_at")?,
                attempts: row.get("attempts")?,
                last: last.transpose()?,
            })
        })
    }

    async fn insert(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
        let last = self.last.as_ref();
        let values = params![
            self.id,
            self.webhook,
            self.event.as_str(),
            self.body.as_str(),
            <&str>::from(self.status),
            self.created_at,
            self.attempts,
            last.map(|last| last.at),
            last.and_then(|last| last.response_status).map(u32::from),
            last.and_then(|last| last.error.as_deref()),
        ];
        transaction.execute(INSERT_DELIVERY, values).await?;
        transaction.execute(FORGET_DELIVERIES, params![self.webhook, KEPT - 1]).await?;
        Ok(())
    }
}

impl Store {
    /// The message that a webhook is being sent, if there is one.
    pub async fn pending_delivery(&self, webhook: Uuid) -> Result<Option<Delivery>, StoreError> {
        self.database.read_row(PENDING, params![webhook], Delivery::read).await
    }

    /// Stores the message that is sent next, or none, before it is sent. Others
    /// that are pending are outdated. The claim is kept until then.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if another has the claim.
    pub async fn begin_delivery(
        &self,
        webhook: Uuid,
        claim: Uuid,
        delivery: Option<&Delivery>,
        until: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute_or(Conflict::Stale, KEEP, params![webhook, claim, until]).await?;
        let id = delivery.map_or(Uuid::nil(), |delivery| delivery.id);
        transaction.execute(OUTDATE, params![webhook, id]).await?;
        if let Some(delivery) = delivery {
            delivery.insert(&mut transaction).await?;
        }
        transaction.commit().await
    }

    /// Stores what an attempt has come to, and what the webhook was told by it.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if another has the claim.
    pub async fn end_delivery(
        &self,
        delivery: &Delivery,
        claim: Uuid,
        attempt: &DeliveryAttempt,
        result: DeliveryResult<'_>,
    ) -> Result<(), StoreError> {
        let webhook = delivery.webhook;
        let mut transaction = self.database.begin().await?;
        let status = match result {
            DeliveryResult::Delivered { told, told_day, position } => {
                let values = params![webhook, claim, told_day, position];
                transaction.execute_or(Conflict::Stale, SUCCEED, values).await?;
                for (game, told) in told {
                    tell(&mut transaction, webhook, *game, *told).await?;
                }
                DeliveryStatus::Delivered
            }
            DeliveryResult::Failed { status, due_at } => {
                let values = params![webhook, claim, attempt.at, <&str>::from(status), due_at];
                transaction.execute_or(Conflict::Stale, FAIL, values).await?;
                DeliveryStatus::Pending
            }
        };
        let values = params![
            delivery.id,
            <&str>::from(status),
            attempt.at,
            attempt.response_status.map(u32::from),
            attempt.error.as_deref(),
        ];
        transaction.execute(END_ATTEMPT, values).await?;
        transaction.commit().await
    }

    /// Stores a message that is not sent again.
    pub async fn add_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        delivery.insert(&mut transaction).await?;
        transaction.commit().await
    }

    /// A page of the messages to a webhook, the newest first.
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

async fn tell(
    transaction: &mut Transaction,
    webhook: Uuid,
    game: Uuid,
    told: Told,
) -> Result<(), StoreError> {
    match told {
        Told::Turn(seq) => transaction.execute(TELL_TURN, params![webhook, game, seq]).await?,
        Told::Invitation => transaction.execute(TELL_INVITATION, params![webhook, game]).await?,
        Told::End => match transaction.execute(FORGET_COUNTED, params![webhook, game]).await? {
            0 => transaction.execute(TELL_END, params![webhook, game]).await?,
            gone => gone,
        },
    };
    Ok(())
}
