//! Every request in the catalogue of problems gets its problem.

use std::time::Duration;

use regicide_engine::bots::review::Budgets;
use regicide_server::api::Code;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::challenges::{attempts, organise};
use crate::client::Client;
use crate::connections::Raw;
use crate::day::begin;
use crate::full_logs::full_game;
use crate::games::{id, player};
use crate::players::come;
use crate::rulesets::store_rules;
use crate::server::{OPERATOR, Setting};
use crate::signals::{table, talk};
use crate::tlog::behind_a_checkpoint;
use crate::webhooks::sending;

/// A key that the requests have.
const KEY: &str = "6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";
const OVER: &str = "2026-11-21T12:00:00Z";

/// A service in a state in which a request gets its problem.
struct State {
    client: Client,
    /// The id in the request's path or body.
    id: String,
    token: String,
    /// A folder that the service uses.
    _folder: Option<TempDir>,
}

impl State {
    /// The state in which a request is about the service as a whole.
    fn of_service(client: &Client) -> Self {
        Self::of(client, "", client)
    }

    /// The state in which a request is about a resource, with the token of a caller if
    /// that has one.
    fn of(client: &Client, id: &str, caller: &Client) -> Self {
        let token = caller.known_token().unwrap_or_default().to_owned();
        Self { client: client.clone(), id: id.to_owned(), token, _folder: None }
    }

    /// A request of the catalogue as bytes, with values in the place of words in capitals.
    fn filled(&self, example: &str) -> String {
        let example = example
            .replace("01a1fd5f-2107-73f1-a7ae-926ec2d71501", &self.id)
            .replace("A-VALUE-OF-131072-BYTES", &"x".repeat(131_072));
        let example = ["A-SEAT", "A-PLAYER", "THE-OWNER", "AN-OPERATOR"]
            .iter()
            .fold(example, |text, whose| text.replace(&format!("TOKEN-OF-{whose}"), &self.token));
        let (head, body) = example.split_once("\n\n").unwrap_or((&example, ""));
        let (line, headers) = head.split_once('\n').unwrap_or((head, ""));
        let mut request = format!("{line} HTTP/1.1\r\n");
        let mut add = |name: &str, value: &str| {
            let is_there = headers.lines().any(|line| line.starts_with(&format!("{name}:")));
            if !is_there {
                request.extend([name, ": ", value, "\r\n"]);
            }
        };
        add("Host", self.client.address());
        add("Connection", "close");
        if line.starts_with("POST ") || line.starts_with("PATCH ") {
            add("Content-Type", "application/json");
            add("Content-Length", &body.len().to_string());
        }
        for line in headers.lines() {
            request.extend([line, "\r\n"]);
        }
        format!("{request}\r\n{body}")
    }

    /// The status and the problem that a request of the catalogue gets.
    async fn send(&self, example: &str) -> (u64, Value) {
        let mut raw = Raw::connect(&self.client).await;
        raw.send(&self.filled(example)).await;
        let answer = raw.rest().await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let problem = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
        (status.unwrap_or_else(|| panic!("no status: {head}")), problem)
    }
}

/// A game for two that has begun, and its seats.
async fn running(client: &Client) -> (String, [Client; 2]) {
    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    (id(&created).to_owned(), [0, 1].map(|seat| player(client, &created, seat)))
}

/// A game for two with an open seat, and the seat that owns it.
async fn waiting(client: &Client) -> (String, Client) {
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    (id(&created).to_owned(), player(client, &created, 0))
}

/// A game for one that has ended, and its seat.
async fn over(client: &Client, more: Value) -> (String, Client) {
    let mut body = json!({"players": 1});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let created = client.create(&body).await;
    let players = created["tokens"].as_array().unwrap().len();
    for seat in 0..players {
        player(client, &created, seat).concede(id(&created)).await;
    }
    (id(&created).to_owned(), player(client, &created, 0))
}

async fn create_with_key(client: &Client) {
    let request = client.request(awc::http::Method::POST, "/v1/games").header("idempotency-key", KEY);
    request.json(&json!({"players": 2})).await.expect(201);
}

/// The player of the requests about challenges.
async fn ada(client: &Client) -> Client {
    come(client, "Ada").await.1
}

/// A challenge, and a player without an attempt at it.
async fn challenge(client: &Client, more: Value) -> (String, Client) {
    (organise(client, more).await.0, ada(client).await)
}

async fn webhooks(setting: &Setting, urls: &[&str]) -> State {
    let client = setting.instance_with(sending);
    let ada = ada(&client).await;
    for url in urls {
        ada.post("/v1/webhooks", &json!({"url": url, "events": ["turn"]})).await.expect(201);
    }
    State::of(&client, "", &ada)
}

/// A game whose stored form was changed, at an instance that has not read it before.
async fn changed(setting: &Setting, statements: &[&str]) -> State {
    let (game, seats) = running(&setting.client).await;
    seats[0].make(&game, "yield").await.expect(201);
    for statement in statements {
        setting.execute(statement).await.unwrap();
    }
    State::of(&setting.another_instance().await, &game, &seats[0])
}

/// A game that waits for its analysis behind others of its address.
async fn busy(setting: &Setting) -> State {
    let client = setting.instance_with(|config| {
        config.settings.analysis = Budgets { nodes: 2_000_000, worlds: 40 };
    });
    for seed in ["a", "b", "c"] {
        let record = json!({
            "format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 1, "seed": seed,
            "moves": [{"seq": 1, "seat": 0, "text": "concede"}],
        });
        client.post("/v1/analysis", &json!({"type": "record", "record": record})).await.expect(202);
    }
    let (game, seat) = over(&client, json!({})).await;
    State::of(&client, &game, &seat)
}

/// The state in which the example of a code gets it.
#[expect(clippy::too_many_lines, reason = "one arm for each code")]
async fn state_for(code: Code, setting: &Setting) -> State {
    let client = &setting.client;
    match code {
        Code::MalformedRequest
        | Code::MalformedBody
        | Code::MalformedQuery
        | Code::MalformedHeader
        | Code::InvalidValue
        | Code::IdempotencyKeyWeak
        | Code::CorsRefused
        | Code::NoSuchPath
        | Code::NoSuchGame
        | Code::NoSuchPlayer
        | Code::NoSuchChallenge
        | Code::MethodNotAllowed
        | Code::NotAcceptable
        | Code::BodyTooLarge
        | Code::UnsupportedMediaType
        | Code::MisdirectedRequest
        | Code::InvalidSetup
        | Code::MisleadingName
        | Code::InvalidRecord
        | Code::InvalidPosition
        | Code::UnknownRules
        | Code::HeadTooLarge => State::of_service(client),
        Code::TokenMissing
        | Code::TokenUnknown
        | Code::NoSuchMove
        | Code::SeqConflict
        | Code::GameNotOver
        | Code::NoOpenSeat
        | Code::CannotUndo
        | Code::AgreementRequired
        | Code::IllegalMove
        | Code::IllegalSignal => {
            let (game, [owner, _]) = running(client).await;
            State::of(client, &game, &owner)
        }
        Code::TurnNotOver => {
            let created = client.create(&json!({"players": 2, "turn_limit": 60})).await;
            State::of(client, id(&created), &player(client, &created, 0))
        }
        Code::ProposalOpen => {
            let (game, [owner, other]) = running(client).await;
            other.concede(&game).await.expect(201);
            State::of(client, &game, &owner)
        }
        Code::Forbidden | Code::SeatTaken => {
            let created = client.create(&json!({"players": 3, "open_seats": 1})).await;
            State::of(client, id(&created), &player(client, &created, 1))
        }
        Code::Embargoed => {
            let (challenge, ada) = challenge(client, json!({})).await;
            State::of(client, &begin(&ada, &challenge).await, client)
        }
        Code::NoSuchInvitation => {
            let (challenge, _) = challenge(client, json!({"admission": "invited"})).await;
            State::of(client, &challenge, &client.with_token(OPERATOR))
        }
        Code::InvitationNeeded => {
            let (challenge, ada) = challenge(client, json!({"admission": "invited"})).await;
            State::of(client, &challenge, &ada)
        }
        Code::WebhooksOff => State::of(client, "", &ada(client).await),
        Code::NoSuchResult => {
            let (game, _) = over(client, json!({})).await;
            State::of(client, &game, &client.with_token(OPERATOR))
        }
        Code::NoSuchSolution => {
            let (challenge, ada) = challenge(client, json!({})).await;
            setting.clock.set(OVER);
            State::of(client, &challenge, &ada)
        }
        Code::ChallengeClosed => {
            let (challenge, ada) = challenge(client, json!({"grace_minutes": 60})).await;
            setting.clock.set(OVER);
            State::of(client, &challenge, &ada)
        }
        Code::NoAdvice => {
            let created = client.create(&json!({"players": 1})).await;
            State::of(client, id(&created), &player(client, &created, 0))
        }
        Code::NoSuchWebhook => webhooks(setting, &[]).await,
        Code::NoAnalysis => {
            let (game, seat) = over(client, json!({"kind": "regicide-tricks", "players": 2})).await;
            State::of(client, &game, &seat)
        }
        Code::RequestTimeout => {
            let body = Duration::from_millis(300);
            State::of_service(&setting.instance_with(|config| config.timeouts.body = body))
        }
        Code::Contended => {
            let (game, owner) = waiting(client).await;
            let ignored = "create trigger kept before update on games begin select raise(ignore); end";
            setting.execute(ignored).await.unwrap();
            State::of(client, &game, &owner)
        }
        Code::GameNotBegun | Code::PreconditionFailed => {
            let (game, owner) = waiting(client).await;
            State::of(client, &game, &owner)
        }
        Code::GameBegun => {
            let (game, owner) = waiting(client).await;
            client.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
            State::of(client, &game, &owner)
        }
        Code::GameOver | Code::NotLogged => {
            let (game, seat) = over(client, json!({})).await;
            State::of(client, &game, &seat)
        }
        Code::SeatedAlready => {
            let ada = ada(client).await;
            let created = ada.create(&json!({"players": 2, "open_seats": 1})).await;
            State::of(client, id(&created), &ada)
        }
        Code::WebhookExists => webhooks(setting, &["https://elsewhere.example/hook"]).await,
        Code::TooManyWebhooks => {
            let urls = ["a", "b", "c", "d", "e"].map(|host| format!("https://{host}.example/"));
            webhooks(setting, &urls.each_ref().map(String::as_str)).await
        }
        Code::ChallengeNotOpen => {
            let times = json!({"opens_at": "2026-11-21T00:00:00Z"});
            let (challenge, ada) = challenge(client, times).await;
            State::of(client, &challenge, &ada)
        }
        Code::AttemptedAlready => {
            let (challenge, ada) = challenge(client, json!({})).await;
            let game = begin(&ada, &challenge).await;
            ada.concede(&game).await.expect(201);
            State::of(client, &challenge, &ada)
        }
        Code::AttemptOutOfTurn => {
            let (challenge, ada) = challenge(client, json!({"attempts": 2})).await;
            ada.post(&attempts(&challenge), &json!({})).await.expect(201);
            State::of(client, &challenge, &ada)
        }
        Code::LogFull => {
            let (game, [seat, ..]) = full_game(client).await;
            State::of(client, &game, &seat)
        }
        Code::IdempotencyKeyRunning => {
            create_with_key(client).await;
            // An interrupted request leaves its key without an answer.
            setting.execute("update idempotency set answer = null").await.unwrap();
            State::of_service(client)
        }
        Code::IdempotencyKeyReused => {
            create_with_key(client).await;
            State::of_service(client)
        }
        Code::TooManySignals => {
            let (game, seats) = table(client).await;
            talk(setting, &game, &seats).await;
            State::of(client, &game, &seats[1])
        }
        Code::TooManyRequests => {
            let client = setting.instance_with(|config| config.allowances.creations_per_minute = 1);
            client.create(&json!({"players": 2})).await;
            State::of_service(&client)
        }
        Code::Internal => changed(setting, &["alter table moves rename to others"]).await,
        Code::StoredGameCorrupt => {
            let [without_trigger] = setting.without_triggers() else { panic!("one trigger") };
            changed(setting, &[without_trigger, "update moves set move = 'flip'"]).await
        }
        Code::StoredRulesUnknown => {
            let state = changed(setting, &[]).await;
            store_rules(setting, "games", "true").await;
            state
        }
        Code::Unavailable => {
            let (game, [owner, _]) = running(client).await;
            setting.store.close().await;
            State::of(client, &game, &owner)
        }
        Code::LogRefused => {
            let folder = tempfile::tempdir().unwrap();
            let client = behind_a_checkpoint(setting, &folder.path().join("checkpoint")).await;
            State { _folder: Some(folder), ..State::of_service(&client) }
        }
        Code::AnalysesBusy => busy(setting).await,
    }
}

/// The example of a code, as the service shows it.
async fn example(client: &Client, code: Code) -> String {
    let meaning = client.get(&format!("/problems/{code}")).await.expect(200);
    meaning["example"]["request"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn every_example_of_the_catalogue_gets_its_problem() {
    let mut failed = Vec::new();
    for &code in Code::ALL {
        let setting = Setting::sqlite().await;
        let example = example(&setting.client, code).await;
        let (status, problem) = state_for(code, &setting).await.send(&example).await;
        let wanted = (u64::from(code.status().as_u16()), json!(code.to_string()));
        if (status, problem["code"].clone()) != wanted || problem["status"] != status {
            failed.push(format!("{code}: {example}\n{status} {problem}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
