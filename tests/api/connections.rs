//! Clients that send too slowly, read too slowly, or come in too great numbers
//! are cut off, and others are still answered.

use std::io::{BufRead, BufReader};
use std::process::Command;
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use regicide_server::api::HttpTimeouts;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::Client;
use crate::figures::until_figure;
use crate::running::Running;
use crate::server::Setting;

crate::on_both_databases!(
    a_client_that_sends_its_headers_too_slowly_is_cut_off,
    a_client_that_sends_its_body_too_slowly_is_cut_off,
    a_connection_without_a_request_is_closed,
    a_client_that_never_reads_is_disconnected,
    connections_of_one_address_are_limited,
    connections_of_all_are_limited,
    data_that_is_not_http_is_answered_with_a_problem,
    malformed_requests_are_no_errors_of_the_service,
    a_reader_that_disconnects_frees_its_connection_at_once,
    a_half_closed_connection_gets_a_short_response,
    a_service_that_stops_does_not_wait_for_slow_clients,
);

/// No test waits longer than this for what has to happen.
const BOUND: Duration = Duration::from_mins(2);
const SHORT: Duration = Duration::from_millis(300);

/// A client that speaks bytes.
pub(crate) struct Raw(TcpStream);

impl Raw {
    pub(crate) async fn connect(client: &Client) -> Self {
        Self(TcpStream::connect(client.address()).await.unwrap())
    }

    pub(crate) async fn send(&mut self, text: &str) -> &mut Self {
        self.0.write_all(text.as_bytes()).await.unwrap();
        self
    }

    /// All that the server sends until it closes the connection.
    pub(crate) async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        // A reset is an end, too.
        let _ = timeout(BOUND, self.0.read_to_end(&mut bytes)).await.expect("the server closes it");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// One whole answer.
    async fn answer(&mut self) -> String {
        let mut text = String::new();
        while !whole(&text) {
            let mut buffer = [0; 4096];
            let read = timeout(BOUND, self.0.read(&mut buffer)).await.expect("an answer").unwrap();
            assert_ne!(read, 0, "closed after {text:?}");
            text.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
        }
        text
    }

    /// Sends one byte after the other, as slowly as the server lets it, until
    /// the server closes the connection; returns its answer.
    async fn drip(&mut self) -> String {
        let mut received = Vec::new();
        let dripping = async {
            loop {
                let _ = self.0.write_all(b"a").await;
                let mut buffer = [0; 4096];
                match timeout(Duration::from_millis(20), self.0.read(&mut buffer)).await {
                    Err(_) => {}
                    Ok(Ok(0) | Err(_)) => return,
                    Ok(Ok(read)) => received.extend_from_slice(&buffer[..read]),
                }
            }
        };
        timeout(BOUND, dripping).await.expect("the server closes it");
        String::from_utf8_lossy(&received).into_owned()
    }
}

fn whole(text: &str) -> bool {
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.map_or(0, |length| length.parse().unwrap())
}

/// The problem in an answer, which has all that an answer has to have.
#[track_caller]
fn problem(answer: &str, status: u16, code: &str) -> Value {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    for header in [
        "content-type: application/problem+json",
        "x-content-type-options: nosniff",
        "content-security-policy: ",
        "cache-control: no-store",
        "x-request-id: ",
        "date: ",
    ] {
        assert!(head.contains(header), "{header} is missing: {head}");
    }
    let problem: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
    assert_eq!((&problem["code"], &problem["status"]), (&code.into(), &status.into()));
    problem
}

fn with_timeouts(setting: &Setting, change: impl FnOnce(&mut HttpTimeouts)) -> Client {
    setting.instance_with(|config| change(&mut config.timeouts))
}

const HEALTHY: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

async fn a_client_that_sends_its_headers_too_slowly_is_cut_off(setting: Setting) {
    let client = with_timeouts(&setting, |timeouts| timeouts.head = SHORT);
    let mut raw = Raw::connect(&client).await;
    raw.send("GET /healthz HTTP/1.1\r\nx-").await;
    problem(&raw.drip().await, 408, "request_timeout");
    // The same for a second request on a connection.
    let mut raw = Raw::connect(&client).await;
    assert!(raw.send(HEALTHY).await.answer().await.starts_with("HTTP/1.1 200"));
    raw.send("GET /healthz HTTP/1.1\r\nx-").await;
    problem(&raw.drip().await, 408, "request_timeout");
    client.get("/healthz").await.expect(200);
}

async fn a_client_that_sends_its_body_too_slowly_is_cut_off(setting: Setting) {
    let client = with_timeouts(&setting, |timeouts| timeouts.body = SHORT);
    let post = "POST /v1/players HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let mut raw = Raw::connect(&client).await;
    raw.send(&format!("{post}content-length: 1000\r\n\r\n{{\"name\":\"")).await;
    let answer = raw.answer().await;
    problem(&answer, 408, "request_timeout");
    // A body that the service does not read.
    let mut raw = Raw::connect(&client).await;
    raw.send("GET /healthz HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n10000\r\n").await;
    assert!(raw.drip().await.starts_with("HTTP/1.1 200"));
    assert_eq!(client.get("/v1/games").await.expect(200)["items"], serde_json::json!([]));
}

async fn a_connection_without_a_request_is_closed(setting: Setting) {
    let client = with_timeouts(&setting, |timeouts| timeouts.idle = SHORT);
    assert_eq!(Raw::connect(&client).await.rest().await, "");
    // After an answer that is made at once, and one that waits for the database.
    for request in [HEALTHY, "GET /v1/games HTTP/1.1\r\nhost: localhost\r\n\r\n"] {
        let mut raw = Raw::connect(&client).await;
        assert!(raw.send(request).await.rest().await.starts_with("HTTP/1.1 200"), "{request}");
    }
}

const CONNECTIONS: &str = "regicide_http_connections";

async fn a_client_that_never_reads_is_disconnected(setting: Setting) {
    let (client, figures) = setting.instance_with_figures_and(|config| config.timeouts.write = SHORT);
    let mut clients = Vec::new();
    for _ in 0..3 {
        let mut raw = Raw::connect(&client).await;
        raw.send(HEALTHY).await.answer().await;
        // More than all buffers between here and there hold.
        let requests = "GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(200);
        raw.send(&requests).await;
        clients.push(raw);
    }
    until_figure(&figures, CONNECTIONS, 0).await;
    for mut raw in clients {
        assert!(raw.rest().await.len() < 200 * 100_000);
    }
}

async fn connections_of_one_address_are_limited(setting: Setting) {
    let (client, figures) = setting.instance_with_figures_and(|config| config.connections_per_address = 3);
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut raw = Raw::connect(&client).await;
        raw.send(HEALTHY).await.answer().await;
        held.push(raw);
    }
    problem(&Raw::connect(&client).await.rest().await, 429, "too_many_requests");
    assert!(figures.get("/metrics").await.text.contains("regicide_http_connections_refused_total 1"));
    held.pop();
    until_figure(&figures, CONNECTIONS, 2).await;
    let mut raw = Raw::connect(&client).await;
    assert!(raw.send(HEALTHY).await.answer().await.starts_with("HTTP/1.1 200"));
}

async fn connections_of_all_are_limited(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.connections = 1;
        config.proxies = "127.0.0.0/8".parse().unwrap();
    });
    let mut held = Raw::connect(&client).await;
    held.send(HEALTHY).await.answer().await;
    let refused = Raw::connect(&client).await.rest().await;
    assert!(refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
    problem(&refused, 503, "unavailable");
}

async fn data_that_is_not_http_is_answered_with_a_problem(Setting { client, .. }: Setting) {
    let large = format!("GET / HTTP/1.1\r\nhost: localhost\r\nx-large: {}\r\n", "x".repeat(200_000));
    for (bytes, status, code) in [
        ("nonsense\r\n\r\n", 400, "malformed_request"),
        ("GET / HTTP/1.1\r\n\r\n", 400, "malformed_request"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed_request"),
        ("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: a\r\n\r\n", 400, "malformed_request"),
        (large.as_str(), 431, "head_too_large"),
    ] {
        let mut raw = Raw::connect(&client).await;
        // The server may have closed the connection before all is sent.
        let _ = raw.0.write_all(bytes.as_bytes()).await;
        let answer = raw.answer().await;
        problem(&answer, status, code);
    }
    // After a good request on the same connection.
    let mut raw = Raw::connect(&client).await;
    let both = raw.send(&format!("{HEALTHY}nonsense\r\n\r\n")).await.rest().await;
    let (good, bad) = both.split_at(both.rfind("HTTP/1.1 4").unwrap());
    assert!(good.starts_with("HTTP/1.1 200") && good.ends_with("{\"status\":\"ok\"}"), "{good}");
    problem(bad, 400, "malformed_request");
}

async fn malformed_requests_are_no_errors_of_the_service(setting: Setting) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(["serve", "--listen", "127.0.0.1:0"]);
    command.env("DATABASE_URL", setting.url()).env("RUST_LOG", "info,regicide_server::api=debug");
    command.env("REGICIDE_LOG_CHECKPOINT_FILE", "unguarded");
    let (process, errors) = Running::start(&mut command);
    let mut lines = BufReader::new(errors).lines().map(|line| line.unwrap());
    let line = lines.find(|line| line.contains("listening")).expect("it serves");
    let (_, address) = line.split_once("address=").unwrap();
    let client = Client::new(address.split_whitespace().next().unwrap().parse().unwrap());
    let large = format!("GET / HTTP/1.1\r\nhost: localhost\r\nx-large: {}\r\n", "x".repeat(200_000));
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "x".repeat(70_000));
    let malformed: [&[u8]; 9] = [
        b"\x16\x03\x01\x00\xf8\x01\x00\x00\xf4\x03\x03 a TLS hello",
        "GET /v1/games/é HTTP/1.1\r\nhost: localhost\r\n\r\n".as_bytes(),
        "GET /v1/games HTTP/1.1\r\nhost: localhost\r\né: é\r\n\r\n".as_bytes(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/3.0\r\nhost: localhost\r\n\r\n",
        b"F@@ / HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: a\r\n\r\n",
        large.as_bytes(),
        long.as_bytes(),
    ];
    for bytes in malformed {
        let mut raw = Raw::connect(&client).await;
        // The server may have closed the connection before all is sent.
        let _ = raw.0.write_all(bytes).await;
        assert!(raw.answer().await.starts_with("HTTP/1.1 4"));
    }
    for half in [
        "GET /v1/ga",
        "POST /v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
        "POST /v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        "MADE-UP /v1/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    ] {
        let mut raw = Raw::connect(&client).await;
        raw.send(half).await.0.shutdown().await.unwrap();
        raw.rest().await;
    }
    process.terminate();
    let lines: Vec<String> = lines.collect();
    let wrong: Vec<_> = lines.iter().filter(|line| line.contains("ERROR") || line.contains("WARN")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let counted = lines.iter().filter(|line| line.contains("malformed request")).count();
    assert_eq!(counted, malformed.len(), "{lines:#?}");
    process.ended();
}

async fn a_service_that_stops_does_not_wait_for_slow_clients(setting: Setting) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--grace-seconds", "3600", "--body-seconds", "3600"]);
    command.env("DATABASE_URL", setting.url()).env("RUST_LOG", "info");
    let (process, errors) = Running::start(&mut command);
    let mut lines = BufReader::new(errors).lines().map(|line| line.unwrap());
    let line = lines.find(|line| line.contains("listening")).expect("it serves");
    let (_, address) = line.split_once("address=").unwrap();
    let client = Client::new(address.split_whitespace().next().unwrap().parse().unwrap());
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut raw = Raw::connect(&client).await;
        let head = "POST /v1/players HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n";
        raw.send(&format!("{head}content-type: application/json\r\nexpect: 100-continue\r\n\r\n")).await;
        assert!(raw.answer().await.starts_with("HTTP/1.1 100"), "the service waits for the body");
        slow.push(raw);
    }
    process.terminate();
    // Without the limit it would wait for an hour.
    for raw in &mut slow {
        raw.rest().await;
    }
    assert!(lines.any(|line| line.contains("stopped")), "it ends by itself");
    process.ended();
}

async fn a_reader_that_disconnects_frees_its_connection_at_once(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    for path in ["/v1/events", "/v1/events?wait=60&after=0"] {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n");
        for waits in [false, true] {
            let mut raw = Raw::connect(&client).await;
            raw.send(&request).await;
            if waits {
                until_figure(&figures, "regicide_event_readers", 1).await;
            }
            let begun = Instant::now();
            raw.0.shutdown().await.unwrap();
            // The connection ends, though the client has not closed its direction.
            raw.rest().await;
            assert!(begun.elapsed() < Duration::from_secs(10), "before the next keep-alive: {path}");
            until_figure(&figures, "regicide_event_readers", 0).await;
        }
    }
}

async fn a_half_closed_connection_gets_a_short_response(setting: Setting) {
    for path in ["/healthz", "/v1/games", "/v1/events?wait=0"] {
        let mut raw = Raw::connect(&setting.client).await;
        raw.send(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")).await;
        raw.0.shutdown().await.unwrap();
        let answer = raw.rest().await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
    }
}
