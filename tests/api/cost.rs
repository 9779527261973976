//! What requests cost the database, and what they answer without it.

use awc::http::Method;
use serde_json::json;

use crate::client::Client;
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    a_move_in_a_cached_game_is_one_write_and_in_another_a_read_more,
    without_the_database_the_service_asks_to_try_again,
    figures_are_served_on_an_address_of_their_own,
);

async fn a_move_in_a_cached_game_is_one_write_and_in_another_a_read_more(setting: Setting) {
    let client = setting.client.clone();
    let mut known = setting.store.transactions();
    let mut asked = || {
        let before = std::mem::replace(&mut known, setting.store.transactions());
        known - before
    };
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    assert_eq!(asked(), 1);
    let path = format!("/v1/games/{}/moves", id(&created));
    let make = async |client: &Client, mv: &str, seq: u32| {
        let ada = player(client, &created, 0);
        let request = ada.request(Method::POST, &path).header("idempotency-key", mv);
        request.json(&json!({"text": mv, "expected_seq": seq})).await.status.as_u16()
    };
    assert_eq!((make(&client, "play 5C 5D", 0).await, asked()), (201, 1));
    assert_eq!((make(&client, "play 5C 5D", 0).await, asked()), (201, 1), "a repeat writes nothing");
    assert_eq!((make(&client, "play 2D", 0).await, asked()), (409, 1));
    client.view(id(&created)).await;
    assert_eq!(asked(), 1);

    let other = setting.instance_on(setting.store.clone());
    assert_eq!((make(&other, "concede", 1).await, asked()), (201, 2), "it has never met the game");
    assert_eq!((make(&client, "play 2D", 1).await, asked()), (409, 2), "its cache is refuted");
    let player = client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    let open = client.create(&json!({"players": 1, "open_seats": 1, "seed": "banana"})).await;
    let ada = client.with_token(player["token"].as_str().unwrap());
    ada.post(&format!("/v1/games/{}/seats", id(&open)), &json!({})).await.expect(201);
    asked();
    ada.view(id(&open)).await;
    asked();
    ada.make(id(&open), "play 2D").await.expect(201);
    assert_eq!(asked(), 1, "a player's token needs no read of the player");
    client.view(id(&created)).await;
    assert_eq!(asked(), 1);
}

async fn without_the_database_the_service_asks_to_try_again(setting: Setting) {
    let client = setting.client.clone();
    let created = client.create(&json!({"players": 1})).await;
    setting.store.close().await;
    let path = format!("/v1/games/{}", id(&created));
    for path in [path.as_str(), "/v1/games", "/v1/records", "/readyz"] {
        let away = client.get(path).await;
        assert_eq!(away.header("retry-after"), Some("1"), "{path}");
        away.problem(503, "unavailable");
    }
    client.post("/v1/games", &json!({"players": 1})).await.problem(503, "unavailable");
    client.get("/healthz").await.expect(200);
    client.get("/v1/rules").await.expect(200);
}

async fn figures_are_served_on_an_address_of_their_own(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    let created = client.create(&json!({"players": 1})).await;
    let ada = player(&client, &created, 0);
    for _ in 0..2 {
        let path = format!("/v1/games/{}/moves", id(&created));
        let request = ada.request(Method::POST, &path).header("idempotency-key", "once");
        request.json(&json!({"text": "concede"})).await.expect(201);
    }
    client.get("/metrics").await.problem(404, "no_such_path");
    let text = figures.get("/metrics").await.text;
    assert!(
        text.contains("regicide_games_created_total 1") && text.contains("regicide_moves_total 1"),
        "{text}"
    );
    // Both requests were answered, and one of them has made the move.
    let counted =
        "regicide_http_requests_total{method=\"POST\",route=\"/v1/games/{id}/moves\",status=\"201\"} 2";
    assert!(text.contains(counted), "{text}");
}
