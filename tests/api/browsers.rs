//! Security headers, compressed bodies and labels of metrics.

use actix_web::rt::net::TcpStream;
use awc::http::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::client::{Answer, Client};
use crate::server::Setting;

crate::on_both_databases!(
    every_answer_has_security_headers,
    a_refused_preflight_has_a_reason,
    a_local_service_allows_local_origins_and_configured_ones,
    a_local_service_refuses_foreign_hosts,
    metrics_are_refused_for_foreign_hosts,
    compressed_bodies_are_refused,
    labels_of_metrics_come_from_closed_sets,
);

#[track_caller]
fn policy(answer: &Answer) -> &str {
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("x-frame-options"), Some("DENY"));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    policy
}

async fn every_answer_has_security_headers(Setting { client, .. }: Setting) {
    for path in ["/v1/games", "/v1/rules", "/nonsense", "/healthz", "/openapi.json", "/v1/games/1"] {
        assert!(!policy(&client.get(path).await).contains("'self'"), "{path}");
    }
    policy(&client.delete("/v1/rules").await);
    policy(&client.post("/v1/games", &json!({"players": 9})).await);
    policy(&client.post("/v1/games", &json!({"players": 1})).await);
    let preflight = client.request(Method::OPTIONS, "/v1/games").header("origin", "https://front.example");
    policy(&preflight.header("access-control-request-method", "POST").send().await);
    for path in ["/docs/api/", "/docs/api/swagger-ui-bundle.js"] {
        let answer = client.get(path).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}");
        let policy = policy(&answer);
        assert!(policy.contains("script-src 'self';"), "{policy}");
        // The pages comply with their policy: they have no inline scripts.
        let inline = answer.text.split("<script").skip(1).filter(|script| !script.contains("src=\""));
        assert!(path.contains("bundle") || inline.count() == 0, "{path}");
    }
}

async fn a_refused_preflight_has_a_reason(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowed_origins = vec!["https://front.example".to_owned()];
    });
    let preflight = async |origin: &str, method: &str, language: &str| {
        let request = client.request(Method::OPTIONS, "/v1/games").header("origin", origin);
        let request =
            request.header("access-control-request-method", method).header("accept-language", language);
        request.send().await
    };
    let allowed = preflight("https://front.example", "POST", "en").await;
    assert_eq!(allowed.status.as_u16(), 200);
    assert_eq!(allowed.header("access-control-allow-origin"), Some("https://front.example"));
    for (origin, method) in [("https://elsewhere.example", "POST"), ("https://front.example", "TRACE")] {
        let refused = preflight(origin, method, "es").await;
        assert_eq!(refused.header("access-control-allow-origin"), None);
        assert_eq!(refused.header("content-language"), Some("es"));
        let problem = refused.problem(403, "cors_refused");
        assert!(problem["cause"].is_string(), "{problem}");
    }
}

async fn a_local_service_allows_local_origins_and_configured_ones(setting: Setting) {
    let send = async |client: &Client, method: Method, origin: &str| {
        let request = client.request(method, "/v1/games").header("origin", origin);
        request.header("access-control-request-method", "POST").send().await
    };
    // The public URL is that of the tests.
    let own =
        ["http://localhost:5173", "http://127.0.0.1:1", "https://[::1]:8443", "https://regicide.example"];
    let foreign = ["https://elsewhere.example", "null", "https://localhost.elsewhere.example", "localhost"];
    let named = setting.instance_with(|config| {
        config.allowed_origins = vec!["https://front.example".to_owned()];
    });
    for (client, more) in [(&setting.client, None), (&named, Some("https://front.example"))] {
        for method in [Method::OPTIONS, Method::GET] {
            for origin in own.into_iter().chain(more) {
                let answer = send(client, method.clone(), origin).await;
                assert_eq!(answer.status.as_u16(), 200, "{origin}: {}", answer.text);
                assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
                assert!(answer.header("vary").unwrap().contains("Origin"));
            }
            for origin in foreign {
                let refused = send(client, method.clone(), origin).await;
                assert_eq!(refused.header("access-control-allow-origin"), None, "{origin}");
                refused.problem(403, "cors_refused");
            }
        }
    }
    // A refused request does not use up a budget.
    let games = async || setting.client.get("/v1/games").await.expect(200)["items"].as_array().unwrap().len();
    let before = games().await;
    let create = setting.client.request(Method::POST, "/v1/games").header("origin", foreign[0]);
    create.json(&json!({"players": 1})).await.problem(403, "cors_refused");
    assert_eq!(games().await, before);
    let all = setting.instance_with(|config| config.allowed_origins = vec!["*".to_owned()]);
    let answer = send(&all, Method::GET, foreign[0]).await;
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
}

/// The server's response to raw bytes.
async fn answer_to(client: &Client, bytes: &str) -> String {
    let mut stream = TcpStream::connect(client.address()).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

async fn a_local_service_refuses_foreign_hosts(Setting { client, .. }: Setting) {
    let close = "Connection: close\r\n\r\n";
    for (head, is_answered) in [
        ("GET /v1/games HTTP/1.1\r\nHost: localhost:8080\r\n", true),
        ("GET /v1/games HTTP/1.1\r\nHost: LocalHost.\r\n", true),
        ("GET /v1/games HTTP/1.1\r\nHost: [::1]:8080\r\n", true),
        ("GET /v1/games HTTP/1.1\r\nHost: Regicide.example\r\n", true),
        ("GET http://localhost/v1/games HTTP/1.1\r\nHost: elsewhere.example\r\n", true),
        ("GET /v1/games HTTP/1.0\r\n", true),
        ("GET /v1/games HTTP/1.1\r\nHost: elsewhere.example\r\n", false),
        ("GET /v1/games HTTP/1.1\r\nHost: elsewhere.example:8080\r\nX-Forwarded-Host: localhost\r\n", false),
        ("GET /v1/games HTTP/1.1\r\nHost: elsewhere.example\r\nForwarded: host=localhost\r\n", false),
        ("GET /v1/games HTTP/1.1\r\nHost:\r\n", false),
        ("GET http://elsewhere.example/v1/games HTTP/1.1\r\nHost: localhost\r\n", false),
        ("GET /v1/games HTTP/1.0\r\nHost: elsewhere.example\r\n", false),
        ("GET / HTTP/1.1\r\nHost: elsewhere.example\r\n", false),
        ("GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\n", false),
        ("GET /docs/ HTTP/1.1\r\nHost: elsewhere.example\r\n", false),
        ("GET /nonsense HTTP/1.1\r\nHost: elsewhere.example\r\n", false),
        ("OPTIONS /v1/games HTTP/1.1\r\nHost: elsewhere.example\r\n", false),
        ("OPTIONS * HTTP/1.1\r\nHost: elsewhere.example\r\n", false),
    ] {
        let answer = answer_to(&client, &format!("{head}{close}")).await;
        let status = answer.split(' ').nth(1).unwrap();
        assert_eq!(status, if is_answered { "200" } else { "421" }, "{head}\n{answer}");
        let is_problem =
            answer.contains("application/problem+json") && answer.contains("misdirected_request");
        assert_eq!(is_problem, !is_answered, "{answer}");
    }
    let two = "GET /v1/games HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.example\r\n";
    assert!(answer_to(&client, &format!("{two}{close}")).await.contains("malformed_request"));
    let spanish = "GET /v1/games HTTP/1.1\r\nHost: elsewhere.example\r\nAccept-Language: es\r\n";
    assert!(answer_to(&client, &format!("{spanish}{close}")).await.contains("no responde por"));
}

async fn metrics_are_refused_for_foreign_hosts(setting: Setting) {
    let (_, figures) = setting.instance_with_figures();
    let head = |host: &str| format!("GET /metrics HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert!(answer_to(&figures, &head("localhost:9090")).await.contains("regicide_http_connections"));
    let refused = answer_to(&figures, &head("elsewhere.example")).await;
    assert!(refused.starts_with("HTTP/1.1 421") && !refused.contains("regicide_http"), "{refused}");
}

async fn compressed_bodies_are_refused(Setting { client, .. }: Setting) {
    // `{"name":"Ada"}`, compressed by gzip.
    let gzip = "1f8b08000000000002ffab56ca4bcc4d55b25272 4c4954aa0500 d06ea1550e000000".replace(' ', "");
    let bytes: Vec<u8> =
        (0..gzip.len()).step_by(2).map(|at| u8::from_str_radix(&gzip[at..at + 2], 16).unwrap()).collect();
    for coding in ["gzip", "br", "deflate", "zstd", "identity, gzip", "x-unknown"] {
        for path in ["/v1/players", "/v1/records", "/v1/verification", "/v1/games/1/moves"] {
            let request = client.request(Method::POST, path).header("content-encoding", coding);
            let refused = request.bytes("application/json", bytes.clone()).await;
            assert_eq!(refused.header("accept-encoding"), Some("identity"));
            let problem = refused.problem(415, "unsupported_media_type");
            assert_eq!(problem["field"], "Content-Encoding");
        }
    }
    let plain = client.request(Method::POST, "/v1/players").header("content-encoding", "identity");
    plain.json(&json!({"name": "Ada"})).await.expect(201);
}

async fn labels_of_metrics_come_from_closed_sets(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    for number in 0..50 {
        let method = Method::from_bytes(format!("MADE-UP-{number}").as_bytes()).unwrap();
        client.request(method, "/v1/games").send().await.problem(405, "method_not_allowed");
        client.get(&format!("/made-up/{number}")).await.problem(404, "no_such_path");
    }
    client.request(Method::HEAD, "/healthz").send().await;
    let text = figures.get("/metrics").await.text;
    assert!(!text.to_lowercase().contains("made-up"), "{text}");
    let counted = text.lines().filter(|line| line.starts_with("regicide_http_requests_total")).count();
    assert_eq!(counted, 3, "{text}");
    let counted = "regicide_http_requests_total{method=\"other\",route=\"/v1/games\",status=\"405\"} 50";
    assert!(text.contains(counted) && text.contains("method=\"HEAD\""), "{text}");
}
