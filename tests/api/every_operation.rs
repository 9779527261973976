//! What holds for all operations of the OpenAPI document: each is sent on a running
//! public game, its player, a challenge of the player and a webhook.

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::players::come;
use crate::server::{OPERATOR, Setting};
use crate::wanted::Document;

crate::on_both_databases!(
    an_unknown_token_is_refused_wherever_tokens_are_read,
    any_key_will_do_with_a_valid_token_only,
);

/// An operation with a body that fits.
#[derive(Clone)]
struct Operation {
    method: Method,
    /// Its path in the document.
    pattern: &'static str,
    description: &'static Value,
    body: Option<Value>,
}

impl Operation {
    fn all() -> Vec<Self> {
        let document = Document(regicide_server::api::document());
        let paths = document.0["paths"].as_object().unwrap().iter();
        let operations = paths.flat_map(|(pattern, item)| {
            item.as_object().unwrap().iter().map(move |(method, description)| (pattern, method, description))
        });
        let described = operations.map(|(pattern, method, description)| {
            let method = method.to_uppercase().parse().unwrap();
            let schema = description["requestBody"]["content"]["application/json"].get("schema");
            let body = schema.map(|schema| document.sample(schema));
            Self { method, pattern, description, body }
        });
        described.collect()
    }

    /// Those that change something.
    fn changing() -> impl Iterator<Item = Self> {
        Self::all().into_iter().filter(|operation| operation.method != Method::GET)
    }

    fn reads_tokens(&self) -> bool {
        self.description["security"] != json!([])
    }

    fn requires_token(&self) -> bool {
        self.description["security"].is_null()
    }

    fn takes_key(&self) -> bool {
        let document = Document(regicide_server::api::document());
        let parameters = self.description["parameters"].as_array().into_iter().flatten();
        parameters.into_iter().any(|parameter| document.resolve(parameter)["name"] == "Idempotency-Key")
    }
}

/// What the operations are about.
struct World {
    /// Without a token.
    client: Client,
    as_ada: Client,
    as_seat: Client,
    game: String,
    player: String,
    challenge: String,
}

impl World {
    async fn new(client: &Client) -> Self {
        let (ada, as_ada) = come(client, "Ada").await;
        let created = as_ada.create(&json!({"players": 2})).await;
        let cup = json!({"name": "Cup", "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
        let challenge = as_ada.post("/v1/challenges", &cup).await.expect(201);
        Self {
            client: client.clone(),
            as_ada,
            as_seat: player(client, &created, 0),
            game: id(&created).to_owned(),
            player: id_of(&ada),
            challenge: id_of(&challenge),
        }
    }

    fn path(&self, operation: &Operation) -> String {
        let about = match operation.pattern.split('/').nth(2) {
            Some("players") => &self.player,
            Some("challenges") => &self.challenge,
            _ => &self.game,
        };
        let path = operation
            .pattern
            .replace("{id}", about)
            .replace("{webhook_id}", about)
            .replace("{seat}", "1")
            .replace("{date}", "2026-11-20")
            .replace("{clause}", "R4.2")
            .replace("{code}", "internal");
        if path.ends_with("/events") { path + "?wait=0" } else { path }
    }

    async fn send(&self, as_whom: &Client, operation: &Operation, headers: &[(&str, &str)]) -> Answer {
        let request = as_whom.request(operation.method.clone(), &self.path(operation));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        match &operation.body {
            Some(body) => request.json(body).await,
            None => request.send().await,
        }
    }
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap().to_owned()
}

async fn an_unknown_token_is_refused_wherever_tokens_are_read(Setting { client, .. }: Setting) {
    let world = World::new(&client).await;
    let revoked = {
        let (eve, as_eve) = come(&client, "Eve").await;
        as_eve.post(&format!("/v1/players/{}/token", id_of(&eve)), &json!({})).await.expect(201);
        as_eve
    };
    for is_over in [false, true] {
        if is_over {
            for seat in [&world.as_ada, &world.client] {
                let _ = seat.make(&world.game, "concede").await;
            }
        }
        for operation in Operation::all() {
            let what = format!("{} {}", operation.method, operation.pattern);
            for unknown in [&client.with_token("nonsense"), &revoked] {
                let answer = world.send(unknown, &operation, &[]).await;
                if operation.reads_tokens() {
                    assert_eq!(answer.status.as_u16(), 401, "{what}: {}", answer.text);
                    answer.problem(401, "token_unknown");
                } else {
                    let without = world.send(&client, &operation, &[]).await;
                    assert_eq!(answer.status, without.status, "{what}: {}", answer.text);
                }
            }
            let basic = world.send(&client, &operation, &[("authorization", "Basic eDp5")]).await;
            let is_refused = operation.reads_tokens() || operation.takes_key();
            assert_eq!(basic.status.as_u16() == 401, is_refused, "{what}: {}", basic.text);
        }
    }
}

async fn any_key_will_do_with_a_valid_token_only(Setting { client, .. }: Setting) {
    let (mut tried, mut succeeded) = (0, 0);
    for operation in Operation::changing().filter(Operation::takes_key) {
        let what = format!("{} {}", operation.method, operation.pattern);
        for whose in ["player", "seat", "operator", "another game's seat"] {
            let (world, other) = (World::new(&client).await, World::new(&client).await);
            let valid = match whose {
                "player" => world.as_ada.clone(),
                "seat" => world.as_seat.clone(),
                "operator" => client.with_token(OPERATOR),
                _ => other.as_seat.clone(),
            };
            let keyed = world.send(&valid, &operation, &[("idempotency-key", &tried.to_string())]).await;
            assert_ne!(keyed.status.as_u16(), 401, "{what}, {whose}: {}", keyed.text);
            assert!(!keyed.text.contains("idempotency_key_weak"), "{what}, {whose}: {}", keyed.text);
            succeeded += u32::from(keyed.status.is_success());
        }
        let world = World::new(&client).await;
        let weak =
            async |as_whom: &Client| world.send(as_whom, &operation, &[("idempotency-key", "abc")]).await;
        weak(&client.with_token("nonsense")).await.problem(401, "token_unknown");
        let (status, code) =
            if operation.requires_token() { (401, "token_missing") } else { (400, "idempotency_key_weak") };
        weak(&client).await.problem(status, code);
        let random = [("idempotency-key", "c232ab00-9414-11ec-b3c8-9f6bdeced846")];
        let random = world.send(&client, &operation, &random).await;
        assert_eq!(random.status.as_u16() == 401, operation.requires_token(), "{what}: {}", random.text);
        tried += 1;
    }
    assert!(tried > 10 && succeeded > 10, "{tried} {succeeded}");
}
