//! Postgres hangs: it answers nothing, and executes statements later.

use futures_util::future::join_all;
use regicide_store::PoolMode;
use uuid::Uuid;

use super::*;

/// How many rows fulfil a condition.
async fn count(setting: &Setting, rows: &str) -> i64 {
    let mut connection = PgConnection::connect(setting.url()).await.unwrap();
    let count = AssertSqlSafe(format!("select count(*) from {rows}"));
    sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
}

/// How many requests come at once: more than the instance has connections.
const CROWD: usize = 40;

async fn every_request_is_answered_in_time(mode: PoolMode) {
    let setting = Setting::on_one_server().await;
    let proxy = Proxy::new(setting.url()).await;
    let options = Options { pool_mode: mode, ..options(&setting) };
    let store = Arc::new(Store::connect(&proxy.url(setting.url()), &options).await.unwrap());
    let client = setting.instance_on(store);
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let ada = player(&client, &created, 0);
    let game = format!("/v1/games/{}", id(&created));
    client.get("/readyz").await.expect(200);

    let asked_first: Uuid = id(&created).parse().unwrap();
    proxy.fall_silent_at(*asked_first.as_bytes());
    is_away(&ada, &game).await;
    assert!(proxy.is_silent(), "the statement that reads the game was sent");
    for path in ["/readyz", &game, "/v1/games", "/v1/records", &format!("/v1/players/{KEY}")] {
        is_away(&ada, path).await;
    }
    takes_no_post(&ada, &format!("{game}/moves"), &json!({"text": "play 5C"})).await;
    takes_no_post(&client, "/v1/players", &json!({"name": "Ada"})).await;
    let body = json!({"players": 1});
    join_all((0..CROWD).map(|_| takes_no_post(&client, "/v1/games", &body))).await;
    client.get("/healthz").await.expect(200);

    proxy.resume();
    until_ready(&client, true).await;
    client.view(id(&created)).await;
    ada.make(id(&created), "play 5C").await.expect(201);
    assert_eq!(count(&setting, "moves").await, 1);
}

#[actix_web::test]
async fn postgres_every_request_is_answered_in_time_while_the_database_hangs() {
    every_request_is_answered_in_time(PoolMode::Session).await;
}

#[actix_web::test]
async fn pooled_every_request_is_answered_in_time_while_the_database_hangs() {
    every_request_is_answered_in_time(PoolMode::Transaction).await;
}

#[actix_web::test]
async fn postgres_a_creation_that_got_no_answer_is_made_once() {
    let setting = Setting::on_one_server().await;
    let proxy = Proxy::new(setting.url()).await;
    let (store, client) = instance(&setting, &proxy.url(setting.url())).await;
    client.create(&json!({"players": 1})).await;

    let body = json!({"players": 1, "seed": "this-game-hangs"});
    proxy.fall_silent_at("this-game-hangs");
    let request = client.request(Method::POST, "/v1/games").header("idempotency-key", KEY);
    let began = Instant::now();
    assert_away(began, request.json(&body).await, "a creation");
    assert!(proxy.is_silent(), "the statement that stores the game was sent");

    proxy.resume();
    let created = create_with_key(&client, &body).await;
    store.close().await;
    proxy.drained().await;
    assert_eq!(count(&setting, "games where seed = 'this-game-hangs'").await, 1);
    setting.client.view(id(&created)).await;
}

#[actix_web::test]
async fn postgres_a_creation_without_a_key_is_not_made_later() {
    let setting = Setting::on_one_server().await;
    let proxy = Proxy::new(setting.url()).await;
    let (store, client) = instance(&setting, &proxy.url(setting.url())).await;
    client.create(&json!({"players": 1})).await;
    proxy.fall_silent_at("this-game-hangs");
    takes_no_post(&client, "/v1/games", &json!({"players": 1, "seed": "this-game-hangs"})).await;
    assert!(proxy.is_silent(), "the statement that stores the game was sent");
    proxy.resume();
    until_ready(&client, true).await;
    store.close().await;
    proxy.drained().await;
    assert_eq!(count(&setting, "games where seed = 'this-game-hangs'").await, 0);
}

#[actix_web::test]
async fn postgres_a_move_that_got_no_answer_is_made_once() {
    let setting = Setting::on_one_server().await;
    let proxy = Proxy::new(setting.url()).await;
    let (store, client) = instance(&setting, &proxy.url(setting.url())).await;
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let ada = player(&client, &created, 0);
    let path = format!("/v1/games/{}/moves", id(&created));
    let make = async || {
        let request = ada.request(Method::POST, &path).header("idempotency-key", KEY);
        request.json(&json!({"text": "play 5C 5D"})).await
    };

    proxy.fall_silent_at("play 5C 5D");
    let began = Instant::now();
    assert_away(began, make().await, "a move");
    assert!(proxy.is_silent(), "the statement that stores the move was sent");

    proxy.resume();
    until_ready(&client, true).await;
    let made = make().await.expect(201);
    store.close().await;
    proxy.drained().await;
    assert_eq!((&made["seq"], count(&setting, "moves").await), (&json!(1), 1));
}
