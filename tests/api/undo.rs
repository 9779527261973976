//! Taking back the last move of a private solo game: an entry of the log (S3.1).

use awc::http::Method;
use regicide_engine::engine::{GameKind, Options, Ruleset, Seat, Seed, Setup, SoloYield};
use regicide_engine::record::{Entry, RecordFile};
use serde_json::{Value, json};

use crate::audited::audit;
use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::live::reader::{Form, Reader};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    an_undo_continues_from_before_the_move,
    moves_are_taken_back_one_after_the_other,
    a_move_that_touched_hidden_cards_stays,
    alone_only_private_games_take_moves_back,
    a_request_for_an_undo_is_read_strictly,
    a_repeated_request_gets_the_first_answer,
    readers_get_an_undo_and_continue,
    a_game_with_an_undo_keeps_its_kind,
    a_concurrent_undo_and_move_store_one,
    a_game_with_an_undo_is_replayed_verified_and_forked,
    the_last_place_of_the_log_is_not_for_an_undo,
);

fn setup() -> Value {
    json!({"players": 1, "visibility": "private", "options": {"solo_yield": "once"}})
}

/// A new game, and its player.
async fn begin(client: &Client, setup: &Value) -> (String, Client) {
    let created = client.create(setup).await;
    (id(&created).to_owned(), player(client, &created, 0))
}

async fn try_undo(seat: &Client, game: &str) -> Answer {
    seat.propose(game, "undo").await
}

async fn undo(seat: &Client, game: &str) -> Value {
    try_undo(seat, game).await.expect(201)
}

async fn an_undo_continues_from_before_the_move(setting: Setting) {
    let (game, seat) = begin(&setting.client, &setup()).await;
    let before = seat.view(&game).await;
    assert_eq!(before["can_undo"], false, "there is no move yet");
    let made = seat.make(&game, "yield").await.expect(201);
    assert_eq!(made["game"]["can_undo"], true);
    assert_eq!(setting.client.get(&format!("/v1/games/{game}")).await.status, 403);

    let undone = undo(&seat, &game).await;
    assert_eq!(
        json!([undone["type"], undone["seq"], undone["seat"], undone["text"], undone["move"]]),
        json!(["made", 2, 0, "undo", {"type": "undo"}])
    );
    assert_eq!(undone["effects"], json!([{"type": "taken_back", "seat": 0, "seq": 1}]));
    assert_eq!(undone["narration"], json!(["You take back move 1."]));
    let view = seat.view(&game).await;
    assert_eq!(view, undone["game"]);
    for field in ["id", "table", "legal_moves", "commitment", "seats", "origin", "seed_by", "status"] {
        assert_eq!(view[field], before[field], "{field}");
    }
    assert_eq!(json!([view["seq"], view["can_undo"], view["to_act"]]), json!([2, false, 0]));
    let log = seat.request(Method::GET, &format!("/v1/games/{game}/moves"));
    let log = log.header("accept-language", "es").send().await.expect(200);
    assert_eq!(log["items"][0]["text"], "yield", "the log keeps what was played");
    assert_eq!(log["items"][1]["narration"], json!(["Deshaces la jugada 1."]));
    assert_eq!(log["items"][1]["effects"], undone["effects"]);

    try_undo(&seat, &game).await.problem(409, "cannot_undo");
    seat.make(&game, "undo").await.problem(409, "cannot_undo");
    seat.make(&game, "yield").await.expect(201);
    let undone = seat.post(&format!("/v1/games/{game}/moves"), &json!({"move": {"type": "undo"}})).await;
    assert_eq!(undone.expect(201)["effects"][0]["seq"], 3, "as a move it is the same");
    seat.concede(&game).await.expect(201);
    try_undo(&seat, &game).await.problem(409, "game_over");
    assert_eq!(seat.view(&game).await["can_undo"], false);
}

async fn moves_are_taken_back_one_after_the_other(setting: Setting) {
    let mut body = setup();
    body["seed"] = json!("s42");
    let (game, seat) = begin(&setting.client, &body).await;
    let before = seat.view(&game).await;
    for text in ["yield", "discard TH"] {
        seat.make(&game, text).await.expect(201);
    }
    assert_eq!(undo(&seat, &game).await["effects"][0]["seq"], 2);
    // Read anew, by a service that did not see the moves.
    let other = setting.another_instance().await.with_token_of(&seat);
    assert_eq!(other.view(&game).await["can_undo"], true);
    assert_eq!(undo(&other, &game).await["effects"][0]["seq"], 1);
    let view = seat.view(&game).await;
    assert_eq!((&view["table"], &view["seq"]), (&before["table"], &json!(4)));
    assert_eq!(view["legal_moves"], before["legal_moves"]);
    // Earlier moments show the view of that time.
    for (seq, text) in [(1, "discard"), (3, "discard"), (4, "play")] {
        let then = seat.get(&format!("/v1/games/{game}?seq={seq}")).await.expect(200);
        assert_eq!(then["table"]["phase"], text, "after {seq}");
    }
    let picture = seat.get(&format!("/v1/games/{game}/table.png?seq=2")).await;
    assert_eq!(picture.status, 200);
}

/// The order of healed cards was shown, and a shuffle could be chosen (R12.3).
async fn a_move_that_touched_hidden_cards_stays(setting: Setting) {
    let client = &setting.client;
    for (seed, moves) in [
        // A defeat, a heal, a flip.
        ("s42", &["play AC TH"][..]),
        ("s42", &["play AC TH", "play AH"]),
        ("s42", &["flip"]),
    ] {
        let mut body = setup();
        body["seed"] = json!(seed);
        let (game, seat) = begin(client, &body).await;
        let mut made = Value::Null;
        for &text in moves {
            made = seat.make(&game, text).await.expect(201);
        }
        assert_eq!(made["game"]["can_undo"], false, "{moves:?}");
        try_undo(&seat, &game).await.problem(409, "cannot_undo");
        seat.make(&game, "undo").await.problem(409, "cannot_undo");
        let other = setting.another_instance().await;
        assert_eq!(other.with_token_of(&seat).view(&game).await["can_undo"], false, "{moves:?}");
    }
}

async fn alone_only_private_games_take_moves_back(setting: Setting) {
    let client = &setting.client;
    for visibility in ["public", "unlisted"] {
        let mut setup = setup();
        setup["visibility"] = json!(visibility);
        let (game, seat) = begin(client, &setup).await;
        let made = seat.make(&game, "yield").await.expect(201);
        assert_eq!(made["game"]["can_undo"], false, "{visibility}");
        try_undo(&seat, &game).await.problem(409, "cannot_undo");
        seat.make(&game, "undo").await.problem(409, "cannot_undo");
    }
    let day = client.get("/v1/daily").await.expect(200)["challenges"][0]["id"].clone();
    let attempts = format!("/v1/challenges/{}/attempts", day.as_str().unwrap());
    let (_, seat) = come(client, "Ada").await;
    let attempt = seat.post(&attempts, &json!({})).await.expect(201);
    let game = id(&attempt);
    let legal = seat.view(game).await["legal_moves"].as_array().unwrap().clone();
    let quiet = legal.iter().find(|one| one["text"].as_str().unwrap().ends_with('H')).unwrap_or(&legal[0]);
    seat.make(game, quiet["text"].clone()).await.expect(201);
    try_undo(&seat, game).await.problem(409, "cannot_undo");
}

async fn a_request_for_an_undo_is_read_strictly(setting: Setting) {
    let (game, seat) = begin(&setting.client, &setup()).await;
    let path = format!("/v1/games/{game}/proposal");
    seat.make(&game, "yield").await.expect(201);
    let conflict =
        seat.post(&path, &json!({"type": "undo", "expected_seq": 0})).await.problem(409, "seq_conflict");
    assert_eq!(conflict["seq"], 1);
    for body in [
        json!({}),
        json!({"type": "undo", "seq": 1}),
        json!([]),
        json!(null),
        json!({"type": "undo", "expected_seq": "1"}),
        json!({"type": "undo", "expected_seq": null}),
        json!({"type": "play"}),
    ] {
        seat.post(&path, &body).await.problem(400, "malformed_body");
    }
    seat.request(Method::POST, &path)
        .body("text/plain", "{\"type\":\"undo\"}")
        .await
        .problem(415, "unsupported_media_type");
    setting.client.post(&path, &json!({"type": "undo"})).await.problem(401, "token_missing");
    assert_eq!(seat.view(&game).await["seq"], 1, "nothing was done");
    seat.post(&path, &json!({"type": "undo", "expected_seq": 1})).await.expect(201);
}

async fn a_repeated_request_gets_the_first_answer(setting: Setting) {
    let (game, seat) = begin(&setting.client, &setup()).await;
    let path = format!("/v1/games/{game}/proposal");
    seat.make(&game, "yield").await.expect(201);
    let send = async |client: &Client, body: Value| {
        client.request(Method::POST, &path).header("idempotency-key", "the key").json(&body).await
    };
    let body = json!({"type": "undo"});
    let first = send(&seat, body.clone()).await;
    assert_eq!(first.json()["effects"][0]["seq"], 1);
    let other = setting.another_instance().await.with_token_of(&seat);
    for moved in [true, false] {
        for client in [&seat, &other] {
            assert_eq!(send(client, body.clone()).await.text, first.text);
            let other = send(client, json!({"type": "undo", "expected_seq": 1})).await;
            other.problem(422, "idempotency_key_reused");
            let as_move = client.request(Method::POST, &format!("/v1/games/{game}/moves"));
            let as_move = as_move.header("idempotency-key", "the key").json(&json!({"text": "undo"})).await;
            as_move.problem(422, "idempotency_key_reused");
        }
        if moved {
            seat.make(&game, "yield").await.expect(201);
            undo(&seat, &game).await;
            seat.concede(&game).await.expect(201);
        }
    }
}

async fn readers_get_an_undo_and_continue(setting: Setting) {
    let created = setting.client.create(&setup()).await;
    let (game, seat) = (id(&created), player(&setting.client, &created, 0));
    let spectator = setting.client.with_token(created["spectator_code"].as_str().unwrap());
    let elsewhere = setting.instance_with(|_| ()).with_token_of(&seat);
    let events = format!("/v1/games/{game}/events");
    let mut readers = Vec::new();
    for who in [&seat, &spectator, &elsewhere] {
        readers.push((Reader::open(who, &events, Form::Lines, None).await, who.clone()));
    }
    for (reader, _) in &mut readers {
        assert_eq!(reader.event().await["type"], "view");
    }
    for (seq, text) in [(1, "yield"), (2, "undo"), (3, "yield"), (4, "undo")] {
        seat.make(game, text).await.expect(201);
        for (reader, who) in &mut readers {
            let event = reader.event().await;
            assert_eq!(json!([event["type"], event["made"]["seq"]]), json!(["move", seq]));
            let seen = who.view(game).await;
            assert_eq!(event["game"]["table"], seen["table"]);
            assert_eq!(event["game"]["can_undo"], seen["can_undo"]);
            assert_eq!(event["game"]["status"], "running");
        }
    }
    assert_eq!(spectator.view(game).await["can_undo"], false);
    try_undo(&spectator, game).await.problem(403, "forbidden");
    // A reader who reconnects with an older id gets all, the undo included.
    let mut late = Reader::open(&seat, &events, Form::Lines, Some("0.1.0")).await;
    assert_eq!(late.event().await["made"]["text"], "undo");
    seat.concede(game).await.expect(201);
    for (reader, _) in &mut readers {
        assert_eq!(reader.event().await["made"]["text"], "concede");
        assert_eq!(reader.event().await["type"], "end");
        assert!(reader.next().await.is_none());
    }
}

async fn a_game_with_an_undo_keeps_its_kind(setting: Setting) {
    let (profile, ada) = come(&setting.client, "Ada").await;
    let created = ada.create(&setup()).await;
    let game = id(&created);
    ada.make(game, "yield").await.expect(201);
    undo(&ada, game).await;
    let games = format!("/v1/players/{}/games", profile["id"].as_str().unwrap());
    let listed = ada.get(&games).await.expect(200);
    let listed: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!(listed, [game], "no cancelled game is left");
    ada.concede(game).await.expect(201);
    let record = ada.get(&format!("/v1/games/{game}/record")).await.expect(200);
    assert_eq!(record["played_as"]["purpose"], "casual");
    let stats = ada.get(&format!("/v1/players/{}", profile["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(stats["game_stats"][0]["finished"], 1);
}

/// Two instances, of which each has the game in its cache.
async fn a_concurrent_undo_and_move_store_one(setting: Setting) {
    let other = setting.another_instance().await;
    for _ in 0..10 {
        let (game, here) = begin(&setting.client, &setup()).await;
        here.make(&game, "yield").await.expect(201);
        let there = other.with_token_of(&here);
        let mv = there.view(&game).await["legal_moves"][0]["text"].clone();
        let body = json!({"text": mv, "expected_seq": 1});
        let path = format!("/v1/games/{game}/moves");
        let (undone, moved) =
            futures_util::future::join(try_undo(&here, &game), there.post(&path, &body)).await;
        let log = here.get(&path).await.expect(200)["items"].as_array().unwrap().clone();
        if moved.status == 201 {
            // The other was judged again, after the move.
            assert_eq!(log[1]["text"], mv);
            if undone.status == 201 {
                assert_eq!(undone.json()["effects"][0]["seq"], 2);
                assert_eq!(log.len(), 3);
            } else {
                undone.problem(409, "cannot_undo");
            }
        } else {
            moved.problem(409, "seq_conflict");
            assert_eq!(undone.expect(201)["effects"][0]["seq"], 1);
            assert_eq!(log.len(), 2);
        }
    }
}

async fn a_game_with_an_undo_is_replayed_verified_and_forked(setting: Setting) {
    let client = &setting.client;
    let mut body = setup();
    body["seed"] = json!("s42");
    let (game, seat) = begin(client, &body).await;
    let texts = ["yield", "discard TH", "undo", "undo", "play AC TH", "play AH", "concede"];
    let mut views = Vec::new();
    for text in texts {
        views.push(seat.make(&game, text).await.expect(201)["game"].clone());
    }
    let path = format!("/v1/games/{game}");
    let replay = seat.get(&format!("{path}/replay")).await.expect(200);
    let steps = replay["items"].as_array().unwrap();
    assert_eq!(steps.len(), texts.len());
    for (step, view) in steps.iter().zip(&views) {
        assert_eq!(step["chain"], view["chain"]);
    }
    let cut = |line: &Value| line.as_str().unwrap().rsplit_once(' ').unwrap().0.to_owned();
    assert_eq!(cut(&steps[2]["position"]), cut(&steps[0]["position"]));
    assert_eq!(cut(&steps[3]["position"]), cut(&replay["start"]["position"]));
    let answer = seat.get(&format!("{path}/audit")).await.expect(200);
    assert_eq!(json!([answer["holds"], answer["moves_valid"]]), json!([true, 7]));
    assert_eq!(audit(&setting).status.code(), Some(0));

    let record = seat.get(&format!("{path}/record")).await.expect(200);
    let verdict = client.post("/v1/verification", &record).await.expect(200);
    assert_eq!(json!([verdict["consistent"], verdict["moves_valid"]]), json!([true, 7]));
    let mut moved = record.clone();
    moved["moves"][6]["text"] = json!("undo");
    let verdict = client.post("/v1/verification", &moved).await.expect(200);
    assert_eq!(json!([verdict["bad_move"]["seq"], verdict["bad_move"]["rule"]]), json!([7, "S3.1"]));
    client.post("/v1/records", &moved).await.problem(422, "invalid_record");
    let imported = client.post("/v1/records", &record).await.expect(201);
    assert_eq!(imported["game"]["seq"], 7);

    // A fork takes undos over, and goes on with the same randomness.
    let forked = seat.post(&format!("{path}/forks"), &json!({"seq": 5})).await.expect(201);
    let (fork, seat) = (id(&forked), player(client, &forked, 0));
    assert_eq!(json!([forked["game"]["seq"], forked["game"]["can_undo"]]), json!([5, false]));
    let made = seat.make(fork, "play AH").await.expect(201);
    assert_eq!(made["game"]["table"], views[5]["table"]);
    let quiet = id(&client.post("/v1/records", &record).await.expect(201)).to_owned();
    let body = json!({"seq": 3, "visibility": "private"});
    let forked = client.post(&format!("/v1/games/{quiet}/forks"), &body).await.expect(201);
    let seat = player(client, &forked, 0);
    assert_eq!(undo(&seat, id(&forked)).await["effects"][0]["seq"], 1, "also of the moves taken over");
}

async fn the_last_place_of_the_log_is_not_for_an_undo(setting: Setting) {
    let client = &setting.client;
    let options = Options { solo_yield: Some(SoloYield::Once), ..Options::default() };
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 1, &options).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let most = setup.max_moves();
    let entry = |seq| Entry {
        seq,
        seat: Seat::default(),
        mv: if seq % 2 == 1 { "yield" } else { "undo" }.parse().unwrap(),
        at: None,
    };
    let record = RecordFile::new(&setup, &seed, (1..=most - 2).map(entry));
    let imported = client.post("/v1/records", &serde_json::to_value(&record).unwrap()).await.expect(201);
    let body = json!({"seq": most - 2, "visibility": "private"});
    let forked = client.post(&format!("/v1/games/{}/forks", id(&imported)), &body).await.expect(201);
    let (game, seat) = (id(&forked), player(client, &forked, 0));
    let made = seat.make(game, "yield").await.expect(201);
    assert_eq!(made["game"]["can_undo"], false);
    try_undo(&seat, game).await.problem(409, "log_full");
    seat.concede(game).await.expect(201);
}
