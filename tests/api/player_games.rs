//! The games of a player: a program that plays reads them all by one request.

use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, play, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    one_request_lists_all_turns_of_a_player,
    others_see_only_public_games,
    a_list_shows_the_seat_to_act,
    pages_are_complete_and_do_not_overlap,
    finished_games_leave_the_list_of_running_games,
    forks_are_listed_with_the_seat_to_act,
    invalid_filters_are_rejected,
    games_are_filtered_by_co_player_and_result,
    co_players_are_listed_by_their_newest_game,
);

/// The ids of the games in an answer.
fn ids(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect()
}

async fn list(client: &Client, who: &Value, query: &str) -> Value {
    client.get(&format!("{}/games{query}", path(who))).await.expect(200)
}

async fn new(creator: &Client, body: Value) -> (String, Value) {
    let created = creator.create(&body).await;
    (id(&created).to_owned(), created)
}

async fn one_request_lists_all_turns_of_a_player(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (first, _) = new(&as_ada, json!({"players": 1})).await;
    let (second, created) = new(
        &as_ada,
        json!({"players": 2, "visibility": "unlisted", "names": [null, "Ben"], "seed": "banana"}),
    )
    .await;
    let ben = player(&client, &created, 1);
    let (third, _) =
        new(&as_ada, json!({"kind": "regicide-tricks", "players": 2, "options": {"first": 1}})).await;
    new(&as_ada, json!({"players": 2, "open_seats": 1})).await;
    new(&client, json!({"players": 1})).await;
    let turns = async || list(&as_ada, &ada, "?turn=me").await;
    let now = turns().await;
    let expected = if as_ada.view(&third).await["to_act"] == 0 {
        vec![&third, &second, &first]
    } else {
        vec![&second, &first]
    };
    assert_eq!(ids(&now), expected);
    // As soon as a move is made it is another's turn, and back.
    as_ada.make(&second, "yield").await.expect(201);
    let mut mine = as_ada.view(&second).await["to_act"] == 0;
    for _ in 0..4 {
        assert_eq!(ids(&turns().await).contains(&second.as_str()), mine);
        play(&[&as_ada, &ben], &second, 1).await;
        mine = as_ada.view(&second).await["to_act"] == 0;
    }
    as_ada.concede(&first).await.expect(201);
    assert!(!ids(&turns().await).contains(&first.as_str()));
    assert_eq!(list(&as_ada, &ada, "").await["items"].as_array().unwrap().len(), 4);
    assert_eq!(ids(&list(&as_ada, &ada, "?status=finished").await), [first.as_str()]);
    assert_eq!(ids(&list(&as_ada, &ada, "?kind=regicide-tricks").await), [third.as_str()]);
    assert!(ids(&list(&as_ada, &ada, "?turn=me&kind=regicide-tricks").await).iter().all(|id| *id == third));
}

async fn others_see_only_public_games(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (_, as_eve) = come(&client, "Eve").await;
    let (public, _) = new(&as_ada, json!({"players": 1})).await;
    let (unlisted, _) = new(&as_ada, json!({"players": 1, "visibility": "unlisted"})).await;
    let attempt = begin(&as_ada, &today(&client, 1).await).await;
    assert_eq!(ids(&list(&as_ada, &ada, "").await), [&attempt, &unlisted, &public]);
    assert_eq!(ids(&list(&as_ada, &ada, "?turn=me").await), [&attempt, &unlisted, &public]);
    assert_eq!(list(&as_ada, &ada, "").await["items"][0]["status"], "running");
    as_ada.concede(&attempt).await.expect(201);
    assert_eq!(ids(&list(&as_ada, &ada, "?status=finished").await), [&attempt]);
    for other in [&client, &as_eve] {
        for query in ["", "?status=running"] {
            assert_eq!(ids(&list(other, &ada, query).await), [&public]);
        }
        assert!(ids(&list(other, &ada, "?status=finished").await).is_empty());
    }
}

async fn a_list_shows_the_seat_to_act(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let (game, created) = new(&as_ada, json!({"players": 2, "names": [null, "Ben"], "seed": "banana"})).await;
    let ben = player(client, &created, 1);
    let names = ["Ada", "Ben"];
    for _ in 0..6 {
        let view = as_ada.view(&game).await;
        let entry = &list(client, &ada, "").await["items"][0];
        for same in ["id", "status", "seq", "to_act", "seats", "visibility", "created_at", "rematch"] {
            assert_eq!(entry[same], view[same], "{same}");
        }
        let seat = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
        assert_eq!((&entry["to_act_name"], &entry["seat"]), (&json!(names[seat]), &json!(0)));
        let log = client.get(&format!("/v1/games/{game}/moves")).await.expect(200);
        let last = log["items"].as_array().unwrap().last();
        assert_eq!(entry["updated_at"], last.map_or(&view["created_at"], |last| &last["at"]).clone());
        play(&[&as_ada, &ben], &game, 1).await;
    }
    as_ada.concede(&game).await.expect(201);
    ben.concede(&game).await.expect(201);
    let over = &list(client, &ada, "").await["items"][0];
    assert_eq!((&over["to_act"], &over["to_act_name"]), (&Value::Null, &Value::Null));
    assert_eq!(over["updated_at"], over["finished_at"]);
}

async fn pages_are_complete_and_do_not_overlap(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let mut made = Vec::new();
    for number in 0..7 {
        let (game, _) = new(&as_ada, json!({"players": 1})).await;
        if number % 2 == 0 {
            play(&[&as_ada], &game, 1).await;
        }
        made.insert(0, game);
    }
    for filter in ["", "&turn=me", "&status=running"] {
        let mut found = Vec::new();
        let mut after = String::new();
        for _ in 0..4 {
            let page = list(&as_ada, &ada, &format!("?limit=2{filter}{after}")).await;
            found.extend(ids(&page).into_iter().map(str::to_owned));
            let Some(next) = page["next"].as_str() else { break };
            after = format!("&after={next}");
        }
        assert_eq!(found, made, "{filter}");
    }
}

async fn finished_games_leave_the_list_of_running_games(setting: Setting) {
    let (ada, as_ada) = come(&setting.client, "Ada").await;
    for _ in 0..40 {
        let (game, _) = new(&as_ada, json!({"players": 1})).await;
        as_ada.concede(&game).await.expect(201);
    }
    let (running, _) = new(&as_ada, json!({"players": 1})).await;
    let (waiting, _) = new(&as_ada, json!({"players": 2, "open_seats": 1})).await;
    for _ in 0..3 {
        assert_eq!(ids(&list(&as_ada, &ada, "?turn=me").await), [&running]);
        assert_eq!(ids(&list(&as_ada, &ada, "?status=running").await), [&running]);
        assert_eq!(ids(&list(&as_ada, &ada, "?status=waiting").await), [&waiting]);
        assert_eq!(ids(&list(&as_ada, &ada, "?status=finished&limit=50").await).len(), 40);
        let both = list(&as_ada, &ada, "?status=waiting,running&players=2,1").await;
        assert_eq!(ids(&both), [&waiting, &running]);
    }
    as_ada.delete(&format!("/v1/games/{waiting}")).await.expect(200);
    assert!(ids(&list(&as_ada, &ada, "?status=waiting").await).is_empty());
    assert_eq!(ids(&list(&as_ada, &ada, "?status=cancelled").await), [&waiting]);
    setting.clock.set("2026-12-20T12:00:00Z");
    assert!(ids(&list(&as_ada, &ada, "?turn=me").await).is_empty());
    assert_eq!(ids(&list(&as_ada, &ada, "?status=abandoned").await), [&running]);
}

/// Copied moves do not determine the seat to act: the fork does.
async fn forks_are_listed_with_the_seat_to_act(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (game, created) = new(&as_ada, json!({"players": 2})).await;
    let ben = player(&client, &created, 1);
    play(&[&as_ada, &ben], &game, 3).await;
    as_ada.concede(&game).await.expect(201);
    ben.concede(&game).await.expect(201);
    for seq in 0..=3 {
        let forks = format!("/v1/games/{game}/forks");
        let fork = as_ada.post(&forks, &json!({"seq": seq})).await.expect(201);
        let view = client.view(id(&fork)).await;
        let entry = &list(&as_ada, &ada, "?limit=1").await["items"][0];
        assert_eq!((&entry["id"], &entry["to_act"]), (&view["id"], &view["to_act"]));
        let turns = list(&as_ada, &ada, "?turn=me").await;
        assert_eq!(ids(&turns).contains(&id(&fork)), view["to_act"] == 0, "{seq}");
    }
}

async fn invalid_filters_are_rejected(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (_, as_eve) = come(&client, "Eve").await;
    let games = |query: &str| format!("{}/games{query}", path(&ada));
    client.get(&games("?turn=me")).await.problem(401, "token_missing");
    as_eve.get(&games("?turn=me")).await.problem(403, "forbidden");
    client.with_token("nonsense").get(&games("")).await.problem(401, "token_unknown");
    as_ada.get(&games("?to_act=you")).await.problem(400, "malformed_query");
    as_ada.get(&games("?limit=101")).await.problem(400, "invalid_value");
    as_ada.get(&games("?players=5")).await.problem(400, "invalid_value");
    let refused = as_ada.get(&games("?turn=me&status=finished")).await;
    assert_eq!(refused.problem(422, "invalid_setup")["field"], "status");
    client.get("/v1/games?player=00000000-0000-0000-0000-000000000000").await.problem(400, "malformed_query");
}

/// A game of two players that has begun.
async fn together(host: &Client, guest: &Client, more: Value) -> String {
    let mut body = json!({"players": 2, "open_seats": 1});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let game = id(&host.create(&body).await).to_owned();
    guest.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    game
}

async fn games_are_filtered_by_co_player_and_result(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (ben, as_ben) = come(&client, "Ben").await;
    let (cem, as_cem) = come(&client, "Cem").await;
    let tricks = json!({"kind": "regicide-tricks"});
    let lost = together(&as_ada, &as_ben, tricks.clone()).await;
    as_ada.make(&lost, "concede").await.expect(201);
    let won = together(&as_ada, &as_cem, tricks.clone()).await;
    as_cem.make(&won, "concede").await.expect(201);
    let unlisted = together(&as_ada, &as_ben, json!({"visibility": "unlisted"})).await;
    let with = |who: &Value| format!("co_player_id={}", who["id"].as_str().unwrap());
    for (query, expected) in [
        (with(&ben), vec![&unlisted, &lost]),
        (with(&cem), vec![&won]),
        (with(&ada), vec![&unlisted, &won, &lost]),
        ("is_won=true".to_owned(), vec![&won]),
        ("is_won=false".to_owned(), vec![&lost]),
        (format!("{}&is_won=false&kind=regicide-tricks", with(&ben)), vec![&lost]),
        (format!("{}&kind=regicide", with(&ben)), vec![&unlisted]),
        (format!("{}&status=running", with(&ben)), vec![&unlisted]),
        (format!("{}&is_won=true", with(&ben)), vec![]),
        (format!("{}&limit=1", with(&ben)), vec![&unlisted]),
        ("co_player_id=0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11".to_owned(), vec![]),
    ] {
        assert_eq!(ids(&list(&as_ada, &ada, &format!("?{query}")).await), expected, "{query}");
    }
    let first = list(&as_ada, &ada, &format!("?{}&limit=1", with(&ben))).await;
    let after = first["next"].as_str().unwrap();
    let rest = list(&as_ada, &ada, &format!("?{}&limit=1&after={after}", with(&ben))).await;
    assert_eq!(ids(&rest), [&lost]);
    // Others see those of the public ones.
    assert_eq!(ids(&list(&as_cem, &ada, &format!("?{}", with(&ben))).await), [&lost]);
    let mine = as_ada.view(&unlisted).await["to_act"] == 0;
    let turns = list(&as_ada, &ada, &format!("?turn=me&{}", with(&ben))).await;
    assert_eq!(ids(&turns), if mine { vec![&unlisted] } else { vec![] });
    assert!(ids(&list(&as_ada, &ada, &format!("?turn=me&{}", with(&cem))).await).is_empty());
    for query in ["co_player_id=ben", "is_won=perhaps"] {
        as_ada.get(&format!("{}/games?{query}", path(&ada))).await.problem(400, "malformed_query");
    }
}

async fn co_players_are_listed_by_their_newest_game(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (ben, as_ben) = come(&client, "Ben").await;
    let (cem, as_cem) = come(&client, "Cem").await;
    together(&as_ada, &as_ben, json!({})).await;
    let with_cem = together(&as_cem, &as_ada, json!({"visibility": "unlisted"})).await;
    let with_ben = together(&as_ada, &as_ben, json!({"kind": "regicide-tricks"})).await;
    as_ada.create(&json!({"players": 2, "open_seats": 1})).await;
    as_ada.create(&json!({"players": 2, "bots": [null, "novice"]})).await;
    let players = async |reader: &Client, query: &str| {
        let page = reader.get(&format!("{}/co-players{query}", path(&ada))).await.expect(200);
        let named =
            page["items"].as_array().unwrap().iter().map(|one| (one["name"].clone(), one["game_id"].clone()));
        (named.collect::<Vec<_>>(), page["next"].clone())
    };
    let (all, next) = players(&as_ada, "").await;
    assert_eq!(all, [(json!("Ben"), json!(with_ben)), (json!("Cem"), json!(with_cem))]);
    assert_eq!(next, Value::Null);
    // By pages of one game a player comes again.
    let (mut query, mut named) = ("?limit=1".to_owned(), Vec::new());
    loop {
        let (some, next) = players(&as_ada, &query).await;
        named.extend(some.into_iter().map(|(name, _)| name));
        let Some(next) = next.as_str() else { break };
        query = format!("?limit=1&after={next}");
    }
    assert_eq!(named, ["Ben", "Cem", "Ben"]);
    let own = as_ada.get(&format!("{}/co-players", path(&ada))).await.expect(200);
    assert_eq!((&own["items"][0]["player_id"], &own["items"][1]["player_id"]), (&ben["id"], &cem["id"]));
    assert_eq!(
        (&own["items"][0]["kind"], &own["items"][0]["players"]),
        (&json!("regicide-tricks"), &json!(2))
    );
    // A deleted player is no co-player.
    as_ben.delete(&path(&ben)).await.expect(200);
    assert_eq!(players(&as_ada, "").await.0, [(json!("Cem"), json!(with_cem))]);
    client
        .get("/v1/players/0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11/co-players")
        .await
        .problem(401, "token_missing");
    as_cem.get(&format!("{}/co-players", path(&ada))).await.problem(403, "forbidden");
}
