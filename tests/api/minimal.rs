//! The small answer to a move (`Prefer: return=minimal`).

use std::collections::BTreeSet;

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    the_small_response_has_the_effects_of_the_move_without_the_game,
    a_repeated_request_gets_the_form_that_it_prefers,
    programs_can_follow_a_game_with_small_answers,
);

/// Makes a move with a key, and with a preference if there is one.
async fn make(client: &Client, game: &str, text: &str, key: &str, preference: Option<&str>) -> Answer {
    let request = client.request(Method::POST, &format!("/v1/games/{game}/moves"));
    let request = request.header("idempotency-key", key);
    let request = match preference {
        Some(preference) => request.header("prefer", preference),
        None => request,
    };
    request.json(&json!({ "text": text })).await
}

async fn make_small(client: &Client, game: &str, text: &str, key: &str) -> Answer {
    make(client, game, text, key, Some("return=minimal")).await
}

#[track_caller]
fn is_small(answer: &Answer) -> Value {
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.text);
    assert_eq!(answer.header("preference-applied"), Some("return=minimal"));
    assert!(answer.header("vary").unwrap().contains("Prefer"));
    assert_eq!(answer.header("content-language"), None, "it has no words");
    let small = answer.json();
    assert_eq!(small["type"], "minimal");
    let fields: BTreeSet<&str> = small.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = ["type", "seq", "seat", "at", "effects", "chain", "status", "to_act"];
    assert_eq!(fields, expected.into_iter().collect());
    small
}

#[track_caller]
fn is_full(answer: &Answer) -> Value {
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.text);
    assert_eq!(answer.header("preference-applied"), None);
    assert!(answer.header("vary").unwrap().contains("Prefer"));
    assert_eq!(answer.header("content-language"), Some("en"));
    let full = answer.json();
    assert_eq!(full["type"], "made");
    full
}

/// The small response has the facts of the full one.
#[track_caller]
fn agree(small: &Value, full: &Value) {
    for field in ["seq", "seat", "at", "effects", "chain"] {
        assert_eq!(small[field], full[field], "{field}");
    }
    for field in ["chain", "status", "to_act"] {
        assert_eq!(small[field], full["game"][field], "{field}");
    }
}

async fn the_small_response_has_the_effects_of_the_move_without_the_game(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let (game, ada) = (id(&created), player(&client, &created, 0));
    let small = is_small(&make_small(&ada, game, "play 5C 5D", "one").await);
    assert_eq!(
        (&small["seq"], &small["status"], &small["to_act"]),
        (&json!(1), &json!("running"), &json!(0))
    );
    assert!(!small["effects"].as_array().unwrap().is_empty());
    let view = ada.view(game).await;
    assert_eq!(
        (&small["chain"], &small["status"], &small["to_act"]),
        (&view["chain"], &view["status"], &view["to_act"])
    );

    let refused = make_small(&ada, game, "play KS KH", "two").await;
    assert_eq!(refused.header("preference-applied"), None);
    refused.problem(422, "illegal_move");
    let last = is_small(&make_small(&ada, game, "concede", "three").await);
    assert_eq!((&last["status"], &last["to_act"]), (&json!("finished"), &Value::Null));
}

async fn a_repeated_request_gets_the_form_that_it_prefers(setting: Setting) {
    let client = setting.client.clone();
    let other = setting.another_instance().await;
    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let (game, ada) = (id(&created), player(&client, &created, 0));
    let text = &ada.view(game).await["legal_moves"][0]["text"];
    let text = text.as_str().unwrap();
    let small = is_small(&make_small(&ada, game, text, "one").await);
    for client in [&client, &other] {
        let ada = client.with_token_of(&ada);
        let full = is_full(&make(&ada, game, text, "one", None).await);
        agree(&small, &full);
        let chosen = make(&ada, game, text, "one", Some("return=representation, return=minimal")).await;
        assert_eq!(is_full(&chosen), full);
        assert_eq!(is_small(&make_small(&ada, game, text, "one").await), small);
    }
    assert_eq!(ada.view(game).await["seq"], 1);
    // A stored response stays the same when the game has gone on.
    for seat in 0..2 {
        player(&client, &created, seat).concede(game).await;
    }
    assert_eq!(is_small(&make_small(&ada, game, text, "one").await), small);
    agree(&small, &is_full(&make(&ada, game, text, "one", None).await));
}

/// Whole games: every small response has the facts of the full one.
async fn programs_can_follow_a_game_with_small_answers(Setting { client, .. }: Setting) {
    for body in [
        json!({"players": 2, "seed": "banana"}),
        json!({"kind": "regicide-tricks", "players": 2, "seed": "banana", "options": {"target": 10}}),
    ] {
        let created = client.create(&body).await;
        let game = id(&created);
        let mut to_act = created["game"]["to_act"].clone();
        let mut seq = 0;
        while let Some(seat) = to_act.as_u64() {
            let own = player(&client, &created, usize::try_from(seat).unwrap());
            let legal = own.get(&format!("/v1/games/{game}/legal-moves")).await.expect(200);
            let moves = legal["items"].as_array().unwrap();
            let text = moves[seq % moves.len()]["text"].as_str().unwrap();
            seq += 1;
            let key = format!("move-{seq}");
            let small = is_small(&make_small(&own, game, text, &key).await);
            assert_eq!(small["seq"], seq);
            agree(&small, &is_full(&make(&own, game, text, &key, None).await));
            to_act = small["to_act"].clone();
            assert_eq!(small["status"] == "running", !to_act.is_null());
        }
        let view = client.view(game).await;
        assert_eq!((&view["status"], &view["seq"]), (&json!("finished"), &json!(seq)));
    }
}
