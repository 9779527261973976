//! Creating, joining, listing and looking.

use awc::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Client;
use crate::players::{self, come};
use crate::server::Setting;

crate::on_both_databases!(
    a_game_is_created_with_every_option,
    a_creator_sees_the_game_from_the_own_seat,
    an_open_game_shows_no_card_before_all_seats_are_taken,
    a_seat_can_be_left_and_freed_until_the_game_begins,
    a_game_can_be_cancelled_until_it_begins,
    lists_are_filtered_and_paged_without_repeats,
    an_unchanged_view_is_not_sent_again,
    a_view_has_another_tag_with_a_new_name_and_when_time_ends_the_game,
    a_view_shows_earlier_moments,
    every_legal_move_is_legal,
    texts_name_players,
    a_move_is_sent_in_one_form,
    a_game_without_moves_is_abandoned_and_becomes_public,
);

pub(crate) fn id(created: &Value) -> &str {
    created["game"]["id"].as_str().unwrap()
}

pub(crate) fn player(client: &Client, created: &Value, seat: usize) -> Client {
    client.with_token(created["tokens"][seat]["token"].as_str().unwrap())
}

/// Only `seed_by` names the party that chose the seed (S1.5).
async fn a_game_is_created_with_every_option(Setting { client, .. }: Setting) {
    let body = json!({
        "kind": "regicide", "players": 3, "seed": "banana",
        "options": {"first": 2, "variants": ["shared_damage", "mulligan"]}, "names": ["Ada", null, "Cleo"], "visibility": "unlisted",
    });
    let answer = client.post("/v1/games", &body).await;
    let location = answer.header("location").unwrap().to_owned();
    let created = answer.expect(201);
    assert_eq!(location, format!("/v1/games/{}", id(&created)));
    let game = client.view(id(&created)).await;
    assert_eq!(game, created["game"]);
    assert_eq!(
        game["options"],
        json!({"first": 2, "solo_yield": "never", "variants": ["mulligan", "shared_damage"]})
    );
    assert_eq!(game["to_act"], 2);
    assert_eq!(game["seed_by"], "client");
    assert_eq!(game["seats"][2]["name"], "Cleo");
    assert_eq!(created["tokens"].as_array().unwrap().len(), 3);
    let tricks =
        client.create(&json!({"kind": "regicide-tricks", "players": 4, "options": {"partners": true}})).await;
    let options = json!({"first": 0, "jokers": 2, "partners": true, "target": 50});
    assert_eq!(tricks["game"]["options"], options);
    assert_eq!(tricks["game"]["seed_by"], "service");
}

async fn a_creator_sees_the_game_from_the_own_seat(Setting { client, .. }: Setting) {
    let (_, ada) = come(&client, "Ada").await;
    let bots = json!(["novice", null, "novice"]);
    let created = ada.create(&json!({"players": 3, "bots": bots})).await;
    assert_eq!(created["game"]["seat"], 1);
    assert_eq!(created["game"]["table"]["hand"], ada.view(id(&created)).await["table"]["hand"]);
    assert!(created["game"]["table"]["hand"].is_array());
    let over = ada.create(&json!({"players": 3, "seed": "banana"})).await;
    for seat in 0..3 {
        player(&client, &over, seat).concede(id(&over)).await;
    }
    let forks = format!("/v1/games/{}/forks", id(&over));
    let fork = ada.post(&forks, &json!({"seq": 0, "bots": bots})).await.expect(201);
    assert_eq!((&fork["game"]["seat"], &fork["game"]["seats"][1]["name"]), (&json!(1), &json!("Ada")));
    // A creator who does not join is a spectator, also of the first seat.
    let aside = ada.create(&json!({"players": 2, "bots": ["novice"], "join": false})).await;
    assert_eq!((&aside["game"]["seat"], &aside["game"]["table"]["hand"]), (&Value::Null, &Value::Null));
    let first = ada.create(&json!({"players": 2, "bots": [null, "novice"]})).await;
    assert_eq!(first["game"]["seat"], 0);
    // A rematch of a game with a bot before the own seat.
    let alone = ada.create(&json!({"players": 2, "bots": ["novice"]})).await;
    ada.concede(id(&alone)).await.expect(201);
    let rematch = ada.post(&format!("/v1/games/{}/rematches", id(&alone)), &json!({})).await.expect(201);
    assert_eq!((&rematch["seat"], &rematch["game"]["seat"]), (&json!(1), &json!(1)));
}

async fn an_open_game_shows_no_card_before_all_seats_are_taken(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 3, "open_seats": 2, "names": ["Ada"]})).await;
    let game = id(&created);
    let ada = player(&client, &created, 0);
    assert_eq!(created["game"]["status"], "waiting");
    assert_eq!(ada.view(game).await["table"], Value::Null);
    ada.make(game, "yield").await.problem(409, "game_not_begun");
    ada.get(&format!("/v1/games/{game}/legal-moves")).await.problem(409, "game_not_begun");
    let seats = format!("/v1/games/{game}/seats");
    let last = client.post(&seats, &json!({"seat": 2, "name": "Cleo"})).await.expect(201);
    assert_eq!(last["game"]["table"], Value::Null);
    client.post(&seats, &json!({"seat": 2})).await.problem(409, "seat_taken");
    let joined = client.post(&seats, &json!({"name": "Ben"})).await.expect(201);
    assert_eq!((&joined["seat"], &joined["game"]["status"]), (&json!(1), &json!("running")));
    let ben = client.with_token(joined["token"].as_str().unwrap());
    assert_eq!(ben.view(game).await["table"]["hand"].as_array().unwrap().len(), 6);
    client.post(&seats, &json!({})).await.problem(409, "no_open_seat");
}

async fn a_seat_can_be_left_and_freed_until_the_game_begins(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 3, "open_seats": 2})).await;
    let game = id(&created);
    let owner = player(&client, &created, 0);
    let seats = format!("/v1/games/{game}/seats");
    owner.delete(&format!("{seats}/1")).await.problem(422, "invalid_setup");
    let join = async |seat: u8| {
        let joined = client.post(&seats, &json!({"seat": seat})).await.expect(201);
        client.with_token(joined["token"].as_str().unwrap())
    };
    let left = join(1).await;
    assert_eq!(left.delete(&format!("{seats}/1")).await.expect(200)["seats"][1]["open"], true);
    left.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
    let ben = join(1).await;
    ben.delete(&format!("{seats}/0")).await.problem(403, "forbidden");
    owner.delete(&format!("{seats}/1")).await.expect(200);
    ben.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
    for seat in [1, 2] {
        join(seat).await;
    }
    owner.delete(&format!("{seats}/1")).await.problem(409, "game_begun");
}

async fn a_game_can_be_cancelled_until_it_begins(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let path = format!("/v1/games/{}", id(&created));
    client.delete(&path).await.problem(401, "token_missing");
    let owner = player(&client, &created, 0);
    assert_eq!(owner.delete(&path).await.expect(200)["status"], "cancelled");
    client.post(&format!("{path}/seats"), &json!({})).await.problem(409, "game_over");
    let running = client.create(&json!({"players": 1})).await;
    let path = format!("/v1/games/{}", id(&running));
    player(&client, &running, 0).delete(&path).await.problem(403, "forbidden");
}

async fn lists_are_filtered_and_paged_without_repeats(Setting { client, .. }: Setting) {
    for players in [1, 2, 2, 3] {
        client.create(&json!({"players": players})).await;
    }
    client.create(&json!({"players": 2, "visibility": "unlisted"})).await;
    client.create(&json!({"players": 4, "open_seats": 1, "kind": "regicide-tricks"})).await;
    let count = async |query: &str| {
        let list = client.get(&format!("/v1/games?{query}")).await.expect(200);
        list["items"].as_array().unwrap().len()
    };
    assert_eq!(count("").await, 5);
    assert_eq!(count("players=2").await, 2);
    assert_eq!(count("status=waiting").await, 1);
    assert_eq!(count("status=finished").await, 0);
    for (query, number) in [
        ("players=1,3", 2),
        ("players=2,4&status=running,waiting", 3),
        ("players=2,4&status=finished,waiting", 1),
        ("status=running,running", 4),
        ("kind=regicide,regicide-tricks", 5),
    ] {
        assert_eq!(count(query).await, number, "{query}");
    }
    for (query, field) in
        [("players=2,,3", "players"), ("players=2,9", "players"), ("status=running,", "status")]
    {
        let problem = client.get(&format!("/v1/games?{query}")).await.expect(400);
        assert_eq!(problem["field"], field, "{problem}");
    }
    assert_eq!(count("kind=regicide-tricks").await, 1);
    assert_eq!(count("created_before=2020-01-01T00:00:00Z").await, 0);
    assert_eq!(count("created_after=2020-01-01T00:00:00Z").await, 5);
    let mut seen = Vec::new();
    let mut query = "limit=2".to_owned();
    loop {
        let list = client.get(&format!("/v1/games?{query}")).await.expect(200);
        let ids =
            list["items"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned());
        seen.extend(ids);
        client.create(&json!({"players": 1})).await;
        let Some(cursor) = list["next"].as_str() else { break };
        query = format!("limit=2&after={cursor}");
    }
    let newest_first = seen.windows(2).all(|pair| pair[0] > pair[1]);
    assert!(newest_first && seen.len() == 5, "{seen:?}");
}

async fn an_unchanged_view_is_not_sent_again(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let path = format!("/v1/games/{}", id(&created));
    let ada = player(&client, &created, 0);
    let first = client.get(&path).await;
    let tag = first.header("etag").unwrap().to_owned();
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    assert!(first.header("vary").is_some());
    let again = client.request(Method::GET, &path).header("if-none-match", &tag).send().await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    let own = ada.get(&path).await;
    assert_ne!(own.header("etag"), Some(tag.as_str()));
    assert_eq!(own.header("cache-control"), Some("private, no-store"));
    ada.make(id(&created), "yield").await.expect(201);
    let changed = client.request(Method::GET, &path).header("if-none-match", &tag).send().await;
    assert_eq!(changed.status.as_u16(), 200);
    let head = client.request(Method::HEAD, &path).send().await;
    assert_eq!((head.status.as_u16(), head.text.as_str()), (200, ""));
    assert_eq!(head.header("etag"), changed.header("etag"));
}

/// Neither is a new revision of the game.
async fn a_view_has_another_tag_with_a_new_name_and_when_time_ends_the_game(
    Setting { client, clock, .. }: Setting,
) {
    let (player, ada) = come(&client, "Ada").await;
    let created = ada.create(&json!({"players": 1, "open_seats": 1})).await;
    ada.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    let path = format!("/v1/games/{}", id(&created));
    let is_news = async |tag: &str| {
        let answer = client.request(Method::GET, &path).header("if-none-match", tag).send().await;
        let news = answer.status == 200;
        (answer.header("etag").unwrap().to_owned(), news)
    };
    let (tag, _) = is_news("\"\"").await;
    assert_eq!(is_news(&tag).await, (tag.clone(), false));
    let body = json!({"name": "Countess"});
    ada.request(Method::PATCH, &players::path(&player)).json(&body).await.expect(200);
    let (renamed, news) = is_news(&tag).await;
    assert!(news && renamed != tag);
    assert_eq!(is_news(&renamed).await, (renamed.clone(), false));
    clock.pass(TimeDelta::hours(24));
    let (abandoned, news) = is_news(&renamed).await;
    assert!(news && abandoned != renamed);
}

async fn a_view_shows_earlier_moments(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let game = id(&created);
    let ada = player(&client, &created, 0);
    let start = ada.view(game).await;
    let made = ada.make(game, start["legal_moves"][0]["text"].as_str().unwrap()).await.expect(201);
    let earlier = ada.get(&format!("/v1/games/{game}?seq=0")).await.expect(200);
    assert_eq!(earlier["table"], start["table"]);
    assert_eq!((&earlier["shown_seq"], &earlier["seq"]), (&json!(0), &json!(1)));
    assert_eq!(earlier["legal_moves"], Value::Null);
    assert_eq!(earlier["chain"], start["chain"]);
    let now = ada.get(&format!("/v1/games/{game}?seq=1")).await.expect(200);
    assert_eq!(now, made["game"]);
    ada.get(&format!("/v1/games/{game}?seq=2")).await.problem(404, "no_such_move");

    // The same once the game is over: the last position has no seat to act.
    let ben = player(&client, &created, 1);
    for one in [&ada, &ben] {
        one.concede(game).await;
    }
    for viewer in [&ada, &client] {
        let at = async |seq: u32| viewer.get(&format!("/v1/games/{game}?seq={seq}")).await.expect(200);
        assert_eq!(
            (at(0).await["status"].as_str(), &at(0).await["to_act"]),
            (Some("finished"), &start["to_act"])
        );
        assert_eq!(at(1).await["to_act"], now["to_act"]);
        assert_eq!(at(2).await["to_act"], Value::Null);
        assert_eq!(at(2).await["legal_moves"], Value::Null);
    }

    // The legal moves of that time are for the seat that was to act then.
    for (viewer, legal_moves) in
        [(&ada, &start["legal_moves"]), (&ben, &Value::Null), (&client, &Value::Null)]
    {
        let then = viewer.get(&format!("/v1/games/{game}?seq=0")).await.expect(200);
        assert_eq!(&then["legal_moves"], legal_moves);
    }
}

async fn every_legal_move_is_legal(Setting { client, .. }: Setting) {
    let game = json!({"players": 1, "seed": "banana"});
    let listed = {
        let created = client.create(&game).await;
        let path = format!("/v1/games/{}/legal-moves", id(&created));
        player(&client, &created, 0).get(&path).await.expect(200)
    };
    assert_eq!(listed["seq"], 0);
    for legal in listed["items"].as_array().unwrap() {
        let created = client.create(&game).await;
        let made = player(&client, &created, 0).make(id(&created), legal["text"].clone()).await.expect(201);
        assert_eq!(made["text"], legal["text"]);
    }
}

async fn a_game_without_moves_is_abandoned_and_becomes_public(Setting { client, clock, .. }: Setting) {
    let created = client.create(&json!({"players": 2})).await;
    let game = id(&created);
    let ada = player(&client, &created, 0);
    clock.pass(TimeDelta::hours(23));
    ada.make(game, "yield").await.expect(201);
    clock.pass(TimeDelta::hours(23));
    assert_eq!(client.view(game).await["status"], "running");
    client.get(&format!("/v1/games/{game}/record")).await.problem(409, "game_not_over");
    clock.pass(TimeDelta::hours(1));
    let view = client.view(game).await;
    assert_eq!((&view["status"], &view["result"]), (&json!("abandoned"), &Value::Null));
    assert!(view["revealed"]["seed"].is_string());
    ada.concede(game).await.problem(409, "game_over");
    let record = client.get(&format!("/v1/games/{game}/record")).await.expect(200);
    assert_eq!((record.get("result"), record["moves"].as_array().unwrap().len()), (None, 1));
    let abandoned = client.get("/v1/games?status=abandoned").await.expect(200);
    assert_eq!(abandoned["items"][0]["id"], game);
}

async fn texts_name_players(Setting { client, .. }: Setting) {
    let (_, ada) = come(&client, "Ada").await;
    let created = ada.create(&json!({"players": 2, "names": [null, "Ben"], "seed": "banana"})).await;
    let ben = player(&client, &created, 1);
    let refused = ben.make(id(&created), "yield").await.problem(422, "illegal_move");
    assert_eq!(refused["detail"], "It is the turn of Ada.");
    let yielded = ada.make(id(&created), "yield").await.expect(201);
    assert_eq!(yielded["narration"][0], "You yield.");
    let path = format!("/v1/games/{}/moves", id(&created));
    for (reader, narration) in [(&ada, "You yield."), (&ben, "Ada yields."), (&client, "Ada yields.")] {
        assert_eq!(reader.get(&path).await.expect(200)["items"][0]["narration"][0], narration);
    }
}

async fn a_move_is_sent_in_one_form(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let ada = player(&client, &created, 0);
    let path = format!("/v1/games/{}/moves", id(&created));
    for body in [json!({"text": "yield", "move": {"type": "yield"}}), json!({}), json!({"expected_seq": 0})] {
        let refused = ada.post(&path, &body).await.problem(400, "invalid_value");
        assert_eq!(refused["field"], "move", "{body}");
    }
    assert_eq!(client.view(id(&created)).await["seq"], 0);
    ada.post(&path, &json!({"move": {"type": "yield"}})).await.expect(201);
}
