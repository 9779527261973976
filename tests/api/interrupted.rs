//! Requests whose first attempt was interrupted, for example by a kill.

use awc::http::Method;
use chrono::TimeDelta;
use serde_json::json;

use crate::client::Answer;
use crate::server::Setting;

crate::on_both_databases!(a_key_of_an_interrupted_request_is_released_within_seconds);

const KEY: &str = "6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";

async fn a_key_of_an_interrupted_request_is_released_within_seconds(setting: Setting) {
    let create = async || -> Answer {
        let request = setting.client.request(Method::POST, "/v1/games").header("idempotency-key", KEY);
        request.json(&json!({"players": 1})).await
    };
    create().await.expect(201);
    // A killed instance leaves the claim without its answer.
    setting.execute("update idempotency set answer = null").await.unwrap();
    let running = create().await;
    let wait: i64 = running.header("retry-after").expect("the time to try again").parse().unwrap();
    assert!((1..=6).contains(&wait), "{wait}");
    running.problem(409, "idempotency_key_running");
    setting.clock.pass(TimeDelta::seconds(wait));
    let again = create().await.expect(201);
    let repeated = create().await.expect(201);
    assert_eq!(again, repeated);
}
