//! Private notes on finished games.

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::day::{begin, today};
use crate::games::{id, player};
use crate::players::{come, path as path_of};
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    notes_are_their_players_alone,
    invalid_notes_are_refused,
    notes_wait_for_the_end_of_the_game,
    notes_on_a_private_game_are_for_its_players,
    the_number_of_noted_games_is_limited,
);

fn path(game: &str) -> String {
    format!("/v1/games/{game}/notes")
}

async fn put(client: &Client, game: &str, items: Value) -> Answer {
    client.request(Method::PUT, &path(game)).json(&json!({ "items": items })).await
}

/// A finished solo game of a player.
async fn finished(player: &Client, more: Value) -> String {
    let mut body = json!({"players": 1});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let created = player.create(&body).await;
    player.concede(id(&created)).await.expect(201);
    id(&created).to_owned()
}

async fn notes_are_their_players_alone(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, as_ben) = come(client, "Ben").await;
    let game = finished(&as_ada, json!({})).await;
    let record = client.get(&format!("/v1/games/{game}/record")).await.expect(200);
    assert_eq!(as_ada.get(&path(&game)).await.expect(200), json!({"items": []}));
    let notes = json!([{"seq": 0, "text": "<b>Two</b>\nlines \u{1f0cf}"}, {"seq": 1, "text": "Too early."}]);
    let stored = put(&as_ada, &game, json!([notes[1], notes[0]])).await;
    assert!(stored.header("cache-control").unwrap().contains("no-store"));
    assert_eq!(stored.expect(200)["items"], notes, "in the order of the moves");
    // Any player may note on a game that all may read.
    put(&as_ben, &game, json!([{"seq": 1, "text": "Ben's"}])).await.expect(200);
    let other = setting.another_instance().await;
    let seen = other.with_token_of(&as_ada).get(&path(&game)).await;
    assert!(seen.header("cache-control").unwrap().contains("private"));
    assert_eq!(seen.expect(200)["items"], notes);
    assert_eq!(as_ben.get(&path(&game)).await.expect(200)["items"], json!([{"seq": 1, "text": "Ben's"}]));
    for caller in [client, &as_ada, &client.with_token(OPERATOR)] {
        assert_eq!(caller.get(&format!("/v1/games/{game}/record")).await.expect(200), record);
        let replay = caller.get(&format!("/v1/games/{game}/replay")).await;
        assert!(!replay.text.contains("Too early"), "{}", replay.text);
    }
    // A new token shows the notes; the old one and an empty list do not.
    let renewed = as_ada.post(&format!("{}/token", path_of(&ada)), &json!({})).await.expect(201);
    as_ada.get(&path(&game)).await.problem(401, "token_unknown");
    put(&as_ada, &game, json!([])).await.problem(401, "token_unknown");
    let as_ada = client.with_token(renewed["token"].as_str().unwrap());
    assert_eq!(as_ada.get(&path(&game)).await.expect(200)["items"], notes);
    assert_eq!(put(&as_ada, &game, json!([])).await.expect(200), json!({"items": []}));
    assert_eq!(setting.rows("notes").await, 1, "Ben's");
    put(&as_ada, &game, notes).await.expect(200);
    as_ada.delete(&path_of(&ada)).await.expect(200);
    as_ada.get(&path(&game)).await.problem(401, "token_unknown");
    assert_eq!(setting.rows("notes").await, 1, "a deleted player's notes are deleted");
}

async fn invalid_notes_are_refused(Setting { client, .. }: Setting) {
    let (_, ada) = come(&client, "Ada").await;
    let game = finished(&ada, json!({})).await;
    let one = |seq: u32, text: &str| json!({"seq": seq, "text": text});
    let many = |count: usize| Value::from(vec![one(0, "x"); count]);
    for malformed in [
        json!([one(0, "")]),
        json!([one(0, &"x".repeat(1001))]),
        json!([one(0, "\u{0}")]),
        json!([one(0, "\u{1b}[2J")]),
        json!([one(7152, "x")]),
        json!([{"seq": 0, "text": "x", "by": "Ada"}]),
        json!([null]),
        Value::Null,
        many(101),
    ] {
        put(&ada, &game, malformed).await.problem(400, "malformed_body");
    }
    let twice = put(&ada, &game, many(2)).await.problem(422, "invalid_setup");
    assert_eq!(twice["field"], "items", "{twice}");
    put(&ada, &game, json!([one(2, "behind the end")])).await.problem(404, "no_such_move");
    put(&ada, &game, json!([one(1, &"\u{1f0cf}".repeat(1000))])).await.expect(200);
    let nowhere = "01a1fd5f-2107-73f1-a7ae-926ec2d71501";
    put(&ada, nowhere, json!([])).await.problem(404, "no_such_game");
    assert_eq!(ada.get(&path(&game)).await.expect(200)["items"].as_array().unwrap().len(), 1);
}

async fn notes_wait_for_the_end_of_the_game(setting: Setting) {
    let client = &setting.client;
    let (_, ada) = come(client, "Ada").await;
    let running = ada.create(&json!({"players": 1})).await;
    let note = json!([{"seq": 0, "text": "A hard deal."}]);
    put(&ada, id(&running), note.clone()).await.problem(409, "game_not_over");
    ada.get(&path(id(&running))).await.problem(409, "game_not_over");
    let waiting = ada.create(&json!({"players": 2, "open_seats": 1})).await;
    ada.delete(&format!("/v1/games/{}", id(&waiting))).await.expect(200);
    put(&ada, id(&waiting), note.clone()).await.problem(409, "game_not_over");
    // The embargo of a challenge holds for its players, too.
    let attempt = begin(&ada, &today(client, 1).await).await;
    ada.concede(&attempt).await.expect(201);
    put(&ada, &attempt, note.clone()).await.problem(403, "embargoed");
    setting.clock.pass(chrono::TimeDelta::days(2));
    put(&ada, &attempt, note.clone()).await.expect(200);
    // Of every kind, of any number of players, and forks.
    for (kind, players) in [("regicide", 2), ("regicide", 4), ("regicide-tricks", 2), ("regicide-tricks", 3)]
    {
        let created = client.create(&json!({"kind": kind, "players": players})).await;
        let seats = if kind == "regicide" { players } else { 1 };
        for seat in 0..seats {
            player(client, &created, seat).concede(id(&created)).await.expect(201);
        }
        put(&ada, id(&created), note.clone()).await.expect(200);
    }
    let fork = ada.post(&format!("/v1/games/{attempt}/forks"), &json!({"seq": 0})).await.expect(201);
    ada.concede(id(&fork)).await.expect(201);
    assert_eq!(ada.get(&path(id(&fork))).await.expect(200)["items"], json!([]));
    put(&ada, id(&fork), note).await.expect(200);
}

async fn notes_on_a_private_game_are_for_its_players(Setting { client, .. }: Setting) {
    let (_, ada) = come(&client, "Ada").await;
    let (_, eve) = come(&client, "Eve").await;
    let created = ada.create(&json!({"players": 1, "visibility": "private"})).await;
    let game = id(&created);
    let note = json!([{"seq": 0, "text": "A hard deal."}]);
    put(&eve, game, note.clone()).await.problem(403, "forbidden");
    ada.concede(game).await.expect(201);
    put(&eve, game, note.clone()).await.problem(403, "forbidden");
    eve.get(&path(game)).await.problem(403, "forbidden");
    let guest = client.with_token(created["spectator_code"].as_str().unwrap());
    guest.get(&path(game)).await.problem(403, "forbidden");
    put(&ada, game, note).await.expect(200);
}

async fn the_number_of_noted_games_is_limited(setting: Setting) {
    let (_, ada) = come(&setting.client, "Ada").await;
    let [one, other] = [finished(&ada, json!({})).await, finished(&ada, json!({})).await];
    let note = json!([{"seq": 0, "text": "A hard deal."}]);
    put(&ada, &one, note.clone()).await.expect(200);
    let hexadecimal =
        if setting.url().starts_with("sqlite") { "randomblob(16)" } else { "gen_random_uuid()" };
    // A cluster carries out no recursion in an insert.
    let numbers = vec!["(0)"; 499].join(", ");
    let many = format!(
        "with numbers (number) as (values {numbers})
        insert into notes (player, game_id, notes) select player, {hexadecimal}, '[]' from notes, numbers"
    );
    setting.execute(&many).await.unwrap();
    put(&ada, &one, note.clone()).await.expect(200);
    let full = put(&ada, &other, note.clone()).await.problem(422, "invalid_setup");
    assert_eq!(full["field"], "items", "{full}");
    put(&ada, &one, json!([])).await.expect(200);
    put(&ada, &other, note).await.expect(200);
}
