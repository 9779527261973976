//! What is published beside the API itself.

use awc::http::Method;
use serde_json::{Value, json};

use crate::server::Setting;

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
        regicide::record::schema(),
        "run: cargo run --quiet schema > openapi/record.schema.json"
    );
}

#[test]
fn every_operation_is_described() {
    let document = regicide_server::api::document();
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = std::collections::BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let said = |field: &str| operation[field].as_str().is_some_and(|text| !text.is_empty());
            assert!(said("operationId") && said("summary") && said("description"), "{method} {path}");
            assert!(ids.insert(operation["operationId"].to_string()), "{method} {path}");
            assert!(operation["tags"][0].is_string(), "{method} {path}");
            let responses = operation["responses"].as_object().unwrap();
            for (status, response) in responses.iter().filter(|(status, _)| status.starts_with('2')) {
                // No content has none.
                let Some(content) = response["content"].as_object().filter(|_| status != "204") else {
                    assert_eq!(status, "204", "{method} {path}");
                    continue;
                };
                let shown = |kind: &str| kind != "application/x-ndjson" && !kind.starts_with("image/");
                for (kind, content) in content.iter().filter(|(kind, _)| shown(kind)) {
                    assert!(content.get("example").is_some(), "{method} {path} {status} {kind}: no example");
                }
            }
        }
    }
    assert_eq!(ids.len(), 60);
}

#[test]
fn every_example_fits_its_schema() {
    let document = regicide_server::api::document();
    let mut checked = 0;
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let bodies =
                operation["responses"].as_object().unwrap().values().chain(operation.get("requestBody"));
            for content in bodies.filter_map(|body| body.get("content")?.get("application/json")) {
                let Some(example) = content.get("example") else { continue };
                let mut schema = content["schema"].clone();
                schema["components"] = document["components"].clone();
                let validator = jsonschema::validator_for(&schema).unwrap();
                let errors: Vec<_> = validator.iter_errors(example).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{}: {errors:?}", operation["operationId"]);
                checked += 1;
            }
        }
    }
    assert!(checked >= 20, "{checked}");
}

crate::on_both_databases!(the_documents_are_served, browsers_may_call_the_api, the_service_says_how_it_is,);

async fn the_documents_are_served(Setting { client, .. }: Setting) {
    let document = client.get("/openapi.json").await.expect(200);
    assert_eq!(document, regicide_server::api::document());
    assert_eq!(client.get("/schemas/record.json").await.expect(200), regicide::record::schema());
    let rules = client.get("/v1/rules").await.expect(200);
    assert_eq!(rules["games"][0]["cards"].as_array().unwrap().len(), 54);
    let docs = client.get("/docs/").await;
    assert_eq!(docs.status.as_u16(), 200);
    for file in ["index.html", "swagger-initializer.js"] {
        let text = client.get(&format!("/docs/{file}")).await.text;
        assert!(!text.contains("http://") && !text.contains("https://"), "{file} asks another host: {text}");
    }
    assert!(docs.text.contains("<title>Regicide Server API</title>"));
    let description = document["info"]["description"].as_str().unwrap();
    let links: Vec<_> = description.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert_eq!(links.len(), 6);
    for link in links {
        let page = client.get(link).await;
        assert_eq!(page.header("content-type"), Some("text/plain; charset=utf-8"), "{link}");
        assert!(page.text.starts_with("# "), "{link}");
    }
    let initializer = client.get("/docs/swagger-initializer.js").await.text;
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

async fn browsers_may_call_the_api(setting: Setting) {
    let client = setting.instance_with(|config| config.allowed_origins = vec!["*".to_owned()]);
    let asked = client
        .request(Method::OPTIONS, "/v1/games")
        .header("origin", "https://front.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type,idempotency-key,prefer")
        .send()
        .await;
    assert_eq!(asked.status.as_u16(), 200);
    assert_eq!(asked.header("access-control-allow-origin"), Some("*"));
    let got = client.request(Method::GET, "/v1/rules").header("origin", "https://front.example").send().await;
    assert_eq!(got.header("access-control-allow-origin"), Some("*"));
    let exposed = got.header("access-control-expose-headers").unwrap();
    assert!(exposed.contains("etag") && exposed.contains("preference-applied"), "{exposed}");
    let small = client.request(Method::GET, "/v1/rules").header("accept-encoding", "gzip").send().await;
    assert_eq!(small.header("content-encoding"), Some("gzip"));
}

async fn the_service_says_how_it_is(setting: Setting) {
    for path in ["/healthz", "/readyz"] {
        assert_eq!(setting.client.get(path).await.expect(200), json!({"status": "ok"}));
    }
    setting.execute("delete from _sqlx_migrations").await.unwrap();
    setting.client.get("/readyz").await.problem(503, "unavailable");
}

#[test]
fn the_pattern_of_names_lets_in_what_the_service_does() {
    let document = regicide_server::api::document();
    let name = jsonschema::validator_for(&document["components"]["schemas"]["DisplayName"]).unwrap();
    let long = "x".repeat(40);
    for text in ["Ada", "Дмитрий 🃏 李", "A", "❤\u{fe0f}", "Zoë O’Neill", &long] {
        assert!(name.is_valid(&text.into()), "{text:?}");
    }
    for text in ["", " A", "A ", "A\nB", "A\n", "\u{0}", "\u{85}A", &"x".repeat(41)] {
        assert!(!name.is_valid(&text.into()), "{text:?}");
    }
}
