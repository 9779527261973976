//! Webhooks: players are told outside the page of what happens in their games,
//! as the Standard Webhooks specification says
//! (docs/decisions/0029-webhooks.md).

mod address;
mod budget;
mod delivery;
mod message;
mod registration;
mod runner;

use super::runtime::http_client::HttpClient;
use budget::DeliveryBudget;

pub use address::WebhookReceivers;
pub(super) use registration::MAX_WEBHOOKS;
pub use registration::{
    ChangeWebhook, CreateWebhook, DeliveriesQuery, DeliveryInfo, DeliveryList, WebhookInfo, WebhookList,
    WebhookSecret,
};

/// What an instance sends messages with, if webhooks are switched on.
pub(super) struct Webhooks {
    receivers: WebhookReceivers,
    client: HttpClient,
    budget: DeliveryBudget,
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
        Some(Self { receivers, client, budget: DeliveryBudget::default() })
    }
}
