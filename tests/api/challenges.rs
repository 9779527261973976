//! Challenges of organisers, teams, boards, and what is never ranked.

use awc::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, play, published, today};
use crate::players::{come, path};
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    concurrent_requests_create_one_attempt,
    a_repeated_request_gets_the_same_attempt,
    a_player_is_in_one_team,
    a_seat_of_a_team_can_be_left_and_freed_until_the_first_card,
    an_organiser_invites_and_each_code_admits_one,
    an_organiser_sees_what_became_of_each_code,
    a_revoked_code_admits_nobody_until_it_is_restored,
    names_of_invited_players_are_changed_and_removed,
    the_service_adds_a_secret_to_an_organisers_seed,
    a_public_seed_is_listed_and_never_ranked,
    only_the_first_attempt_is_ranked,
    no_later_attempt_shows_the_deal_of_an_earlier_one,
    leaving_a_waiting_game_frees_the_seat,
    practice_in_a_team_has_a_host,
    a_revoked_token_gets_no_stored_answer,
    the_trick_taking_game_is_ranked_by_seat,
    equal_results_share_a_rank_and_pages_do_not_overlap,
    an_interrupted_ranking_is_done_by_the_next_request,
    a_game_is_ranked_only_if_its_log_holds,
    bots_have_boards_of_their_own,
    invalid_requests_are_rejected,
    unlisted_challenges_are_found_by_id_only,
);

/// A listed challenge that opens now and closes in a day, and the operator, who
/// runs it.
pub(crate) async fn organise(client: &Client, more: Value) -> (String, Client) {
    let mut body = json!({"name": "Club night", "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let operator = client.with_token(OPERATOR);
    let made = operator.post("/v1/challenges", &body).await.expect(201);
    (made["id"].as_str().unwrap().to_owned(), operator)
}

pub(crate) fn attempts(challenge: &str) -> String {
    format!("/v1/challenges/{challenge}/attempts")
}

async fn board(client: &Client, challenge: &str) -> Value {
    client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200)
}

const OVER: &str = "2026-11-21T12:00:00Z";

async fn concurrent_requests_create_one_attempt(setting: Setting) {
    let other = setting.another_instance().await;
    let (_, ada) = come(&setting.client, "Ada").await;
    let challenge = today(&setting.client, 1).await;
    let clients = [ada.clone(), other.with_token_of(&ada)];
    let tries = (0..8).map(async |number| clients[number % 2].post(&attempts(&challenge), &json!({})).await);
    let mut made = 0;
    for answer in futures_util::future::join_all(tries).await {
        if answer.status.as_u16() == 201 {
            made += 1;
        } else {
            answer.problem(409, "attempted_already");
        }
    }
    assert_eq!(made, 1);
    let own = ada.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    assert_eq!(own["own_attempts"].as_array().unwrap().len(), 1);
}

async fn a_repeated_request_gets_the_same_attempt(setting: Setting) {
    let (_, ada) = come(&setting.client, "Ada").await;
    let challenge = today(&setting.client, 1).await;
    let start = async || {
        let request = ada.request(awc::http::Method::POST, &attempts(&challenge));
        request.header("idempotency-key", "first").json(&json!({})).await.expect(201)
    };
    let first = start().await;
    assert_eq!(first, start().await);
    assert_eq!((&first["attempt"], &first["ranked"]), (&json!(1), &json!(true)));
    assert_eq!(first["game"]["seat"], 0);
    assert_eq!(first["game"]["challenge"]["attempt"], 1);
    assert_eq!(first["game"]["challenge"]["ends_at"], "2026-11-21T02:00:00.000000Z");
    setting.client.post(&attempts(&challenge), &json!({})).await.problem(401, "token_missing");
    let stranger = setting.client.with_token("unknown");
    stranger.post(&attempts(&challenge), &json!({})).await.problem(401, "token_unknown");
}

async fn a_player_is_in_one_team(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let challenge = today(client, 2).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (_, cleo) = come(client, "Cleo").await;
    let (of_ada, of_ben) = (begin(&ada, &challenge).await, begin(&ben, &challenge).await);
    let seats = |game: &str| format!("/v1/games/{game}/seats");
    client.post(&seats(&of_ada), &json!({"name": "No player"})).await.problem(401, "token_missing");
    ada.post(&seats(&of_ada), &json!({})).await.problem(409, "seated_already");
    ada.post(&seats(&of_ben), &json!({})).await.problem(409, "attempted_already");
    // One who joins two teams at once is in one.
    let there = other.with_token_of(&cleo);
    let (one, two) = (seats(&of_ada), seats(&of_ben));
    let empty = json!({});
    let (one, two) = futures_util::future::join(cleo.post(&one, &empty), there.post(&two, &empty)).await;
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "{} {}", one.text, two.text);
    let own = cleo.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    assert_eq!(own["own_attempts"].as_array().unwrap().len(), 1);
    assert_eq!(own["own_attempts"][0]["seat"], 1);
}

async fn a_seat_of_a_team_can_be_left_and_freed_until_the_first_card(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 3).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (_, cleo) = come(client, "Cleo").await;
    let game = begin(&ada, &challenge).await;
    let seat = |number: u8| format!("/v1/games/{game}/seats/{number}");
    let join = async |player: &Client| player.post(&format!("/v1/games/{game}/seats"), &json!({})).await;
    join(&ben).await.expect(201);
    cleo.delete(&seat(1)).await.problem(403, "forbidden");
    ben.delete(&seat(0)).await.problem(403, "forbidden");
    ben.delete(&seat(1)).await.expect(200);
    // A player who has left can be in another team, and this one can go on.
    let of_ben = begin(&ben, &challenge).await;
    ben.delete(&format!("/v1/games/{of_ben}")).await.expect(200);
    join(&ben).await.expect(201);
    ada.delete(&seat(1)).await.expect(200);
    join(&cleo).await.expect(201);
    join(&ben).await.expect(201);
    // Now all players have seen cards.
    for player in [&ada, &ben, &cleo] {
        assert!(player.delete(&seat(1)).await.status.is_client_error());
        player.post(&attempts(&challenge), &json!({})).await.problem(409, "attempted_already");
    }
    ada.delete(&format!("/v1/games/{game}")).await.problem(409, "game_begun");
    ada.delete(&seat(2)).await.problem(409, "game_begun");
    let streak = |player: &Value| player["streak"]["current"].clone();
    let own = ben.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    assert_eq!(own["own_attempts"][0]["game_id"], json!(game));
    let (dan, as_dan) = come(client, "Dan").await;
    begin(&as_dan, &challenge).await;
    let waiting = client.get(&path(&dan)).await.expect(200);
    assert_eq!(streak(&waiting), 0, "a game that waits for others has not begun");
}

async fn an_organiser_invites_and_each_code_admits_one(setting: Setting) {
    let client = &setting.client;
    let (_, olga) = come(client, "Olga").await;
    let body =
        json!({"name": "Cup", "players": 2, "closes_at": "2026-11-21T12:00:00Z", "admission": "invited"});
    let answer = olga.post("/v1/challenges", &body).await;
    let location = answer.header("location").unwrap().to_owned();
    let made = answer.expect(201);
    let challenge = made["id"].as_str().unwrap();
    assert_eq!((location, &made["name"]), (format!("/v1/challenges/{challenge}"), &json!("Cup")));
    let invitations = format!("/v1/challenges/{challenge}/invitations");
    client.post(&invitations, &json!({"count": 1})).await.problem(401, "token_missing");
    client.with_token(OPERATOR).post(&invitations, &json!({"count": 1})).await.expect(201);
    let made = olga.post(&invitations, &json!({"count": 2})).await.expect(201);
    let code = |index: usize| json!({"invitation": made["codes"][index]});
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    ada.post(&invitations, &json!({"count": 1})).await.problem(403, "forbidden");
    ada.post(&attempts(challenge), &json!({})).await.problem(403, "invitation_needed");
    ada.post(&attempts(challenge), &json!({"invitation": "guessed"})).await.problem(403, "invitation_needed");
    assert_eq!(made["codes"][0].as_str().unwrap().len(), 14);
    let started = ada.post(&attempts(challenge), &code(0)).await.expect(201);
    let seats = format!("/v1/games/{}/seats", started["game"]["id"].as_str().unwrap());
    ben.post(&seats, &json!({})).await.problem(403, "invitation_needed");
    ben.post(&seats, &code(0)).await.problem(403, "invitation_needed");
    ben.post(&seats, &code(1)).await.expect(201);
    let shown = olga.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    assert_eq!(shown["challenge"]["admission"], "invited");
    assert!(shown["note"].as_str().unwrap().starts_with("Invited"));
    // A challenge for anyone has no invitations.
    let (open, admin) = organise(client, json!({})).await;
    let refused = admin.post(&format!("/v1/challenges/{open}/invitations"), &json!({"count": 1})).await;
    refused.problem(422, "invalid_setup");
}

/// A challenge of Olga's for invited players, and the path of its invitations.
async fn invited(client: &Client, players: u8) -> (String, String, Client) {
    let (_, olga) = come(client, "Olga").await;
    let body = json!({
        "name": "Class", "players": players, "closes_at": OVER, "admission": "invited", "attempts": 2,
    });
    let made = olga.post("/v1/challenges", &body).await.expect(201);
    let challenge = made["id"].as_str().unwrap().to_owned();
    let invitations = format!("/v1/challenges/{challenge}/invitations");
    (challenge, invitations, olga)
}

/// The names and states of the codes.
async fn states(organiser: &Client, invitations: &str) -> Vec<(Value, Value)> {
    let page = organiser.get(invitations).await.expect(200);
    assert_eq!(page["next"], Value::Null);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| (item["name"].clone(), item["status"].clone())).collect()
}

async fn an_organiser_sees_what_became_of_each_code(setting: Setting) {
    let client = &setting.client;
    let (challenge, invitations, olga) = invited(client, 2).await;
    let invite = json!({"count": 3, "names": ["Ada L.", "Ada B."]});
    let twice = async || {
        let request = olga.request(Method::POST, &invitations);
        request.header("idempotency-key", "codes").json(&invite).await.expect(201)
    };
    let made = twice().await;
    assert_eq!(twice().await, made);
    let code = |index: usize| json!({"invitation": made["codes"][index]});
    let expected = |states: [&str; 3]| {
        let names = [json!("Ada L."), json!("Ada B."), Value::Null];
        names.into_iter().zip(states.map(Value::from)).collect::<Vec<_>>()
    };
    assert_eq!(states(&olga, &invitations).await, expected(["invited"; 3]));
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let started = as_ada.post(&attempts(&challenge), &code(0)).await.expect(201);
    let game = started["game"]["id"].as_str().unwrap();
    assert_eq!(states(&olga, &invitations).await, expected(["joined", "invited", "invited"]));
    ben.post(&format!("/v1/games/{game}/seats"), &code(2)).await.expect(201);
    assert_eq!(states(&olga, &invitations).await, expected(["playing", "invited", "playing"]));
    for seat in [&as_ada, &ben] {
        seat.concede(game).await.expect(201);
    }
    // Another instance reads the list page by page.
    let operator = setting.another_instance().await.with_token(OPERATOR);
    let mut items = Vec::new();
    let mut after = String::new();
    for _ in 0..3 {
        let page = operator.get(&format!("{invitations}?limit=1{after}")).await.expect(200);
        items.extend(page["items"].as_array().unwrap().clone());
        after = page["next"].as_str().map(|next| format!("&after={next}")).unwrap_or_default();
    }
    assert!(after.is_empty() && items.len() == 3, "{items:?}");
    let of_ada = &items[0];
    assert_eq!(
        (&of_ada["status"], &of_ada["player_id"], &of_ada["player_name"], &of_ada["game_id"]),
        (&json!("ended"), &ada["id"], &json!("Ada"), &json!(game))
    );
    assert_eq!((&of_ada["score"]["enemies_defeated"], &of_ada["void_reason"]), (&json!(0), &Value::Null));
    assert_eq!(items[1]["score"], Value::Null);
    // A deleted player is shown without a name.
    as_ada.delete(&path(&ada)).await.expect(200);
    let shown = olga.get(&invitations).await.expect(200)["items"][0].clone();
    assert_eq!((&shown["player_name"], &shown["score"]), (&Value::Null, &of_ada["score"]));
    for (reader, status, problem) in
        [(client, 401, "token_missing"), (&ben, 403, "forbidden"), (&as_ada, 401, "token_unknown")]
    {
        reader.get(&invitations).await.problem(status, problem);
    }
    olga.get("/v1/challenges/nonsense/invitations").await.problem(404, "no_such_challenge");
    let more = json!({"count": 1, "names": ["Ada", "Ben"]});
    assert_eq!(olga.post(&invitations, &more).await.problem(422, "invalid_setup")["field"], "names");
    for name in ["", " Ada", &"x".repeat(41)] {
        let body = json!({"count": 1, "names": [name]});
        assert_eq!(olga.post(&invitations, &body).await.problem(400, "invalid_value")["field"], "names");
    }
    // A game that ends with its challenge is scored with the list.
    let (single, single_codes, olga) = invited(client, 1).await;
    let made = olga.post(&single_codes, &json!({"count": 1})).await.expect(201);
    ben.post(&attempts(&single), &json!({"invitation": made["codes"][0]})).await.expect(201);
    setting.clock.set(OVER);
    let shown = olga.get(&single_codes).await.expect(200)["items"][0].clone();
    assert_eq!((&shown["status"], &shown["score"]["enemies_defeated"]), (&json!("ended"), &json!(0)));
}

async fn a_revoked_code_admits_nobody_until_it_is_restored(setting: Setting) {
    let client = &setting.client;
    let (challenge, invitations, olga) = invited(client, 1).await;
    let made = olga.post(&invitations, &json!({"count": 3})).await.expect(201);
    let code = |index: usize| json!({"invitation": made["codes"][index]});
    let listed = olga.get(&invitations).await.expect(200);
    let item = |index: usize| format!("{invitations}/{}", listed["items"][index]["id"].as_str().unwrap());
    let change = async |who: &Client, path: &str, revoked: bool| {
        who.request(Method::PATCH, path).json(&json!({"revoked": revoked})).await
    };
    let (_, ada) = come(client, "Ada").await;
    let attempt = async |body: &Value| ada.post(&attempts(&challenge), body).await;
    for _ in 0..2 {
        let revoked = change(&olga, &item(0), true).await.expect(200);
        assert_eq!((&revoked["status"], &revoked["id"]), (&json!("revoked"), &listed["items"][0]["id"]));
    }
    attempt(&code(0)).await.problem(403, "invitation_needed");
    assert_eq!(change(&olga, &item(0), false).await.expect(200)["status"], "invited");
    let game = attempt(&code(0)).await.expect(201)["game"]["id"].as_str().unwrap().to_owned();
    // The code of a player: the game goes on, and no further attempt follows, with no code.
    assert_eq!(change(&olga, &item(0), true).await.expect(200)["game_id"], json!(game));
    ada.concede(&game).await.expect(201);
    for body in [json!({}), code(0), code(1)] {
        attempt(&body).await.problem(403, "invitation_needed");
    }
    let board = olga.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    assert_eq!(board["results"], 1, "its result counts");
    let unused = states(&olga, &invitations).await;
    assert_eq!(unused[1].1, "invited", "the refused code was not used up");
    let restored = change(&client.with_token(OPERATOR), &item(0), false).await.expect(200);
    assert_eq!((&restored["status"], &restored["score"]["enemies_defeated"]), (&json!("ended"), &json!(0)));
    attempt(&json!({})).await.expect(201);
    change(&ada, &item(1), true).await.problem(403, "forbidden");
    change(client, &item(1), true).await.problem(401, "token_missing");
    let (_, other, eve) = invited(client, 1).await;
    change(&eve, &item(1), true).await.problem(403, "forbidden");
    let elsewhere = item(1).replace(&invitations, &other);
    for unknown in [&elsewhere, &format!("{other}/nonsense"), &format!("{other}/{}", uuid::Uuid::nil())] {
        change(&eve, unknown, true).await.problem(404, "no_such_invitation");
    }
}

async fn names_of_invited_players_are_changed_and_removed(setting: Setting) {
    let client = &setting.client;
    let (_, invitations, olga) = invited(client, 1).await;
    olga.post(&invitations, &json!({"count": 2, "names": ["Ada L.", "Ben"]})).await.expect(201);
    let listed = olga.get(&invitations).await.expect(200);
    let path = format!("{invitations}/{}", listed["items"][0]["id"].as_str().unwrap());
    let change = async |body: Value| olga.request(Method::PATCH, &path).json(&body).await;
    let revoked = change(json!({"revoked": true})).await.expect(200);
    assert_eq!(revoked["name"], "Ada L.", "it stays");
    let renamed = change(json!({"name": "Ada B."})).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["status"]), (&json!("Ada B."), &json!("revoked")));
    change(json!({"name": " Ada"})).await.problem(400, "invalid_value");
    change(json!({"name": null})).await.problem(400, "malformed_body");
    assert_eq!(change(json!({})).await.expect(200)["name"], "Ada B.");
    let removed = change(json!({"name": "", "revoked": false})).await.expect(200);
    assert_eq!((&removed["name"], &removed["status"]), (&Value::Null, &json!("invited")));
    let by_operator = client.with_token(OPERATOR);
    by_operator.request(Method::PATCH, &path).json(&json!({"name": "Cy"})).await.expect(200);
    assert_eq!(olga.get(&invitations).await.expect(200)["items"][0]["name"], "Cy");

    // With the organiser the names go.
    let owner = olga.get("/v1/me").await.expect(200)["player"]["id"].clone();
    olga.request(Method::DELETE, &format!("/v1/players/{}", owner.as_str().unwrap()))
        .send()
        .await
        .expect(200);
    let left = by_operator.get(&invitations).await.expect(200);
    assert_eq!(json!([left["items"][0]["name"], left["items"][1]["name"]]), json!([null, null]));
}

async fn the_service_adds_a_secret_to_an_organisers_seed(setting: Setting) {
    let client = &setting.client;
    let (challenge, _) = organise(client, json!({"seed_words": "club-night"})).await;
    let path = format!("/v1/challenges/{challenge}");
    let before = client.get(&path).await.expect(200);
    assert_eq!(
        (&before["seed"], &before["ranked"], &before["source"]),
        (&Value::Null, &json!(true), &json!("custom"))
    );
    setting.clock.set(OVER);
    let after = client.get(&path).await.expect(200);
    let seed = after["seed"].as_str().unwrap();
    let (words, secret) = seed.split_once('~').unwrap();
    assert_eq!((words, secret.len()), ("club-night", 32));
    let seed: regicide_engine::engine::Seed = seed.parse().unwrap();
    assert_eq!(before["commitment"], seed.commitment().to_string());
}

/// S1.4: a client chose it.
async fn a_public_seed_is_listed_and_never_ranked(setting: Setting) {
    let client = &setting.client;
    let (challenge, _) = organise(client, json!({"seed": "banana"})).await;
    let (ada, as_ada) = come(client, "Ada").await;
    let started = as_ada.post(&attempts(&challenge), &json!({})).await.expect(201);
    assert_eq!((&started["ranked"], &started["game"]["seed_by"]), (&json!(false), &json!("client")));
    let game = started["game"]["id"].as_str().unwrap();
    as_ada.concede(game).await.expect(201);
    let board = board(&as_ada, &challenge).await;
    assert_eq!((&board["items"][0]["place"], &board["own"]["percentile"]), (&Value::Null, &Value::Null));
    assert_eq!((&board["challenge"]["ranked"], &board["results"]), (&json!(false), &json!(1)));
    assert!(board["note"].as_str().unwrap().contains("public"));
    assert_eq!(client.get(&path(&ada)).await.expect(200)["streak"]["longest"], 0);
}

async fn only_the_first_attempt_is_ranked(setting: Setting) {
    let client = &setting.client;
    let (challenge, _) = organise(client, json!({"attempts": 2})).await;
    let (_, ada) = come(client, "Ada").await;
    let first = begin(&ada, &challenge).await;
    ada.concede(&first).await.expect(201);
    let started = ada.post(&attempts(&challenge), &json!({})).await.expect(201);
    assert_eq!((&started["attempt"], &started["ranked"]), (&json!(2), &json!(false)));
    let second = started["game"]["id"].as_str().unwrap();
    play(&[&ada], second, 1000).await;
    client.get(&format!("/v1/games/{second}")).await.problem(403, "embargoed");
    ada.post(&attempts(&challenge), &json!({})).await.problem(409, "attempted_already");
    let shown = board(&ada, &challenge).await;
    assert_eq!((&shown["results"], &shown["own"]["score"]["damage"]), (&json!(1), &json!(0)));
    // Nor is anything that has the seed of a ranked game ranked with it.
    setting.clock.set(OVER);
    let over = client.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    let created = client.create(&json!({"players": 1, "seed": over["seed"]})).await;
    let own = client.with_token(created["tokens"][0]["token"].as_str().unwrap());
    own.concede(created["game"]["id"].as_str().unwrap()).await.expect(201);
    let record = client.get(&format!("/v1/games/{first}/record")).await.expect(200);
    client.post("/v1/records", &record).await.expect(201);
    client.post(&format!("/v1/games/{first}/forks"), &json!({"seq": 0})).await.expect(201);
    assert_eq!(board(client, &challenge).await["results"], 1);
}

async fn no_later_attempt_shows_the_deal_of_an_earlier_one(setting: Setting) {
    let client = &setting.client;
    let (challenge, _) = organise(client, json!({"attempts": 3, "players": 2})).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (_, cleo) = come(client, "Cleo").await;
    let first = begin(&ada, &challenge).await;
    let start = async |player: &Client| player.post(&attempts(&challenge), &json!({})).await;
    start(&ada).await.problem(409, "attempt_out_of_turn");
    ben.post(&format!("/v1/games/{first}/seats"), &json!({})).await.expect(201);
    start(&ada).await.problem(409, "attempt_out_of_turn");
    ben.concede(&first).await.expect(201);
    ada.concede(&first).await.expect(201);
    let second = start(&ada).await.expect(201);
    let seats = format!("/v1/games/{}/seats", second["game"]["id"].as_str().unwrap());
    // A player without a first attempt cannot be in a second one.
    cleo.post(&seats, &json!({})).await.problem(409, "attempt_out_of_turn");
    ben.post(&seats, &json!({})).await.expect(201);
    assert_eq!(start(&cleo).await.expect(201)["attempt"], 1);
}

async fn leaving_a_waiting_game_frees_the_seat(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 2).await;
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (_, cleo) = come(client, "Cleo").await;
    let game = begin(&as_ada, &challenge).await;
    as_ada.delete(&path(&ada)).await.expect(200);
    let seats = format!("/v1/games/{game}/seats");
    let joined = ben.post(&seats, &json!({})).await.expect(201);
    assert_eq!((&joined["seat"], &joined["game"]["status"]), (&json!(0), &json!("waiting")));
    cleo.post(&seats, &json!({})).await.expect(201);
    ben.concede(&game).await.expect(201);
    cleo.concede(&game).await.expect(201);
    let shown = board(&ben, &challenge).await;
    assert_eq!(shown["items"][0]["team"].as_array().unwrap().len(), 2);
}

async fn practice_in_a_team_has_a_host(setting: Setting) {
    let client = &setting.client;
    let (challenge, _) = organise(client, json!({"players": 2})).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    setting.clock.set(OVER);
    let game = begin(&ada, &challenge).await;
    ben.delete(&format!("/v1/games/{game}")).await.problem(403, "forbidden");
    ada.delete(&format!("/v1/games/{game}")).await.expect(200);
}

async fn a_revoked_token_gets_no_stored_answer(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (ada, as_ada) = come(client, "Ada").await;
    let start = async || {
        let request = as_ada.request(awc::http::Method::POST, &attempts(&challenge));
        request.header("idempotency-key", "first").json(&json!({})).await
    };
    start().await.expect(201);
    as_ada.delete(&path(&ada)).await.expect(200);
    start().await.problem(401, "token_unknown");
}

async fn the_trick_taking_game_is_ranked_by_seat(setting: Setting) {
    let client = &setting.client;
    let more = json!({"kind": "regicide-tricks", "players": 2, "options": {"target": 10}});
    let (challenge, _) = organise(client, more).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let game = begin(&ada, &challenge).await;
    ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    ada.concede(&game).await.expect(201);
    let shown = board(&ada, &challenge).await;
    let named = |index: usize| (shown["items"][index]["team"][0]["name"].clone(), &shown["items"][index]);
    let (first, entry) = named(0);
    assert_eq!(
        (first, &entry["place"], &entry["score"]),
        (json!("Ben"), &json!(1), &json!({"kind": "regicide-tricks", "is_won": true, "side_points": 0}))
    );
    let (second, entry) = named(1);
    assert_eq!(
        (second, &entry["place"], &entry["score"]["is_won"]),
        (json!("Ada"), &json!(2), &json!(false))
    );
    assert_eq!(entry["team"].as_array().unwrap().len(), 1);
    assert_eq!((&shown["own"]["place"], &shown["own"]["percentile"]), (&json!(2), &json!(0)));
    let stats = ada.get(&format!("/v1/challenges/{challenge}/stats")).await.expect(200);
    assert_eq!((&stats["results"], &stats["won"], &stats["by_royals"]), (&json!(2), &json!(1), &json!([])));
    let own = ben.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    let link = format!("https://regicide.example/challenges/{challenge}");
    assert_eq!(own["own_attempts"][0]["share"], format!("Club night\n0 points: won\n{link}"));
}

/// C2.4.
async fn equal_results_share_a_rank_and_pages_do_not_overlap(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (mut players, mut games) = (Vec::new(), Vec::new());
    for number in 0..7 {
        let (_, player) = come(client, &format!("Guest {number}")).await;
        let game = begin(&player, &challenge).await;
        games.push(game.clone());
        // One of them does better than giving up at once.
        play(&[&player], &game, usize::from(number == 3)).await;
        player.concede(&game).await.expect(201);
        players.push(player);
    }
    let shown = board(&players[0], &challenge).await;
    let ranks: Vec<_> =
        shown["items"].as_array().unwrap().iter().map(|entry| entry["place"].clone()).collect();
    assert_eq!(ranks, [1, 2, 2, 2, 2, 2, 2].map(Value::from));
    assert_eq!(shown["items"][0]["team"][0]["name"], "Guest 3");
    assert_eq!((&shown["own"]["place"], &shown["own"]["percentile"]), (&json!(2), &json!(0)));
    let best = board(&players[3], &challenge).await;
    assert_eq!((&best["own"]["place"], &best["own"]["percentile"]), (&json!(1), &json!(100)));
    assert_eq!((&best["own"]["neighbours"], &best["void"]), (&json!([]), &json!([])));
    let mut walked = Vec::new();
    let mut query = "?limit=2".to_owned();
    loop {
        let path = format!("/v1/challenges/{challenge}/leaderboard{query}");
        let page = players[0].get(&path).await;
        for game in &games {
            let simple = game.replace('-', "");
            assert!(!page.text.contains(game.as_str()) && !page.text.contains(&simple), "{}", page.text);
        }
        let page = page.expect(200);
        walked.extend(page["items"].as_array().unwrap().clone());
        let Some(cursor) = page["next"].as_str() else { break };
        query = format!("?limit=2&after={cursor}");
    }
    assert_eq!(Value::from(walked), shown["items"]);
    let path = format!("/v1/challenges/{challenge}/leaderboard?after=nonsense");
    players[0].get(&path).await.problem(400, "invalid_value");
    // On a page without their results players see those around, once each.
    let entries = shown["items"].as_array().unwrap();
    let around = |at: usize, reach| &entries[at.saturating_sub(reach)..entries.len().min(at + reach + 1)];
    for (at, entry) in entries.iter().enumerate() {
        let number = entry["team"][0]["name"].as_str().unwrap().trim_start_matches("Guest ");
        let player = &players[number.parse::<usize>().unwrap()];
        let path = format!("/v1/challenges/{challenge}/leaderboard?limit=1");
        let page = player.get(&path).await.expect(200);
        assert_eq!(page["own"]["neighbours"].as_array().unwrap(), around(at, 3));
        let (own, whole) = (&page["own"], board(player, &challenge).await);
        for field in ["place", "team", "score", "seconds", "game_id"] {
            assert_eq!((&own[field], &whole["own"][field]), (&entry[field], &entry[field]));
        }
        assert_eq!(whole["own"]["neighbours"], json!([]), "all are on the page");
        let first = player.get(&format!("/v1/challenges/{challenge}/leaderboard?limit=4")).await.expect(200);
        let expected = if at == 0 { &[][..] } else { around(at, 3) };
        assert_eq!(first["own"]["neighbours"].as_array().unwrap(), expected);
    }
    // All at once: each gets the own rank, in the own language, or nothing.
    let path = format!("/v1/challenges/{challenge}/leaderboard");
    let readers = players.iter().chain([client]).enumerate();
    let reads = readers.flat_map(|(number, reader)| ["en", "es"].map(|language| (number, reader, language)));
    let path = &path;
    let reads = reads.map(async |(number, reader, language)| {
        let read = reader.request(Method::GET, path).header("accept-language", language);
        (number, language, read.send().await)
    });
    for (number, language, answer) in join_all(reads).await {
        if number == players.len() {
            answer.problem(403, "embargoed");
            continue;
        }
        let read = answer.expect(200);
        assert_eq!(read["own"]["team"][0]["name"], format!("Guest {number}"));
        assert_eq!(read["items"], shown["items"]);
        assert_eq!(read["note"].as_str().unwrap().starts_with("Los "), language == "es");
    }
}

async fn an_interrupted_ranking_is_done_by_the_next_request(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    for player in [&ada, &ben] {
        let game = begin(player, &challenge).await;
        player.concede(&game).await.expect(201);
    }
    // As if the service had been killed between the last moves and their ranking.
    let on = |table: &str| {
        if setting.url().starts_with("sqlite") { String::new() } else { format!(" on {table}") }
    };
    for (trigger, table) in [("results_not_deleted", "results"), ("attempts_stay_ranked", "attempts")] {
        setting.execute(&format!("drop trigger {trigger}{}", on(table))).await.unwrap();
    }
    for statement in ["delete from results", "delete from board_counts", "update attempts set ranked = 0"] {
        setting.execute(statement).await.unwrap();
    }
    assert_eq!(board(&ada, &challenge).await["results"], 1);
    setting.clock.set("2026-11-21T02:00:00Z");
    let other = setting.another_instance().await;
    let both = futures_util::future::join(board(client, &challenge), board(&other, &challenge)).await;
    let shown = board(client, &challenge).await;
    assert_eq!((&shown["results"], &shown["items"][1]["place"]), (&json!(2), &json!(1)), "{both:?}");
    let table = client.get("/v1/standings?min_results=1").await.expect(200);
    assert_eq!((&table["items"][0]["results"], &table["items"][1]["results"]), (&json!(1), &json!(1)));
    assert_eq!(table["complete"], true);
}

async fn a_game_is_ranked_only_if_its_log_holds(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let (_, ada) = come(client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    play(&[&ada], &game, 1).await;
    for statement in setting.without_triggers() {
        setting.execute(statement).await.unwrap();
    }
    setting.execute("update moves set move = 'concede'").await.unwrap();
    setting.clock.set("2026-11-21T02:00:00Z");
    let shown = board(client, &challenge).await;
    assert_eq!((&shown["results"], &shown["items"]), (&json!(0), &json!([])));
}

async fn bots_have_boards_of_their_own(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 2).await;
    let bot = client.post("/v1/players", &json!({"name": "Deep Jester", "bot": true})).await.expect(201);
    assert_eq!(bot["player"]["bot"], true);
    let bot = client.with_token(bot["token"].as_str().unwrap());
    let (_, ada) = come(client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    bot.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    bot.concede(&game).await.expect(201);
    ada.concede(&game).await.expect(201);
    assert_eq!(board(&ada, &challenge).await["results"], 0);
    let path = format!("/v1/challenges/{challenge}/leaderboard?board=bots");
    let bots = ada.get(&path).await.expect(200);
    assert_eq!((&bots["results"], &bots["own"]["place"]), (&json!(1), &json!(1)));
    let stats = ada.get(&format!("/v1/challenges/{challenge}/stats?board=bots")).await.expect(200);
    assert_eq!(stats["results"], 1);
}

async fn invalid_requests_are_rejected(Setting { client, .. }: Setting) {
    let good = json!({"name": "Club night", "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
    let (_, ada) = come(&client, "Ada").await;
    let with = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    for (field, value) in [
        ("name", json!("")),
        ("grace_minutes", json!(10_081)),
        ("attempts", json!(0)),
        ("attempts", json!(101)),
        ("seed", json!("ä")),
        ("seed_words", json!("x".repeat(32))),
        ("seed_words", json!("two words")),
    ] {
        let problem = ada.post("/v1/challenges", &with(field, value)).await.problem(400, "invalid_value");
        assert_eq!(problem["field"], field);
    }
    for (field, value) in [
        ("players", json!(5)),
        ("options", json!({"target": 10})),
        ("closes_at", json!("2026-11-20T11:00:00Z")),
        ("closes_at", json!("2028-11-20T11:00:00Z")),
        ("opens_at", json!("2026-11-19T11:00:00Z")),
        ("opens_at", json!("9999-12-31T00:00:00Z")),
    ] {
        ada.post("/v1/challenges", &with(field, value)).await.problem(422, "invalid_setup");
    }
    // RFC 3339 has no years beyond 9999.
    for time in ["+10000-01-01T00:00:00Z", "+262142-12-31T00:00:00Z", "soon"] {
        ada.post("/v1/challenges", &with("opens_at", json!(time))).await.problem(400, "malformed_body");
    }
    let mut both = with("seed", json!("banana"));
    both["seed_words"] = json!("club");
    ada.post("/v1/challenges", &both).await.problem(422, "invalid_setup");
    ada.post("/v1/challenges", &with("prize", json!(1))).await.problem(400, "malformed_body");
    let nowhere = "/v1/challenges/00000000-0000-0000-0000-000000000000";
    for path in ["", "/leaderboard", "/stats"] {
        client.get(&format!("{nowhere}{path}")).await.problem(404, "no_such_challenge");
    }
    ada.post(&format!("{nowhere}/attempts"), &json!({})).await.problem(404, "no_such_challenge");
}

async fn unlisted_challenges_are_found_by_id_only(setting: Setting) {
    let client = &setting.client;
    let (listed, _) = organise(client, json!({})).await;
    let (hidden, _) = organise(client, json!({"visibility": "unlisted"})).await;
    let list = client.get("/v1/challenges?source=custom").await.expect(200);
    let ids: Vec<_> = list["items"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [json!(listed)]);
    client.get(&format!("/v1/challenges/{hidden}")).await.expect(200);
    let (_, ada) = come(client, "Ada").await;
    let game = begin(&ada, &hidden).await;
    ada.concede(&game).await.expect(201);
    setting.clock.set(OVER);
    assert!(!client.get("/v1/games").await.text.contains(&game));
    assert!(!client.get("/v1/records").await.text.contains(&game));
    published(client, 7).await;
    let mut walked = 0;
    let mut query = "?limit=3".to_owned();
    loop {
        let page = client.get(&format!("/v1/challenges{query}")).await.expect(200);
        walked += page["items"].as_array().unwrap().len();
        let Some(cursor) = page["next"].as_str() else { break };
        query = format!("?limit=3&after={cursor}");
    }
    assert_eq!(walked, 1 + 8 * 4);
}
