//! Documents that are published beside the API itself.

use std::collections::{BTreeMap, BTreeSet};

use awc::http::Method;
use serde_json::{Value, json};

use crate::server::Setting;

/// A size that a person can still look through, and a tool reads at once.
const MAX_BYTES: usize = 600_000;
/// Many are variants of unions, which clients use by name.
const MAX_SCHEMAS: usize = 271;

#[test]
fn the_committed_document_is_the_generated_one() {
    let committed = include_str!("../../openapi/openapi.json");
    let generated = format!("{:#}", regicide_server::api::document());
    let same = committed.trim_end() == generated;
    assert!(same, "run: cargo run --quiet openapi > openapi/openapi.json");
}

#[test]
fn the_committed_schema_of_records_is_the_generated_one() {
    let committed: Value = serde_json::from_str(include_str!("../../openapi/record.schema.json")).unwrap();
    assert_eq!(
        committed,
        regicide_engine::record::schema(),
        "run: cargo run --quiet schema > openapi/record.schema.json"
    );
}

#[test]
fn every_operation_is_described() {
    let document = regicide_server::api::document();
    assert_eq!(document["openapi"], "3.1.0");
    let schemas = &document["components"]["schemas"];
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let has_text = |field: &str| operation[field].as_str().is_some_and(|text| !text.is_empty());
            assert!(
                has_text("operationId") && has_text("summary") && has_text("description"),
                "{method} {path}"
            );
            assert!(ids.insert(operation["operationId"].to_string()), "{method} {path}");
            assert!(operation["tags"][0].is_string(), "{method} {path}");
            let responses = operation["responses"].as_object().unwrap();
            for (status, response) in responses.iter().filter(|(status, _)| status.starts_with('2')) {
                // No content has none.
                let Some(content) = response["content"].as_object().filter(|_| status != "204") else {
                    assert_eq!(status, "204", "{method} {path}");
                    continue;
                };
                // Pictures and lines of records are texts.
                for (kind, content) in content.iter().filter(|(_, one)| one["schema"]["type"] != "string") {
                    let missing = not_shown(&content["schema"], schemas, kind);
                    assert!(missing.is_empty(), "{method} {path} {status}: no example of {missing:?}");
                }
            }
        }
    }
}

/// The fields of which no tool can show a value: texts without an example, in
/// objects without one. It takes the first of several choices.
fn not_shown(schema: &Value, schemas: &Value, place: &str) -> Vec<String> {
    let all = |list: &Value| {
        let parts = list.as_array().into_iter().flatten();
        parts.flat_map(|part| not_shown(part, schemas, place)).collect()
    };
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return not_shown(&schemas[name], schemas, name);
    }
    if schema.get("examples").is_some() {
        return Vec::new();
    }
    if let Some(choices) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
        return not_shown(&choices[0], schemas, place);
    }
    let limits = ["enum", "format", "pattern", "maxLength"];
    match schema["type"].as_str() {
        Some("string") if limits.iter().all(|limit| schema.get(limit).is_none()) => vec![place.to_owned()],
        Some("array") => not_shown(&schema["items"], schemas, place),
        _ => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            let own = fields.flat_map(|(name, field)| not_shown(field, schemas, &format!("{place}.{name}")));
            own.chain::<Vec<String>>(all(&schema["allOf"])).collect()
        }
    }
}

/// The type of a value, as JSON has it; that of one of the values where a
/// parameter takes several.
fn type_of(schema: &Value, schemas: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return type_of(&schemas[name], schemas);
    }
    let parts = ["anyOf", "oneOf", "allOf"].iter().find_map(|kind| schema[kind].as_array());
    let one = parts.and_then(|parts| parts.first());
    if let Some(one) = one {
        return type_of(one, schemas);
    }
    let types = schema["type"].as_array();
    let named = types.map_or(Some(&schema["type"]), |types| types.iter().find(|name| **name != "null"));
    match named.and_then(Value::as_str) {
        Some("array") => format!("list of {}", type_of(&schema["items"], schemas)),
        named => named.unwrap_or("anything").to_owned(),
    }
}

/// Adds the type of every field of a schema, and of the schemas in it.
fn add_fields(schema: &Value, schemas: &Value, found: &mut BTreeMap<String, BTreeSet<String>>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        found.entry(name.clone()).or_default().insert(type_of(field, schemas));
        let is_time = name == "at" || name.ends_with("_at");
        assert!(!is_time || field["format"] == "date-time", "{name} is no time: {field}");
        let is_id = field["format"] == "uuid" && !matches!(name.as_str(), "next" | "after");
        assert!(!is_id || name == "id" || name.ends_with("_id"), "{name} is an id: {field}");
        let is_place = name == "seq" || name.ends_with("_seq");
        assert!(!is_place || type_of(field, schemas) == "integer", "{name} is no place in a log: {field}");
    }
    match schema {
        Value::Object(fields) => {
            let inner = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "example" | "examples"));
            inner.for_each(|(_, inner)| add_fields(inner, schemas, found));
        }
        Value::Array(items) => items.iter().for_each(|item| add_fields(item, schemas, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn a_word_has_one_type() {
    let document = regicide_server::api::document();
    let schemas = &document["components"]["schemas"];
    let mut found = BTreeMap::new();
    add_fields(schemas, schemas, &mut found);
    add_fields(&document["paths"], schemas, &mut found);
    let shared = document["components"]["parameters"].as_object().unwrap().values();
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap());
    let own = operations.flat_map(|(_, operation)| operation["parameters"].as_array().into_iter().flatten());
    for parameter in shared.chain(own).filter(|one| one["in"] == "query" || one["in"] == "path") {
        let of_value = type_of(&parameter["schema"], schemas);
        let of_value = of_value.strip_prefix("list of ").unwrap_or(&of_value).to_owned();
        found.entry(parameter["name"].as_str().unwrap().to_owned()).or_default().insert(of_value);
    }
    assert!(found.len() > 250, "{}", found.len());
    // The values of an option have the type of the option; RFC 9457 defines the
    // `status` of a problem.
    for exempt in ["default", "choices", "status"] {
        assert!(found.remove(exempt).is_some_and(|types| types.len() > 1), "{exempt}");
    }
    found.retain(|_, types| types.len() > 1);
    assert_eq!(found, BTreeMap::new());
}

/// Checks the examples of all schemas in a part of the document.
fn check_examples(value: &Value, components: &Value, checked: &mut usize) {
    let inner: Vec<(&str, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.as_str(), field)).collect(),
        Value::Array(items) => items.iter().map(|item| ("", item)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    if let Some(examples) = value["examples"].as_array() {
        let mut schema = value.clone();
        schema["components"] = components.clone();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for example in examples {
            let errors: Vec<_> = validator.iter_errors(example).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{example}: {errors:?}");
            *checked += 1;
        }
    }
    for (_, inner) in inner.into_iter().filter(|(name, _)| *name != "examples") {
        check_examples(inner, components, checked);
    }
}

#[test]
fn every_example_fits_its_schema() {
    let document = regicide_server::api::document();
    let mut checked = 0;
    check_examples(document, &document["components"], &mut checked);
    assert!(checked >= 60, "{checked}");
}

/// Editors, browsers and generators read all of it.
#[test]
fn the_document_stays_small() {
    let bytes = include_str!("../../openapi/openapi.json").len();
    assert!(bytes <= MAX_BYTES, "{bytes} bytes");
    let document = regicide_server::api::document();
    let schemas = document["components"]["schemas"].as_object().unwrap().len();
    assert!(schemas <= MAX_SCHEMAS, "{schemas} schemas");
}

crate::on_both_databases!(
    the_documents_are_served,
    the_index_leads_to_everything,
    the_problems_are_listed,
    the_short_description_agrees_with_the_document,
    browsers_may_call_the_api,
    the_service_reports_its_health,
);

async fn the_documents_are_served(Setting { client, .. }: Setting) {
    let document = client.get("/openapi.json").await.expect(200);
    assert_eq!(document, *regicide_server::api::document());
    assert_eq!(client.get("/schemas/record.json").await.expect(200), regicide_engine::record::schema());
    let rules = client.get("/v1/rules").await.expect(200);
    assert_eq!(rules["items"][0]["deck"].as_array().unwrap().len(), 54);
    let browser = client.get("/docs/api/").await;
    assert_eq!(browser.status.as_u16(), 200);
    for file in ["", "swagger-initializer.js"] {
        let text = client.get(&format!("/docs/api/{file}")).await.text;
        assert!(
            !text.contains("http://") && !text.contains("https://"),
            "{file} loads from another host: {text}"
        );
    }
    assert!(browser.text.contains("<title>Regicide Server API</title>"));
    let initializer = client.get("/docs/api/swagger-initializer.js").await.text;
    assert!(
        initializer.contains("validatorUrl\": \"none\"") || initializer.contains("\"validatorUrl\":\"none\"")
    );
    let meaning = client.get("/problems/illegal_move").await.expect(200);
    assert_eq!((&meaning["code"], &meaning["status"]), (&json!("illegal_move"), &json!(422)));
    assert_eq!(meaning["title"], "The move is against the rules");
    for part in ["happened", "why", "remedy"] {
        assert!(meaning[part].as_str().is_some_and(|text| text.len() > 10), "{part}");
    }
    let example = &meaning["example"]["answer"];
    assert_eq!((&example["code"], &example["rule"]), (&json!("illegal_move"), &json!("R4.3")));
    let clause = client.get(example["clause"].as_str().unwrap()).await.expect(200);
    assert_eq!(clause["rule"], "R4.3");
    client.get("/v1/clauses/R99").await.problem(404, "no_such_path");
    let page = client.request(Method::GET, "/problems/illegal_move").header("accept", "text/html,*/*;q=0.8");
    let page = page.header("accept-language", "es").send().await;
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    assert!(page.header("vary").unwrap().contains("Accept"));
    assert!(page.text.contains("<html lang=\"es\">") && page.text.contains("<h2>Qué hacer</h2>"));
    client.get("/problems/nonsense").await.problem(404, "no_such_path");
}

async fn the_index_leads_to_everything(setting: Setting) {
    let client = &setting.client;
    let index = client.get("/v1").await.expect(200);
    let links = ["document_url", "docs_url", "llms_url", "rules_url", "problems_url", "record_schema_url"];
    for link in links.map(|name| index[name].as_str().unwrap()) {
        assert_eq!(client.get(link).await.status.as_u16(), 200, "{link}");
    }
    let document = client.get("/openapi.json").await.expect(200);
    assert_eq!(
        (&index["name"], &index["version"]),
        (&document["info"]["title"], &document["info"]["version"])
    );
    assert_eq!(index["commit"], json!(option_env!("REGICIDE_COMMIT")));
    let rules = client.get("/v1/rules").await.expect(200);
    for (kind, rules) in index["kinds"].as_array().unwrap().iter().zip(rules["items"].as_array().unwrap()) {
        assert_eq!((&kind["title"], &kind["rules"]), (&rules["title"], &rules["rules"]));
        let players = kind["player_counts"].as_array().unwrap();
        assert_eq!(players.len(), rules["tables"].as_array().unwrap().len());
        for number in players {
            client.create(&json!({"kind": kind["kind"], "players": number})).await;
        }
    }
    assert_eq!(index["languages"], json!(["en", "es"]));
    let other = setting.instance_with(|config| {
        config.settings.operator = None;
        config.settings.daily_difficulty = !config.settings.daily_difficulty;
    });
    let features = &other.get("/v1").await.expect(200)["features"];
    assert_eq!((&features["operator"], &index["features"]["operator"]), (&json!(false), &json!(true)));
    assert_ne!(features["daily_difficulty"], index["features"]["daily_difficulty"]);
    let spanish = client.request(Method::GET, "/v1").header("accept-language", "es").send().await;
    assert_eq!(spanish.header("content-language"), Some("es"));
    assert_ne!(spanish.json()["kinds"][1]["title"], index["kinds"][1]["title"]);
}

async fn the_problems_are_listed(Setting { client, .. }: Setting) {
    let list = client.get("/problems").await.expect(200);
    let items = list["items"].as_array().unwrap();
    let document = regicide_server::api::document();
    let codes: Vec<_> = items.iter().map(|item| item["code"].clone()).collect();
    assert_eq!(json!(codes), document["components"]["schemas"]["Code"]["enum"]);
    for item in items {
        let kind = item["type"].as_str().unwrap();
        let path = kind.strip_prefix("https://regicide.example").unwrap();
        let meaning = client.get(path).await.expect(200);
        for field in ["code", "status", "title", "remedy"] {
            assert_eq!(item[field], meaning[field], "{item}");
        }
    }
}

async fn the_short_description_agrees_with_the_document(Setting { client, .. }: Setting) {
    let answer = client.get("/llms.txt").await;
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    let text = &answer.text;
    assert!(text.starts_with("# Regicide Server\n\n> "), "the form of llmstxt.org: {text}");
    for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert_eq!(client.get(link).await.status.as_u16(), 200, "{link}");
    }
    let calls: Vec<(&str, &str, Option<Value>)> = text
        .lines()
        .filter_map(|line| line.split_once(". `").filter(|(number, _)| number.parse::<u8>().is_ok()))
        .map(|(_, call)| {
            let (call, rest) = call.split_once('`').unwrap();
            let (method, path) = call.split_once(' ').unwrap();
            let body = rest.split('`').find(|code| code.starts_with('{'));
            (method, path, body.map(|body| serde_json::from_str(body).unwrap()))
        })
        .collect();
    let document = regicide_server::api::document();
    for (method, path, _) in &calls {
        assert!(document["paths"][path][method.to_lowercase()].is_object(), "{method} {path}");
    }
    let [come, create, look, act, replay] = calls.as_slice() else { panic!("five calls: {calls:?}") };
    let player = client.post(come.1, come.2.as_ref().unwrap()).await.expect(201);
    let player = client.with_token(player["token"].as_str().unwrap());
    let game = player.post(create.1, create.2.as_ref().unwrap()).await.expect(201)["game"]["id"].clone();
    let at = |path: &str| path.replace("{id}", game.as_str().unwrap());
    let mut view = player.get(&at(look.1)).await.expect(200);
    let field = act.2.as_ref().unwrap().as_object().unwrap().keys().next().unwrap();
    while view["status"] != "finished" {
        let text = view["legal_moves"][0][field].clone();
        let answer = player.post(&at(act.1), &json!({field: text})).await.expect(201);
        view = answer["game"].clone();
    }
    assert!(client.get(&at(replay.1)).await.expect(200)["seed"].is_string());
}

async fn browsers_may_call_the_api(setting: Setting) {
    let client = setting.instance_with(|config| config.allowed_origins = vec!["*".to_owned()]);
    let preflight = client
        .request(Method::OPTIONS, "/v1/games")
        .header("origin", "https://front.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type,idempotency-key,prefer")
        .send()
        .await;
    assert_eq!(preflight.status.as_u16(), 200);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    let got = client.request(Method::GET, "/v1/rules").header("origin", "https://front.example").send().await;
    assert_eq!(got.header("access-control-allow-origin"), Some("*"));
    let exposed = got.header("access-control-expose-headers").unwrap();
    for name in ["deprecation", "etag", "link", "preference-applied", "sunset"] {
        assert!(exposed.contains(name), "{exposed}");
    }
    let small = client.request(Method::GET, "/v1/rules").header("accept-encoding", "gzip").send().await;
    assert_eq!(small.header("content-encoding"), Some("gzip"));
}

async fn the_service_reports_its_health(setting: Setting) {
    assert_eq!(setting.client.get("/healthz").await.expect(200), json!({"status": "ok"}));
    let mut readiness = setting.client.get("/readyz").await.expect(200);
    // Servers of a cluster, if there is one for tests.
    for server in readiness["database_servers"].as_array().unwrap_or(&Vec::new()) {
        assert_eq!(server["is_available"], true);
    }
    readiness.as_object_mut().unwrap().remove("database_servers");
    assert_eq!(readiness, json!({"status": "ok"}));
    setting.execute("delete from _sqlx_migrations").await.unwrap();
    setting.client.get("/readyz").await.problem(503, "unavailable");
}

#[test]
fn the_pattern_of_names_accepts_what_the_service_accepts() {
    let document = regicide_server::api::document();
    let name = jsonschema::validator_for(&document["components"]["schemas"]["DisplayName"]).unwrap();
    let long = "x".repeat(40);
    for text in ["Ada", "Дмитрий 🃏 李", "A", "❤\u{fe0f}", "Zoë O’Neill", &long] {
        assert!(name.is_valid(&text.into()), "{text:?}");
    }
    for text in ["", " A", "A ", "A\nB", "A\n", "\u{0}", "A\u{7f}", &"x".repeat(41)] {
        assert!(!name.is_valid(&text.into()), "{text:?}");
    }
}
