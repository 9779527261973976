//! What goes on in an instance that sends webhooks.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval, sleep};
use uuid::Uuid;

use super::Webhooks;
use crate::causes::causes;
use crate::running_task::{RunningTask, report_panic};
use crate::service::Service;
use crate::service::error::Error;
use crate::service::runtime::in_hand::{Ended, InHand};
use crate::store::{StoreError, Subscription, Topic, WebhookOwner};

/// How many messages an instance sends at the same time.
const AT_ONCE: usize = 32;

const PAGE: u32 = 500;

/// How long it takes until what the database did not answer is asked again.
const RETRY: Duration = Duration::from_secs(5);

impl Service {
    /// Starts to send webhooks until the task is dropped; nothing if they are switched
    /// off.
    #[must_use]
    pub fn start_webhooks(&self) -> Option<RunningTask> {
        let webhooks = self.webhooks.clone()?;
        let service = self.clone();
        Some(RunningTask::start("webhooks", move || {
            let runner = Runner {
                service: service.clone(),
                webhooks: webhooks.clone(),
                owners: HashMap::new(),
                awaited: HashSet::new(),
                changes: FuturesUnordered::new(),
                is_outdated: true,
                in_hand: InHand::default(),
                permits: Arc::new(Semaphore::new(AT_ONCE)),
            };
            runner.run()
        }))
    }
}

/// An owner for whom something has changed, and where the next change is awaited.
type Changed = (WebhookOwner, Subscription);

struct Runner {
    service: Service,
    webhooks: Arc<Webhooks>,
    /// Owners with the webhooks that are switched on.
    owners: HashMap<WebhookOwner, Vec<Uuid>>,
    /// For whom changes are awaited: each has one subscription, until the first
    /// change after the last webhook has gone.
    awaited: HashSet<WebhookOwner>,
    changes: FuturesUnordered<BoxFuture<'static, Changed>>,
    /// Whether it is not known which webhooks there are.
    is_outdated: bool,
    /// The webhooks that are looked at.
    in_hand: InHand,
    permits: Arc<Semaphore>,
}

async fn next_change(owner: WebhookOwner, mut changes: Subscription) -> Changed {
    changes.changed().await;
    (owner, changes)
}

impl Runner {
    async fn run(mut self) {
        let mut list = self.service.store.subscribe(Topic::Webhooks);
        let mut looks = interval(self.service.settings.webhook_look);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = list.changed() => self.look_after_change().await,
                Some((owner, changes)) = self.changes.next() => self.wake(owner, changes),
                Some(ended) = self.in_hand.ended() => self.end(ended),
                _ = looks.tick(), if self.is_outdated || !self.owners.is_empty() => self.look().await,
            }
        }
    }

    async fn look_after_change(&mut self) {
        self.is_outdated = true;
        self.look().await;
    }

    /// Takes the webhooks that are due.
    async fn look(&mut self) {
        if let Err(error) = self.try_look().await {
            tracing::warn!(error = %causes(&error), "it could not be found out which webhooks are due");
        }
    }

    async fn try_look(&mut self) -> Result<(), Error> {
        if self.is_outdated {
            self.list().await?;
            self.is_outdated = false;
        }
        let now = self.service.now().await?;
        for id in self.service.store.due_webhooks(now, PAGE).await? {
            self.take(id);
        }
        Ok(())
    }

    /// Finds out which webhooks there are. Anything may be new for those that were
    /// not known.
    async fn list(&mut self) -> Result<(), StoreError> {
        let mut owners: HashMap<WebhookOwner, Vec<Uuid>> = HashMap::new();
        let mut after = Uuid::nil();
        loop {
            let page = self.service.store.active_webhooks(after, PAGE).await?;
            for (id, owner) in &page {
                owners.entry(*owner).or_default().push(*id);
            }
            match page.last() {
                Some((last, _)) if page.len() == PAGE as usize => after = *last,
                _ => break,
            }
        }
        let before = std::mem::replace(&mut self.owners, owners);
        let new = self.owners.iter().filter(|(owner, _)| !before.contains_key(owner));
        let mut ids = Vec::new();
        for (owner, webhooks) in new {
            if self.awaited.insert(*owner) {
                let topic = match owner {
                    WebhookOwner::Player(player) => Topic::Player(*player),
                    WebhookOwner::Operator => Topic::Games,
                };
                let changes = self.service.store.subscribe(topic);
                self.changes.push(Box::pin(next_change(*owner, changes)));
            }
            ids.extend_from_slice(webhooks);
        }
        for id in ids {
            self.take(id);
        }
        Ok(())
    }

    /// Something has changed for an owner, who may have no webhook any more.
    fn wake(&mut self, owner: WebhookOwner, changes: Subscription) {
        let Some(webhooks) = self.owners.get(&owner).cloned() else {
            self.awaited.remove(&owner);
            return;
        };
        self.changes.push(Box::pin(next_change(owner, changes)));
        for id in webhooks {
            self.take(id);
        }
    }

    /// Looks at a webhook after a pause, so that several changes are one message.
    fn take(&mut self, id: Uuid) {
        let (service, webhooks, permits) = (&self.service, &self.webhooks, &self.permits);
        self.in_hand.take(id, || {
            let (service, webhooks, permits) = (service.clone(), webhooks.clone(), permits.clone());
            async move {
                sleep(service.settings.webhook_pause).await;
                loop {
                    let permit = permits.acquire().await;
                    let done = service.deliver_webhook(&webhooks, id).await;
                    drop(permit);
                    let Err(error) = done else { return };
                    tracing::warn!(webhook = %id, error = %causes(&error), "a webhook could not be looked at");
                    if !matches!(error, Error::Store(StoreError::Unavailable(_))) {
                        return;
                    }
                    sleep(RETRY).await;
                }
            }
        });
    }

    fn end(&mut self, ended: Ended) {
        let Ended { id, has_another, panic } = ended;
        if let Some(panic) = panic {
            report_panic("webhook", &panic);
            tracing::error!(webhook = %id, "a webhook was cut off");
        }
        if has_another {
            self.take(id);
        }
    }
}
