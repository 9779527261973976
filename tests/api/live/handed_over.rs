//! Moves that an instance stores reach its own readers without another look at
//! the database, and everything else is read as before.

use serde_json::{Value, json};

use super::reader::{Form, Reader};
use super::{events, shown, step};
use crate::client::Client;
use crate::games::{id, player};
use crate::players::come;
use crate::server::Setting;
use regicide_store::Topic;

crate::on_both_databases!(
    a_move_of_this_instance_is_not_read_again,
    readers_with_equal_views_get_equal_events,
    moves_of_two_instances_come_in_their_order,
    the_next_move_has_the_new_name_of_a_player,
);

/// A table of the game without signals after the first move, until the end.
async fn tricks(client: &Client) -> (String, Vec<Client>) {
    let table = json!({"kind": "regicide-tricks", "players": 3, "seed": "followed"});
    let created = client.create(&table).await;
    (id(&created).to_owned(), (0..3).map(|seat| player(client, &created, seat)).collect())
}

/// Waits for the notification that the new listening connection causes.
async fn listening(setting: &Setting) {
    if !setting.url().starts_with("sqlite") {
        setting.store.changes.subscribe(Topic::Games).changed().await;
    }
}

/// A reader who has had the first event.
async fn follow(client: &Client, game: &str, form: Form) -> Reader {
    let mut reader = Reader::open(client, &events(game), form, None).await;
    assert_eq!(reader.event().await["type"], "view");
    reader
}

/// The next move that a reader receives.
async fn next_move(reader: &mut Reader, seq: u64) -> Value {
    let event = reader.event().await;
    assert_eq!((&event["type"], &event["made"]["seq"]), (&json!("move"), &json!(seq)));
    event
}

async fn legal_move(seats: &[Client], game: &str) -> (usize, Value) {
    let view = seats[0].view(game).await;
    let seat = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
    (seat, seats[seat].view(game).await["legal_moves"][0]["text"].clone())
}

async fn a_move_of_this_instance_is_not_read_again(setting: Setting) {
    listening(&setting).await;
    let (game, seats) = tricks(&setting.client).await;
    let mut readers = vec![follow(&setting.client, &game, Form::Lines).await];
    for seat in &seats {
        readers.push(follow(seat, &game, Form::ServerSent).await);
    }
    step(&seats, &game).await;
    for reader in &mut readers {
        next_move(reader, 1).await;
    }
    for seq in 2..=8 {
        let (seat, mv) = legal_move(&seats, &game).await;
        let before = setting.store.transactions();
        seats[seat].make(&game, mv).await.expect(201);
        for reader in &mut readers {
            next_move(reader, seq).await;
        }
        // A reader with a late notification would have read by now, too.
        let (_, next) = legal_move(&seats, &game).await;
        assert!(next.is_string());
        assert_eq!(setting.store.transactions() - before, 1 + 2, "the move, and two looks at the game");
    }
    seats[0].concede(&game).await.expect(201);
    for reader in &mut readers {
        assert_eq!(next_move(reader, 9).await["made"]["text"], "concede");
        let end = reader.event().await;
        assert_eq!((&end["type"], &end["game"]["status"]), (&json!("end"), &json!("finished")));
        assert!(end["game"]["revealed"].is_object());
        assert!(reader.next().await.is_none(), "the end is the last event");
    }
}

async fn readers_with_equal_views_get_equal_events(setting: Setting) {
    let (game, seats) = tricks(&setting.client).await;
    let mut readers = Vec::new();
    for form in [Form::ServerSent, Form::Lines] {
        for who in seats.iter().chain([&setting.client]) {
            readers.push((follow(who, &game, form).await, who.clone()));
        }
    }
    for seq in 1..=4 {
        step(&seats, &game).await;
        for (reader, who) in &mut readers {
            let event = next_move(reader, seq).await;
            assert_eq!(shown(&event["game"]), shown(&who.view(&game).await));
            let log = format!("/v1/games/{game}/moves?after={}", seq - 1);
            assert_eq!(event["made"], who.get(&log).await.expect(200)["items"][0]);
            let request = who
                .request(awc::http::Method::GET, &format!("{}?wait=0&after=0.{}.0", events(&game), seq - 1));
            let spanish = request.header("accept-language", "es").send().await.expect(200);
            let log = who.request(awc::http::Method::GET, &log).header("accept-language", "es");
            assert_eq!(spanish["items"][0]["made"], log.send().await.expect(200)["items"][0]);
            assert_ne!(spanish["items"][0]["made"]["narration"], event["made"]["narration"]);
        }
    }
}

async fn moves_of_two_instances_come_in_their_order(setting: Setting) {
    let (game, seats) = tricks(&setting.client).await;
    let other = setting.instance_on(setting.store.clone());
    let elsewhere: Vec<Client> = seats.iter().map(|seat| other.with_token_of(seat)).collect();
    let mut readers = vec![
        follow(&setting.client, &game, Form::Lines).await,
        follow(&seats[1], &game, Form::ServerSent).await,
        follow(&elsewhere[1], &game, Form::ServerSent).await,
        follow(&other, &game, Form::Lines).await,
    ];
    for seq in 1..=12 {
        // Each has an older game in its cache than the other has made of it.
        let here = if seq % 3 == 0 { &elsewhere } else { &seats };
        let (seat, mv) = legal_move(&seats, &game).await;
        here[seat].make(&game, mv).await.expect(201);
        if seq % 4 == 0 {
            for reader in &mut readers {
                for seq in seq - 3..=seq {
                    next_move(reader, seq).await;
                }
            }
        }
    }
}

async fn the_next_move_has_the_new_name_of_a_player(setting: Setting) {
    let table = json!({"kind": "regicide-tricks", "players": 2, "open_seats": 1, "seed": "followed"});
    let created = setting.client.create(&table).await;
    let game = id(&created);
    let (info, ben) = come(&setting.client, "Ben").await;
    let joined = ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    assert_eq!(joined["game"]["seats"][1]["name"], "Ben");
    let seats = [player(&setting.client, &created, 0), ben.clone()];
    let mut reader = follow(&setting.client, game, Form::Lines).await;
    step(&seats, game).await;
    assert_eq!(next_move(&mut reader, 1).await["game"]["seats"][1]["name"], "Ben");
    let path = format!("/v1/players/{}", info["id"].as_str().unwrap());
    ben.request(awc::http::Method::PATCH, &path).json(&json!({"name": "Bob"})).await.expect(200);
    step(&seats, game).await;
    let mut event = reader.event().await;
    while event["type"] != "move" {
        event = reader.event().await;
    }
    assert_eq!(event["game"]["seats"][1]["name"], "Bob");
}
