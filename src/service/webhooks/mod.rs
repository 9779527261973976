//! Webhooks: events are sent to URLs of players and of the operator, as the
//! Standard Webhooks specification defines (docs/decisions/0029-webhooks.md).

mod address;
mod budget;
mod delivery;
mod message;
pub mod payload;
mod push;
mod registration;
mod slots;
mod worker;

use std::sync::Arc;

use regicide_system::http_client::HttpClient;

use super::auth::Auth;
use super::challenges::Challenges;
use super::core::Core;
use super::settings::WebhookReceivers;
use slots::DeliverySlots;

pub use registration::{
    ChangeWebhook, CreateWebhook, DeliveriesQuery, DeliveryList, WebhookList, WebhookSecret,
};

#[derive(Clone)]
pub struct Webhooks {
    core: Arc<Core>,
    auth: Arc<Auth>,
    challenges: Arc<Challenges>,
    /// `None` if they are switched off.
    sender: Option<Arc<WebhookSender>>,
}

impl Webhooks {
    pub(super) fn new(core: Arc<Core>, auth: Arc<Auth>, challenges: Arc<Challenges>) -> Self {
        let sender = WebhookSender::new(core.settings.webhooks).map(Arc::new);
        Self { core, auth, challenges, sender }
    }
}

/// The state of an instance that sends messages, if webhooks are switched on.
struct WebhookSender {
    receivers: WebhookReceivers,
    client: HttpClient,
    slots: Arc<DeliverySlots>,
}

impl WebhookSender {
    /// `None` if they are switched off.
    fn new(receivers: WebhookReceivers) -> Option<Self> {
        let client = match receivers {
            WebhookReceivers::Off => return None,
            WebhookReceivers::Https | WebhookReceivers::Any => {
                HttpClient::new(move |address| receivers.allow(address))
            }
        };
        Some(Self { receivers, client, slots: Arc::default() })
    }

    /// The number of deliveries that wait for a permit.
    fn waiting(&self) -> usize {
        self.slots.waiting()
    }
}
