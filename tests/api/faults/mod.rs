//! A database that hangs, is locked, read-only or unreachable: the service
//! reports it in time, and goes on by itself when it is over.

use std::sync::Arc;
use std::time::{Duration, Instant};

use awc::http::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use regicide_server::service::runtime::Clock;
use regicide_store::{DatabaseClock, Options, Store};

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::proxy::Proxy;
use crate::server::Setting;

mod file;
mod full_disk;
mod hanging;
mod locked;
mod logged;
mod read_only;
mod reads;
mod refused;

/// Within this time every request has an answer. The service promises less,
/// but shares the machine with other tests.
const IN_TIME: Duration = Duration::from_secs(5);

/// How long the service may take to find out that the database is back.
const RECOVERY: Duration = Duration::from_mins(1);

const KEY: &str = "6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";

/// An instance with the time limits that it has by default.
async fn instance(setting: &Setting, url: &str) -> (Arc<Store>, Client) {
    let store = Arc::new(Store::connect(url, &options(setting)).await.unwrap());
    (store.clone(), setting.instance_on(store))
}

fn options(setting: &Setting) -> Options {
    let clock = setting.clock.clone();
    Options { clock: DatabaseClock::replaced(move || clock.now()), ..Options::default() }
}

/// Asserts that a request is answered in time with `unavailable`.
#[track_caller]
fn assert_away(began: Instant, answer: Answer, request: &str) {
    assert!(began.elapsed() < IN_TIME, "{request} took {:?}", began.elapsed());
    assert_eq!(answer.header("retry-after"), Some("1"), "{request}: {}", answer.text);
    answer.problem(503, "unavailable");
}

async fn is_away(client: &Client, path: &str) {
    let began = Instant::now();
    assert_away(began, client.get(path).await, path);
}

async fn takes_no_post(client: &Client, path: &str, body: &Value) {
    let began = Instant::now();
    assert_away(began, client.post(path, body).await, path);
}

/// Waits until an instance finds that the database takes writes, or does not.
async fn until_ready(client: &Client, ready: bool) {
    let began = Instant::now();
    loop {
        let answer = client.get("/readyz").await;
        if answer.status.is_success() == ready {
            return;
        }
        assert!(began.elapsed() < RECOVERY, "{}", answer.text);
    }
}

/// Creates with an idempotency key, again and again until the service is there
/// and the first request is over.
async fn create_with_key(client: &Client, body: &Value) -> Value {
    let began = Instant::now();
    loop {
        let request = client.request(Method::POST, "/v1/games").header("idempotency-key", KEY);
        let answer = request.json(body).await;
        if !matches!(answer.status.as_u16(), 409 | 503) {
            return answer.expect(201);
        }
        assert!(began.elapsed() < RECOVERY, "{}", answer.text);
    }
}
