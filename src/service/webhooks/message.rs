//! Messages to webhooks: their content and signature.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use serde::Serialize;
use serde_json::json;
use sha2::Sha256;
use uuid::Uuid;

use super::payload::{
    Inviter, Payload, PublicGame, PublicGames, WebhookDay, WebhookGame, WebhookGames, WebhookLink,
};
use crate::service::challenges::daily::date_of;
use crate::service::pages::Page;
use regicide_store::{GameEvent, StreamedGame, Webhook, WebhookEvent, WebhookForm};

/// The longest sentence: Discord refuses what is longer than 2,000.
const MAX_CONTENT: usize = 1900;

/// The limit on inviting players that a sentence names.
const MAX_NAMES: usize = 3;

/// The content of a message.
pub(super) struct Content {
    /// The event and its data.
    pub(super) payload: Payload,
    /// The events of games that it contains.
    pub(super) events: Vec<GameEvent>,
    /// The last day of which the webhook was sent a message, with this one.
    pub(super) told_day: i32,
    /// The last position of public games that it was sent, with this one.
    pub(super) position: i64,
    sentence: Message,
}

/// A message in the form of the Standard Webhooks specification.
#[derive(Serialize)]
struct Standard<'a> {
    #[serde(with = "regicide_engine::record::timestamp")]
    timestamp: DateTime<Utc>,
    #[serde(flatten)]
    payload: &'a Payload,
}

/// The order in which events of several kinds are sent.
const ORDER: [WebhookEvent; 4] =
    [WebhookEvent::GameOver, WebhookEvent::Turn, WebhookEvent::Rematch, WebhookEvent::Invitation];

impl Content {
    /// The pending events of one kind; the others come with the next message.
    pub(super) fn of_events(webhook: &Webhook, events: &[GameEvent], origin: &str) -> Option<Self> {
        let first = ORDER.into_iter().find(|kind| events.iter().any(|game| game.event == *kind))?;
        let games: Vec<GameEvent> = events.iter().filter(|game| game.event == first).cloned().collect();
        Some(Self::fitting(webhook, &games, |games| Self::of_games(webhook, first, games, origin)))
    }

    /// The content of as many of the first ones as fit in one message.
    fn fitting<T>(webhook: &Webhook, all: &[T], of: impl Fn(&[T]) -> Self) -> Self {
        let mut count = all.len();
        let mut content = of(all);
        while count > 1 && content.is_too_long(webhook) {
            count -= 1;
            content = of(&all[..count]);
        }
        content
    }

    fn of_games(webhook: &Webhook, event: WebhookEvent, games: &[GameEvent], origin: &str) -> Self {
        let player_id = webhook.owner.id();
        let names_inviter = matches!(event, WebhookEvent::Invitation | WebhookEvent::Rematch);
        let inviter = |(player_id, name): (Uuid, Option<String>)| Inviter { player_id, name };
        let described = games.iter().map(|game| WebhookGame {
            game_id: game.game,
            kind: game.kind,
            seat: game.seat,
            seq: game.seq,
            url: Page::Game(game.game).link(origin),
            invited_by: game.creator.clone().filter(|_| names_inviter).map(inviter),
        });
        let described = WebhookGames { player_id, games: described.collect() };
        let urls: Vec<String> = described.games.iter().map(|game| game.url.clone()).collect();
        let (sentence, payload) = match event {
            WebhookEvent::GameOver => (Message::new("webhook-game-over"), Payload::GameOver(described)),
            WebhookEvent::Rematch => (Message::new("webhook-rematch"), Payload::Rematch(described)),
            WebhookEvent::Invitation => (invitation(games), Payload::Invitation(described)),
            WebhookEvent::Turn | WebhookEvent::Daily | WebhookEvent::PublicGame => {
                (Message::new("webhook-turn"), Payload::Turn(described))
            }
        };
        let sentence = with_links(sentence, &urls);
        Self { payload, events: games.to_vec(), sentence, ..Self::nothing(webhook) }
    }

    /// Public games that were created, have begun or are over: the rest comes with
    /// the next message, too.
    pub(super) fn of_stream(webhook: &Webhook, games: &[StreamedGame], origin: &str) -> Option<Self> {
        games.last()?;
        Some(Self::fitting(webhook, games, |games| Self::of_public_games(webhook, games, origin)))
    }

    fn of_public_games(webhook: &Webhook, games: &[StreamedGame], origin: &str) -> Self {
        let position = games.last().map_or(webhook.position, |game| game.position);
        let described = games.iter().map(|StreamedGame { game, .. }| PublicGame {
            game_id: game.id,
            kind: game.kind,
            status: game.status,
            seq: game.seq,
            url: Page::Game(game.id).link(origin),
        });
        let games: Vec<PublicGame> = described.collect();
        let urls: Vec<String> = games.iter().map(|game| game.url.clone()).collect();
        let sentence = with_links(Message::new("webhook-public-game"), &urls);
        Self {
            payload: Payload::PublicGame(PublicGames { games }),
            position,
            sentence,
            ..Self::nothing(webhook)
        }
    }

    /// A day's challenges have opened.
    pub(super) fn of_day(webhook: &Webhook, day: i32, origin: &str) -> Self {
        let date = date_of(day);
        let url = Page::Day { date, players: None }.link(origin);
        Self {
            told_day: day,
            sentence: Message::new("webhook-daily").with("day", date.to_string()).with("links", url.clone()),
            payload: Payload::Daily(WebhookDay { player_id: webhook.owner.player(), date, url }),
            ..Self::nothing(webhook)
        }
    }

    /// A test message.
    pub(super) fn test(webhook: &Webhook, origin: &str) -> Self {
        let url = Page::Home.link(origin);
        Self {
            sentence: Message::new("webhook-test").with("links", url.clone()),
            payload: Payload::Test(WebhookLink { player_id: webhook.owner.player(), url }),
            ..Self::nothing(webhook)
        }
    }

    /// No event of a game, day or position.
    fn nothing(webhook: &Webhook) -> Self {
        Self {
            payload: Payload::Test(WebhookLink { player_id: None, url: String::new() }),
            events: Vec::new(),
            told_day: webhook.told_day,
            position: webhook.position,
            sentence: Message::new("webhook-test"),
        }
    }

    fn content(&self, webhook: &Webhook) -> String {
        Language::lookup(&webhook.language).unwrap_or_default().text(&self.sentence)
    }

    fn is_too_long(&self, webhook: &Webhook) -> bool {
        match webhook.form {
            WebhookForm::Standard => false,
            WebhookForm::Discord => self.content(webhook).encode_utf16().count() > MAX_CONTENT,
        }
    }

    /// The body of the message, which is identical for each attempt.
    pub(super) fn body(&self, webhook: &Webhook, created_at: DateTime<Utc>) -> String {
        let body = match webhook.form {
            WebhookForm::Standard => {
                serde_json::to_string(&Standard { timestamp: created_at, payload: &self.payload })
            }
            WebhookForm::Discord => {
                let content = self.content(webhook);
                // A player's name must not mention all members.
                serde_json::to_string(&json!({"content": content, "allowed_mentions": {"parse": []}}))
            }
        };
        body.expect("messages are plain data")
    }
}

/// The sentence of an invitation, with the inviting players if all games name one.
fn invitation(games: &[GameEvent]) -> Message {
    let inviters = games.iter().map(|game| game.creator.as_ref()?.1.as_deref().map(escaped));
    let Some(inviters) = inviters.collect::<Option<BTreeSet<String>>>() else {
        return Message::new("webhook-invitation");
    };
    let names: Vec<&str> = inviters.iter().take(MAX_NAMES).map(String::as_str).collect();
    let id = if inviters.len() > MAX_NAMES { "webhook-invitation-by-many" } else { "webhook-invitation-by" };
    Message::new(id).with("names", names.join(", "))
}

/// Adds links to games, and their number, to a sentence.
fn with_links(sentence: Message, urls: &[String]) -> Message {
    let count = u32::try_from(urls.len()).unwrap_or(u32::MAX);
    sentence.with("games", count).with("links", urls.join(" "))
}

/// A name in which nothing is Markdown or a link.
fn escaped(name: &str) -> String {
    let escape = |letter: char| letter.is_ascii_punctuation().then_some('\\').into_iter().chain([letter]);
    name.chars().flat_map(escape).collect()
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
) -> [(&'static str, String); 4] {
    let (id, timestamp) = (format!("msg_{}", id.simple()), now.timestamp().to_string());
    let signature = format!("v1,{}", sign(secret, &id, &timestamp, body));
    [
        ("content-type", "application/json".to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", timestamp),
        ("webhook-signature", signature),
    ]
}

fn sign(secret: &[u8], id: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any length makes a key");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    STANDARD.encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use regicide_engine::engine::{GameKind, Seat};

    use super::*;
    use regicide_store::{WebhookOwner, WebhookStatus};

    fn discord(language: &str) -> Webhook {
        let now = DateTime::UNIX_EPOCH;
        Webhook {
            id: Uuid::nil(),
            owner: WebhookOwner::Player(Uuid::nil()),
            url: String::new(),
            events: vec![WebhookEvent::Invitation],
            form: WebhookForm::Discord,
            language: language.to_owned(),
            secret: [0; 32],
            status: WebhookStatus::Active,
            created_at: now,
            told_day: 0,
            position: 0,
            failures: 0,
            failing_since: None,
            due_at: None,
        }
    }

    fn invitations(names: &[Option<String>]) -> Vec<GameEvent> {
        let invited = |(number, name): (u128, &Option<String>)| GameEvent {
            game: Uuid::from_u128(number),
            kind: GameKind::Regicide,
            seq: 0,
            seat: Seat::try_from(1).unwrap(),
            event: WebhookEvent::Invitation,
            creator: Some((Uuid::nil(), name.clone())),
        };
        (0..).zip(names).map(invited).collect()
    }

    #[test]
    fn a_sentence_of_discord_is_as_long_as_may_be_and_tells_the_rest_later() {
        let long = |number: u32| Some(format!("{number:02}{}", "*".repeat(38)));
        let news = invitations(&(0..20).map(long).collect::<Vec<_>>());
        let origin = format!("https://{}.example", "a".repeat(70));
        for (language, others) in [("en", " and others: "), ("es", " y otros: ")] {
            let webhook = discord(language);
            let message = Content::of_events(&webhook, &news, &origin).unwrap();
            let content = message.content(&webhook);
            assert!((1700..=MAX_CONTENT).contains(&content.len()), "{}", content.len());
            assert!(content.contains(others), "{content}");
            let sent = message.events.len();
            assert!((2..20).contains(&sent), "{sent}");
            assert_eq!(content.matches(&origin).count(), sent);
            assert!(content.contains(&format!(" {sent} ")), "{content}");
            let rest = Content::of_events(&webhook, &news[sent..], &origin).unwrap();
            assert_eq!(rest.events[0].game, Uuid::from_u128(sent as u128));
        }
        let standard = Webhook { form: WebhookForm::Standard, ..discord("en") };
        assert_eq!(Content::of_events(&standard, &news, &origin).unwrap().events.len(), 20);
    }

    #[test]
    fn a_sentence_names_who_invites_only_if_that_is_so_of_all_games() {
        let says = |names: &[Option<&str>]| {
            let names: Vec<_> = names.iter().map(|name| name.map(str::to_owned)).collect();
            let webhook = discord("en");
            Content::of_events(&webhook, &invitations(&names), "").unwrap().content(&webhook)
        };
        assert!(says(&[Some("Ada"), Some("Ada")]).starts_with("Seats are held for you in 2 games by Ada: "));
        assert!(says(&[Some("Cleo"), Some("Ada"), Some("Ben")]).contains(" by Ada, Ben, Cleo: "));
        assert!(says(&[Some("Ada"), None]).starts_with("Seats are held for you in 2 games: "));
    }

    /// The example of the specification's reference libraries.
    #[test]
    fn a_signature_is_that_of_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = r#"{"test": 2432232314}"#;
        let signature = sign(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body);
        assert_eq!(signature, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
