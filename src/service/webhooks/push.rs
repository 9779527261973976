//! Messages to browsers by Web Push (RFC 8030): a webhook whose URL is that of a push service.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::Hash;
use regicide_store::{PushKeys, StoreError, Webhook};
use regicide_system::web_push::{Subscriber, VapidKey};
use url::Url;

use super::Webhooks;
use super::message::{Content, Request};
use crate::service::error::Error;

/// The time for which a push service keeps a message for a browser that is not connected, in
/// seconds.
const TTL: &str = "86400";

/// The validity of a token for a push service, at most 24 hours (RFC 8292, section 2).
const VALIDITY: TimeDelta = TimeDelta::hours(12);

impl Webhooks {
    /// The key that identifies the service to push services. It is made when it is first needed;
    /// `None` only while it cannot be stored.
    pub(super) async fn vapid_key(&self) -> Result<Option<VapidKey>, Error> {
        let keys = &self.core.store.keys;
        let mut secret = keys.vapid().await?;
        if secret.is_none() {
            // Of several instances that find none, one stores it.
            let key = VapidKey::new(&*self.core.entropy);
            StoreError::deferred(keys.add_vapid(&key.to_bytes()).await)?;
            secret = keys.vapid().await?;
        }
        Ok(secret.and_then(|secret| VapidKey::from_bytes(&secret)))
    }

    /// The request that sends a message to a browser. The next one with a link to the page
    /// replaces it at the push service, which does not learn the page.
    pub(super) async fn push_request(
        &self,
        webhook: &Webhook,
        keys: &PushKeys,
        content: &Content,
        url: &Url,
        body: &str,
    ) -> Result<Request, Error> {
        let now: DateTime<Utc> = self.core.now().await?;
        let key = self.vapid_key().await?.ok_or(Error::Contended)?;
        let subscriber = subscriber(keys).ok_or(Error::Contended)?;
        let contact = Some(self.webhook_origin()).filter(|origin| origin.starts_with("https://"));
        let Hash(topic) = Hash::of(&[&webhook.secret, content.path().as_bytes()].concat());
        let headers = vec![
            ("authorization", key.authorization(url, now + VALIDITY, contact)),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("topic", URL_SAFE_NO_PAD.encode(&topic[..24])),
            ("ttl", TTL.to_owned()),
            ("urgency", content.payload.urgency().to_owned()),
        ];
        Ok(Request { headers, body: subscriber.encrypt(&*self.core.entropy, body.as_bytes()) })
    }
}

/// The browser with these keys; `None` if they are none.
pub(super) fn subscriber(keys: &PushKeys) -> Option<Subscriber> {
    Subscriber::new(&keys.p256dh.0, &keys.auth.0)
}
