//! Webhooks: events are sent to URLs of players and of the operator, as the
//! Standard Webhooks specification says (docs/decisions/0029-webhooks.md).

mod address;
mod budget;
mod delivery;
mod message;
mod registration;
mod slots;
mod worker;

use std::sync::Arc;

use regicide_system::http_client::HttpClient;

use slots::DeliverySlots;

pub use address::WebhookReceivers;
pub(super) use registration::MAX_WEBHOOKS;
pub use registration::{
    ChangeWebhook, CreateWebhook, DeliveriesQuery, DeliveryList, WebhookList, WebhookSecret,
};

/// What an instance sends messages with, if webhooks are switched on.
pub(super) struct Webhooks {
    receivers: WebhookReceivers,
    client: HttpClient,
    slots: Arc<DeliverySlots>,
}

impl Webhooks {
    /// Nothing if they are switched off.
    pub(super) fn new(receivers: WebhookReceivers) -> Option<Self> {
        let client = match receivers {
            WebhookReceivers::Off => return None,
            WebhookReceivers::Https | WebhookReceivers::Any => {
                HttpClient::new(move |address| receivers.allow(address))
            }
        };
        Some(Self { receivers, client, slots: Arc::default() })
    }

    /// How many deliveries wait for a permit.
    pub(super) fn waiting(&self) -> usize {
        self.slots.waiting()
    }
}
