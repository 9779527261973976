//! Taking back the last move of a private solo game.

use serde_json::{Value, json};

use crate::audited::audit;
use crate::client::Client;
use crate::games::{id, player};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    a_move_that_showed_nothing_is_taken_back,
    a_move_that_showed_a_card_stays,
    only_private_solo_games_take_moves_back,
    a_player_keeps_the_seat,
);

fn setup() -> Value {
    json!({"players": 1, "visibility": "private", "options": {"solo_yield": "once"}})
}

async fn undo(seat: &Client, game: &str) -> Value {
    seat.post(&format!("/v1/games/{game}/undo"), &json!({})).await.expect(201)
}

async fn a_move_that_showed_nothing_is_taken_back(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&setup()).await;
    let (first, seat) = (id(&created), player(client, &created, 0));
    let before = seat.view(first).await;
    assert_eq!(before["can_undo"], false, "there is no move yet");
    let made = seat.make(first, "yield").await.expect(201);
    assert_eq!(made["game"]["can_undo"], true);
    assert_eq!(
        client.with_token(created["spectator_code"].as_str().unwrap()).view(first).await["can_undo"],
        false
    );

    let undone = undo(&seat, first).await;
    let (second, again) = (id(&undone), player(client, &undone, 0));
    let view = again.view(second).await;
    assert_eq!(view["table"], before["table"]);
    assert_eq!(view["legal_moves"], before["legal_moves"]);
    assert_eq!(view["forked_from"], json!({"game_id": first, "seq": 0}));
    assert_eq!((&view["visibility"], &view["commitment"]), (&json!("private"), &before["commitment"]));
    assert_eq!((&view["seed_by"], &view["revealed"]), (&json!("service"), &Value::Null));

    let left = seat.view(first).await;
    assert_eq!((&left["status"], &left["revealed"]), (&json!("cancelled"), &Value::Null));
    let log = seat.get(&format!("/v1/games/{first}/moves")).await.expect(200);
    assert_eq!(log["items"][0]["text"], "yield", "the log keeps what was played");
    seat.make(first, "yield").await.problem(409, "game_over");
    seat.post(&format!("/v1/games/{first}/undo"), &json!({})).await.problem(409, "game_over");
    again.post(&format!("/v1/games/{second}/undo"), &json!({})).await.problem(409, "cannot_undo");
    again.make(second, "yield").await.expect(201);
    assert_eq!(again.view(second).await["can_undo"], true);
    assert_eq!(audit(&setting).status.code(), Some(0), "the new game's seed is still the service's");
}

/// Draws with diamonds, or plays until the enemy changes.
async fn a_move_that_showed_a_card_stays(setting: Setting) {
    let client = &setting.client;
    let mut tried = 0;
    for number in 0..40 {
        let mut setup = setup();
        setup["seed"] = json!(format!("undo-{number}"));
        let created = client.create(&setup).await;
        let (game, seat) = (id(&created), player(client, &created, 0));
        let view = seat.view(game).await;
        let legal = view["legal_moves"].as_array().unwrap();
        let Some(drawing) = legal.iter().find(|legal| legal["forecast"]["drawn"].as_u64() > Some(0)) else {
            continue;
        };
        let made = seat.make(game, drawing["text"].as_str().unwrap()).await.expect(201);
        if made["game"]["status"] != "running" {
            continue;
        }
        tried += 1;
        assert_eq!(made["game"]["can_undo"], false);
        seat.post(&format!("/v1/games/{game}/undo"), &json!({})).await.problem(409, "cannot_undo");
        // Read anew, it is the same.
        let other = setting.another_instance().await;
        assert_eq!(player(&other, &created, 0).view(game).await["can_undo"], false);
        if tried == 2 {
            return;
        }
    }
    panic!("no deal draws");
}

async fn only_private_solo_games_take_moves_back(setting: Setting) {
    let client = &setting.client;
    for (field, value) in
        [("visibility", json!("public")), ("visibility", json!("unlisted")), ("players", json!(2))]
    {
        let mut setup = setup();
        setup[field] = value;
        if field == "players" {
            setup["options"] = json!({});
        }
        let created = client.create(&setup).await;
        let (game, seat) = (id(&created), player(client, &created, 0));
        let made = seat.make(game, "yield").await.expect(201);
        assert_eq!(made["game"]["can_undo"], false, "{field}");
        seat.post(&format!("/v1/games/{game}/undo"), &json!({})).await.problem(409, "cannot_undo");
    }
}

async fn a_player_keeps_the_seat(setting: Setting) {
    let (profile, ada) = come(&setting.client, "Ada").await;
    let created = ada.create(&setup()).await;
    ada.make(id(&created), "yield").await.expect(201);
    let undone = undo(&ada, id(&created)).await;
    let seat = &undone["game"]["seats"][0];
    assert_eq!((&seat["player_id"], &seat["name"]), (&profile["id"], &json!("Ada")));
    ada.make(id(&undone), "yield").await.expect(201);
    let stats = ada.get(&format!("/v1/players/{}", seat["player_id"].as_str().unwrap())).await.expect(200);
    assert_eq!(stats["game_stats"], json!([]));
}
