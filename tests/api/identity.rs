//! The identity of a token: at the creation of a game, in a game of others, for held
//! seats, and in rematches.

use awc::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, play, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    a_player_who_creates_a_game_sits_on_its_first_seat,
    a_player_creates_games_for_others_and_forks,
    creating_a_game_needs_the_current_token,
    any_valid_token_reads_an_unlisted_game,
    a_player_creates_frees_and_cancels_without_another_token,
    an_invited_seat_requires_its_code,
    an_invitation_works_once_and_expires,
    only_the_owner_invites,
    the_token_of_a_players_seat_is_valid_for_that_seat_only,
    a_team_is_invited_to_an_attempt,
    a_rematch_is_created_once_and_reserves_every_seat,
    the_next_seat_may_begin_a_rematch,
    a_rematch_holds_the_seats_of_guests,
    a_rematch_is_for_seated_players_after_the_end,
    concurrent_rematches_create_one,
);

fn seats(game: &str) -> String {
    format!("/v1/games/{game}/seats")
}

fn invitations(game: &str) -> String {
    format!("/v1/games/{game}/invitations")
}

fn rematch(game: &str) -> String {
    format!("/v1/games/{game}/rematches")
}

async fn concede(players: &[&Client], game: &str) {
    for player in players {
        let status = player.concede(game).await.status.as_u16();
        assert!([201, 202].contains(&status), "{status}");
    }
}

async fn a_player_who_creates_a_game_sits_on_its_first_seat(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let created = as_ada.create(&json!({"players": 2, "names": ["Eve", "Ben"]})).await;
    let game = id(&created);
    let first = &created["game"]["seats"][0];
    assert_eq!((&first["player_id"], &first["name"]), (&ada["id"], &json!("Ada")), "a player has one name");
    assert_eq!((&created["game"]["seat"], &created["game"]["seats"][1]["name"]), (&json!(0), &json!("Ben")));
    assert!(created["game"]["table"]["hand"].is_array(), "{created}");
    assert_eq!(created["game"], as_ada.view(game).await);
    as_ada.make(game, "yield").await.expect(201);
    // The seat's own token opens it, too.
    assert_eq!(player(&client, &created, 0).view(game).await["seat"], 0);
    client
        .with_token("nonsense")
        .post("/v1/games", &json!({"players": 1}))
        .await
        .problem(401, "token_unknown");
}

async fn a_player_creates_games_for_others_and_forks(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let others = as_ada.create(&json!({"players": 2, "join": false})).await;
    assert_eq!(
        (&others["game"]["seat"], &others["game"]["seats"][0]["player_id"]),
        (&Value::Null, &Value::Null)
    );
    let all_open = as_ada.create(&json!({"players": 2, "open_seats": 2})).await;
    assert_eq!(all_open["game"]["seats"][0]["player_id"], Value::Null);
    let refused = as_ada.post("/v1/games", &json!({"players": 2, "open_seats": 2, "join": true})).await;
    assert_eq!(refused.problem(422, "invalid_setup")["field"], "open_seats");
    let game = id(&others);
    concede(&[&player(&client, &others, 0), &player(&client, &others, 1)], game).await;
    let forks = format!("/v1/games/{game}/forks");
    let fork = as_ada.post(&forks, &json!({"seq": 0})).await.expect(201);
    assert_eq!((&fork["game"]["seat"], &fork["game"]["seats"][0]["player_id"]), (&json!(0), &ada["id"]));
    client.with_token("nonsense").post(&forks, &json!({"seq": 0})).await.problem(401, "token_unknown");
}

async fn creating_a_game_needs_the_current_token(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let create = async |who: &Client| {
        let request = who.request(Method::POST, "/v1/games");
        let key = "8f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";
        request.header("idempotency-key", key).json(&json!({"players": 1})).await
    };
    let first = create(&as_ada).await.expect(201);
    assert_eq!(create(&as_ada).await.expect(201), first);
    as_ada.post(&format!("{}/token", path(&ada)), &json!({})).await.expect(201);
    create(&as_ada).await.problem(401, "token_unknown");
}

async fn any_valid_token_reads_an_unlisted_game(Setting { client, .. }: Setting) {
    let (_, stranger) = come(&client, "Eve").await;
    let (_, as_ada) = come(&client, "Ada").await;
    let created = as_ada.create(&json!({"players": 2, "visibility": "unlisted"})).await;
    let game = id(&created);
    let about = |what: &str| format!("/v1/games/{game}{what}");
    let unknown = client.with_token("nonsense");
    for what in ["", "?seq=0", "/moves"] {
        let seen = stranger.get(&about(what)).await.expect(200);
        assert_eq!(seen, client.get(&about(what)).await.expect(200), "{what}");
        unknown.get(&about(what)).await.problem(401, "token_unknown");
    }
    // Operations of a seat are forbidden for a player without one, although the token is valid.
    stranger.get(&about("/legal-moves")).await.problem(403, "forbidden");
    stranger.make(game, "yield").await.problem(403, "forbidden");
    stranger.delete(&about("")).await.problem(403, "forbidden");
    stranger.delete(&about("/seats/1")).await.problem(403, "forbidden");
    unknown.make(game, "yield").await.problem(401, "token_unknown");
    unknown.delete(&about("")).await.problem(401, "token_unknown");
    client.get(&about("/legal-moves")).await.problem(401, "token_missing");
    concede(&[&as_ada, &player(&client, &created, 1)], game).await;
    for what in ["", "/moves", "/replay", "/record", "/audit"] {
        let seen = stranger.get(&about(what)).await.expect(200);
        assert_eq!(seen, client.get(&about(what)).await.expect(200), "{what}");
    }
    // A game of a running challenge stays closed.
    let embargoed = begin(&as_ada, &today(&client, 1).await).await;
    stranger.get(&format!("/v1/games/{embargoed}")).await.problem(403, "embargoed");
}

async fn a_player_creates_frees_and_cancels_without_another_token(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (_, as_ben) = come(&client, "Ben").await;
    for join in [true, false] {
        let created = as_ada.create(&json!({"players": 3, "open_seats": 2, "join": join})).await;
        let game = id(&created);
        for view in [&created["game"], &as_ada.view(game).await, &as_ben.view(game).await] {
            assert_eq!(view["creator_id"], ada["id"]);
        }
        as_ben.post(&seats(game), &json!({"seat": 2})).await.expect(201);
        as_ben.delete(&format!("/v1/games/{game}")).await.problem(403, "forbidden");
        let freed = as_ada.delete(&format!("{}/2", seats(game))).await.expect(200);
        assert_eq!(freed["seats"][2]["open"], true);
        as_ada.delete(&format!("/v1/games/{game}")).await.expect(200);
        assert_eq!(as_ada.view(game).await["creator_id"], Value::Null);
    }
    assert_eq!(
        as_ada.create(&json!({"players": 2})).await["game"]["creator_id"],
        Value::Null,
        "it has begun"
    );
    let by_nobody = client.create(&json!({"players": 2, "open_seats": 1})).await;
    assert_eq!(by_nobody["game"]["creator_id"], Value::Null);
    // A player who takes the first seat of another's game does not own it.
    let created = as_ada.create(&json!({"players": 2, "open_seats": 2})).await;
    let game = id(&created);
    let joined = as_ben.post(&seats(game), &json!({"seat": 0})).await.expect(201);
    for ben in [&as_ben, &client.with_token(joined["token"].as_str().unwrap())] {
        ben.delete(&format!("/v1/games/{game}")).await.problem(403, "forbidden");
    }
}

async fn an_invited_seat_requires_its_code(Setting { client, .. }: Setting) {
    let (_, as_ada) = come(&client, "Ada").await;
    let created = as_ada.create(&json!({"players": 4, "open_seats": 3})).await;
    let game = id(&created);
    let made = as_ada.post(&invitations(game), &json!({"for_seats": [1, 2]})).await.expect(201);
    let code = |place: usize| made["invitations"][place]["code"].as_str().unwrap();
    assert_eq!((&made["invitations"][1]["seat"], code(1).len()), (&json!(2), 43));
    let shown = client.view(game).await;
    assert_eq!(shown["seats"][1]["invited_until"], made["invitations"][0]["expires_at"]);
    assert_eq!(
        (&shown["seats"][1]["open"], &shown["seats"][3]["invited_until"]),
        (&json!(true), &Value::Null)
    );
    let take = async |body: Value| client.post(&seats(game), &body).await;
    take(json!({"seat": 1})).await.problem(403, "invitation_needed");
    take(json!({"seat": 1, "invitation": code(1)})).await.problem(403, "invitation_needed");
    take(json!({"invitation": "nonsense"})).await.problem(403, "invitation_needed");
    assert_eq!(take(json!({})).await.expect(201)["seat"], 3, "the seat without an invitation");
    take(json!({})).await.problem(403, "invitation_needed");
    let joined = take(json!({"invitation": code(1), "name": "Ben"})).await.expect(201);
    assert_eq!((&joined["seat"], &joined["game"]["seats"][2]["invited_until"]), (&json!(2), &Value::Null));
    take(json!({"seat": 1, "invitation": code(0)})).await.expect(201);
    assert_eq!(client.view(game).await["status"], "running");
    let answers = [shown.to_string(), joined["game"].to_string()].concat();
    assert!(!answers.contains(code(0)) && !answers.contains(code(1)), "{answers}");
}

async fn an_invitation_works_once_and_expires(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let (_, as_ada) = come(client, "Ada").await;
    let created = as_ada.create(&json!({"players": 2, "open_seats": 1})).await;
    let game = id(&created);
    let invite = async |body: Value| {
        let made = as_ada.post(&invitations(game), &body).await.expect(201);
        made["invitations"][0]["code"].as_str().unwrap().to_owned()
    };
    let take = async |code: &str| other.post(&seats(game), &json!({"invitation": code})).await;
    // Another one makes the first void, and so does freeing the seat.
    let first = invite(json!({"for_seats": [1]})).await;
    let second = invite(json!({"for_seats": [1]})).await;
    take(&first).await.problem(403, "invitation_needed");
    as_ada.delete(&format!("{}/1", seats(game))).await.expect(200);
    take(&second).await.problem(403, "invitation_needed");
    // Once used, it is no more.
    let third = invite(json!({"for_seats": [1]})).await;
    let mut two = futures_util::future::join_all([take(&third), take(&third)]).await;
    two.sort_by_key(|answer| answer.status);
    let joined = two.remove(0).expect(201);
    two.remove(0).problem(409, "no_open_seat");
    assert_eq!(joined["game"]["status"], "running");
    // It expires, and then any player can take the seat.
    let created = as_ada.create(&json!({"players": 2, "open_seats": 1})).await;
    let (game, soon) = (id(&created), "2026-11-20T12:30:00Z");
    let made =
        as_ada.post(&invitations(game), &json!({"for_seats": [1], "expires_at": soon})).await.expect(201);
    client.post(&seats(game), &json!({})).await.problem(403, "invitation_needed");
    setting.clock.pass(TimeDelta::minutes(31));
    let late = json!({"invitation": made["invitations"][0]["code"]});
    client.post(&seats(game), &late).await.problem(403, "invitation_needed");
    client.post(&seats(game), &json!({})).await.expect(201);
}

async fn only_the_owner_invites(Setting { client, .. }: Setting) {
    let (_, as_ada) = come(&client, "Ada").await;
    let (_, as_eve) = come(&client, "Eve").await;
    let created = as_ada.create(&json!({"players": 3, "open_seats": 2})).await;
    let game = id(&created);
    let path = invitations(game);
    let wanted = json!({"for_seats": [1]});
    client.post(&path, &wanted).await.problem(401, "token_missing");
    client.with_token("nonsense").post(&path, &wanted).await.problem(401, "token_unknown");
    as_eve.post(&path, &wanted).await.problem(403, "forbidden");
    as_ada.post(&path, &wanted).await.expect(201);
    let refused = async |body: Value, status: u16, code: &str| {
        as_ada.post(&path, &body).await.problem(status, code)["field"].clone()
    };
    assert_eq!(refused(json!({"for_seats": []}), 422, "invalid_setup").await, "for_seats");
    assert_eq!(refused(json!({"for_seats": [3]}), 422, "invalid_setup").await, "for_seats");
    refused(json!({"for_seats": [0]}), 409, "seat_taken").await;
    for time in ["2026-11-20T11:59:59Z", "2026-12-21T12:00:00Z"] {
        let body = json!({"for_seats": [1], "expires_at": time});
        assert_eq!(refused(body, 422, "invalid_setup").await, "expires_at");
    }
    // The same key gives the same codes.
    let again = async || {
        let request = as_ada.request(Method::POST, &path).header("idempotency-key", "invite");
        request.json(&json!({"for_seats": [2, 2, 1]})).await.expect(201)
    };
    let first = again().await;
    assert_eq!((again().await, first["invitations"].as_array().unwrap().len()), (first.clone(), 2));
    for invitation in first["invitations"].as_array().unwrap() {
        let body = json!({"invitation": invitation["code"]});
        client.post(&seats(game), &body).await.expect(201);
    }
    refused(wanted, 409, "seat_taken").await;
}

async fn the_token_of_a_players_seat_is_valid_for_that_seat_only(Setting { client, .. }: Setting) {
    let (_, as_ada) = come(&client, "Ada").await;
    let created = as_ada.create(&json!({"players": 4, "open_seats": 3})).await;
    let game = id(&created);
    let of_seat = player(&client, &created, 0);
    assert_eq!(of_seat.view(game).await["seat"], 0);
    client.post(&seats(game), &json!({"seat": 1})).await.expect(201);
    let (invite, bot) = (json!({"for_seats": [2]}), json!({"level": "novice"}));
    let seat = |seat: u8| format!("{}/{seat}", seats(game));
    of_seat.delete(&seat(1)).await.problem(403, "forbidden");
    of_seat.post(&invitations(game), &invite).await.problem(403, "forbidden");
    of_seat.post(&format!("{}/bot", seat(3)), &bot).await.problem(403, "forbidden");
    of_seat.delete(&format!("/v1/games/{game}")).await.problem(403, "forbidden");
    // The player's token is for all of that.
    as_ada.post(&invitations(game), &invite).await.expect(201);
    as_ada.delete(&seat(1)).await.expect(200);
    as_ada.post(&format!("{}/bot", seat(3)), &bot).await.expect(201);
    // Its own seat it can leave.
    assert_eq!(of_seat.delete(&seat(0)).await.expect(200)["seats"][0]["open"], true);
}

async fn a_team_is_invited_to_an_attempt(setting: Setting) {
    let client = &setting.client;
    let (_, as_ada) = come(client, "Ada").await;
    let (_, as_ben) = come(client, "Ben").await;
    let (_, as_eve) = come(client, "Eve").await;
    let game = begin(&as_ada, &today(client, 2).await).await;
    let made = as_ada.post(&invitations(&game), &json!({"for_seats": [1]})).await.expect(201);
    as_eve.post(&seats(&game), &json!({})).await.problem(403, "invitation_needed");
    let code = json!({"invitation": made["invitations"][0]["code"]});
    client.post(&seats(&game), &code).await.problem(401, "token_missing");
    as_ben.post(&seats(&game), &code).await.expect(201);
    // Challenges for invited players have invitations of their own.
    let body =
        json!({"name": "Cup", "players": 2, "closes_at": "2026-11-21T12:00:00Z", "admission": "invited"});
    let cup = as_eve.post("/v1/challenges", &body).await.expect(201);
    let cup = format!("/v1/challenges/{}", cup["id"].as_str().unwrap());
    let codes = as_eve.post(&format!("{cup}/invitations"), &json!({"count": 2})).await.expect(201);
    let admitted = json!({"invitation": codes["codes"][0]});
    let game = as_ada.post(&format!("{cup}/attempts"), &admitted).await.expect(201)["game"]["id"].clone();
    let game = game.as_str().unwrap();
    let refused = as_ada.post(&invitations(game), &json!({"for_seats": [1]})).await;
    assert_eq!(refused.problem(422, "invalid_setup")["field"], "for_seats");
    as_ben.post(&seats(game), &json!({"invitation": codes["codes"][1]})).await.expect(201);
}

async fn a_rematch_is_created_once_and_reserves_every_seat(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let (_, as_ada) = come(client, "Ada").await;
    let (ben, as_ben) = come(client, "Ben").await;
    let (_, as_eve) = come(client, "Eve").await;
    let options = json!({"first": 1, "variants": ["mulligan"]});
    let body = json!({"players": 2, "open_seats": 1, "options": options, "visibility": "unlisted"});
    let created = as_ada.create(&body).await;
    let game = id(&created);
    as_ben.post(&seats(game), &json!({})).await.expect(201);
    concede(&[&as_ada, &as_ben], game).await;
    // A cached view of another instance expires.
    assert_eq!(other.view(game).await["rematch_id"], Value::Null);
    let made = as_ada.post(&rematch(game), &json!({})).await;
    assert_eq!(made.header("location"), Some(format!("/v1/games/{}", id(&made.json())).as_str()));
    let made = made.expect(201);
    let next = id(&made);
    assert_eq!((&made["seat"], &made["game"]["seat"]), (&json!(0), &json!(0)));
    assert_eq!(
        (&made["game"]["rematch_of_id"], &other.view(game).await["rematch_id"]),
        (&json!(game), &json!(next))
    );
    let shown = client.view(next).await;
    let before = client.view(game).await;
    for same in ["kind", "players", "options", "visibility"] {
        assert_eq!(shown[same], before[same], "{same}");
    }
    assert_ne!(shown["commitment"], before["commitment"]);
    let held = &shown["seats"][1];
    assert_eq!((&held["open"], &held["invited_player_id"]), (&json!(true), &ben["id"]));
    assert!(held["invited_until"].as_str().unwrap().starts_with("2026-11-27T12:"), "{held}");
    // Repeated requests to any instance get the same.
    for again in [&as_ada, &as_ben, &other.with_token_of(&as_ben)] {
        let again = again.post(&rematch(game), &json!({})).await;
        assert_eq!(again.header("location"), Some(format!("/v1/games/{next}").as_str()));
        let again = again.expect(200);
        assert_eq!((id(&again), &again["token"]), (next, &Value::Null));
    }
    as_eve.post(&seats(next), &json!({})).await.problem(403, "invitation_needed");
    client.post(&seats(next), &json!({"seat": 1})).await.problem(403, "invitation_needed");
    let joined = as_ben.post(&seats(next), &json!({})).await.expect(201);
    assert_eq!((&joined["seat"], &joined["game"]["status"]), (&json!(1), &json!("running")));
    assert_eq!(joined["game"]["to_act"], 1);
    play(&[&as_ada, &as_ben], next, 2).await;
}

async fn the_next_seat_may_begin_a_rematch(Setting { client, .. }: Setting) {
    for (kind, players) in [("regicide", 1), ("regicide", 3), ("regicide-tricks", 2), ("regicide-tricks", 4)]
    {
        let created = client.create(&json!({"kind": kind, "players": players})).await;
        let mut game = id(&created).to_owned();
        let mut all: Vec<_> = (0..players).map(|seat| player(&client, &created, seat)).collect();
        let next = json!({"begins": "next"});
        let mut begins = 0;
        for (body, moved) in [(Some(&next), 1), (None, 0), (Some(&next), 1)] {
            begins = (begins + moved) % players;
            let losers = if kind == "regicide" { &all[..] } else { &all[..1] };
            concede(&losers.iter().collect::<Vec<_>>(), &game).await;
            let send = async |body: Option<&Value>| {
                let request = all[0].request(Method::POST, &rematch(&game)).header("idempotency-key", "once");
                match body {
                    Some(body) => request.json(body).await,
                    None => request.send().await,
                }
            };
            let made = send(body).await.expect(201);
            assert_eq!(send(body).await.expect(201), made);
            let other = json!({"begins": if moved == 1 { "same" } else { "next" }});
            send(Some(&other)).await.problem(422, "idempotency_key_reused");
            assert_eq!((&made["seat"], &made["game"]["options"]["first"]), (&json!(0), &json!(begins)));
            // The first request decides.
            let again = all[0].post(&rematch(&game), &other).await.expect(200);
            assert_eq!(again["game"]["options"]["first"], json!(begins));
            all[0].post(&rematch(&game), &json!({"begins": "last"})).await.problem(400, "malformed_body");
            game = id(&made).to_owned();
            all[0] = client.with_token(made["token"].as_str().unwrap());
            for guest in &mut all[1..] {
                let body = json!({"invitation": guest.token()});
                let joined = client.post(&seats(&game), &body).await.expect(201);
                *guest = client.with_token(joined["token"].as_str().unwrap());
            }
        }
    }
}

async fn a_rematch_holds_the_seats_of_guests(Setting { client, .. }: Setting) {
    let body = json!({"kind": "regicide-tricks", "players": 3, "names": ["Ada", "Ben", null]});
    let created = client.create(&body).await;
    let game = id(&created);
    let all: Vec<_> = (0..3).map(|seat| player(&client, &created, seat)).collect();
    concede(&[&all[1]], game).await;
    let request_rematch = async |who: &Client| {
        let request = who.request(Method::POST, &rematch(game)).header("idempotency-key", "again");
        request.send().await
    };
    let made = request_rematch(&all[1]).await.expect(201);
    assert_eq!(request_rematch(&all[1]).await.expect(201), made, "secrets and all");
    let next = id(&made);
    let owner = client.with_token(made["token"].as_str().unwrap());
    let own = owner.view(next).await;
    assert_eq!((&own["seat"], &own["seats"][1]["name"]), (&json!(1), &json!("Ben")));
    let later = request_rematch(&all[0]).await.expect(200);
    assert_eq!((id(&later), &later["seat"], &later["token"]), (next, &json!(0), &Value::Null));
    client.post(&seats(next), &json!({})).await.problem(403, "invitation_needed");
    // Its owner can play without the others.
    owner.delete(&format!("{}/2", seats(next))).await.expect(200);
    client.post(&seats(next), &json!({})).await.expect(201);
    let take = async |who: &Client| client.post(&seats(next), &json!({"invitation": who.token()})).await;
    take(&all[1]).await.problem(403, "invitation_needed");
    // The token opens the seat there only by taking it.
    assert_eq!(all[0].get(&format!("/v1/games/{next}")).await.expect(200)["seat"], Value::Null);
    assert_eq!(take(&all[0]).await.expect(201)["seat"], 0);
    take(&all[0]).await.problem(409, "no_open_seat");
    assert_eq!(client.view(next).await["status"], "running");
}

async fn a_rematch_is_for_seated_players_after_the_end(setting: Setting) {
    let client = &setting.client;
    let (_, as_ada) = come(client, "Ada").await;
    let (_, as_eve) = come(client, "Eve").await;
    let created = as_ada.create(&json!({"players": 1})).await;
    let game = id(&created);
    as_ada.post(&rematch(game), &json!({})).await.problem(409, "game_not_over");
    concede(&[&as_ada], game).await;
    client.post(&rematch(game), &json!({})).await.problem(401, "token_missing");
    client.with_token("nonsense").post(&rematch(game), &json!({})).await.problem(401, "token_unknown");
    as_eve.post(&rematch(game), &json!({})).await.problem(403, "forbidden");
    let made = as_ada.post(&rematch(game), &json!({})).await.expect(201);
    assert_eq!(made["game"]["status"], "running");
    // A rematch has its own, and an attempt has none before its challenge is over.
    concede(&[&as_ada], id(&made)).await;
    let third = as_ada.post(&rematch(id(&made)), &json!({})).await.expect(201);
    assert_eq!(third["game"]["rematch_of_id"], made["game"]["id"]);
    let attempt = begin(&as_ada, &today(client, 1).await).await;
    concede(&[&as_ada], &attempt).await;
    as_ada.post(&rematch(&attempt), &json!({})).await.problem(403, "embargoed");
    setting.clock.set("2026-11-21T02:00:00Z");
    let after = as_ada.post(&rematch(&attempt), &json!({})).await.expect(201);
    assert_eq!((&after["game"]["challenge"], &after["game"]["seat"]), (&Value::Null, &json!(0)));
}

async fn concurrent_rematches_create_one(setting: Setting) {
    let other = setting.another_instance().await;
    let created = setting.client.create(&json!({"players": 2})).await;
    let game = id(&created);
    let [ada, ben] = [0, 1].map(|seat| player(&setting.client, &created, seat));
    concede(&[&ada, &ben], game).await;
    let clients = [ada.clone(), other.with_token_of(&ben)];
    let requests = (0..8).map(async |number| {
        let answer = clients[number % 2].post(&rematch(game), &json!({})).await;
        let (made, answer) = (answer.status == 201, answer.json());
        assert_eq!(made, answer["token"].is_string(), "{answer}");
        (made, answer)
    });
    let answers = futures_util::future::join_all(requests).await;
    let (made, answers): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    assert!(answers.iter().all(|answer| id(answer) == id(&answers[0])));
}
