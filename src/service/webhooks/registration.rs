//! Registering webhooks, updating, testing and deleting them. The owner is the player
//! or the operator whose token is sent.

use regicide_engine::engine::{Message, deserialize_some};
use regicide_engine::i18n::Language;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::delivery::{is_gone, next_day};
use super::message::{Content, shown_secret};
use super::push::subscriber;
use super::{WebhookSender, Webhooks};
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::auth::{Bearer, without_player};
use crate::service::challenges::daily::day_at;
use crate::service::error::Error;
use crate::service::games::list::page_limit;
use crate::service::runtime::token::Token;
use regicide_store::check_writable;
use regicide_store::{
    Conflict, Delivery, DeliveryStatus, Mention, PushKeys, Status, StoreError, TokenHash, Webhook,
    WebhookEvent, WebhookForm, WebhookOwner, WebhookStatus,
};

/// A request to register a webhook.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"url": "https://elsewhere.example/hook", "events": ["turn"]})))]
pub struct CreateWebhook {
    /// The URL that messages are sent to: `https`, a public address, port 443 or 1024
    /// and above, without a user name.
    #[schema(max_length = 2048)]
    pub url: String,
    /// Its events, each once; `public_game` is for the operator.
    #[schema(min_items = 1, max_items = 7)]
    pub events: Vec<WebhookEvent>,
    /// The form of messages. For `web_push` the URL is the `endpoint` of the browser's subscription,
    /// which was made with the service's `web_push_key`.
    #[serde(default)]
    pub form: WebhookForm,
    /// Form `web_push`: the keys of the browser's subscription.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub push_keys: Option<PushKeys>,
    /// The game that it is for: events of this game alone, in which the owner has a seat. It
    /// receives the turns of all seats but bots', and is deleted once the end is sent.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub game_id: Option<Uuid>,
    /// Form `discord`: the user or role that messages mention.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub mention: Option<Mention>,
    /// The tag of the language of sentences; that of the request if left out.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub language: Option<String>,
}

/// A change of a webhook.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"active": true})))]
pub struct ChangeWebhook {
    /// Its events from now on.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(min_items = 1, max_items = 7)]
    pub events: Option<Vec<WebhookEvent>>,
    /// Form `discord`: the user or role that messages mention; an empty object for none.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub mention: Option<Mention>,
    /// True to switch it on.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub active: Option<bool>,
}

/// A webhook with its secret, which is shown this once.
#[derive(Clone, Serialize, ToSchema)]
pub struct WebhookSecret {
    /// The webhook.
    pub webhook: Webhook,
    /// The secret that signs messages; missing of form `web_push`, whose messages are encrypted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^whsec_[A-Za-z0-9+/]{43}=$")]
    pub secret: Option<String>,
}

/// A page of webhooks, the oldest first.
#[derive(Clone, Serialize, ToSchema)]
pub struct WebhookList {
    /// The webhooks.
    #[schema(max_items = 5)]
    pub items: Vec<Webhook>,
    /// Always `null`: all are on one page.
    pub next: Option<Uuid>,
    /// The key with which a browser subscribes to messages of the service
    /// (`applicationServerKey`); `null` if there are no webhooks.
    #[schema(pattern = "^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$")]
    pub web_push_key: Option<String>,
}

/// A page of the last hundred messages to a webhook, the newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryList {
    /// The messages.
    pub items: Vec<Delivery>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<Uuid>,
}

/// A page of messages.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeliveriesQuery {
    /// The `next` of the previous page.
    pub after: Option<Uuid>,
    /// The maximum number of messages, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

impl Webhooks {
    /// Registers a webhook.
    pub async fn create(
        &self,
        token: Option<&Token>,
        request: &CreateWebhook,
        language: Language,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let create = async |cipher: ReplyCipher<'_>| {
            let (owner, player_token) = self.webhook_owner(token).await?;
            let url = self.sender()?.receivers.check(&request.url)?;
            let language = match request.language.as_deref() {
                None => language,
                Some(tag) => Language::all()
                    .find(|language| language.tag() == tag)
                    .ok_or_else(|| Error::invalid("language", Message::new("invalid-webhook-language")))?,
            };
            let mut secret = [0; 32];
            self.core.entropy.fill(&mut secret);
            let events = sorted(&request.events, owner, request.game_id)?;
            check_mention(request.mention.as_ref(), request.form)?;
            check_push(request)?;
            // Public games are sent from now on.
            let position = match owner {
                WebhookOwner::Operator => self.core.store.games.stream_end().await?,
                WebhookOwner::Player(_) => 0,
            };
            let now = self.core.now().await?;
            if let Some(game) = request.game_id {
                match self.core.store.webhooks.game_state(game, owner.id(), now).await? {
                    Some((Status::Waiting | Status::Running, Some(_))) => {}
                    Some((status, Some(_))) => return Err(Error::Over(status)),
                    Some((_, None)) | None => return Err(Error::NoSuchGame),
                }
            }
            for other in self.core.store.webhooks.of_owner(owner).await? {
                self.delete_if_over(&other, now).await?;
            }
            let webhook = Webhook {
                id: self.core.new_id(now),
                owner,
                url: url.into(),
                events,
                form: request.form,
                language: language.tag().to_owned(),
                secret,
                status: WebhookStatus::Active,
                created_at: now,
                told_day: day_at(now),
                position,
                failures: 0,
                failing_since: None,
                due_at: None,
                game_id: request.game_id,
                mention: request.mention.clone(),
                push_keys: request.push_keys.clone(),
            };
            let webhook = Webhook { due_at: next_day(&webhook), ..webhook };
            let secret = (webhook.form != WebhookForm::WebPush).then(|| shown_secret(&secret));
            let answer = WebhookSecret { webhook: webhook.clone(), secret };
            let reply = Reply::new(webhook.id, &answer);
            let answer = cipher.answer(&reply);
            self.core.store.webhooks.create(&webhook, player_token.as_ref(), answer.as_ref()).await?;
            Ok(reply)
        };
        let hash = request_hash("create_webhook", request);
        self.auth.once_with_token(token, key, hash, create).await
    }

    /// The caller's own webhooks.
    pub async fn list(&self, token: Option<&Token>) -> Result<WebhookList, Error> {
        let (owner, _) = self.webhook_owner(token).await?;
        let webhooks = self.core.store.webhooks.of_owner(owner).await?;
        let key = if self.sender.is_some() { self.vapid_key().await? } else { None };
        Ok(WebhookList { items: webhooks, next: None, web_push_key: key.map(|key| key.public()) })
    }

    /// Changes the events of a webhook, or switches it on or off. Messages that are
    /// pending when it is switched on are sent.
    pub async fn update(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &ChangeWebhook,
    ) -> Result<Webhook, Error> {
        let mut webhook = self.get(id, token).await?;
        self.sender()?;
        let now = self.core.now().await?;
        if let Some(events) = &request.events {
            let events = sorted(events, webhook.owner, webhook.game_id)?;
            let public_game = WebhookEvent::PublicGame;
            if events.contains(&public_game) && !webhook.events.contains(&public_game) {
                webhook.position = self.core.store.games.stream_end().await?;
            }
            webhook.events = events;
            webhook.told_day = day_at(now);
        }
        if let Some(mention) = &request.mention {
            webhook.mention = Some(mention.clone()).filter(|mention| *mention != Mention::default());
            check_mention(webhook.mention.as_ref(), webhook.form)?;
        }
        webhook.status = match request.active {
            Some(true) => WebhookStatus::Active,
            Some(false) => WebhookStatus::Paused,
            None => webhook.status,
        };
        webhook.failing_since = None;
        webhook.due_at = Some(now);
        match self.core.store.webhooks.update(&webhook).await {
            Err(StoreError::Conflict(Conflict::Missing)) => Err(Error::NoSuchWebhook),
            done => Ok(done.map(|()| webhook)?),
        }
    }

    pub async fn delete(&self, id: Uuid, token: Option<&Token>) -> Result<Webhook, Error> {
        let webhook = self.get(id, token).await?;
        self.core.store.webhooks.delete(id, webhook.owner).await?;
        Ok(webhook)
    }

    /// Sends a webhook a message without content, once.
    pub async fn test(&self, id: Uuid, token: Option<&Token>) -> Result<Delivery, Error> {
        let webhook = self.get(id, token).await?;
        let sender = self.sender()?;
        let url = sender.receivers.check(&webhook.url)?;
        check_writable()?;
        sender
            .slots
            .budget
            .take(self.core.clock.now(), webhook.owner.id(), (webhook.form, &url))
            .map_err(Error::TooManyDeliveries)?;
        let content = Content::test(&webhook, self.webhook_origin());
        let delivery = self.new_delivery(&webhook, &content, self.core.now().await?);
        // It is not retried.
        let delivery = Delivery { status: DeliveryStatus::Failed, ..delivery };
        let (delivery, _) = self.send_delivery(sender, &webhook, &content, delivery).await?;
        if webhook.is_of_browser() && is_gone(&webhook, delivery.response_status) {
            self.core.store.webhooks.delete(id, webhook.owner).await?;
        } else {
            self.core.store.webhooks.add_delivery(&delivery).await?;
        }
        Ok(delivery)
    }

    /// A page of the messages to a webhook.
    pub async fn deliveries(
        &self,
        id: Uuid,
        token: Option<&Token>,
        query: DeliveriesQuery,
    ) -> Result<DeliveryList, Error> {
        let limit = page_limit(query.limit)?;
        self.get(id, token).await?;
        let page = self.core.store.webhooks.deliveries(id, query.after, limit).await?;
        Ok(DeliveryList { items: page.items, next: page.next })
    }

    /// A webhook of the caller.
    pub async fn get(&self, id: Uuid, token: Option<&Token>) -> Result<Webhook, Error> {
        let (owner, _) = self.webhook_owner(token).await?;
        let found = self.core.store.webhooks.read(id).await?;
        found.filter(|webhook| webhook.owner == owner).ok_or(Error::NoSuchWebhook)
    }

    /// The player or the operator whose token is sent, with a player's hash of it.
    async fn webhook_owner(&self, token: Option<&Token>) -> Result<(WebhookOwner, Option<TokenHash>), Error> {
        match self.auth.bearer(token.ok_or(Error::TokenMissing)?).await? {
            Bearer::Player(player, identity) => Ok((WebhookOwner::Player(player.id), Some(identity.token))),
            Bearer::Operator => Ok((WebhookOwner::Operator, None)),
            Bearer::Seat => Err(without_player(token)),
        }
    }

    fn sender(&self) -> Result<&WebhookSender, Error> {
        self.sender.as_deref().ok_or(Error::WebhooksOff)
    }
}

/// Events in their order, at least one and each once, that the owner may subscribe to.
fn sorted(
    events: &[WebhookEvent],
    owner: WebhookOwner,
    game: Option<Uuid>,
) -> Result<Vec<WebhookEvent>, Error> {
    let mut sorted = events.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.is_empty() || sorted.len() < events.len() {
        return Err(Error::invalid("events", Message::new("invalid-webhook-events")));
    }
    if !sorted.iter().all(|event| event.is_for(owner)) {
        return Err(Error::invalid("events", Message::new("invalid-webhook-event-owner")));
    }
    if game.is_some() && !sorted.iter().all(|event| event.is_of_one_game()) {
        return Err(Error::Unfit { field: "events", reason: "unfit-webhook-event-game" });
    }
    Ok(sorted)
}

fn check_mention(mention: Option<&Mention>, form: WebhookForm) -> Result<(), Error> {
    let is_valid =
        |mention: &Mention| form == WebhookForm::Discord && mention.user.is_some() != mention.role.is_some();
    if !mention.is_none_or(is_valid) {
        return Err(Error::Unfit { field: "mention", reason: "unfit-webhook-mention" });
    }
    Ok(())
}

/// A browser has keys, and receives the events of all games.
fn check_push(request: &CreateWebhook) -> Result<(), Error> {
    let is_push = request.form == WebhookForm::WebPush;
    if request.push_keys.as_ref().map_or(is_push, |keys| !is_push || subscriber(keys).is_none()) {
        return Err(Error::Unfit { field: "push_keys", reason: "unfit-webhook-keys" });
    }
    if is_push && request.game_id.is_some() {
        return Err(Error::Unfit { field: "game_id", reason: "unfit-webhook-push-game" });
    }
    Ok(())
}
