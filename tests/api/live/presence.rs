//! Presence: the seats that follow a game, and the number of other readers.

use serde_json::{Value, json};

use super::reader::{Form, Reader};
use super::{events, step, table};
use crate::client::Client;
use crate::games::{id, player};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    readers_of_all_instances_are_present,
    a_former_player_is_a_spectator,
    presence_is_chosen,
    a_private_game_shows_its_readers_to_its_players,
);

fn present(game: &str) -> String {
    events(game) + "?presence=true&until_rematch=true"
}

async fn open(client: &Client, game: &str) -> Reader {
    Reader::open(client, &present(game), Form::Lines, None).await
}

/// Reads until these seats and so many others are present.
async fn until(reader: &mut Reader, seats: &[u8], spectators: u32) -> Vec<Value> {
    let mut before = Vec::new();
    loop {
        let event = reader.event().await;
        if event["type"] == "presence"
            && event["present_seats"] == json!(seats)
            && event["spectators"] == spectators
        {
            assert!(event.get("id").is_none());
            return before;
        }
        before.push(event);
    }
}

/// Another instance that receives the notifications of this one: SQLite has none.
async fn elsewhere(setting: &Setting) -> Client {
    if setting.url().starts_with("postgres") {
        setting.another_instance().await
    } else {
        setting.client.clone()
    }
}

async fn readers_of_all_instances_are_present(setting: Setting) {
    let other = elsewhere(&setting).await;
    let (game, seats) = table(&setting.client, 3).await;
    let mut ada = open(&seats[0], &game).await;
    let first = until(&mut ada, &[0], 0).await;
    assert_eq!((first.len(), &first[0]["type"]), (1, &json!("view")), "the game, then its readers");
    let mut ben = open(&other.with_token_of(&seats[1]), &game).await;
    let before = until(&mut ben, &[0, 1], 0).await;
    assert!(
        before.iter().skip(1).all(|event| event["present_seats"] == json!([1])),
        "a reader is always present"
    );
    until(&mut ada, &[0, 1], 0).await;
    let phone = open(&seats[1], &game).await;
    let spectator = open(&other, &game).await;
    let moderator = open(&setting.client, &game).await;
    until(&mut ada, &[0, 1], 2).await;
    drop((spectator, phone));
    until(&mut ben, &[0, 1], 1).await;
    // The seat's other device was closed.
    drop(ben);
    assert!(until(&mut ada, &[0], 1).await.iter().all(|event| event["type"] == "presence"));
    step(&seats, &game).await;
    assert_eq!(ada.event().await["type"], "move");
    drop(moderator);
    until(&mut ada, &[0], 0).await;
    let mut again = open(&other.with_token_of(&seats[2]), &game).await;
    until(&mut again, &[0, 2], 0).await;
    until(&mut ada, &[0, 2], 0).await;
}

async fn a_former_player_is_a_spectator(Setting { client, .. }: Setting) {
    let ((_, ada), (_, ben)) = (come(&client, "Ada").await, come(&client, "Ben").await);
    let created = ada.create(&json!({"players": 2, "open_seats": 1})).await;
    let game = id(&created);
    ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    let mut here = open(&ada, game).await;
    let mut there = open(&ben, game).await;
    until(&mut here, &[0, 1], 0).await;
    until(&mut there, &[0, 1], 0).await;
    ben.post(&format!("/v1/games/{game}/seats/1/bot"), &json!({"level": "novice"})).await.expect(201);
    until(&mut here, &[0], 1).await;
    until(&mut there, &[0], 1).await;
}

async fn presence_is_chosen(Setting { client, .. }: Setting) {
    let (game, seats) = table(&client, 2).await;
    let mut silent = Reader::open(&seats[1], &events(&game), Form::ServerSent, None).await;
    assert_eq!(silent.event().await["type"], "view");
    // A page does not count, and has no such event.
    let page = seats[1].get(&(present(&game) + "&wait=0")).await.expect(200);
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let mut shown = Reader::open(&seats[0], &present(&game), Form::ServerSent, None).await;
    assert_eq!(until(&mut shown, &[0], 0).await.len(), 1);
    step(&seats, &game).await;
    assert_eq!(silent.event().await["type"], "move");
    // A reader who has all events gets the present readers.
    let mut resumed = Reader::open(&seats[1], &present(&game), Form::Lines, Some("0.1.0")).await;
    assert_eq!(until(&mut resumed, &[0, 1], 0).await, Vec::<Value>::new());
    client.get(&format!("{}?presence=maybe", events(&game))).await.expect(400);
}

async fn a_private_game_shows_its_readers_to_its_players(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "visibility": "private"})).await;
    let game = id(&created);
    client.get(&present(game)).await.expect(403);
    let mut ada = open(&player(&client, &created, 0), game).await;
    until(&mut ada, &[0], 0).await;
    let (_, as_ben) = come(&client, "Ben").await;
    let ben_of_seat = player(&client, &created, 1);
    let mut ben = open(&ben_of_seat, game).await;
    until(&mut ben, &[0, 1], 0).await;
    until(&mut ada, &[0, 1], 0).await;
    ben_of_seat.post(&format!("/v1/games/{game}/seats/1/bot"), &json!({"level": "novice"})).await.expect(201);
    assert_eq!(ben.event().await["reason"], "token_unknown");
    until(&mut ada, &[0], 0).await;
    as_ben.get(&present(game)).await.problem(403, "forbidden");
}
