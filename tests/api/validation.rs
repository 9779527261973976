//! Problems of invalid requests name the field and the reason: all bodies and queries of
//! the document are sent with something wrong in them.

use awc::http::Method;
use serde_json::{Map, Value, json};

use crate::client::Answer;
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    every_wrong_field_of_every_body_is_named,
    every_wrong_parameter_is_named,
    all_errors_of_a_request_are_reported,
    all_errors_of_independent_values_are_reported,
    invalid_fields_are_described_in_words,
    a_repeated_field_is_named_with_its_path,
    an_invalid_result_is_named_with_its_path,
    problems_of_malformed_paths_describe_the_expected_form,
);

/// The keys of the example of RFC 8291, section 5.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// The document, with access to its parts.
pub(crate) struct Document(pub(crate) &'static Value);

/// A body with something wrong, and the field that it is in.
type Wrong = (Value, String);

impl Document {
    pub(crate) fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
        target.map_or(schema, |target| self.0.pointer(target).unwrap())
    }

    fn variants<'a>(&'a self, schema: &'a Value) -> Vec<&'a Value> {
        let mapping = schema["discriminator"]["mapping"].as_object();
        let targets = mapping.into_iter().flat_map(Map::values).map(|target| target.as_str().unwrap());
        targets.map(|target| self.0.pointer(target.strip_prefix('#').unwrap()).unwrap()).collect()
    }

    /// A value that fits, with no field that may be left out.
    pub(crate) fn sample(&self, schema: &Value) -> Value {
        let schema = self.resolve(schema);
        if let Some(variant) = self.variants(schema).first() {
            return self.sample(variant);
        }
        if let Some(any) = schema["anyOf"].as_array() {
            return self.sample(&any[0]);
        }
        if let Some(only) = schema.get("const").or(schema["enum"].get(0)) {
            return only.clone();
        }
        match schema["type"].as_str() {
            Some("object") => {
                let required = schema["required"].as_array().into_iter().flatten();
                let fields = required.map(|name| name.as_str().unwrap());
                fields.map(|name| (name.to_owned(), self.sample(&schema["properties"][name]))).collect()
            }
            Some("array") => {
                let least = schema["minItems"].as_u64().unwrap_or(0);
                (0..least).map(|_| self.sample(&schema["items"])).collect()
            }
            Some("integer") => schema["minimum"].clone(),
            Some("boolean") => json!(true),
            Some("string") => {
                let format = match schema["format"].as_str() {
                    Some("uuid") => Some("01a1fd5f-2107-73f1-a7ae-926ec2d71501"),
                    Some("date-time") => Some("2026-11-20T18:00:00Z"),
                    _ => None,
                };
                let tried = ["Ada", "2C", "regicide-record/1", P256DH, AUTH].into_iter().chain(format);
                let validator = jsonschema::validator_for(schema).unwrap();
                let fitting =
                    format.or_else(|| tried.into_iter().find(|text| validator.is_valid(&json!(text))));
                json!(fitting.unwrap_or_else(|| panic!("no sample of {schema}")))
            }
            _ => json!("Ada"),
        }
    }

    /// A value of another type.
    fn other(&self, schema: &Value) -> Value {
        match self.resolve(schema)["type"].as_str() {
            Some("integer" | "boolean") => json!("1"),
            Some("array") => json!({}),
            Some("object") => json!(7),
            _ if self.variants(self.resolve(schema)).is_empty() => json!(7),
            _ => json!("nonsense"),
        }
    }

    /// Values that serde by itself takes for one that fits.
    fn spelt_otherwise(&self, schema: &Value) -> Vec<Value> {
        let schema = self.resolve(schema);
        let schema = schema["anyOf"].get(0).map_or(schema, |first| self.resolve(first));
        if let Some(word) = schema["enum"].get(0).and_then(Value::as_str) {
            return vec![json!({word: null})];
        }
        if schema["type"] != "object" && self.variants(schema).is_empty() {
            return Vec::new();
        }
        let fields = self.sample(schema);
        vec![json!([]), fields.as_object().into_iter().flat_map(Map::values).cloned().collect()]
    }

    /// Bodies that fit but for one thing, at any depth.
    fn wrong(&self, schema: &Value) -> Vec<Wrong> {
        let schema = self.resolve(schema);
        let variants = self.variants(schema);
        if !variants.is_empty() {
            return variants.into_iter().flat_map(|variant| self.wrong(variant)).collect();
        }
        if let Some(any) = schema["anyOf"].as_array() {
            return self.wrong(&any[0]);
        }
        let within = |wrong: Vec<Wrong>, wrap: &dyn Fn(Value) -> Value, place: &dyn Fn(&str) -> String| {
            wrong.into_iter().map(|(value, field)| (wrap(value), place(&field))).collect::<Vec<_>>()
        };
        let mut all = Vec::new();
        if schema["type"] == "array" {
            let items = &schema["items"];
            all.push((json!([self.other(items)]), "[0]".to_owned()));
            all.extend(within(self.wrong(items), &|value| json!([value]), &|field| {
                if field.starts_with('[') { format!("[0]{field}") } else { format!("[0].{field}") }
            }));
        }
        let Some(properties) = schema["properties"].as_object() else { return all };
        let base = self.sample(schema);
        let with = |name: &str, value: Value| {
            let mut body = base.clone();
            body[name] = value;
            body
        };
        all.push((with("nonsense", json!(1)), "nonsense".to_owned()));
        for (name, property) in properties {
            all.push((with(name, Value::Null), name.clone()));
            if property.get("const").is_none() {
                all.push((with(name, self.other(property)), name.clone()));
                for other in self.spelt_otherwise(property) {
                    all.push((with(name, other), name.clone()));
                }
                if self.wrong(property).is_empty() {
                    all.push((with(name, json!({"wrong": ["wrong"]})), name.clone()));
                }
            }
            all.extend(within(self.wrong(property), &|value| with(name, value), &|field| {
                if field.starts_with('[') { format!("{name}{field}") } else { format!("{name}.{field}") }
            }));
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            let mut body = base.clone();
            body.as_object_mut().unwrap().remove(name.as_str().unwrap());
            all.push((body, name.as_str().unwrap().to_owned()));
        }
        // A value for a field that accepts everything is not wrong.
        all.retain(|(body, _)| !self.fits(schema, body));
        all
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut schema = schema.clone();
        schema["components"] = self.0["components"].clone();
        jsonschema::is_valid(&schema, value)
    }

    /// Every operation: method, path for a request, and description.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (Method, String, &Value)> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        paths.flat_map(|(path, item)| {
            item.as_object().unwrap().iter().map(move |(method, operation)| {
                let path = path
                    .replace("{id}", "01a1fd5f-2107-73f1-a7ae-926ec2d71501")
                    .replace("{webhook_id}", "01a1fd5f-2107-73f1-a7ae-926ec2d71502")
                    .replace("{invitation_id}", "01a1fd5f-2107-73f1-a7ae-926ec2d71502")
                    .replace("{seat}", "1")
                    .replace("{date}", "2026-11-20")
                    .replace("{clause}", "R4.2")
                    .replace("{code}", "internal");
                (method.to_uppercase().parse().unwrap(), path, operation)
            })
        })
    }
}

/// No word of the program or of a library stands in an answer.
fn check_words(document: &Value, answer: &Answer) {
    let text = &answer.text;
    let numbers = ["u8", "u16", "u32", "u64", "i32", "i64", "usize", "f64"];
    let library = ["expected", "struct", "variant", "sequence", "serde", "tuple"];
    for word in text.split(|char: char| !char.is_alphanumeric() && char != '_') {
        assert!(!numbers.contains(&word) && !library.contains(&word), "{text}");
        let is_schema = document["components"]["schemas"].get(word).is_some();
        assert!(!is_schema || ["Card", "Move", "Seat", "Reason"].contains(&word), "{text}");
    }
    assert!(!text.contains("invalid type") && !text.contains(" at line "), "{text}");
}

async fn every_wrong_field_of_every_body_is_named(Setting { client, .. }: Setting) {
    let document = Document(regicide_server::api::document());
    let mut tried = 0;
    for (method, path, operation) in document.operations() {
        let content = &operation["requestBody"]["content"]["application/json"];
        let Some(schema) = content.get("schema") else { continue };
        for (body, field) in document.wrong(schema) {
            let answer_in = async |language: &str| {
                let request = client.request(method.clone(), &path).header("accept-language", language);
                let answer = request.json(&body).await;
                check_words(document.0, &answer);
                answer
            };
            let problem = answer_in("en").await;
            // In a record `null` is the same as a field that is left out (S6.2).
            let sent = body.to_string();
            if problem.status.is_success() && sent.contains("regicide-record/1") && sent.contains(":null") {
                continue;
            }
            if [422, 401].contains(&problem.status.as_u16()) {
                // A record of an unknown kind is reported as such, before its form.
                assert!(
                    path.contains("record") || path.contains("verif") || path.contains("analy"),
                    "{path} {body}"
                );
                continue;
            }
            // The result in a record is judged, not read (S6.4).
            if field == "result" && problem.status.is_success() {
                assert_eq!(problem.json()["consistent"], false, "{path} {body}");
                continue;
            }
            let problem = problem.problem(400, "malformed_body");
            assert_eq!(problem["field"], *field, "{path} {body}: {problem}");
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains(&format!("`{field}`")), "{detail}");
            let pointer = format!("#/{}", field.replace(['.', '['], "/").replace(']', ""));
            assert_eq!(problem["errors"][0], json!({"detail": detail, "pointer": pointer}), "{path} {body}");
            let other = answer_in("es").await.problem(400, "malformed_body");
            let translated = other["detail"].as_str().unwrap();
            assert!(translated != detail && translated.contains(&format!("`{field}`")), "{translated}");
            tried += 1;
        }
        for body in [json!([]), json!(7), json!("text"), json!(null)] {
            let answer = client.request(method.clone(), &path).json(&body).await;
            check_words(document.0, &answer);
            let problem = answer.problem(400, "malformed_body");
            assert_eq!(problem["detail"], "The body has to be a JSON object.", "{path}");
            assert!(problem.get("field").is_none(), "{problem}");
        }
    }
    assert!(tried > 200, "{tried}");
}

async fn every_wrong_parameter_is_named(Setting { client, .. }: Setting) {
    let document = Document(regicide_server::api::document());
    let mut tried = 0;
    for (method, path, operation) in document.operations().filter(|(method, ..)| method == Method::GET) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let parameters = parameters.map(|parameter| document.resolve(parameter));
        let queried: Vec<_> = parameters.filter(|parameter| parameter["in"] == "query").collect();
        for parameter in &queried {
            let name = parameter["name"].as_str().unwrap();
            let schema = document.resolve(&parameter["schema"]);
            let schema = if schema["type"] == "array" { document.resolve(&schema["items"]) } else { schema };
            let is_free =
                schema["type"] == "string" && ["enum", "format"].iter().all(|key| schema.get(key).is_none());
            if is_free {
                continue;
            }
            let answer = client.request(method.clone(), &format!("{path}?{name}=%21")).send().await;
            check_words(document.0, &answer);
            let problem = answer.problem(400, "malformed_query");
            assert_eq!(problem["field"], name, "{path}");
            assert!(
                problem["detail"].as_str().unwrap().contains(&format!("`{name}` has to be")),
                "{problem}"
            );
            tried += 1;
        }
        if !queried.is_empty() {
            let answer = client.get(&format!("{path}?nonsense=1")).await;
            check_words(document.0, &answer);
            assert_eq!(answer.problem(400, "malformed_query")["field"], "nonsense");
        }
    }
    assert!(tried > 20, "{tried}");
}

async fn all_errors_of_independent_values_are_reported(Setting { client, .. }: Setting) {
    let (_, ada) = come(&client, "Ada").await;
    let stray = "\u{200b}";
    let deal = json!({"players": 9, "seed": "no seed", "nodes": 0, "type": "position", "position": "-"});
    for (path, body, code, pointers) in [
        (
            "/v1/games",
            json!({"players": 9, "seed": "no seed", "names": vec![Some(stray); 10], "bots": vec![json!(null); 10]}),
            "invalid_setup",
            &["#/players", "#/seed", "#/names", "#/bots"][..],
        ),
        (
            "/v1/games",
            json!({"players": 2, "seed": "", "names": [stray, stray], "open_seats": 3}),
            "invalid_value",
            &["#/seed", "#/open_seats", "#/names"],
        ),
        (
            "/v1/games",
            json!({"players": 2, "names": [stray], "open_seats": 2}),
            "invalid_value",
            &["#/names"],
        ),
        (
            "/v1/challenges",
            json!({
                "name": stray, "players": 9, "seed_words": "no words", "opens_at": "2026-11-19T12:00:00Z",
                "closes_at": "2026-11-18T12:00:00Z", "grace_minutes": 10_081, "attempts": 101,
                "visibility": "private",
            }),
            "invalid_setup",
            &[
                "#/visibility",
                "#/players",
                "#/seed_words",
                "#/name",
                "#/opens_at",
                "#/closes_at",
                "#/grace_minutes",
                "#/attempts",
            ],
        ),
        (
            "/v1/challenges",
            json!({
                "name": "Cup", "kind": "regicide-tricks", "players": 2, "closes_at": "2026-11-21T12:00:00Z",
                "seed": "seed", "require_winnable": true, "measure_difficulty": true,
            }),
            "invalid_setup",
            &["#/require_winnable", "#/measure_difficulty"],
        ),
        ("/v1/analysis", deal, "invalid_setup", &["#/players", "#/seed", "#/nodes"]),
    ] {
        let problem =
            ada.post(path, &body).await.problem(if code == "invalid_value" { 400 } else { 422 }, code);
        let errors = problem["errors"].as_array().unwrap();
        let found: Vec<&str> = errors.iter().map(|error| error["pointer"].as_str().unwrap()).collect();
        assert_eq!(found, pointers, "{problem}");
        assert_eq!(problem["detail"], errors[0]["detail"]);
        assert_eq!(found[0], format!("#/{}", problem["field"].as_str().unwrap()));
    }
}

/// RFC 9457, section 3.
async fn all_errors_of_a_request_are_reported(Setting { client, .. }: Setting) {
    let post = async |body: &str, language: &str| {
        let request = client.request(Method::POST, "/v1/games").header("accept-language", language);
        request.body("application/json", body).await.problem(400, "malformed_body")
    };
    let errors = |problem: &Value, place: &str| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let errors = problem["errors"].as_array().unwrap().iter();
        errors.map(|error| (text(&error[place]), text(&error["detail"]))).collect()
    };
    let body = r#"{"plyers": 2, "a/b": 1, "bots": [null, "clever"], "visibility": "all", "visibility": 1,
        "options": {"first": 9, "jokers": 1.5, "variants": "none"}, "names": "Ada", "open_seats": 9}"#;
    let wanted = [
        ("#/visibility", "`visibility` occurs twice."),
        ("#/a~1b", "There is no `a/b` here."),
        ("#/plyers", "There is no `plyers` here. Is `players` meant?"),
        ("#/bots/1", "`bots[1]` has to be one of `novice`, `steady`, `strong`."),
        ("#/names", "`names` has to be a list of 0 to 4 items."),
        ("#/open_seats", "`open_seats` has to be a whole number from 0 to 4."),
        ("#/options/first", "`options.first` has to be a whole number from 0 to 3."),
        ("#/options/jokers", "`options.jokers` has to be a whole number from 0 to 2."),
        ("#/options/variants", "`options.variants` has to be a list"),
        ("#/visibility", "`visibility` has to be one of"),
        ("#/players", "`players` is missing."),
    ];
    let problem = post(body, "en").await;
    let found = errors(&problem, "pointer");
    for (pointer, detail) in wanted {
        assert!(
            found.iter().any(|found| found.0 == pointer && found.1.starts_with(detail)),
            "{pointer}: {problem:#}"
        );
    }
    assert_eq!(found.len(), wanted.len(), "{problem:#}");
    assert_eq!(json!([problem["field"], problem["detail"]]), json!(["visibility", found[0].1]));
    let spanish = post(body, "es").await;
    let other = errors(&spanish, "pointer");
    assert!(found.iter().zip(&other).all(|(one, other)| one.0 == other.0 && one.1 != other.1), "{spanish:#}");

    let many: serde_json::Map<String, Value> =
        (0..100).map(|number| (number.to_string(), json!(1))).collect();
    let problem = client.post("/v1/games", &json!(many)).await.problem(400, "malformed_body");
    assert_eq!(problem["errors"].as_array().unwrap().len(), 16);
    let syntax = post("{\"players\": 1, \"plyers\": 2", "en").await;
    assert!(syntax.get("errors").is_none() && syntax["cause"].is_string(), "{syntax}");

    let query = "/v1/games?page=2&status=sleeping&limit=x&limit=2&created_after=yesterday";
    let problem = client.get(query).await.problem(400, "malformed_query");
    let found = errors(&problem, "parameter");
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["page", "status", "limit", "limit", "created_after"], "{problem:#}");
    assert_eq!(problem["field"], "page");

    // Here one value is wrong.
    let key = client.request(Method::POST, "/v1/games").header("idempotency-key", "1");
    let weak = key.json(&json!({"players": 1})).await.problem(400, "idempotency_key_weak");
    assert_eq!(weak["errors"], json!([{"detail": weak["detail"], "parameter": "Idempotency-Key"}]));
    let seed = client.post("/v1/games", &json!({"players": 1, "seed": "not a seed"})).await;
    let seed = seed.problem(400, "invalid_value");
    assert_eq!(seed["errors"], json!([{"detail": seed["detail"], "pointer": "#/seed"}]));
    let limit = client.get("/v1/games?limit=0").await.problem(400, "invalid_value");
    assert_eq!(limit["errors"], json!([{"detail": limit["detail"], "parameter": "limit"}]));
    let first = json!({"players": 1, "options": {"first": 1}});
    let first = client.post("/v1/games", &first).await.problem(422, "invalid_setup");
    assert_eq!(first["errors"], json!([{"detail": first["detail"], "pointer": "#/options/first"}]));
    let unknown = client.get("/v1/games/abc").await.problem(404, "no_such_game");
    assert_eq!(unknown["errors"], json!([{"detail": unknown["detail"], "parameter": "id"}]));
}

async fn invalid_fields_are_described_in_words(Setting { client, .. }: Setting) {
    let detail = async |body: &str, language: &str| {
        let request = client.request(Method::POST, "/v1/games").header("accept-language", language);
        request.body("application/json", body).await.problem(400, "malformed_body")["detail"].clone()
    };
    for (body, english, spanish) in [
        (
            r#"{"players": "1"}"#,
            "`players` has to be a whole number from 1 to 4.",
            "`players` tiene que ser un número entero de 1 a 4.",
        ),
        ("{}", "`players` is missing.", "Falta `players`."),
        (
            r#"{"players": 2, "plyers": 2}"#,
            "There is no `plyers` here. Is `players` meant?",
            "Aquí no existe `plyers`. ¿Se trata de `players`?",
        ),
        (r#"{"players": 2, "players": 3}"#, "`players` occurs twice.", "`players` está dos veces."),
        (
            r#"{"players": 2, "options": {"first": 1, "first": 0}}"#,
            "`options.first` occurs twice.",
            "`options.first` está dos veces.",
        ),
        (
            r#"{"players": 2, "bots": ["clever"]}"#,
            "`bots[0]` has to be one of `novice`, `steady`, `strong`.",
            "`bots[0]` tiene que ser uno de `novice`, `steady`, `strong`.",
        ),
        (
            r#"{"players": 2, "options": {"first": 99}}"#,
            "`options.first` has to be a whole number from 0 to 3.",
            "`options.first` tiene que ser un número entero de 0 a 3.",
        ),
    ] {
        assert_eq!(detail(body, "en").await, english);
        assert_eq!(detail(body, "es").await, spanish);
    }
    let syntax = client.request(Method::POST, "/v1/games").body("application/json", "{\"players\":").await;
    let problem = syntax.problem(400, "malformed_body");
    assert!(problem["cause"].as_str().unwrap().contains("line 1"), "where the JSON ends: {problem}");
    let long = json!({"players": 2, "x".repeat(10_000): 1});
    let problem = client.post("/v1/games", &long).await.problem(400, "malformed_body");
    assert_eq!(problem["field"].as_str().unwrap().len(), 100, "what was sent is not sent back");
}

async fn a_repeated_field_is_named_with_its_path(Setting { client, .. }: Setting) {
    let twice = r#""moves": [{"seq": 1, "seat": 0, "text": "concede"}, {"at": null, "at": null}]"#;
    let record = format!("{{{twice}}}");
    let analysis = format!("{{\"type\": \"record\", \"record\": {record}}}");
    let result = r#"{"result": {"winners": [{"points": 1, "p\u006fints": 1}]}}"#.to_owned();
    for (path, body, field) in [
        ("/v1/verification", &record, "moves[1].at"),
        ("/v1/records", &record, "moves[1].at"),
        ("/v1/analysis", &analysis, "record.moves[1].at"),
        ("/v1/verification", &result, "result.winners[0].points"),
        ("/v1/games", &r#"{"a": {"b": [[], [{"c": {}, "c": {}}]]}}"#.to_owned(), "a.b[1][0].c"),
    ] {
        let request = client.request(Method::POST, path).body("application/json", body.clone());
        let problem = request.await.problem(400, "malformed_body");
        let detail = format!("`{field}` occurs twice.");
        assert_eq!((&problem["field"], &problem["detail"]), (&json!(field), &json!(detail)), "{path}");
    }
}

/// S6.2, S6.4.
async fn an_invalid_result_is_named_with_its_path(Setting { client, .. }: Setting) {
    let record = |result: &str| {
        let moves = r#"[{"seq": 1, "seat": 0, "text": "concede"}]"#;
        let header = r#""format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 1"#;
        format!("{{{header}, \"seed\": \"banana\", \"moves\": {moves}, \"result\": {result}}}")
    };
    for (result, field) in [
        (r#"{"enemies_defeated": 1.0}"#, "result.enemies_defeated"),
        (r#"{"outcome": "drawn"}"#, "result.outcome"),
        (r#"{"conceded_by": [0]}"#, "result.conceded_by"),
        (r#"{"winners": [0, 4]}"#, "result.winners[1]"),
        (r#"{"weather": "rain"}"#, "result.weather"),
        ("[]", "result"),
    ] {
        let analysis = format!("{{\"type\": \"record\", \"record\": {}}}", record(result));
        for (path, body, field) in [
            ("/v1/verification", record(result), field.to_owned()),
            ("/v1/records", record(result), field.to_owned()),
            ("/v1/analysis", analysis, format!("record.{field}")),
        ] {
            let request = client.request(Method::POST, path).body("application/json", body);
            assert_eq!(request.await.problem(400, "malformed_body")["field"], field, "{path}: {result}");
        }
    }
    let wrong = client.request(Method::POST, "/v1/verification");
    let wrong = wrong.body("application/json", record(r#"{"enemies_defeated": 1}"#)).await;
    assert_eq!(wrong.expect(200)["consistent"], false, "a wrong result is judged");
}

async fn problems_of_malformed_paths_describe_the_expected_form(Setting { client, .. }: Setting) {
    let id = "has to be an id: a UUID such as 01a1fd5f-2107-73f1-a7ae-926ec2d71501.";
    for (path, code, field, wanted) in [
        ("/v1/games/abc", "no_such_game", "id", id),
        ("/v1/games/abc/moves", "no_such_game", "id", id),
        ("/v1/players/abc", "no_such_player", "id", id),
        ("/v1/challenges/abc", "no_such_challenge", "id", id),
        ("/v1/daily/today", "no_such_challenge", "date", "has to be a day, such as 2026-11-20."),
    ] {
        let problem = client.get(path).await.problem(404, code);
        assert_eq!(
            (&problem["field"], &problem["detail"]),
            (&json!(field), &json!(format!("`{field}` {wanted}")))
        );
    }
    let seat = client.delete("/v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/seats/9").await;
    let problem = seat.problem(404, "no_such_path");
    assert_eq!(problem["detail"], "`seat` has to be a whole number from 0 to 3.");
}
