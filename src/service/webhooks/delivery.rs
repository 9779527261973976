//! Deliveries: the pending content of a webhook is sent, message by message.
//!
//! An instance that has a permit claims the webhook for a while, stores a message,
//! sends it, and stores the result. If the instance is cut off, another one finds the
//! webhook due, and its message pending.

use std::time::Duration;

use chrono::{DateTime, Days, TimeDelta, Utc};
use regicide_engine::engine::Hash;
use regicide_system::http_client::SendError;
use tokio::time::Instant;
use url::Url;
use uuid::Uuid;

use super::message::{Content, signed_request};
use super::slots::Slot;
use super::{WebhookSender, Webhooks};
use crate::service::challenges::daily::{begin_of, date_of, day_at};
use crate::service::error::Error;
use regicide_store::{Delivery, DeliveryStatus, Status, Webhook, WebhookEvent, WebhookOwner, WebhookStatus};

/// The time for which a webhook is claimed, at each message.
const LEASE: TimeDelta = TimeDelta::seconds(30);

/// The limit on games in a message.
const AT_ONCE: u32 = 20;

/// The backoff of a message: at first, and at most. It doubles each time.
const RETRY: [TimeDelta; 2] = [TimeDelta::seconds(5), TimeDelta::hours(2)];

/// The time for which a receiver may fail.
const PATIENCE: TimeDelta = TimeDelta::days(1);

/// The status with which a receiver unsubscribes. A push service also answers 404 for a browser
/// that has unsubscribed.
const GONE: u16 = 410;
const NOT_FOUND: u16 = 404;

/// The status with which a receiver refuses a message for its length, as it would each time.
const TOO_LARGE: u16 = 413;

/// The number of seconds over which the messages about a new day are spread.
const DAILY_SPREAD: u8 = 250;

impl Webhooks {
    /// Sends a webhook's pending messages, unless another instance does, or its
    /// receiver has just failed.
    pub(super) async fn deliver_webhook(&self, sender: &WebhookSender, id: Uuid) -> Result<(), Error> {
        while self.deliver_next(sender, id).await? {}
        Ok(())
    }

    /// Sends the next message. Returns true if there may be another.
    async fn deliver_next(&self, sender: &WebhookSender, id: Uuid) -> Result<bool, Error> {
        let now = self.core.now().await?;
        let Some(webhook) = self.active_webhook(id).await? else { return Ok(false) };
        let is_due = webhook.due_at.is_some_and(|due| due <= now);
        let is_deferred = webhook.failures > 0 && !is_due;
        if is_deferred {
            return Ok(false);
        }
        if !is_due && self.content(&webhook, now).await?.is_none() {
            self.delete_if_over(&webhook, now).await?;
            return Ok(false);
        }
        let url = Url::parse(&webhook.url).map_err(|_| Error::Contended)?;
        let slot =
            match sender.slots.take(self.core.clock.now(), webhook.owner.id(), (webhook.form, &url)).await {
                Ok(slot) => slot,
                Err(seconds) => {
                    let until = now + TimeDelta::seconds(seconds.cast_signed());
                    self.core.store.webhooks.postpone(id, until).await?;
                    return Ok(false);
                }
            };
        let now = self.core.now().await?;
        let claim = self.core.new_id(now);
        if !self.core.store.webhooks.claim(id, claim, now, now + LEASE).await? {
            return Ok(false);
        }
        match self.deliver_claimed(sender, id, claim, &slot).await {
            // The owner has changed or deleted it, or it took too long.
            Err(Error::Contended) => Ok(false),
            done => done,
        }
    }

    async fn active_webhook(&self, id: Uuid) -> Result<Option<Webhook>, Error> {
        let found = self.core.store.webhooks.read(id).await?;
        Ok(found.filter(|webhook| webhook.status == WebhookStatus::Active))
    }

    /// Sends a message, if one is still pending, and releases the claim. Returns true
    /// if there may be another.
    async fn deliver_claimed(
        &self,
        sender: &WebhookSender,
        id: Uuid,
        claim: Uuid,
        slot: &Slot,
    ) -> Result<bool, Error> {
        let now = self.core.now().await?;
        let Some(webhook) = self.active_webhook(id).await? else { return Ok(false) };
        let Some(content) = self.content(&webhook, now).await? else {
            self.core.store.webhooks.begin_delivery(id, None).await?;
            // The receiver's failures stay stored, but the next event does not wait.
            let webhook = Webhook { failures: 0, due_at: next_day(&webhook), ..webhook };
            self.core.store.webhooks.release(&webhook, claim).await?;
            self.delete_if_over(&webhook, now).await?;
            return Ok(false);
        };
        let url = Url::parse(&webhook.url).map_err(|_| Error::Contended)?;
        if let Err(seconds) =
            sender.slots.budget.take(self.core.clock.now(), webhook.owner.id(), (webhook.form, &url))
        {
            let due_at = Some(now + TimeDelta::seconds(seconds.cast_signed()));
            self.core.store.webhooks.release(&Webhook { due_at, ..webhook }, claim).await?;
            return Ok(false);
        }
        let pending = self.core.store.webhooks.pending_delivery(id).await?;
        let is_same = |pending: &Delivery| pending.body == content.body(&webhook, pending.created_at);
        let delivery = pending.filter(is_same).unwrap_or_else(|| self.new_delivery(&webhook, &content, now));
        self.core.store.webhooks.begin_delivery(id, Some(&delivery)).await?;
        let begun = Instant::now();
        let (delivery, pause) = self.send_delivery(sender, &webhook, &content, delivery).await?;
        slot.answered(begun.elapsed(), delivery.status == DeliveryStatus::Delivered);
        let is_done = delivery.status != DeliveryStatus::Pending;
        let (webhook, done) = if is_done {
            (after_success(webhook, &content), &content.events[..])
        } else {
            (after_failure(webhook, delivery.response_status, pause, self.core.now().await?), &[][..])
        };
        self.core.store.webhooks.end_delivery(&webhook, claim, &delivery, done).await?;
        Ok(is_done)
    }

    /// The content of the next message, if anything is pending.
    async fn content(&self, webhook: &Webhook, now: DateTime<Utc>) -> Result<Option<Content>, Error> {
        let origin = self.webhook_origin();
        let of_games = match webhook.owner {
            WebhookOwner::Player(_) => {
                let events = self.core.store.webhooks.pending_events(webhook, now, AT_ONCE).await?;
                Content::of_events(webhook, &events, origin)
            }
            WebhookOwner::Operator if webhook.wants(WebhookEvent::PublicGame) => {
                let end = self.core.store.games.stream_end().await?;
                let at_once = i64::from(AT_ONCE);
                // Changes that the database has lost in a failover had positions that
                // other changes have now: the last ones are sent again.
                let after = if webhook.position > end { end - at_once } else { webhook.position };
                let page = self.core.store.games.streamed(after, end, AT_ONCE, now).await?;
                Content::of_stream(webhook, &page.items, origin)
            }
            WebhookOwner::Operator => None,
        };
        let of_results = if of_games.is_none() && webhook.wants(WebhookEvent::Results) {
            let results = self.core.store.webhooks.pending_results(webhook, AT_ONCE).await?;
            Content::of_results(webhook, &results, origin)
        } else {
            None
        };
        let of_day = || {
            let day = day_at(now);
            let is_new = webhook.wants(WebhookEvent::Daily) && webhook.told_day < day;
            is_new.then(|| Content::of_day(webhook, day, origin))
        };
        Ok(of_games.or(of_results).or_else(of_day))
    }

    /// Deletes a webhook for one game that has no event left to send, if the game has ended or its
    /// owner has left it. So it does not count for ever.
    pub(super) async fn delete_if_over(&self, webhook: &Webhook, now: DateTime<Utc>) -> Result<(), Error> {
        let Some(game) = webhook.game_id else { return Ok(()) };
        let store = &self.core.store.webhooks;
        let state = store.game_state(game, webhook.owner.id(), now).await?;
        if !matches!(state, Some((Status::Waiting | Status::Running, Some(_))))
            && (webhook.status != WebhookStatus::Active || self.content(webhook, now).await?.is_none())
        {
            store.delete(webhook.id, webhook.owner).await?;
        }
        Ok(())
    }

    /// The origin of links in messages.
    pub(super) fn webhook_origin(&self) -> &str {
        self.core.settings.pages_url().unwrap_or_default()
    }

    pub(super) fn new_delivery(&self, webhook: &Webhook, content: &Content, now: DateTime<Utc>) -> Delivery {
        Delivery {
            id: self.core.new_id(now),
            webhook: webhook.id,
            event: <&str>::from(&content.payload).to_owned(),
            body: content.body(webhook, now),
            status: DeliveryStatus::Pending,
            created_at: now,
            attempts: 0,
            last_attempt_at: None,
            response_status: None,
            error: None,
        }
    }

    /// Sends a message once, and returns it with the result and the pause that the receiver
    /// requests.
    pub(super) async fn send_delivery(
        &self,
        sender: &WebhookSender,
        webhook: &Webhook,
        content: &Content,
        delivery: Delivery,
    ) -> Result<(Delivery, Option<Duration>), Error> {
        // The setting may have changed since the webhook was registered.
        let answer = match sender.receivers.check(&webhook.url) {
            Err(_) => Err(SendError::UnusableHost),
            Ok(url) => {
                let request = match &webhook.push_keys {
                    Some(keys) => self.push_request(webhook, keys, content, &url, &delivery.body).await?,
                    None => {
                        signed_request(&webhook.secret, delivery.id, self.core.now().await?, &delivery.body)
                    }
                };
                sender.client.post(&url, &request.headers, request.body, 0).await
            }
        };
        let pause = answer.as_ref().ok().and_then(|answer| answer.retry_after);
        let sent = answer.map(|answer| answer.status);
        let (status, error) = match sent {
            Ok(200..300) => (DeliveryStatus::Delivered, None),
            Ok(GONE) => (delivery.status, Some("gone")),
            Ok(TOO_LARGE) => (DeliveryStatus::Failed, Some("status")),
            Ok(300..400) => (delivery.status, Some("redirect")),
            Ok(_) => (delivery.status, Some("status")),
            Err(error) => (delivery.status, Some(error.into())),
        };
        let delivery = Delivery {
            status,
            attempts: delivery.attempts + 1,
            last_attempt_at: Some(self.core.now().await?),
            response_status: sent.ok(),
            error: error.map(str::to_owned),
            ..delivery
        };
        Ok((delivery, pause))
    }
}

/// The state of a webhook after its receiver has accepted a message, or refused it for good.
fn after_success(webhook: Webhook, content: &Content) -> Webhook {
    let Content { told_day, position, .. } = *content;
    let webhook = Webhook { told_day, position, failures: 0, failing_since: None, ..webhook };
    Webhook { due_at: next_day(&webhook), ..webhook }
}

/// True if a receiver with this answer has unsubscribed.
pub(super) fn is_gone(webhook: &Webhook, answered: Option<u16>) -> bool {
    answered == Some(GONE) || answered == Some(NOT_FOUND) && webhook.is_of_browser()
}

/// The state of a webhook after a message failed, perhaps with an answer, which may request a
/// pause.
fn after_failure(
    webhook: Webhook,
    answered: Option<u16>,
    pause: Option<Duration>,
    now: DateTime<Utc>,
) -> Webhook {
    let since = webhook.failing_since.unwrap_or(now);
    let (status, due_at) = if is_gone(&webhook, answered) {
        (WebhookStatus::Gone, None)
    } else if now - since >= PATIENCE {
        (WebhookStatus::Failed, None)
    } else {
        (WebhookStatus::Active, Some(now + retry_after(webhook.failures, pause)))
    };
    Webhook { status, due_at, failures: webhook.failures + 1, failing_since: Some(since), ..webhook }
}

/// The time at which a webhook is due for the day after the last one that it was
/// sent, if it has subscribed to days. Not all webhooks are due at once.
pub(super) fn next_day(webhook: &Webhook) -> Option<DateTime<Utc>> {
    let [first, ..] = Hash::of(webhook.id.as_bytes()).0;
    let begins = begin_of(date_of(webhook.told_day).checked_add_days(Days::new(1))?);
    let due_at = begins + TimeDelta::seconds((first % DAILY_SPREAD).into());
    webhook.wants(WebhookEvent::Daily).then_some(due_at)
}

/// The backoff of a receiver after this number of failures, at least the pause that it requests.
fn retry_after(failures: u32, pause: Option<Duration>) -> TimeDelta {
    let [first, most] = RETRY;
    let longer = 1_i32.checked_shl(failures).and_then(|times| first.checked_mul(times));
    let wait = longer.filter(|wait| *wait > TimeDelta::zero()).unwrap_or(most);
    let pause = TimeDelta::from_std(pause.unwrap_or_default()).unwrap_or(most);
    wait.max(pause).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_is_left_alone_twice_as_long_each_time() {
        let seconds = |failures| retry_after(failures, None).num_seconds();
        assert_eq!([0, 1, 2, 10].map(seconds), [5, 10, 20, 5120]);
        assert_eq!([11, 30, 31, 32, 1000].map(seconds), [7200; 5]);
        let pausing = |pause| retry_after(2, Some(Duration::from_secs(pause))).num_seconds();
        assert_eq!([0, 19, 21, 7300, u64::MAX].map(pausing), [20, 20, 21, 7200, 7200]);
    }
}
