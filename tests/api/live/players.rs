//! A player's own games, and all public ones.

use std::sync::Arc;

use chrono::TimeDelta;
use regicide_server::service::runtime::Clock as _;
use regicide_store::{DatabaseClock, Options, Store};
use serde_json::{Value, json};

use super::reader::{Form, Reader};
use crate::client::Client;
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    a_player_gets_an_event_for_each_turn,
    a_bot_plays_a_daily_attempt_on_events_alone,
    an_invitation_is_sent_until_the_seat_is_taken_or_declined,
    another_invitation_is_sent_after_one_that_has_expired,
    a_players_stream_is_the_players_own,
    events_report_when_public_games_begin_and_end,
    a_game_that_is_stored_late_is_not_missed,
    games_that_began_or_ended_meanwhile_are_sent,
);

async fn table_of(players: &[&Client]) -> String {
    let created = players[0].create(&json!({"players": players.len(), "open_seats": players.len()})).await;
    for player in players {
        player.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    }
    id(&created).to_owned()
}

fn seen(event: &Value) -> (&str, &str, u64) {
    (
        event["type"].as_str().unwrap(),
        event["game"]["id"].as_str().unwrap(),
        event["game"]["seq"].as_u64().unwrap(),
    )
}

async fn a_player_gets_an_event_for_each_turn(Setting { client, .. }: Setting) {
    let (ada_info, ada) = come(&client, "Ada").await;
    let (_, ben) = come(&client, "Ben").await;
    let first = table_of(&[&ada, &ben]).await;
    let stream = format!("{}/events", path(&ada_info));
    let mut reader = Reader::open(&ada, &stream, Form::Lines, None).await;
    let turn = reader.event().await;
    assert_eq!(seen(&turn), ("turn", first.as_str(), 0));
    assert!(!turn["game"]["legal_moves"].as_array().unwrap().is_empty());

    // Nothing new since.
    let page = format!("{stream}?wait=0&after={}", turn["id"].as_str().unwrap());
    assert_eq!(ada.get(&page).await.expect(200)["items"], json!([]));

    ada.make(&first, turn["game"]["legal_moves"][0]["text"].clone()).await.expect(201);
    // Until it is Ada's turn again.
    loop {
        let view = ben.view(&first).await;
        let on_turn = if view["to_act"] == 1 { &ben } else { break };
        on_turn.make(&first, view["legal_moves"][0]["text"].clone()).await.expect(201);
    }
    let seq = ben.view(&first).await["seq"].as_u64().unwrap();
    let mut turn = reader.event().await;
    while turn["game"]["seq"] != seq {
        turn = reader.event().await;
    }
    assert_eq!(seen(&turn), ("turn", first.as_str(), seq));

    let second = table_of(&[&ben, &ada]).await;
    let begun = reader.event().await;
    assert_eq!((seen(&begun), &begun["game"]["status"]), (("game", second.as_str(), 0), &json!("running")));
    ben.concede(&second).await.expect(201);
    ada.concede(&second).await.expect(201);
    let over = reader.event().await;
    assert_eq!((seen(&over), &over["game"]["status"]), (("game", second.as_str(), 1), &json!("finished")));
}

async fn an_invitation_is_sent_until_the_seat_is_taken_or_declined(Setting { client, .. }: Setting) {
    let (ada_info, ada) = come(&client, "Ada").await;
    let (ben_info, ben) = come(&client, "Ben").await;
    let stream = format!("{}/events", path(&ben_info));
    let mut reader = Reader::open(&ben, &stream, Form::Lines, None).await;
    let mut invitations = Vec::new();
    for _ in 0..2 {
        let created = ada.create(&json!({"players": 2, "open_seats": 2, "visibility": "private"})).await;
        let game = format!("/v1/games/{}", id(&created));
        ben.get(&game).await.problem(403, "forbidden");
        let invitation = json!({"for_seats": [1], "player_id": ben_info["id"]});
        let made = ada.post(&format!("{game}/invitations"), &invitation).await.expect(201);
        assert_eq!(made, json!({"invitations": []}), "no code is needed");
        let event = reader.event().await;
        assert_eq!(seen(&event), ("invitation", id(&created), 0));
        assert_eq!(event["game"]["seats"][1]["invited_player_id"], ben_info["id"]);
        assert_eq!(ben.get(&game).await.expect(200)["seat"], Value::Null, "it is shown to who is invited");
        invitations.push((game, event));
    }
    let [(first, one), (second, other)] = invitations.try_into().unwrap();
    let page =
        async |after: &str| ben.get(&format!("{stream}?wait=0{after}")).await.expect(200)["items"].clone();
    let all = page("").await;
    let ids: Vec<&Value> = all.as_array().unwrap().iter().map(|event| &event["game"]["id"]).collect();
    assert_eq!(ids, [&one["game"]["id"], &other["game"]["id"]]);
    let after = format!("&after={}", other["id"].as_str().unwrap());
    assert_eq!(page(&after).await, json!([]), "nothing new");
    // Only the invited player and the host can end the invitation.
    let (_, cleo) = come(&client, "Cleo").await;
    cleo.delete(&format!("{first}/seats/1")).await.problem(403, "forbidden");
    cleo.post(&format!("{first}/seats"), &json!({})).await.problem(403, "invitation_needed");
    ben.delete(&format!("{first}/seats/1")).await.expect(200);
    ben.get(&first).await.problem(403, "forbidden");
    assert_eq!(ada.get(&first).await.expect(200)["seats"][1]["invited_player_id"], Value::Null);
    assert_eq!(ben.post(&format!("{second}/seats"), &json!({})).await.expect(201)["seat"], 1);
    assert_eq!(seen(&reader.event().await).0, "game", "the player sits there now");
    assert_eq!(page("").await, json!([]));
    // A deleted player's seats are held no more.
    let again = json!({"for_seats": [1], "player_id": ben_info["id"]});
    ada.post(&format!("{first}/invitations"), &again).await.expect(201);
    ben.delete(&path(&ben_info)).await.expect(200);
    let seat = &ada.get(&first).await.expect(200)["seats"][1];
    assert_eq!([&seat["invited_player_id"], &seat["invited_until"]], [&Value::Null; 2]);
    ada.post(&format!("{first}/invitations"), &again).await.problem(422, "invalid_setup");
    ada.get(&path(&ada_info)).await.expect(200);
}

async fn another_invitation_is_sent_after_one_that_has_expired(setting: Setting) {
    let client = &setting.client;
    let ((_, ada), (ben_info, ben)) = (come(client, "Ada").await, come(client, "Ben").await);
    let created = ada.create(&json!({"players": 2, "open_seats": 2})).await;
    let invitations = format!("/v1/games/{}/invitations", id(&created));
    let stream = format!("{}/events", path(&ben_info));
    let mut reader = Reader::open(&ben, &stream, Form::Lines, None).await;
    let mut last = Value::Null;
    for _ in 0..2 {
        let expires_at = setting.clock.now() + TimeDelta::minutes(1);
        let body = json!({"for_seats": [1], "player_id": ben_info["id"], "expires_at": expires_at});
        ada.post(&invitations, &body).await.expect(201);
        let event = reader.event().await;
        assert_eq!(seen(&event), ("invitation", id(&created), 0));
        assert_ne!(event["id"], last);
        last = event["id"].clone();
        setting.clock.pass(TimeDelta::minutes(2));
    }
}

async fn a_bot_plays_a_daily_attempt_on_events_alone(Setting { client, .. }: Setting) {
    let (info, bot) = come(&client, "Bot").await;
    let challenge = crate::day::today(&client, 1).await;
    let mut reader = Reader::open(&bot, &format!("{}/events", path(&info)), Form::ServerSent, None).await;
    let game = crate::day::begin(&bot, &challenge).await;
    client.get(&format!("/v1/games/{game}/events")).await.problem(403, "embargoed");
    loop {
        let event = reader.event().await;
        assert_eq!(event["game"]["id"], game);
        if event["type"] == "turn" {
            let mv = &event["game"]["legal_moves"][0]["text"];
            bot.make(&game, mv.clone()).await.expect(201);
        } else if event["game"]["status"] == "finished" {
            assert_eq!(event["game"]["revealed"], Value::Null, "it stays embargoed");
            break;
        }
    }
    let mut own = Reader::open(&bot, &format!("/v1/games/{game}/events"), Form::Lines, None).await;
    assert_eq!(own.event().await["type"], "view");
    let end = own.event().await;
    assert_eq!((&end["type"], &end["game"]["revealed"]), (&json!("end"), &Value::Null));
}

async fn a_players_stream_is_the_players_own(Setting { client, .. }: Setting) {
    let (ada_info, ada) = come(&client, "Ada").await;
    let (_, ben) = come(&client, "Ben").await;
    let stream = format!("{}/events", path(&ada_info));
    client.get(&stream).await.problem(401, "token_missing");
    ben.get(&stream).await.problem(403, "forbidden");
    let mut reader = Reader::open(&ada, &stream, Form::Lines, None).await;
    ada.post(&format!("{}/token", path(&ada_info)), &json!({})).await.expect(201);
    assert_eq!(reader.event().await["reason"], "token_unknown");
    assert!(reader.next().await.is_none());
}

async fn events_report_when_public_games_begin_and_end(Setting { client, .. }: Setting) {
    let mut reader = Reader::open(&client, "/v1/events", Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "start");
    client.create(&json!({"players": 2, "visibility": "unlisted"})).await;
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let (game, ada) = (id(&created), player(&client, &created, 0));
    let event = reader.event().await;
    assert_eq!((&event["game"]["id"], &event["game"]["status"]), (&json!(game), &json!("waiting")));
    let last = event["id"].as_str().unwrap().to_owned();
    let ben = client.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    assert_eq!(reader.event().await["game"]["status"], "running");
    ada.concede(game).await.expect(201);
    client.with_token(ben["token"].as_str().unwrap()).concede(game).await.expect(201);
    assert_eq!(reader.event().await["game"]["status"], "finished");

    let next = client.create(&json!({"players": 1})).await;
    let expected = [(game.to_owned(), "finished".to_owned()), (id(&next).to_owned(), "running".to_owned())];
    assert_eq!(games_after(&client, &last).await, expected, "each game once, as it is now");
}

/// The games of a page after an event, with their status.
async fn games_after(client: &Client, after: &str) -> Vec<(String, String)> {
    let page = client.get(&format!("/v1/events?wait=0&after={after}")).await.expect(200);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let events = page["items"].as_array().unwrap().iter();
    events.map(|event| (text(&event["game"]["id"]), text(&event["game"]["status"]))).collect()
}

/// An instance on the same database that stores games with earlier times, as if
/// they were committed late.
async fn late_instance(setting: &Setting) -> Client {
    let late = setting.clock.ahead_by(TimeDelta::minutes(-5));
    let options = Options { clock: DatabaseClock::replaced(move || late.now()), ..Options::default() };
    setting.instance_on(Arc::new(Store::connect(setting.url(), &options).await.unwrap()))
}

async fn a_game_that_is_stored_late_is_not_missed(setting: Setting) {
    let client = &setting.client;
    let start = client.get("/v1/events?wait=0").await.expect(200);
    assert_eq!(start["items"][0]["type"], "start");
    let first = client.create(&json!({"players": 1})).await;
    let page = client.get(&format!("/v1/events?wait=0&after={}", start["next"].as_str().unwrap())).await;
    let page = page.expect(200);
    assert_eq!(page["items"][0]["game"]["id"], json!(id(&first)));
    let last = page["next"].as_str().unwrap();
    let late = late_instance(&setting).await.create(&json!({"players": 1})).await;
    assert!(late["game"]["created_at"].as_str() < first["game"]["created_at"].as_str());
    for client in [client, &setting.another_instance().await] {
        assert_eq!(games_after(client, last).await, [(id(&late).to_owned(), "running".to_owned())]);
    }
}

async fn games_that_began_or_ended_meanwhile_are_sent(setting: Setting) {
    let client = &setting.client;
    let open = client.create(&json!({"players": 3, "open_seats": 2})).await;
    let [begins, ends, is_cancelled] = [
        &open,
        &client.create(&json!({"players": 1})).await,
        &client.create(&json!({"players": 2, "open_seats": 1})).await,
    ];
    let last = client.get("/v1/events?wait=0").await.expect(200)["next"].as_str().unwrap().to_owned();
    let seats = format!("/v1/games/{}/seats", id(begins));
    client.post(&seats, &json!({})).await.expect(201);
    assert_eq!(games_after(client, &last).await, [], "it still waits for players");
    client.post(&seats, &json!({})).await.expect(201);
    player(client, ends, 0).concede(id(ends)).await.expect(201);
    player(client, is_cancelled, 0).delete(&format!("/v1/games/{}", id(is_cancelled))).await.expect(200);
    let mut found = games_after(&setting.another_instance().await, &last).await;
    found.sort_by_key(|(_, status)| status.clone());
    let expected = [(is_cancelled, "cancelled"), (ends, "finished"), (begins, "running")];
    assert_eq!(found, expected.map(|(game, status)| (id(game).to_owned(), status.to_owned())));
    // A position that the database has lost: the stream starts anew.
    let page = client.get("/v1/events?wait=0&after=999999999999999999").await.expect(200);
    assert_eq!((&page["items"][0]["type"], page["items"].as_array().unwrap().len()), (&json!("start"), 1));
}
