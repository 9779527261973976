//! Properties of all operations of the OpenAPI document: each is sent on a running
//! public game, its player, a challenge of the player and a webhook.

use std::collections::{BTreeMap, BTreeSet};

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::connections::Raw;
use crate::games::{id, player};
use crate::players::come;
use crate::server::{OPERATOR, Setting};
use crate::validation::Document;

crate::on_both_databases!(
    an_unknown_token_is_refused_wherever_tokens_are_read,
    a_body_for_an_operation_without_one_is_refused,
    idempotency_keys_need_a_valid_token,
    other_methods_are_answered_with_those_allowed,
    unknown_parameters_are_refused_everywhere,
    the_vary_header_names_what_responses_depend_on,
    a_value_out_of_range_is_named_as_it_was_sent,
    integers_may_be_written_with_a_fraction_of_zero,
    paths_that_cannot_be_decoded_are_not_found,
    a_false_precondition_stops_every_change,
    reads_honour_preconditions,
);

/// Paths beside the API: documents for programs, files of the log, and pages for people.
const FOR_PROGRAMS: [&str; 5] =
    ["/openapi.json", "/llms.txt", "/schemas/record.json", "/log/checkpoint", "/log/tile/0/000"];
const FOR_PEOPLE: [&str; 16] = [
    "/docs",
    "/docs/",
    "/docs/style.css",
    "/docs/reference/api",
    "/docs/reference/api.md",
    "/docs/spec/example.json",
    "/docs/examples/verify.py",
    "/docs/api/",
    "/docs/api/swagger-ui.css",
    "/docs/api/swagger-ui-bundle.js",
    "/docs/api/favicon-32x32.png",
    "/",
    "/new",
    "/games/abc/replay",
    "/daily/",
    "/worker.js",
];

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
            let body = match pattern.as_str() {
                "/v1/games/{id}/moves" if schema.is_some() => Some(json!({"text": "yield"})),
                _ => schema.map(|schema| document.sample(schema)),
            };
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

async fn a_body_for_an_operation_without_one_is_refused(Setting { client, .. }: Setting) {
    let without =
        Operation::changing().filter(|operation| operation.description.get("requestBody").is_none());
    let without: Vec<Operation> = without.collect();
    assert!(without.iter().any(|operation| operation.pattern.ends_with("/token")));
    assert!(without.iter().any(|operation| operation.method == Method::DELETE));
    for operation in without {
        let world = World::new(&client).await;
        let path = world.path(&operation);
        for body in [json!({"unknown": 1}), json!([]), json!("")] {
            let sent = world.as_ada.request(operation.method.clone(), &path).json(&body).await;
            sent.problem(400, "malformed_body");
        }
        let empty = world.as_ada.request(operation.method.clone(), &path).json(&json!({})).await;
        assert!(!empty.text.contains("malformed_body"), "{path}: {}", empty.text);
    }
}

/// The resources of the operations.
#[derive(Clone)]
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
            .replace("{invitation_id}", about)
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
                let _ = seat.concede(&world.game).await;
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

async fn idempotency_keys_need_a_valid_token(Setting { client, .. }: Setting) {
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
        let tab = world.send(&world.as_ada, &operation, &[("idempotency-key", "a\tb")]).await;
        assert_eq!(tab.problem(400, "malformed_header")["field"], "Idempotency-Key", "{what}");
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

fn method(name: &str) -> Method {
    name.parse().unwrap()
}

async fn other_methods_are_answered_with_those_allowed(Setting { client, .. }: Setting) {
    let world = World::new(&client).await;
    let mut allowed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for operation in Operation::all() {
        let path = world.path(&operation).replace("?wait=0", "");
        let methods = allowed.entry(path).or_default();
        methods.push(operation.method.to_string());
        if operation.method == Method::GET {
            methods.push("HEAD".to_owned());
        }
    }
    for path in FOR_PROGRAMS.into_iter().chain(FOR_PEOPLE) {
        allowed.insert(path.to_owned(), ["GET", "HEAD"].map(str::to_owned).to_vec());
    }
    for (path, methods) in allowed {
        let is_listed = |answer: &Answer| {
            let listed: BTreeSet<&str> = answer.header("allow").unwrap().split(", ").collect();
            let own = methods.iter().map(String::as_str).chain(["OPTIONS"]);
            assert_eq!(listed, own.collect(), "{path}");
        };
        for name in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "SEARCH"] {
            if !methods.iter().any(|own| own == name) {
                let answer = client.request(method(name), &path).send().await;
                assert_eq!(answer.status.as_u16(), 405, "{name} {path}: {}", answer.text);
                is_listed(&answer);
                if name != "HEAD" {
                    answer.problem(405, "method_not_allowed");
                }
            }
        }
        let options = client.request(Method::OPTIONS, &path).send().await;
        assert_eq!(options.status.as_u16(), 204, "{path}");
        is_listed(&options);
    }
    for path in ["/log/nonsense", "/docs/nonsense", "/nonsense", "/client/0/nonsense.js", "/v1/nonsense"] {
        for name in ["GET", "POST", "DELETE", "OPTIONS"] {
            client.request(method(name), path).send().await.problem(404, "no_such_path");
        }
    }
}

async fn unknown_parameters_are_refused_everywhere(Setting { client, .. }: Setting) {
    let world = World::new(&client).await;
    for operation in Operation::all() {
        let path = world.path(&operation).replace("?wait=0", "") + "?nonsense=1";
        let request = world.as_ada.request(operation.method.clone(), &path);
        let answer = match &operation.body {
            Some(body) => request.json(body).await,
            None => request.send().await,
        };
        assert_eq!(answer.status.as_u16(), 400, "{} {path}: {}", operation.method, answer.text);
        assert_eq!(answer.problem(400, "malformed_query")["field"], "nonsense");
    }
    for path in FOR_PROGRAMS {
        client.get(&format!("{path}?nonsense=1")).await.problem(400, "malformed_query");
    }
    for path in FOR_PEOPLE {
        assert!(client.get(&format!("{path}?nonsense=1")).await.status.as_u16() < 400, "{path}");
    }
}

async fn the_vary_header_names_what_responses_depend_on(Setting { client, .. }: Setting) {
    let world = World::new(&client).await;
    let mut compressed = 0;
    let operations = Operation::all().into_iter().filter(|operation| operation.method == Method::GET);
    let paths = operations.map(|operation| world.path(&operation));
    let others = FOR_PROGRAMS.into_iter().chain(FOR_PEOPLE).map(str::to_owned);
    for path in paths.chain(others).filter(|path| path != "/docs") {
        let mut tags = Vec::new();
        for coding in ["gzip", "identity"] {
            let answer = client.request(Method::GET, &path).header("accept-encoding", coding).send().await;
            let is_stored = answer.header("cache-control").is_none_or(|cache| !cache.contains("no-store"));
            let varies: Vec<&str> = answer
                .headers
                .get_all("vary")
                .flat_map(|value| value.to_str().unwrap().split(", "))
                .collect();
            let by = |name: &str| varies.iter().any(|own| own.eq_ignore_ascii_case(name));
            let is_compressed = answer.headers.contains_key("content-encoding");
            compressed += u32::from(is_compressed);
            assert!(by("Accept-Encoding") || !(is_stored || is_compressed), "{path} {coding}: {varies:?}");
            let is_translated = answer.headers.contains_key("content-language");
            assert!(by("Accept-Language") || !is_translated, "{path}: {varies:?}");
            tags.push(answer.header("etag").map(str::to_owned));
        }
        assert_eq!(tags[0], tags[1], "{path}");
    }
    assert!(compressed > 20, "{compressed}");
}

/// Values that are of the schema's type, but out of its range.
fn out_of_range(schema: &Value) -> Vec<Value> {
    let number = |name: &str| schema[name].as_i64();
    let length = |name: &str| schema[name].as_u64().and_then(|length| usize::try_from(length).ok());
    match schema["type"].as_str() {
        Some("integer") => {
            let least = number("minimum").map(|least| json!(least - 1));
            least.into_iter().chain(number("maximum").map(|most| json!(most + 1))).collect()
        }
        Some("string") => length("maxLength").map(|most| json!("x".repeat(most + 1))).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn is_named(problem: &Value, name: &str) -> bool {
    let field = problem["field"].as_str().unwrap_or_default();
    field == name || field.strip_prefix(name).is_some_and(|rest| rest.starts_with(['[', '.']))
}

async fn a_value_out_of_range_is_named_as_it_was_sent(Setting { client, .. }: Setting) {
    let document = Document(regicide_server::api::document());
    // The content of a record is judged as a whole (S6.4).
    let records = ["/v1/records", "/v1/verification"];
    let mut tried = 0;
    // Some operations answer for games that run only, some for those that are over.
    for (operation, is_over) in
        Operation::all().into_iter().flat_map(|operation| [(operation.clone(), false), (operation, true)])
    {
        let mut world = World::new(&client).await;
        if is_over {
            let solo = world.as_ada.create(&json!({"players": 1})).await;
            world.game = id(&solo).to_owned();
            world.as_ada.concede(&world.game).await.expect(201);
        }
        let parameters = operation.description["parameters"].as_array().into_iter().flatten();
        let parameters = parameters.map(|parameter| document.resolve(parameter));
        for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
            let name = parameter["name"].as_str().unwrap();
            let schema = document.resolve(&parameter["schema"]);
            let schema = if schema["type"] == "array" { document.resolve(&schema["items"]) } else { schema };
            let values = out_of_range(schema).into_iter().chain([json!("!"), json!("")]);
            let is_integer = schema["type"] == "integer";
            let values = values.map(|value| value.to_string().replace('"', ""));
            for value in values.chain(is_integer.then(|| "99999999999999999999".to_owned())) {
                let path = world.path(&operation);
                // A stream does not end, but a page does.
                let path = if name == "wait" { path.replace("?wait=0", "") } else { path };
                let before = if path.contains('?') { "&" } else { "?" };
                let path = format!("{path}{before}{name}={}", value.replace('!', "%21"));
                let request = world.as_ada.request(operation.method.clone(), &path);
                let answer = match &operation.body {
                    Some(body) => request.json(body).await,
                    None => request.send().await,
                };
                if [400, 422].contains(&answer.status.as_u16()) {
                    assert!(is_named(&answer.json(), name), "{path}: {}", answer.text);
                    tried += 1;
                } else {
                    assert!(!(is_integer && answer.status.is_success()), "{path}: {}", answer.text);
                }
            }
        }
        let Some(body) = &operation.body else { continue };
        let schema = &operation.description["requestBody"]["content"]["application/json"]["schema"];
        for (name, property) in document.resolve(schema)["properties"].as_object().into_iter().flatten() {
            for value in out_of_range(document.resolve(property)) {
                let mut body = body.clone();
                body[name] = value;
                let operation = Operation { body: Some(body), ..operation.clone() };
                let answer = world.send(&world.as_ada, &operation, &[]).await;
                if [400, 422].contains(&answer.status.as_u16()) && !records.contains(&operation.pattern) {
                    let what = format!("{} {:?}", operation.pattern, operation.body);
                    assert!(is_named(&answer.json(), name), "{what}: {}", answer.text);
                    tried += 1;
                }
            }
        }
    }
    let standings = client.get("/v1/standings?min_results=5000").await.problem(400, "invalid_value");
    assert_eq!(standings["field"], "min_results");
    let rules = client.get("/v1/rules?ruleset=regicide/99").await.problem(422, "unknown_rules");
    assert_eq!(rules["field"], "ruleset");
    assert!(tried > 60, "{tried}");
}

async fn integers_may_be_written_with_a_fraction_of_zero(Setting { client, .. }: Setting) {
    let post = async |path: &str, body: &str| {
        client.request(Method::POST, path).body("application/json", body).await
    };
    for players in ["1", "1.0", "1e0", "10.0e-1", "0.1E+1"] {
        let created = post("/v1/games", &format!("{{\"players\": {players}}}")).await.expect(201);
        assert_eq!(created["game"]["seats"].as_array().unwrap().len(), 1, "{players}");
    }
    let nested = r#"{"players": 2.0, "options": {"first": 1.0}, "names": ["1.0", "2e0"]}"#;
    let created = post("/v1/games", nested).await.expect(201);
    assert_eq!(
        (&created["game"]["to_act"], &created["game"]["seats"][0]["name"]),
        (&json!(1), &json!("1.0"))
    );
    let seat = player(&client, &created, 1);
    let moves = format!("/v1/games/{}/moves", id(&created));
    let made = r#"{"text": "yield", "expected_seq": 0.0}"#;
    let made = seat.request(Method::POST, &moves).body("application/json", made).await;
    made.expect(201);
    for players in ["1.5", "1e-1", "1e99", "-1.0", "\"1.0\""] {
        let problem = post("/v1/games", &format!("{{\"players\": {players}}}")).await;
        assert_eq!(problem.problem(400, "malformed_body")["field"], "players", "{players}");
    }
    let position = |players: &str| {
        format!(r#"{{"type": "position", "players": {players}, "seed": "banana", "position": "-"}}"#)
    };
    post("/v1/analysis", &position("1.0")).await.problem(422, "invalid_position");
    post("/v1/analysis", &position("1.5")).await.problem(400, "malformed_body");
    // Those of a record are read as they are written (S6.2).
    let created = client.create(&json!({"players": 1})).await;
    player(&client, &created, 0).concede(id(&created)).await.expect(201);
    let record = client.get(&format!("/v1/games/{}/record", id(&created))).await.text;
    let changed = record.replacen("\"players\":1", "\"players\":1.0", 1);
    assert_ne!(changed, record);
    post("/v1/verification", &record).await.expect(200);
    for path in ["/v1/verification", "/v1/records"] {
        post(path, &changed).await.problem(400, "malformed_body");
    }
    let analysis = format!("{{\"type\":\"record\",\"record\":{changed}}}");
    post("/v1/analysis", &analysis).await.problem(400, "malformed_body");
}

async fn paths_that_cannot_be_decoded_are_not_found(Setting { client, .. }: Setting) {
    let long = "x".repeat(600);
    for part in ["%zz", "%", "%f", "%ff", "%00", "%0a", "%c3%28", &long] {
        for place in
            ["/games/PART", "/players/PART", "/daily/PART", "/games/PART/replay", "/docs/PART", "/log/PART"]
        {
            let path = place.replace("PART", part);
            for accept in ["text/html", "*/*", "application/json"] {
                let mut raw = Raw::connect(&client).await;
                raw.send(&format!(
                    "GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: {accept}\r\nconnection: close\r\n\r\n"
                ))
                .await;
                let answer = raw.rest().await;
                let (head, body) = answer.split_once("\r\n\r\n").unwrap();
                assert!(head.starts_with("HTTP/1.1 404 "), "{path} {accept}: {head}");
                assert!(body.contains("<html") || body.contains("no_such_path"), "{path}: {body}");
            }
        }
        let mut raw = Raw::connect(&client).await;
        raw.send(&format!("GET /v1/games/{part} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"))
            .await;
        let answer = raw.rest().await;
        assert!(answer.contains("no_such_game") || answer.contains("no_such_path"), "{answer}");
    }
}

const LONG_AGO: &str = "Thu, 01 Jan 1970 00:00:00 GMT";
const IN_A_CENTURY: &str = "Fri, 01 Jan 2126 00:00:00 GMT";

async fn a_false_precondition_stops_every_change(Setting { client, .. }: Setting) {
    let mut stopped = 0;
    for operation in Operation::changing() {
        let what = format!("{} {}", operation.method, operation.pattern);
        let plain = World::new(&client).await;
        let plain = plain.send(&plain.as_ada, &operation, &[]).await.status;
        let world = World::new(&client).await;
        let seen = async || {
            let mut seen = Vec::new();
            for path in ["/v1/games".to_owned(), format!("/v1/games/{}", world.game)] {
                seen.push(client.get(&path).await.text);
            }
            for path in ["", "/games"] {
                seen.push(world.as_ada.get(&format!("/v1/players/{}{path}", world.player)).await.text);
            }
            seen.push(world.as_ada.get(&format!("/v1/challenges/{}", world.challenge)).await.text);
            seen
        };
        let before = seen().await;
        let tag = client.get(&format!("/v1/games/{}", world.game)).await;
        let tag = tag.header("etag").unwrap().to_owned();
        for (name, value) in [
            ("if-match", "\"x\""),
            ("if-match", "W/\"x\", \"y\""),
            ("if-match", &tag),
            ("if-none-match", "*"),
            ("if-none-match", &tag),
            ("if-unmodified-since", LONG_AGO),
        ] {
            let headers = [(name, value), ("idempotency-key", "c232ab00-9414-11ec-b3c8-9f6bdeced846")];
            let answer = world.send(&world.as_ada, &operation, &headers).await;
            if plain.is_success() {
                let problem = answer.problem(412, "precondition_failed");
                assert!(problem["field"].as_str().unwrap().eq_ignore_ascii_case(name), "{what}: {problem}");
                stopped += 1;
            } else {
                assert!(answer.status == plain || answer.status == 412, "{what} {name}: {}", answer.text);
            }
            if operation.reads_tokens() {
                let unknown = client.with_token("nonsense");
                world.send(&unknown, &operation, &headers).await.problem(401, "token_unknown");
            }
            let nowhere = World { game: "0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11".to_owned(), ..world.clone() };
            if operation.pattern.starts_with("/v1/games/{id}") {
                nowhere.send(&world.as_ada, &operation, &headers).await.problem(404, "no_such_game");
            }
        }
        assert_eq!(seen().await, before, "{what}");
        for (name, value) in [("if-match", "x"), ("if-none-match", "\"x"), ("if-unmodified-since", "today")] {
            let answer = world.send(&world.as_ada, &operation, &[(name, value)]).await;
            if plain.is_success() || answer.status != plain {
                answer.problem(400, "malformed_header");
            }
        }
        let holding = [("if-match", "*"), ("if-none-match", "\"x\""), ("if-unmodified-since", IN_A_CENTURY)];
        assert_eq!(world.send(&world.as_ada, &operation, &holding).await.status, plain, "{what}");
    }
    assert!(stopped >= 60, "{stopped}");
}

async fn reads_honour_preconditions(Setting { client, .. }: Setting) {
    let world = World::new(&client).await;
    for path in [format!("/v1/games/{}", world.game), "/v1/rules".to_owned(), "/openapi.json".to_owned()] {
        let get = async |name: &str, value: &str| {
            client.request(Method::GET, &path).header(name, value).send().await.status.as_u16()
        };
        let answer = client.get(&path).await;
        let tag = answer.header("etag").unwrap();
        let strong = tag.strip_prefix("W/").unwrap();
        for known in ["*", tag, strong, &format!("\"x\", {tag}, \"y\"")] {
            assert_eq!(get("if-none-match", known).await, 304, "{path} {known}");
        }
        for (name, value, status) in [
            ("if-none-match", "\"x\"", 200),
            ("if-none-match", "nonsense", 200),
            ("if-match", "*", 200),
            ("if-match", "\"x\"", 412),
            ("if-match", tag, 412),
            ("if-match", "nonsense", 400),
            ("if-unmodified-since", LONG_AGO, 200),
            ("range", "bytes=0-1", 200),
            ("if-range", tag, 200),
        ] {
            assert_eq!(get(name, value).await, status, "{path} {name}: {value}");
        }
    }
}
