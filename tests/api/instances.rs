//! Two instances over one database: a cached state is never used after the other instance
//! has changed it.

use awc::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::games::{id, player};
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    a_move_made_elsewhere_is_seen,
    a_seat_taken_elsewhere_is_seen,
    a_token_revoked_elsewhere_is_refused,
    a_game_cancelled_elsewhere_refuses_moves,
    a_game_that_ended_elsewhere_refuses_moves_and_shows_its_cards,
);

async fn with_key(client: &Client, game: &str, body: &Value) -> (StatusCode, Value) {
    let request = client.request(Method::POST, &format!("/v1/games/{game}/moves"));
    let answer = request.header("idempotency-key", "the key").json(body).await;
    (answer.status, answer.json())
}

async fn a_move_made_elsewhere_is_seen(setting: Setting) {
    let other = setting.another_instance().await;
    let created = setting.client.create(&json!({"players": 2, "seed": "banana"})).await;
    let game = id(&created);
    let here = [0, 1].map(|seat| player(&setting.client, &created, seat));
    let there = [0, 1].map(|seat| player(&other, &created, seat));
    assert_eq!(there[1].view(game).await["seq"], 0);
    let (made, first) = with_key(&here[0], game, &json!({"text": "yield"})).await;
    assert_eq!((made, &first["seq"]), (StatusCode::CREATED, &json!(1)));

    // The other instance still keeps the game without a move.
    let (again, same) = with_key(&there[0], game, &json!({"text": "yield"})).await;
    assert_eq!(
        (again, &same["chain"]),
        (StatusCode::CREATED, &first["chain"]),
        "the key is known everywhere"
    );
    let (other_move, _) = with_key(&there[0], game, &json!({"text": "concede"})).await;
    assert_eq!(other_move, StatusCode::UNPROCESSABLE_ENTITY);
    let view = there[1].view(game).await;
    assert_eq!((&view["seq"], &view["chain"]), (&json!(1), &first["chain"]));

    // A move that is illegal in the cached position is validated in the current one.
    let mv = there[0].view(game).await["legal_moves"][0]["text"].clone();
    let second = there[0].make(game, mv).await.expect(201);
    assert_eq!(second["seq"], 2);
    let problem = here[1].make(game, "flip").await.problem(422, "illegal_move");
    assert_eq!(problem["seq"], 2);
    assert_eq!(here[0].view(game).await["chain"], second["chain"]);
}

async fn a_seat_taken_elsewhere_is_seen(setting: Setting) {
    let other = setting.another_instance().await;
    let created = setting.client.create(&json!({"players": 2, "open_seats": 1, "seed": "banana"})).await;
    let game = id(&created);
    let ada = player(&setting.client, &created, 0);
    ada.make(game, "yield").await.problem(409, "game_not_begun");
    let joined = other.post(&format!("/v1/games/{game}/seats"), &json!({"name": "Ben"})).await.expect(201);
    assert_eq!(ada.view(game).await["seats"][1]["name"], "Ben");
    ada.make(game, "yield").await.expect(201);
    let ben = setting.client.with_token(joined["token"].as_str().unwrap());
    assert_eq!(ben.view(game).await["seat"], 1);
}

async fn a_token_revoked_elsewhere_is_refused(setting: Setting) {
    let other = setting.another_instance().await;
    let created = setting.client.create(&json!({"players": 2, "open_seats": 1, "seed": "banana"})).await;
    let game = id(&created);
    let seats = format!("/v1/games/{game}/seats");
    let joined = setting.client.post(&seats, &json!({})).await.expect(201);
    let old = setting.client.with_token(joined["token"].as_str().unwrap());
    assert_eq!(old.view(game).await["seat"], 1);
    let revoke = json!({"type": "revoke_seat_token", "game_id": game, "seat": 1});
    other.with_token(OPERATOR).post("/v1/admin/actions", &revoke).await.expect(201);

    player(&setting.client, &created, 0).make(game, "yield").await.expect(201);
    old.make(game, "yield").await.problem(401, "token_unknown");
    old.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
}

async fn a_game_cancelled_elsewhere_refuses_moves(setting: Setting) {
    let other = setting.another_instance().await;
    let created = setting.client.create(&json!({"players": 2, "open_seats": 1})).await;
    let game = id(&created);
    let ada = player(&setting.client, &created, 0);
    assert_eq!(ada.view(game).await["status"], "waiting");
    other.with_token_of(&ada).delete(&format!("/v1/games/{game}")).await.expect(200);
    ada.make(game, "yield").await.problem(409, "game_over");
    assert_eq!(ada.view(game).await["status"], "cancelled");
    setting.client.post(&format!("/v1/games/{game}/seats"), &json!({})).await.problem(409, "game_over");
}

async fn a_game_that_ended_elsewhere_refuses_moves_and_shows_its_cards(setting: Setting) {
    let other = setting.another_instance().await;
    let created = setting.client.create(&json!({"players": 1})).await;
    let game = id(&created);
    let ada = player(&setting.client, &created, 0);
    let mv = ada.view(game).await["legal_moves"][0]["text"].clone();
    ada.make(game, mv.clone()).await.expect(201);
    assert_eq!(setting.client.view(game).await["revealed"], Value::Null);
    player(&other, &created, 0).concede(game).await.expect(201);
    ada.make(game, mv).await.problem(409, "game_over");
    let view = setting.client.view(game).await;
    assert_eq!((&view["status"], view["revealed"].is_object()), (&json!("finished"), true));
}
