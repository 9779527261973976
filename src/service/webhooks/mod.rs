//! Webhooks: events are sent to URLs of players and of the operator, as the
//! Standard Webhooks specification defines (docs/decisions/0029-webhooks.md).

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

/// The state of an instance that sends messages, if webhooks are switched on.
pub(super) struct Webhooks {
    receivers: WebhookReceivers,
    client: HttpClient,
    slots: Arc<DeliverySlots>,
}

impl Webhooks {
    /// `None` if they are switched off.
    pub(super) fn new(receivers: WebhookReceivers) -> Option<Self> {
        let client = match receivers {
            WebhookReceivers::Off => return None,
            WebhookReceivers::Https | WebhookReceivers::Any => {
                HttpClient::new(move |address| receivers.allow(address))
            }
        };
        Some(Self { receivers, client, slots: Arc::default() })
    }

    /// The number of deliveries that wait for a permit.
    pub(super) fn waiting(&self) -> usize {
        self.slots.waiting()
    }
}
