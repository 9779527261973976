//! Actions of operators, over HTTP and by command.

use std::process::Output;

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::day::{begin, published, today};
use crate::players::{come, path};
use crate::process;
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    a_result_is_taken_off_its_board_and_its_reason_stays,
    an_organiser_takes_results_off_the_own_board_only,
    a_restored_result_counts_again_and_its_removal_stays_visible,
    an_organiser_restores_only_what_the_organiser_removed,
    a_player_marked_as_a_bot_moves_with_all_results,
    a_hidden_name_is_never_shown_again,
    a_closed_game_refuses_moves_and_is_not_ranked,
    a_hidden_challenge_is_listed_nowhere_and_has_no_name,
    a_revoked_token_is_refused_on_all_instances,
    another_daily_key_keeps_published_days,
    only_operators_act_and_every_action_is_logged,
    commands_of_operators_have_the_same_effects,
);

fn operator(client: &Client) -> Client {
    client.with_token(OPERATOR)
}

pub(crate) async fn act(client: &Client, act: Value) -> Answer {
    operator(client).post("/v1/admin/actions", &act).await
}

pub(crate) fn void(game: &str) -> Value {
    json!({"type": "void_result", "game_id": game, "reason": "Two accounts."})
}

async fn concede(player: &Client, challenge: &str) -> String {
    let game = begin(player, challenge).await;
    player.concede(&game).await.expect(201);
    game
}

async fn a_result_is_taken_off_its_board_and_its_reason_stays(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (_, cleo) = come(client, "Cleo").await;
    let game = concede(&ada, &challenge).await;
    concede(&ben, &challenge).await;
    let running = begin(&cleo, &challenge).await;
    act(client, void(&running)).await.problem(404, "no_such_result");
    act(client, void(&game)).await.expect(201);
    act(client, void(&game)).await.problem(404, "no_such_result");
    for reason in ["", "  ", "cheat\u{202e}", "a\u{0}b", &"x".repeat(201)] {
        let body = json!({"type": "void_result", "game_id": game, "reason": reason});
        act(client, body).await.problem(400, "invalid_value");
    }
    let board = ben.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    assert_eq!((&board["results"], board["items"].as_array().unwrap().len()), (&json!(1), 1));
    assert_eq!(board["void"][0]["reason"], "Two accounts.");
    assert_eq!(board["void"][0]["team"][0]["name"], "Ada");
    let own = ada.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    assert_eq!(own["own_attempts"][0]["void_reason"], "Two accounts.");
    ada.post(&format!("/v1/challenges/{challenge}/attempts"), &json!({}))
        .await
        .problem(409, "attempted_already");
    setting.clock.set("2026-11-21T02:00:00Z");
    client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    let table = async || client.get("/v1/standings?min_results=1").await.expect(200)["items"].clone();
    assert_eq!(table().await.as_array().unwrap().len(), 2, "one of three does not count");
    // A result that is voided later is taken out of averages, too.
    act(client, void(&running)).await.expect(201);
    assert_eq!(table().await.as_array().unwrap().len(), 1);
}

async fn an_organiser_takes_results_off_the_own_board_only(setting: Setting) {
    let client = &setting.client;
    let body = json!({"name": "Club night", "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
    let (olga_info, olga) = come(client, "Olga").await;
    let made = olga.post("/v1/challenges", &body).await.expect(201);
    let challenge = made["id"].as_str().unwrap();
    let (_, ada) = come(client, "Ada").await;
    let own = concede(&ada, challenge).await;
    let daily = concede(&ada, &today(client, 1).await).await;
    // Which game to take off is for the organiser to see, while it runs.
    let path = format!("/v1/challenges/{challenge}/leaderboard");
    for (reader, shown) in [(&olga, json!(own)), (&operator(client), json!(own)), (&ada, Value::Null)] {
        assert_eq!(reader.get(&path).await.expect(200)["items"][0]["game_id"], shown);
    }
    for not_hers in [void(&daily), void("00000000-0000-0000-0000-000000000000")] {
        olga.post("/v1/admin/actions", &not_hers).await.problem(403, "forbidden");
    }
    let hide = json!({"type": "close_game", "game_id": own, "reason": "x"});
    olga.post("/v1/admin/actions", &hide).await.problem(403, "forbidden");
    ada.post("/v1/admin/actions", &void(&own)).await.problem(403, "forbidden");
    let entry = olga.post("/v1/admin/actions", &void(&own)).await.expect(201);
    assert_eq!(entry["actor"], format!("challenge {challenge}"));
    let board = olga.get(&path).await.expect(200);
    assert_eq!((&board["results"], &board["void"][0]["reason"]), (&json!(0), &json!("Two accounts.")));
    // Without its organiser, the operator runs it.
    olga.delete(&crate::players::path(&olga_info)).await.expect(200);
    olga.get(&path).await.problem(401, "token_unknown");
    operator(client).get(&path).await.expect(200);
}

fn restore(game: &str) -> Value {
    json!({"type": "restore_result", "game_id": game})
}

async fn a_restored_result_counts_again_and_its_removal_stays_visible(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let game = concede(&ada, &challenge).await;
    concede(&ben, &challenge).await;
    setting.clock.set("2026-11-21T02:00:00Z");
    let path = format!("/v1/challenges/{challenge}/leaderboard");
    let board = async || client.get(&path).await.expect(200);
    let table = async || client.get("/v1/standings?min_results=1").await.expect(200)["items"].clone();
    let (before, table_before) = (board().await, table().await);
    assert_eq!((&before["results"], table_before.as_array().unwrap().len()), (&json!(2), 2));
    act(client, restore(&game)).await.problem(404, "no_such_result");
    act(client, void(&game)).await.expect(201);
    assert_eq!(table().await.as_array().unwrap().len(), 1);
    let entry = act(client, restore(&game)).await.expect(201);
    assert_eq!((&entry["actor"], &entry["action"]), (&json!("operator"), &restore(&game)));
    act(client, restore(&game)).await.problem(404, "no_such_result");
    let after = board().await;
    assert_eq!((&after["items"], &after["results"]), (&before["items"], &before["results"]));
    assert_eq!((&after["void"], &after["restored"][0]["reason"]), (&json!([]), &json!("Two accounts.")));
    assert_eq!(after["restored"][0]["game_id"], json!(game));
    assert_eq!(table().await, table_before);
    let own = ada.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    assert_eq!(own["own_attempts"][0]["void_reason"], Value::Null);
    // Taken off again, it is among those that do not count alone.
    let again = json!({"type": "void_result", "game_id": game, "reason": "Three accounts."});
    act(client, again).await.expect(201);
    let last = board().await;
    assert_eq!((&last["void"][0]["reason"], &last["restored"]), (&json!("Three accounts."), &json!([])));
    act(client, restore(&uuid::Uuid::nil().to_string())).await.problem(404, "no_such_game");
    let casual = client.create(&json!({"players": 1})).await;
    act(client, restore(crate::games::id(&casual))).await.problem(404, "no_such_result");
}

async fn an_organiser_restores_only_what_the_organiser_removed(setting: Setting) {
    let client = &setting.client;
    let (_, olga) = come(client, "Olga").await;
    let body = json!({"name": "Club night", "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
    let made = olga.post("/v1/challenges", &body).await.expect(201);
    let challenge = made["id"].as_str().unwrap();
    let (_, ada) = come(client, "Ada").await;
    let game = concede(&ada, challenge).await;
    let actions = "/v1/admin/actions";
    let board = async || olga.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    olga.post(actions, &void(&game)).await.expect(201);
    assert_eq!(board().await["void"][0]["by_organiser"], true);
    ada.post(actions, &restore(&game)).await.problem(403, "forbidden");
    let restored = olga.post(actions, &restore(&game)).await.expect(201);
    assert_eq!(restored["actor"], format!("challenge {challenge}"));
    act(client, void(&game)).await.expect(201);
    assert_eq!(board().await["void"][0]["by_organiser"], false);
    olga.post(actions, &restore(&game)).await.problem(404, "no_such_result");
    act(client, restore(&game)).await.expect(201);
    olga.post(actions, &void(&game)).await.expect(201);
    act(client, restore(&game)).await.expect(201);
    let board = board().await;
    assert_eq!((&board["results"], &board["void"]), (&json!(1), &json!([])));
    let daily = concede(&ada, &today(client, 1).await).await;
    olga.post(actions, &restore(&daily)).await.problem(403, "forbidden");
}

async fn a_player_marked_as_a_bot_moves_with_all_results(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    concede(&as_ada, &challenge).await;
    concede(&ben, &challenge).await;
    let results = async |board: &str| {
        let path = format!("/v1/challenges/{challenge}/leaderboard?board={board}");
        operator(client).get(&path).await.expect(200)["results"].clone()
    };
    let mark = |bot: bool| json!({"type": "mark_bot", "player_id": ada["id"], "bot": bot});
    act(client, mark(true)).await.expect(201);
    assert_eq!((results("people").await, results("bots").await), (json!(1), json!(1)));
    assert_eq!(client.get(&path(&ada)).await.expect(200)["bot"], true);
    setting.clock.set("2026-11-21T02:00:00Z");
    let bots = client.get("/v1/standings?min_results=0&by=streak&board=bots").await.expect(200);
    assert_eq!(bots["items"][0]["name"], "Ada");
    act(client, mark(true)).await.expect(201);
    act(client, mark(false)).await.expect(201);
    assert_eq!((results("people").await, results("bots").await), (json!(2), json!(0)));
    let unknown_player =
        json!({"type": "mark_bot", "player_id": "00000000-0000-0000-0000-000000000000", "bot": true});
    act(client, unknown_player).await.problem(404, "no_such_player");
}

async fn a_hidden_name_is_never_shown_again(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let challenge = today(client, 1).await;
    let (bad, as_bad) = come(client, "Unspeakable").await;
    let game = concede(&as_bad, &challenge).await;
    as_bad.view(&game).await;
    act(client, json!({"type": "hide_name", "player_id": bad["id"]})).await.expect(201);
    let rename = as_bad.request(awc::http::Method::PATCH, &path(&bad)).json(&json!({"name": "Worse"})).await;
    rename.problem(403, "forbidden");
    let next = begin(&as_bad, &today(client, 2).await).await;
    for client in [&as_bad, &other.with_token_of(&as_bad)] {
        for path in [
            path(&bad),
            format!("/v1/games/{game}"),
            format!("/v1/games/{next}"),
            format!("/v1/challenges/{challenge}/leaderboard"),
            "/v1/standings?min_results=0&by=streak".to_owned(),
        ] {
            let text = client.get(&path).await.text;
            assert!(!text.contains("Unspeakable"), "{path}: {text}");
        }
    }
    let rotated = as_bad.post(&format!("{}/token", path(&bad)), &json!({})).await.expect(201);
    assert_eq!(rotated["player"]["name"], Value::Null);
}

async fn a_hidden_challenge_is_listed_nowhere_and_has_no_name(setting: Setting) {
    let client = &setting.client;
    let body = json!({"name": "Unspeakable", "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
    let made = client.with_token(OPERATOR).post("/v1/challenges", &body).await.expect(201);
    assert_eq!(
        client.get("/v1/challenges?source=custom").await.expect(200)["items"][0]["name"],
        "Unspeakable"
    );
    let hide = json!({"type": "hide_challenge", "challenge_id": made["id"]});
    act(client, hide).await.expect(201);
    assert_eq!(client.get("/v1/challenges?source=custom").await.expect(200)["items"], json!([]));
    let id = made["id"].as_str().unwrap();
    let shown = client.get(&format!("/v1/challenges/{id}")).await.expect(200);
    assert_eq!((&shown["name"], &shown["source"]), (&Value::Null, &json!("custom")));
    let (_, ada) = come(client, "Ada").await;
    begin(&ada, id).await;
    let daily = json!({"type": "hide_challenge", "challenge_id": today(client, 1).await});
    act(client, daily).await.problem(404, "no_such_challenge");
}

async fn a_closed_game_refuses_moves_and_is_not_ranked(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (_, ada) = come(client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    let close = json!({"type": "close_game", "game_id": game, "reason": "Abuse."});
    act(client, close.clone()).await.expect(201);
    ada.concede(&game).await.problem(409, "game_over");
    act(client, close).await.problem(409, "game_over");
    let own = ada.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    assert_eq!(
        (&own["own_attempts"][0]["ranked"], &own["own_attempts"][0]["share"]),
        (&json!(false), &Value::Null)
    );
    // Waiting for others does not count as an attempt.
    let team = today(client, 2).await;
    let waiting = begin(&ada, &team).await;
    act(client, json!({"type": "close_game", "game_id": waiting, "reason": "Wrong."})).await.expect(201);
    let again = begin(&ada, &team).await;
    setting.clock.set("2026-11-21T02:00:00Z");
    let board = client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    assert_eq!((&board["results"], &board["complete"]), (&json!(0), &json!(true)));
    // A game that a deadline has closed stays readable.
    act(client, json!({"type": "close_game", "game_id": again, "reason": "Late."}))
        .await
        .problem(409, "game_over");
}

async fn a_revoked_token_is_refused_on_all_instances(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let (ada, as_ada) = come(client, "Ada").await;
    let game = begin(&as_ada, &today(client, 1).await).await;
    let there = other.with_token_of(&as_ada);
    there.view(&game).await;
    act(client, json!({"type": "revoke_player_token", "player_id": ada["id"]})).await.expect(201);
    for old in [&as_ada, &there] {
        old.concede(&game).await.problem(401, "token_unknown");
        old.delete(&path(&ada)).await.problem(401, "token_unknown");
    }
    let created = client.create(&json!({"players": 1})).await;
    let id = created["game"]["id"].as_str().unwrap();
    let seat = client.with_token(created["tokens"][0]["token"].as_str().unwrap());
    seat.view(id).await;
    act(client, json!({"type": "revoke_seat_token", "game_id": id, "seat": 0})).await.expect(201);
    for client in [&seat, &other.with_token_of(&seat)] {
        client.concede(id).await.problem(401, "token_unknown");
    }
    act(client, json!({"type": "revoke_seat_token", "game_id": id, "seat": 1}))
        .await
        .problem(404, "no_such_game");
}

/// C1.3 and C1.4.
async fn another_daily_key_keeps_published_days(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let before = published(client, 7).await;
    act(client, json!({"type": "rotate_daily_key"})).await.expect(201);
    assert_eq!(other.get("/v1/daily?coming_days=400").await.expect(200)["upcoming"], before["upcoming"]);
    setting.clock.set("2026-11-27T12:00:00Z");
    let last = published(&other, 7).await;
    assert_eq!(last["challenges"][0]["commitment"], before["upcoming"][24]["commitment"]);
    // An instance whose configuration brings a key of its own takes it for the
    // days that are not published. One without that key has only published ones.
    let configured = setting.instance_with(|config| {
        config.settings.daily_key = Some(regicide_server::service::runtime::Secret([7; 32]));
        config.settings.daily_ahead = 9;
    });
    let there = published(&configured, 9).await;
    assert_eq!(there["upcoming"].as_array().unwrap()[..28], last["upcoming"].as_array().unwrap()[..]);
    setting.clock.set("2026-12-06T12:00:00Z");
    // Coming days may be published in the background already.
    let then = client.get("/v1/daily").await.expect(200);
    assert_eq!(then["challenges"][0]["commitment"], there["upcoming"][32]["commitment"]);
    assert_eq!(published(&configured, 9).await["date"], "2026-12-06");
}

async fn only_operators_act_and_every_action_is_logged(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let hide = json!({"type": "hide_name", "player_id": ada["id"]});
    client.post("/v1/admin/actions", &hide).await.problem(401, "token_missing");
    for (stranger, status, code) in
        [(&as_ada, 403, "forbidden"), (&client.with_token(""), 401, "token_unknown")]
    {
        stranger.post("/v1/admin/actions", &hide).await.problem(status, code);
        stranger.get("/v1/admin/actions").await.problem(status, code);
    }
    client.get("/v1/admin/actions").await.problem(401, "token_missing");
    act(client, json!({"type": "hide_name"})).await.problem(400, "malformed_body");
    act(client, json!({"type": "delete_everything"})).await.problem(400, "malformed_body");
    let without = setting.instance_with(|config| config.settings.operator = None);
    act(&without, hide.clone()).await.problem(401, "token_unknown");
    for _ in 0..3 {
        act(client, json!({"type": "mark_bot", "player_id": ada["id"], "bot": true})).await.expect(201);
    }
    act(client, hide.clone()).await.expect(201);
    let page = operator(client).get("/v1/admin/actions?limit=3").await.expect(200);
    let next = page["next"].as_str().unwrap();
    let rest = operator(client).get(&format!("/v1/admin/actions?after={next}")).await.expect(200);
    assert_eq!((&rest["items"][0]["action"], &rest["items"][0]["actor"]), (&hide, &json!("operator")));
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next"]), (1, &Value::Null));
    setting.execute("delete from admin_log").await.unwrap_err();
    setting.execute("update admin_log set actor = 'nobody'").await.unwrap_err();
}

fn admin(setting: &Setting, args: &[&str]) -> Output {
    process::run(setting.url(), &[&["admin", "--lang", "en"], args].concat())
}

async fn commands_of_operators_have_the_same_effects(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let game = concede(&as_ada, &challenge).await;
    concede(&ben, &challenge).await;
    let player = ada["id"].as_str().unwrap();
    for args in [
        &["mark-bot", player][..],
        &["mark-bot", player, "--undo"],
        &["void-result", &game, "--reason", "Cheating."],
        &["restore-result", &game],
        &["void-result", &game, "--reason", "Two accounts."],
        &["hide-name", player],
        &["revoke-token", "--player", player],
        &["revoke-token", "--game", &game, "--seat", "0"],
        &["rotate-daily-key"],
    ] {
        let output = admin(&setting, args);
        // The seat of a player has no token of its own, but it is taken.
        assert!(output.status.success(), "{args:?}: {output:?}");
    }
    let failed = admin(&setting, &["close-game", &game, "--reason", "x"]);
    assert_eq!(failed.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&failed.stderr).contains("finished"), "{failed:?}");
    let log = String::from_utf8(admin(&setting, &["log"]).stdout).unwrap();
    let acts: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((acts.len(), &acts[0]["actor"]), (9, &json!("command")));
    as_ada.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
    let board = ben.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    assert_eq!(
        (&board["void"][0]["reason"], &board["void"][0]["team"][0]["name"]),
        (&json!("Two accounts."), &Value::Null)
    );
}
