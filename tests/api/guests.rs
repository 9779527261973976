//! Guests who become players keep their seats.

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::day::{begin, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    a_guest_who_becomes_a_player_keeps_the_seat,
    a_repeated_request_gets_the_first_answer,
    a_guest_beside_bots_keeps_a_private_game_that_waits,
    only_the_seat_of_a_guest_becomes_a_players,
    an_attempt_stays_with_its_players,
    a_game_that_is_over_stays_as_it_was_signed,
    a_cancelled_game_is_not_kept,
);

async fn adopt(who: &Client, game: &str, guest: &Client) -> Answer {
    who.post(&format!("/v1/games/{game}/seats"), &json!({"guest_token": guest.token()})).await
}

async fn two_guests(client: &Client) -> (Value, Client, Client) {
    let created = client.create(&json!({"players": 2, "names": ["Guest", "Ben"]})).await;
    let [guest, ben] = [0, 1].map(|seat| player(client, &created, seat));
    (created, guest, ben)
}

async fn a_guest_who_becomes_a_player_keeps_the_seat(setting: Setting) {
    let (client, other) = (&setting.client, setting.another_instance().await);
    let (created, guest, ben) = two_guests(client).await;
    let game = id(&created);
    let there = other.with_token_of(&guest);
    assert_eq!(there.view(game).await["seats"][0]["name"], "Guest");
    ben.concede(game).await.expect(201);
    guest.concede(game).await.expect(201);

    let (created, guest, ben) = two_guests(client).await;
    let game = id(&created);
    other.with_token_of(&ben).view(game).await;
    let (ada, as_ada) = come(client, "Ada").await;
    ben.concede(game).await.expect(201);
    let adopted = adopt(&as_ada, game, &guest).await.expect(201);
    assert_eq!((&adopted["seat"], adopted["token"].as_str()), (&json!(0), Some(guest.token())));
    assert_eq!(adopted["game"]["seats"][0]["name"], "Ada");
    assert_eq!(adopted["game"]["proposal"], Value::Null, "the player has agreed to nothing");

    // The other instance held the game without the player.
    for token in [&guest, &as_ada] {
        let view = other.with_token_of(token).view(game).await;
        assert_eq!((&view["seat"], &view["seats"][0]["player_id"]), (&json!(0), &ada["id"]));
    }
    adopt(&as_ada, game, &guest).await.problem(409, "seated_already");
    let page = as_ada.get(&format!("{}/events?wait=0", path(&ada))).await.expect(200);
    assert_eq!(page["items"][0]["game"]["id"], game);
    ben.concede(game).await.expect(201);
    other.with_token_of(&as_ada).concede(game).await.expect(201);
    let profile = client.get(&path(&ada)).await.expect(200);
    assert_eq!(profile["game_stats"][0]["finished"], 1);
    let list = client.get(&format!("{}/games", path(&ada))).await.expect(200);
    assert_eq!(list["items"].as_array().unwrap().len(), 1);
    let record = client.get(&format!("/v1/games/{game}/record")).await.expect(200);
    assert_eq!(record["player_ids"], json!([ada["id"], null]));
}

async fn a_repeated_request_gets_the_first_answer(Setting { client, .. }: Setting) {
    let (created, guest, _) = two_guests(&client).await;
    let (_, as_ada) = come(&client, "Ada").await;
    let send = async |token: &str| {
        let request = as_ada.request(Method::POST, &format!("/v1/games/{}/seats", id(&created)));
        let key = "0123456789abcdef0123456789abcdef";
        request.header("idempotency-key", key).json(&json!({"guest_token": token})).await
    };
    let first = send(guest.token()).await.expect(201);
    assert_eq!(send(guest.token()).await.expect(201), first);
    send("another").await.problem(422, "idempotency_key_reused");
}

async fn a_guest_beside_bots_keeps_a_private_game_that_waits(Setting { client, .. }: Setting) {
    let body = json!({"players": 3, "bots": [null, "novice"], "open_seats": 1, "visibility": "private"});
    let created = client.create(&body).await;
    let (game, guest) = (id(&created), player(&client, &created, 0));
    let (_, as_ada) = come(&client, "Ada").await;
    as_ada.get(&format!("/v1/games/{game}")).await.problem(403, "forbidden");
    adopt(&as_ada, game, &guest).await.expect(201);
    assert_eq!(as_ada.view(game).await["seat"], 0);
    // The seat that owns the game is the player's: so is the game.
    as_ada.delete(&format!("/v1/games/{game}/seats/0")).await.problem(422, "invalid_setup");
    let invited = as_ada.post(&format!("/v1/games/{game}/invitations"), &json!({"for_seats": [2]})).await;
    let code = invited.expect(201)["invitations"][0]["code"].clone();
    client.post(&format!("/v1/games/{game}/seats"), &json!({"invitation": code})).await.expect(201);
    assert_eq!(as_ada.view(game).await["status"], "running");
}

async fn only_the_seat_of_a_guest_becomes_a_players(Setting { client, .. }: Setting) {
    let (created, guest, ben) = two_guests(&client).await;
    let game = id(&created);
    let ((_, as_ada), (_, as_cem)) = (come(&client, "Ada").await, come(&client, "Cem").await);
    adopt(&client, game, &guest).await.problem(401, "token_missing");
    adopt(&guest, game, &guest).await.problem(403, "forbidden");
    let (other, _, _) = two_guests(&client).await;
    adopt(&as_ada, id(&other), &guest).await.problem(422, "invalid_setup");
    adopt(&as_ada, game, &as_ada).await.problem(422, "invalid_setup");
    let seats = format!("/v1/games/{game}/seats");
    for more in [json!({"seat": 0}), json!({"invitation": "a"})] {
        let mut body = json!({"guest_token": guest.token()});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let problem = as_ada.post(&seats, &body).await.problem(422, "invalid_setup");
        assert_eq!(problem["field"], "guest_token");
    }
    adopt(&as_ada, game, &guest).await.expect(201);
    adopt(&as_cem, game, &guest).await.problem(422, "invalid_setup");
    adopt(&as_cem, game, &as_ada).await.problem(422, "invalid_setup");
    // A player sits once in a game.
    adopt(&as_ada, game, &ben).await.problem(409, "seated_already");
}

/// One player would have two attempts (docs/spec/challenges.md C3.1).
async fn an_attempt_stays_with_its_players(Setting { client, .. }: Setting) {
    let ((ben, as_ben), (_, as_cem)) = (come(&client, "Ben").await, come(&client, "Cem").await);
    let (_, as_ada) = come(&client, "Ada").await;
    let game = begin(&as_ada, &today(&client, 2).await).await;
    let joined = as_ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    as_ben.delete(&path(&ben)).await.expect(200);
    let seat = client.with_token(joined["token"].as_str().unwrap());
    assert_eq!(seat.view(&game).await["seats"][1]["player_id"], Value::Null);
    adopt(&as_cem, &game, &seat).await.problem(422, "invalid_setup");
}

async fn a_game_that_is_over_stays_as_it_was_signed(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 2, "visibility": "private"})).await;
    let game = id(&created);
    let [guest, ben] = [0, 1].map(|seat| player(client, &created, seat));
    for each in [&guest, &ben] {
        each.concede(game).await.expect(201);
    }
    let record = format!("/v1/games/{game}/record");
    let before = guest.get(&record).await.expect(200);
    let ((ada, as_ada), (_, as_cem)) = (come(client, "Ada").await, come(client, "Cem").await);
    as_ada.get(&record).await.problem(403, "forbidden");
    let kept = adopt(&as_ada, game, &guest).await.expect(201);
    assert_eq!((&kept["seat"], kept["token"].as_str()), (&json!(0), Some(guest.token())));
    assert_eq!(kept["game"]["seats"][0]["player_id"], Value::Null);
    assert_eq!(adopt(&as_ada, game, &guest).await.expect(201)["seat"], 0);
    adopt(&as_cem, game, &guest).await.problem(409, "seat_taken");

    // The game is the player's on every device, and no more than listed.
    let as_ada = setting.another_instance().await.with_token_of(&as_ada);
    let games = format!("{}/games", path(&ada));
    let listed = as_ada.get(&games).await.expect(200);
    let [item] = listed["items"].as_array().unwrap().as_slice() else { panic!("{listed}") };
    assert_eq!((&item["id"], &item["seat"], &item["former_seat"]), (&json!(game), &Value::Null, &json!(0)));
    assert_eq!(as_ada.get(&record).await.expect(200), before);
    assert_eq!(as_ada.view(game).await["seat"], Value::Null);
    assert_eq!(as_ada.get(&format!("{games}?is_won=false")).await.expect(200)["items"], json!([]));
    assert_eq!(client.get(&games).await.expect(200)["items"], json!([]), "a private game");
    assert_eq!(as_ada.get(&path(&ada)).await.expect(200)["game_stats"], json!([]));
    as_cem.get(&record).await.problem(403, "forbidden");
    assert_eq!(guest.view(game).await["seat"], 0, "its token still opens the seat");
    as_ada.delete(&path(&ada)).await.expect(200);
    adopt(&as_cem, game, &guest).await.expect(201);
    assert_eq!(as_cem.get(&record).await.expect(200), before);
}

/// Only a game that was played to its end is kept.
async fn a_cancelled_game_is_not_kept(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let (game, guest) = (id(&created), player(&client, &created, 0));
    guest.delete(&format!("/v1/games/{game}")).await.expect(200);
    let (_, as_ada) = come(&client, "Ada").await;
    adopt(&as_ada, game, &guest).await.problem(409, "game_over");
}
