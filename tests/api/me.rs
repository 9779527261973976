//! `GET /v1/me`: the holder of a token.

use regicide_server::service::settings::WebhookReceivers;
use serde_json::{Value, json};

use crate::client::Client;
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    players_and_the_operator_have_permissions,
    a_seat_has_those_of_its_game,
    a_void_token_has_no_holder,
    spectators_of_a_private_game_have_one_permission,
);

async fn me(client: &Client) -> Value {
    client.get("/v1/me").await.expect(200)
}

async fn players_and_the_operator_have_permissions(setting: Setting) {
    let sending = setting.instance_with(|config| config.settings.webhooks = WebhookReceivers::Any);
    let (ada, as_ada) = come(&setting.client, "Ada").await;
    for (client, webhooks) in [(&setting.client, [].as_slice()), (&sending, &["manage_webhooks"])] {
        let of_player = [&["attempt_challenges", "create_challenges"], webhooks].concat();
        let of_operator = [&["run_admin_actions", "create_challenges"], webhooks].concat();
        assert_eq!(
            me(&client.with_token_of(&as_ada)).await,
            json!({"type": "player", "player": ada, "may": of_player})
        );
        let operator = client.with_token(OPERATOR);
        assert_eq!(me(&operator).await, json!({"type": "operator", "may": of_operator}));
        client.get("/v1/me").await.problem(401, "token_missing");
        client.with_token("wrong").get("/v1/me").await.problem(401, "token_unknown");
    }
}

async fn a_seat_has_those_of_its_game(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    for body in [
        json!({"players": 4, "bots": ["novice"], "open_seats": 1}),
        json!({"kind": "regicide-tricks", "players": 4, "bots": ["novice"], "open_seats": 1}),
    ] {
        let created = client.create(&body).await;
        let [owner, second] = [0, 1].map(|place| player(client, &created, place));
        let expect = async |seat: &Client, number: u8, may: &[&str]| {
            for client in [client, &other] {
                let expected = json!({"type": "seat", "game_id": id(&created), "seat": number, "may": may});
                assert_eq!(me(&client.with_token_of(seat)).await, expected);
            }
        };
        expect(&owner, 1, &["read_game", "play", "manage_seats"]).await;
        expect(&second, 2, &["read_game", "play"]).await;
        let seats = format!("/v1/games/{}/seats", id(&created));
        client.post(&seats, &json!({})).await.expect(201);
        expect(&owner, 1, &["read_game", "play"]).await;
    }
    let created = client.create(&json!({"players": 1})).await;
    let alone = player(client, &created, 0);
    alone.concede(id(&created)).await.expect(201);
    assert_eq!(me(&alone).await["may"], json!(["read_game"]));
    let rematch = alone.post(&format!("/v1/games/{}/rematches", id(&created)), &json!({})).await.expect(201);
    let again = client.with_token(rematch["token"].as_str().unwrap());
    assert_eq!(me(&again).await["game_id"], id(&rematch));
}

async fn a_void_token_has_no_holder(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    as_ada.post(&format!("{}/token", path(&ada)), &json!({})).await.expect(201);
    let (ben, as_ben) = come(client, "Ben").await;
    as_ben.delete(&path(&ben)).await.expect(200);
    let created = client.create(&json!({"players": 3, "open_seats": 1})).await;
    let freed = player(client, &created, 1);
    assert_eq!(me(&freed).await["seat"], 1);
    freed.delete(&format!("/v1/games/{}/seats/1", id(&created))).await.expect(200);
    for client in [as_ada, as_ben, freed] {
        client.get("/v1/me").await.problem(401, "token_unknown");
    }
}

async fn spectators_of_a_private_game_have_one_permission(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 2, "visibility": "private"})).await;
    let code = client.with_token(created["spectator_code"].as_str().unwrap());
    let expected = json!({"type": "spectator", "game_id": id(&created), "may": ["read_game"]});
    assert_eq!(me(&code).await, expected);
    let answer = code.get("/v1/me").await;
    let tag = answer.header("etag").unwrap();
    let known = code.request(awc::http::Method::GET, "/v1/me").header("if-none-match", tag).send().await;
    assert_eq!(known.status.as_u16(), 304);
}
