//! Messages to webhooks: their content and signature.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use regicide_engine::engine::{Message, Score, Seat};
use regicide_engine::i18n::Language;
use serde::Serialize;
use serde_json::json;
use sha2::Sha256;
use uuid::Uuid;

use super::payload::{
    Inviter, Payload, PublicGame, PublicGames, WebhookChallenge, WebhookDay, WebhookGame, WebhookGames,
    WebhookLink, WebhookResults,
};
use crate::service::challenges::daily::date_of;
use crate::service::pages::Page;
use regicide_store::{
    ChallengeResults, GameEvent, GameInfo, Mention, MentionKind, OutboxKey, SeatInfo, Source, Status,
    StreamedGame, Webhook, WebhookEvent, WebhookForm,
};

/// The longest content: Discord refuses what is longer than 2,000.
const MAX_CONTENT: usize = 1900;

/// The content of a message.
pub(super) struct Content {
    /// The event and its data.
    pub(super) payload: Payload,
    /// The events of the outbox that it contains.
    pub(super) events: Vec<OutboxKey>,
    /// The last day of which the webhook was sent a message, with this one.
    pub(super) told_day: i32,
    /// The last position of public games that it was sent, with this one.
    pub(super) position: i64,
    /// A sentence for each game or challenge, and its page.
    sentences: Vec<(Message, Page)>,
    /// The origin of links.
    origin: String,
}

/// A message in the form of the Standard Webhooks specification.
#[derive(Serialize)]
struct Standard<'a> {
    #[serde(with = "regicide_engine::record::timestamp")]
    timestamp: DateTime<Utc>,
    #[serde(flatten)]
    payload: &'a Payload,
}

/// A message to a browser, whose service worker shows it.
#[derive(Serialize)]
struct Notification {
    title: String,
    body: String,
    /// The page to open. A later notification with the path replaces this one.
    path: String,
}

/// The order in which events of several kinds are sent.
const ORDER: [WebhookEvent; 5] = [
    WebhookEvent::GameOver,
    WebhookEvent::GameBegun,
    WebhookEvent::Turn,
    WebhookEvent::Rematch,
    WebhookEvent::Invitation,
];

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
        let described = games.iter().map(|event| WebhookGame {
            game_id: event.game.id,
            kind: event.game.kind,
            seat: event.seat,
            status: event.game.status,
            seq: event.seq,
            to_act: event.to_act,
            seats: event.game.seats.clone(),
            result: event.game.result.clone(),
            url: Page::Game(event.game.id).link(origin),
            invited_by: event.inviter.clone().filter(|_| names_inviter).map(inviter),
        });
        let described = WebhookGames { player_id, games: described.collect() };
        let payload = match event {
            WebhookEvent::GameOver => Payload::GameOver(described),
            WebhookEvent::GameBegun => Payload::GameBegun(described),
            WebhookEvent::Rematch => Payload::Rematch(described),
            WebhookEvent::Invitation => Payload::Invitation(described),
            WebhookEvent::Turn | WebhookEvent::Results | WebhookEvent::Daily | WebhookEvent::PublicGame => {
                Payload::Turn(described)
            }
        };
        let sentence = |event: &GameEvent| {
            let sentence = about_game(event, webhook).with("game", title(&event.game, webhook.form));
            (sentence, Page::Game(event.game.id))
        };
        Self {
            payload,
            events: games.iter().map(OutboxKey::from).collect(),
            sentences: games.iter().map(sentence).collect(),
            ..Self::nothing(webhook, origin)
        }
    }

    /// Challenges whose results are public.
    pub(super) fn of_results(webhook: &Webhook, all: &[ChallengeResults], origin: &str) -> Option<Self> {
        all.first()?;
        Some(Self::fitting(webhook, all, |all| Self::of_some_results(webhook, all, origin)))
    }

    fn of_some_results(webhook: &Webhook, all: &[ChallengeResults], origin: &str) -> Self {
        let described = |results| {
            let (challenge, page) = described_results(results, origin);
            let sentence = about_results(&challenge, webhook.form);
            (challenge, (sentence, page))
        };
        let (challenges, sentences) = all.iter().map(described).unzip();
        let key = |results: &ChallengeResults| OutboxKey {
            subject: results.challenge.id,
            event: WebhookEvent::Results,
            seq: 0,
            is_last: false,
        };
        Self {
            events: all.iter().map(key).collect(),
            sentences,
            payload: Payload::Results(WebhookResults { player_id: webhook.owner.player(), challenges }),
            ..Self::nothing(webhook, origin)
        }
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
        let payload = Payload::PublicGame(PublicGames { games: described.collect() });
        let sentence = |StreamedGame { game, .. }: &StreamedGame| {
            let id = match game.status {
                Status::Waiting => "webhook-public-waiting",
                Status::Running => "webhook-public-begun",
                Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed => {
                    "webhook-public-over"
                }
            };
            (Message::new(id).with("game", title(game, webhook.form)), Page::Game(game.id))
        };
        let sentences = games.iter().map(sentence).collect();
        Self { payload, position, sentences, ..Self::nothing(webhook, origin) }
    }

    /// A day's challenges have opened.
    pub(super) fn of_day(webhook: &Webhook, day: i32, origin: &str) -> Self {
        let date = date_of(day);
        let page = Page::Day { date, players: None };
        let url = page.link(origin);
        Self {
            told_day: day,
            sentences: vec![(Message::new("webhook-daily").with("day", date.to_string()), page)],
            payload: Payload::Daily(WebhookDay { player_id: webhook.owner.player(), date, url }),
            ..Self::nothing(webhook, origin)
        }
    }

    /// A test message.
    pub(super) fn test(webhook: &Webhook, origin: &str) -> Self {
        let url = Page::Home.link(origin);
        Self {
            sentences: vec![(Message::new("webhook-test"), Page::Home)],
            payload: Payload::Test(WebhookLink { player_id: webhook.owner.player(), url }),
            ..Self::nothing(webhook, origin)
        }
    }

    /// No event of a game, day or position.
    fn nothing(webhook: &Webhook, origin: &str) -> Self {
        Self {
            payload: Payload::Test(WebhookLink { player_id: None, url: String::new() }),
            events: Vec::new(),
            told_day: webhook.told_day,
            position: webhook.position,
            sentences: Vec::new(),
            origin: origin.to_owned(),
        }
    }

    /// The content for Discord, which begins with the mention.
    fn content(&self, webhook: &Webhook) -> String {
        let language = language_of(webhook);
        let line = |(sentence, page): &(Message, Page)| {
            language.text(&sentence.clone().with("link", page.link(&self.origin)))
        };
        let sentences: Vec<String> = self.sentences.iter().map(line).collect();
        let mention = match webhook.mention.as_ref().and_then(Mention::target) {
            Some((MentionKind::User, id)) => format!("<@{id}> "),
            Some((MentionKind::Role, id)) => format!("<@&{id}> "),
            None => String::new(),
        };
        mention + &sentences.join("\n")
    }

    fn is_too_long(&self, webhook: &Webhook) -> bool {
        match webhook.form {
            WebhookForm::Standard => false,
            WebhookForm::Discord => self.content(webhook).encode_utf16().count() > MAX_CONTENT,
            // A notification opens one page.
            WebhookForm::WebPush => self.sentences.len() > 1,
        }
    }

    fn notification(&self, webhook: &Webhook) -> Notification {
        let language = language_of(webhook);
        let sentence = |(sentence, _): &(Message, Page)| sentence.clone().with("link", String::new());
        let sentences = self.sentences.iter().map(sentence);
        let body: String = sentences.map(|sentence| language.text(&sentence).trim_end().to_owned()).collect();
        Notification { title: language.text(&self.payload.title()), body, path: self.path() }
    }

    /// The path of the page that a notification opens.
    pub(super) fn path(&self) -> String {
        self.sentences.first().map_or(Page::Home, |(_, page)| *page).to_string()
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
                let mut allowed = json!({"parse": []});
                if let Some((kind, id)) = webhook.mention.as_ref().and_then(Mention::target) {
                    allowed[format!("{kind}s")] = json!([id]);
                }
                serde_json::to_string(&json!({"content": content, "allowed_mentions": allowed}))
            }
            WebhookForm::WebPush => serde_json::to_string(&self.notification(webhook)),
        };
        body.expect("messages are plain data")
    }
}

fn language_of(webhook: &Webhook) -> Language {
    Language::lookup(&webhook.language).unwrap_or_default()
}

/// The sentence about an event of a game, without the game. Of a webhook for one game it is read
/// by others than the player.
fn about_game(event: &GameEvent, webhook: &Webhook) -> Message {
    let form = webhook.form;
    let name = |seat: Option<Seat>| {
        let seat = seat.and_then(|seat| event.game.seats.get(seat.index()));
        seat.map_or_else(|| Message::text("-".to_owned()), |seat| name_of(seat, form))
    };
    match event.event {
        WebhookEvent::GameBegun => Message::new("webhook-game-begun").with("name", name(event.to_act)),
        WebhookEvent::GameOver if event.game.status == Status::Running => Message::new("webhook-seat-lost"),
        WebhookEvent::GameOver => outcome(event, form),
        WebhookEvent::Rematch | WebhookEvent::Invitation => {
            let is_rematch = event.event == WebhookEvent::Rematch;
            match event.inviter.as_ref().and_then(|(_, name)| name.as_deref()) {
                Some(inviter) => {
                    let id = if is_rematch { "webhook-rematch-by" } else { "webhook-invitation-by" };
                    Message::new(id).with("name", shown(inviter, form))
                }
                None => Message::new(if is_rematch { "webhook-rematch" } else { "webhook-invitation" }),
            }
        }
        WebhookEvent::Turn | WebhookEvent::Results | WebhookEvent::Daily | WebhookEvent::PublicGame => {
            if webhook.game_id.is_some() {
                Message::new("webhook-turn-of").with("name", name(event.to_act))
            } else {
                Message::new("webhook-turn")
            }
        }
    }
}

/// The sentence about the end of a game.
fn outcome(event: &GameEvent, form: WebhookForm) -> Message {
    let Some(result) = &event.game.result else { return Message::new("webhook-game-cancelled") };
    let winners = event.winners.iter().filter_map(|seat| event.game.seats.get(seat.index()));
    result.sentence(winners.map(|seat| name_of(seat, form)).collect())
}

/// A game by its kind and players.
fn title(game: &GameInfo, form: WebhookForm) -> Message {
    let taken = game.seats.iter().filter(|seat| !seat.open);
    let names: Vec<Message> = taken.map(|seat| name_of(seat, form)).collect();
    let title = Message::new("webhook-game").with("kind", game.kind.name());
    if names.is_empty() { game.kind.name() } else { title.with("names", names) }
}

/// The name of a seat: its player's or its bot's.
fn name_of(seat: &SeatInfo, form: WebhookForm) -> Message {
    let name = match (&seat.name, seat.bot_level) {
        (_, Some(_)) => Message::new("player-bot"),
        (Some(name), None) => Message::new("player-named").with("name", shown(name, form)),
        (None, None) => Message::new("player-seat"),
    };
    name.with("number", seat.seat.ordinal())
}

fn described_results(results: &ChallengeResults, origin: &str) -> (WebhookChallenge, Page) {
    let ChallengeResults { challenge, own, results } = results;
    let (setup, players) = (&challenge.setup, challenge.setup.players());
    let (name, date, page) = match &challenge.source {
        Source::Daily(day) => {
            let date = date_of(*day);
            (None, Some(date), Page::Day { date, players: Some(players) })
        }
        Source::Custom { name, .. } => (name.clone(), None, Page::Challenge(challenge.id)),
    };
    let described = WebhookChallenge {
        challenge_id: challenge.id,
        name,
        date,
        kind: setup.kind(),
        players,
        results: *results,
        place: own.map(|(_, place)| place),
        score: own.and_then(|(score, _)| Score::from_value(setup.ruleset(), score)),
        url: page.link(origin),
    };
    (described, page)
}

/// The sentence about the results of a challenge.
fn about_results(results: &WebhookChallenge, form: WebhookForm) -> Message {
    let challenge = match (&results.name, results.date) {
        (Some(name), _) => Message::text(shown(name, form)),
        (None, Some(date)) => {
            Message::new("share-daily").with("day", date.to_string()).with("players", results.players)
        }
        (None, None) => results.kind.name(),
    };
    let sentence = match (results.place, &results.score) {
        (Some(place), Some(score)) => {
            Message::new("webhook-results-own").with("place", place).with("score", score.message())
        }
        _ => Message::new("webhook-results"),
    };
    sentence.with("challenge", challenge).with("results", results.results)
}

/// A name in a message. For Discord, nothing in it is Markdown or a link.
fn shown(name: &str, form: WebhookForm) -> String {
    let escape = |letter: char| letter.is_ascii_punctuation().then_some('\\').into_iter().chain([letter]);
    match form {
        WebhookForm::Discord => name.chars().flat_map(escape).collect(),
        WebhookForm::Standard | WebhookForm::WebPush => name.to_owned(),
    }
}

/// The secret of a webhook as its owner gets it, once.
pub(super) fn shown_secret(secret: &[u8; 32]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// A message as it is sent.
pub(super) struct Request {
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
}

/// The request with a message, of which the last header signs the others and the body.
pub(super) fn signed_request(secret: &[u8; 32], id: Uuid, now: DateTime<Utc>, body: &str) -> Request {
    let (id, timestamp) = (format!("msg_{}", id.simple()), now.timestamp().to_string());
    let signature = format!("v1,{}", sign(secret, &id, &timestamp, body));
    let headers = vec![
        ("content-type", "application/json".to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", timestamp),
        ("webhook-signature", signature),
    ];
    Request { headers, body: body.as_bytes().to_vec() }
}

fn sign(secret: &[u8], id: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any length makes a key");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    STANDARD.encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use regicide_engine::engine::{GameKind, Options};
    use regicide_engine::record::SeedBy;

    use super::*;
    use regicide_store::{OriginName, WebhookOwner, WebhookStatus};

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
            game_id: None,
            mention: None,
            push_keys: None,
        }
    }

    fn seat(number: u8, name: Option<&str>) -> SeatInfo {
        SeatInfo { name: name.map(str::to_owned), ..SeatInfo::empty(Seat::try_from(number).unwrap()) }
    }

    fn event(number: u128, event: WebhookEvent, names: [Option<&str>; 2]) -> GameEvent {
        let now = DateTime::UNIX_EPOCH;
        let game = GameInfo {
            id: Uuid::from_u128(number),
            kind: GameKind::Regicide,
            rules: 1,
            players: 2,
            options: Options::default(),
            status: Status::Running,
            origin: OriginName::Created,
            forked_from: None,
            seed_by: SeedBy::Service,
            created_at: now,
            updated_at: now,
            seq: 0,
            turn_limit: None,
            turn_ends_at: None,
            seats: vec![seat(0, names[0]), seat(1, names[1])],
            finished_at: None,
            result: None,
            challenge: None,
            rematch_of_id: None,
            rematch_id: None,
            proposal: None,
        };
        let own = Seat::try_from(1).ok();
        GameEvent { game, seq: 0, event, seat: own, to_act: own, winners: Vec::new(), inviter: None }
    }

    #[test]
    fn a_message_of_discord_has_a_limit_and_the_rest_is_sent_later() {
        let name = "*".repeat(40);
        let names = [Some(name.as_str()), None];
        let events: Vec<_> = (0..20).map(|number| event(number, WebhookEvent::Turn, names)).collect();
        let origin = format!("https://{}.example", "a".repeat(70));
        for language in ["en", "es"] {
            let webhook = Webhook { mention: "user:12345678901234567".parse().ok(), ..discord(language) };
            let message = Content::of_events(&webhook, &events, &origin).unwrap();
            let content = message.content(&webhook);
            assert!((1600..=MAX_CONTENT).contains(&content.len()), "{}", content.len());
            let sent = message.events.len();
            assert!((2..20).contains(&sent), "{sent}");
            assert_eq!((content.matches(&origin).count(), content.lines().count()), (sent, sent));
            let rest = Content::of_events(&webhook, &events[sent..], &origin).unwrap();
            assert_eq!(rest.events[0].subject, Uuid::from_u128(sent as u128));
        }
        for (form, sent) in [(WebhookForm::Standard, 20), (WebhookForm::WebPush, 1)] {
            let webhook = Webhook { form, ..discord("en") };
            assert_eq!(Content::of_events(&webhook, &events, &origin).unwrap().events.len(), sent);
        }
    }

    #[test]
    fn a_sentence_names_game_players_and_seat_to_act() {
        let content = |webhook: &Webhook, event: GameEvent| {
            Content::of_events(webhook, &[event], "https://a.example").unwrap().content(webhook)
        };
        let url = format!("https://a.example/games/{}", Uuid::from_u128(1));
        let named = [Some("A_da"), Some("@everyone")];
        let of_game = Webhook { game_id: Some(Uuid::from_u128(1)), ..discord("en") };
        for (webhook, event, expected) in [
            (
                discord("en"),
                event(1, WebhookEvent::Turn, named),
                "Regicide (A\\_da and \\@everyone): it is your turn. ",
            ),
            (
                of_game.clone(),
                event(1, WebhookEvent::Turn, named),
                "Regicide (A\\_da and \\@everyone): it is the turn of \\@everyone. ",
            ),
            (
                of_game,
                event(1, WebhookEvent::Turn, [Some("Ada"), None]),
                "Regicide (Ada and Seat 2): it is the turn of seat 2. ",
            ),
            (
                discord("es"),
                event(1, WebhookEvent::GameBegun, [Some("Ada"), Some("Ben")]),
                "Regicide (Ada y Ben): la partida está completa y ha empezado. Es el turno de Ben. ",
            ),
        ] {
            assert_eq!(content(&webhook, event), format!("{expected}{url}"));
        }
    }

    #[test]
    fn a_notification_is_understood_without_the_service() {
        let named = [Some("A_da"), Some("@everyone")];
        for (language, kind, title, body) in [
            ("en", WebhookEvent::Turn, "Your turn", "Regicide (A_da and @everyone): it is your turn."),
            ("es", WebhookEvent::Turn, "Le toca", "Regicide (A_da y @everyone): es su turno."),
            (
                "en",
                WebhookEvent::Rematch,
                "Rematch",
                "Regicide (A_da and @everyone): a rematch waits for you.",
            ),
        ] {
            let webhook = Webhook { form: WebhookForm::WebPush, ..discord(language) };
            let content =
                Content::of_events(&webhook, &[event(1, kind, named)], "https://a.example").unwrap();
            let body_of = content.body(&webhook, DateTime::UNIX_EPOCH);
            let path = format!("/games/{}", Uuid::from_u128(1));
            let expected = json!({"title": title, "body": body, "path": path});
            assert_eq!(serde_json::from_str::<serde_json::Value>(&body_of).unwrap(), expected);
        }
    }

    #[test]
    fn a_message_mentions_only_the_user_or_role_of_the_webhook() {
        let id = "123456789012345678";
        for (kind, sign, list) in [("user", "<@", "users"), ("role", "<@&", "roles")] {
            let webhook = Webhook { mention: format!("{kind}:{id}").parse().ok(), ..discord("en") };
            let content =
                Content::of_events(&webhook, &[event(1, WebhookEvent::Turn, [None; 2])], "").unwrap();
            let body: serde_json::Value =
                serde_json::from_str(&content.body(&webhook, DateTime::UNIX_EPOCH)).unwrap();
            assert!(body["content"].as_str().unwrap().starts_with(&format!("{sign}{id}> Regicide (")));
            assert_eq!(body["allowed_mentions"], json!({"parse": [], list: [id]}));
        }
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
