//! A panic costs one request or one step of a task: its service goes on.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::Client;
use crate::games::id;
use crate::players::come;
use crate::process::Process;
use crate::server::Setting;

crate::on_both_databases!(every_service_goes_on_after_a_panic);

/// How long a service may take to go on.
const PATIENCE: Duration = Duration::from_mins(2);

/// Every task that is started with an instance, or for a request.
const TASKS: [&str; 7] = ["request", "batch", "bots", "webhooks", "transparency log", "followed game", "job"];

/// Repeats a request until its response is as it should be.
async fn until(client: &Client, path: &str, is_so: impl Fn(&Value) -> bool) {
    let wait = async {
        loop {
            let answer = client.get(path).await;
            if answer.status.is_success() && is_so(&answer.json()) {
                return;
            }
        }
    };
    assert!(timeout(PATIENCE, wait).await.is_ok(), "{path} is never as it should be");
}

/// How often a task has panicked.
async fn panics(figures: &Client, task: &str) -> Option<u64> {
    let text = figures.get("/metrics").await.text;
    let series = format!("regicide_panics_total{{task=\"{task}\"}} ");
    text.lines().find_map(|line| line.strip_prefix(&series)?.parse().ok())
}

async fn every_service_goes_on_after_a_panic(setting: Setting) {
    let is_postgres = setting.url().starts_with("postgres");
    let mut tasks = TASKS.to_vec();
    tasks.extend(is_postgres.then_some("listener"));
    let ordered = tasks.join(",");
    let settings = [
        ("REGICIDE_TEST_PANICS", ordered.as_str()),
        ("REGICIDE_BOT_PAUSE_MS", "0"),
        // Nothing but the panics is to fail, also on a busy machine.
        ("REGICIDE_DATABASE_TIMEOUT_MS", "30000"),
        ("REGICIDE_WEBHOOKS", "any"),
        ("REGICIDE_LOG_INTERVAL_SECONDS", "1"),
    ];
    let (process, client, figures) = Process::start_with(setting.url(), &settings);
    client.get("/v1/rules").await.problem(500, "internal");
    client.get("/v1/rules").await.expect(200);

    let (_, ada) = come(&client, "Ada").await;
    let created = ada.create(&json!({"players": 2, "bots": ["novice", null]})).await;
    let game = format!("/v1/games/{}", id(&created));
    // The first batch panics, with the bot's move or with a read; the next is carried out.
    until(&ada, &game, |view| view["to_act"] == 1).await;
    ada.request(awc::http::Method::GET, &format!("{game}/events"))
        .header("accept", "application/json")
        .send()
        .await
        .expect(200);
    ada.concede(id(&created)).await.expect(201);
    until(&client, "/v1/log", |log| !log["signed_at"].is_null()).await;
    ada.post("/v1/webhooks", &json!({"url": "http://127.0.0.1:9/", "events": ["turn"]})).await.expect(201);
    // The first job panics, and the next request begins it again.
    until(&client, "/v1/daily?coming_days=1", |daily| !daily["upcoming"].as_array().unwrap().is_empty())
        .await;

    for task in tasks {
        assert_eq!(panics(&figures, task).await, Some(1), "{task}");
        process.until_logged(&format!("as ordered in {task}")).await;
    }
}
