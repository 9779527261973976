//! The worker of an instance that sends webhooks.

use std::sync::Arc;

use regicide_system::causes::causes;
use regicide_system::running_task::RunningTask;
use tokio::time::{MissedTickBehavior, interval, sleep};
use uuid::Uuid;

use super::{WebhookSender, Webhooks};
use crate::service::error::Error;
use crate::service::runtime::in_flight::InFlight;
use regicide_store::{Topic, Wake, WebhookOwner};

const PAGE: u32 = 500;

/// The limit on challenges whose results are added at a time: each may have a thousand to rank.
const RANKED_AT_ONCE: u32 = 8;

impl Webhooks {
    /// Starts to send webhooks until the task is dropped; returns `None` if they are
    /// switched off.
    #[must_use]
    pub fn start(&self) -> Option<RunningTask> {
        let sender = self.sender.clone()?;
        let webhooks = self.clone();
        Some(RunningTask::start("webhooks", move || {
            let (webhooks, sender) = (webhooks.clone(), sender.clone());
            let in_flight = InFlight::new("webhook");
            WebhookWorker { webhooks, sender, operators: Vec::new(), in_flight }.run()
        }))
    }

    async fn add_results(&self, challenge: Uuid) -> Result<(), Error> {
        let store = &self.core.store.webhooks;
        let receivers = store.receivers_of_results(challenge).await?;
        if !receivers.is_empty() {
            self.challenges.rank_rest(challenge).await?;
        }
        Ok(store.add_results(challenge, &receivers).await?)
    }

    /// The number of deliveries that wait for a permit.
    #[must_use]
    pub fn waiting_deliveries(&self) -> usize {
        self.sender.as_ref().map_or(0, |sender| sender.waiting())
    }
}

struct WebhookWorker {
    webhooks: Webhooks,
    sender: Arc<WebhookSender>,
    /// The operator's webhooks, which have something to send when public games change.
    operators: Vec<Uuid>,
    /// The webhooks that have a delivery, and the challenges whose results are added.
    in_flight: InFlight<Uuid>,
}

impl WebhookWorker {
    async fn run(mut self) {
        let mut events = self.webhooks.core.store.changes.subscribe(Topic::Webhooks);
        let mut games = self.webhooks.core.store.changes.subscribe(Topic::Games);
        let mut looks = interval(self.webhooks.core.settings.webhook_look);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                wake = events.changed() => match wake {
                    Wake::Webhook(id) => self.deliver(id),
                    // Notifications were lost; those of games may be, too.
                    Wake::Game(_) | Wake::Move(_) | Wake::Readers(_) | Wake::Anything => self.look().await,
                },
                _ = games.changed() => self.deliver_to_operators(),
                _ = looks.tick() => self.look().await,
            }
        }
    }

    fn deliver_to_operators(&self) {
        for id in &self.operators {
            self.deliver(*id);
        }
    }

    async fn look(&mut self) {
        if let Err(error) = self.deliver_due().await {
            tracing::warn!(error = %causes(&error), "due webhooks could not be read");
        }
    }

    /// Delivers due messages, and those whose notification may have been lost.
    async fn deliver_due(&mut self) -> Result<(), Error> {
        let now = self.webhooks.core.now().await?;
        let store = self.webhooks.core.store.clone();
        self.operators =
            store.webhooks.of_owner(WebhookOwner::Operator).await?.iter().map(|each| each.id).collect();
        self.deliver_to_operators();
        for challenge in store.webhooks.challenges_over(now, RANKED_AT_ONCE).await? {
            self.add_results(challenge);
        }
        let mut after = Uuid::nil();
        loop {
            let page = store.webhooks.due(now, after, PAGE).await?;
            for id in &page {
                self.deliver(*id);
            }
            match page.last() {
                Some(last) if page.len() == PAGE as usize => after = *last,
                _ => return Ok(()),
            }
        }
    }

    /// Ranks what is left of a challenge that is over, and adds its results to the outbox.
    fn add_results(&self, challenge: Uuid) {
        let webhooks = self.webhooks.clone();
        self.in_flight.start(challenge, move || {
            let webhooks = webhooks.clone();
            async move {
                // The next poll finds it again.
                if let Err(error) = webhooks.add_results(challenge).await {
                    tracing::warn!(%challenge, error = %causes(&error), "results could not be added to the outbox");
                }
            }
        });
    }

    /// Delivers after a pause, so that several events are one message.
    fn deliver(&self, id: Uuid) {
        let (webhooks, sender) = (self.webhooks.clone(), self.sender.clone());
        self.in_flight.start(id, move || {
            let (webhooks, sender) = (webhooks.clone(), sender.clone());
            async move {
                sleep(webhooks.core.settings.webhook_pause).await;
                // The next poll finds it again.
                if let Err(error) = webhooks.deliver_webhook(&sender, id).await {
                    tracing::warn!(webhook = %id, error = %causes(&error), "webhook delivery failed");
                }
            }
        });
    }
}
