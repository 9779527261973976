//! Messages to webhooks: what they say, and how they are signed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use regicide::engine::Message;
use regicide::i18n::Language;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::Sha256;
use uuid::Uuid;

use crate::service::challenges::daily::date_of;
use crate::store::{GameNews, Told, Webhook, WebhookEvent, WebhookForm};

/// What is told at once.
pub(super) struct Telling {
    /// The name of the event.
    pub(super) event: &'static str,
    /// What the webhook was told once this is delivered.
    pub(super) told: Vec<(Uuid, Told)>,
    pub(super) told_day: i32,
    data: Value,
    sentence: Message,
}

/// A message in the form of the Standard Webhooks specification.
#[derive(Serialize)]
struct Standard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(with = "regicide::record::timestamp")]
    timestamp: DateTime<Utc>,
    data: &'a Value,
}

/// The order in which news of several kinds are told.
const ORDER: [WebhookEvent; 4] =
    [WebhookEvent::GameOver, WebhookEvent::Turn, WebhookEvent::Rematch, WebhookEvent::Invitation];

impl Telling {
    /// What is told of news first; the rest is told with the next message.
    pub(super) fn of_games(webhook: &Webhook, news: &[GameNews], origin: &str) -> Option<Self> {
        let is_there = |event: &WebhookEvent| news.iter().any(|game| game.news.event() == *event);
        let event = ORDER.into_iter().find(is_there)?;
        let games: Vec<&GameNews> = news.iter().filter(|game| game.news.event() == event).collect();
        let url = |game: &GameNews| format!("{origin}/games/{}", game.game);
        let links: Vec<String> = games.iter().map(|game| url(game)).collect();
        let sentence = match event {
            WebhookEvent::GameOver => Message::new("webhook-game-over"),
            WebhookEvent::Turn => Message::new("webhook-turn"),
            WebhookEvent::Rematch => Message::new("webhook-rematch"),
            WebhookEvent::Invitation | WebhookEvent::Daily => Message::new("webhook-invitation"),
        };
        let described = games.iter().map(|game| {
            json!({
                "game_id": game.game,
                "kind": <&str>::from(game.kind),
                "seat": u8::from(game.seat),
                "seq": game.seq,
                "url": url(game),
            })
        });
        let described: Vec<Value> = described.collect();
        Some(Self {
            event: event.into(),
            told: games.iter().map(|game| (game.game, game.told())).collect(),
            told_day: webhook.told_day,
            data: json!({"player_id": webhook.player, "games": described}),
            sentence: sentence
                .with("games", u32::try_from(games.len()).unwrap_or(u32::MAX))
                .with("links", links.join(" ")),
        })
    }

    /// A day's challenges have opened.
    pub(super) fn of_day(webhook: &Webhook, day: i32, origin: &str) -> Self {
        let date = date_of(day).to_string();
        let url = format!("{origin}/daily/{date}");
        Self {
            event: WebhookEvent::Daily.into(),
            told: Vec::new(),
            told_day: day,
            data: json!({"player_id": webhook.player, "date": date, "url": url}),
            sentence: Message::new("webhook-daily").with("day", date).with("links", url),
        }
    }

    /// A test, which tells nothing.
    pub(super) fn test(webhook: &Webhook, origin: &str) -> Self {
        Self {
            event: "test",
            told: Vec::new(),
            told_day: webhook.told_day,
            data: json!({"player_id": webhook.player, "url": format!("{origin}/")}),
            sentence: Message::new("webhook-test").with("links", format!("{origin}/")),
        }
    }

    /// The body of the message about it, the same for each attempt.
    pub(super) fn body(&self, webhook: &Webhook, created_at: DateTime<Utc>) -> String {
        let body = match webhook.form {
            WebhookForm::Standard => {
                serde_json::to_string(&Standard { kind: self.event, timestamp: created_at, data: &self.data })
            }
            WebhookForm::Discord => {
                let language = Language::lookup(&webhook.language).unwrap_or_default();
                serde_json::to_string(&json!({"content": language.text(&self.sentence)}))
            }
        };
        body.expect("messages are plain data")
    }
}

/// The secret of a webhook as its owner gets it, once.
pub(super) fn shown_secret(secret: &[u8; 32]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// The headers of a message, of which the last one signs the others and the body.
pub(super) fn headers(
    secret: &[u8; 32],
    id: Uuid,
    now: DateTime<Utc>,
    body: &str,
) -> [(&'static str, String); 3] {
    let (id, timestamp) = (format!("msg_{}", id.simple()), now.timestamp().to_string());
    let signature = format!("v1,{}", sign(secret, &id, &timestamp, body));
    [("webhook-id", id), ("webhook-timestamp", timestamp), ("webhook-signature", signature)]
}

fn sign(secret: &[u8], id: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any length makes a key");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    STANDARD.encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference libraries.
    #[test]
    fn a_signature_is_that_of_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = r#"{"test": 2432232314}"#;
        let signature = sign(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body);
        assert_eq!(signature, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
