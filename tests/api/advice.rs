//! Advice to the seat to act, in games that never count (R11.4).

use std::collections::HashMap;

use regicide_engine::bots::review::Budgets;
use regicide_engine::bots::{Observer, choose_within};
use regicide_engine::engine::{
    Effect, Game as _, GameKind, Hash, Options, Position, Ruleset, Seat, Seed, Setup, Viewer,
};
use serde_json::{Value, json};

use crate::challenges::organise;
use crate::client::{Answer, Client};
use crate::day::{begin, play, today};
use crate::games::{id, player};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    advice_is_the_bots_move_with_the_seats_knowledge,
    seats_with_the_same_knowledge_get_the_same_advice,
    only_the_seat_to_act_gets_advice,
    only_games_that_never_count_have_advice,
    advice_is_charged_by_computing_time,
);

const WORLDS: u32 = 40;

fn instance(setting: &Setting) -> Client {
    setting.instance_with(|config| config.settings.analysis = Budgets { nodes: 1, worlds: WORLDS })
}

async fn advice(seat: &Client, game: &str, expected_seq: u64) -> Answer {
    seat.get(&format!("/v1/games/{game}/advice?expected_seq={expected_seq}")).await
}

/// The advice to the seat that is to act.
async fn advised(seats: &[Client], game: &str) -> Value {
    let view = seats[0].view(game).await;
    let seat = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
    advice(&seats[seat], game, view["seq"].as_u64().unwrap()).await.expect(200)
}

fn setup(kind: GameKind, players: u8) -> Setup {
    Setup::new(Ruleset::current(kind), players, &Options::default()).unwrap()
}

/// A game with a seed of the client's, and its seats.
async fn new_game(client: &Client, kind: GameKind, players: u8, seed: &str) -> (String, Vec<Client>) {
    let visibility = if players.is_multiple_of(2) { "private" } else { "unlisted" };
    let body = json!({"kind": kind, "players": players, "seed": seed, "visibility": visibility});
    let created = client.create(&body).await;
    let seats = (0..players.into()).map(|seat| player(client, &created, seat)).collect();
    (id(&created).to_owned(), seats)
}

/// The choice of a bot after the moves of the advice itself, R11.4.
async fn advice_is_the_bots_move_with_the_seats_knowledge(setting: Setting) {
    let client = instance(&setting);
    let tables = (1..=4).map(|players| (GameKind::Regicide, players));
    for (kind, players) in tables.chain((2..=4).map(|players| (GameKind::Tricks, players))) {
        let (game, seats) = new_game(&client, kind, players, "advised").await;
        let setup = setup(kind, players);
        let mut position = Position::deal(&setup, "advised".parse::<Seed>().unwrap().key());
        let mut observers = Observer::all(&setup, &position);
        for seq in 0..8_u32 {
            let Some(seat) = position.to_act() else { break };
            let text = [b"regicide/advice/v1\0".as_slice(), &seq.to_be_bytes()].concat();
            let choice = choose_within(WORLDS, observers[seat.index()].knowledge(), Hash::of(&text).0);
            let tried = choice.moves.iter().find(|tried| tried.mv == choice.mv).unwrap();
            let before = seats[seat.index()].view(&game).await;
            let got = advised(&seats, &game).await;
            let expected =
                json!({"text": tried.mv.text(), "move": tried.mv, "worlds": tried.visits, "won": tried.won});
            assert_eq!(got, expected, "{setup}, {seq}");
            assert_eq!(seats[seat.index()].view(&game).await, before, "advice changes nothing");
            seats[seat.index()].make(&game, got["text"].clone()).await.expect(201);
            let mut effects: Vec<Effect> = Vec::new();
            position.advance(seat, &choice.mv, &mut effects).unwrap();
            for observer in &mut observers {
                observer.observe(&effects, &position);
            }
        }
    }
}

/// Pairs of deals for four in which the first seat sees the same, and the hidden cards differ.
fn alike() -> Vec<[String; 2]> {
    let setup = setup(GameKind::Regicide, 4);
    let mut dealt: HashMap<String, (String, String)> = HashMap::new();
    let mut pairs = Vec::new();
    for number in 0..10_000 {
        let deal = format!("alike-{number}");
        let position = Position::deal(&setup, deal.parse::<Seed>().unwrap().key());
        let seen = serde_json::to_string(&position.view(Viewer::Seat(Seat::default()))).unwrap();
        if let Some((other, hidden)) = dealt.insert(seen, (deal.clone(), position.to_string())) {
            assert_ne!(hidden, position.to_string());
            pairs.push([other, deal]);
        }
    }
    pairs
}

/// Hidden cards have no influence, R11.4, R12.3.
async fn seats_with_the_same_knowledge_get_the_same_advice(setting: Setting) {
    let client = instance(&setting);
    let pairs = alike();
    assert!(pairs.len() >= 5, "{}", pairs.len());
    for pair in pairs {
        let mut answers = Vec::new();
        for seed in &pair {
            let (game, seats) = new_game(&client, GameKind::Regicide, 4, seed).await;
            answers.push(advised(&seats, &game).await);
        }
        assert_eq!(answers[0], answers[1], "{pair:?}");
    }
}

/// Each seat by its own token, also where one person has all of them.
async fn only_the_seat_to_act_gets_advice(setting: Setting) {
    let client = instance(&setting);
    for kind in [GameKind::Regicide, GameKind::Tricks] {
        let (game, seats) = new_game(&client, kind, 2, "turns").await;
        for seq in 0..4 {
            let to_act = usize::try_from(seats[0].view(&game).await["to_act"].as_u64().unwrap()).unwrap();
            let other = advice(&seats[1 - to_act], &game, seq).await.problem(409, "no_advice");
            assert_eq!(other["rule"], "R11.4");
            let advised = advice(&seats[to_act], &game, seq).await.expect(200);
            let present = seats[to_act].get(&format!("/v1/games/{game}/advice")).await.expect(200);
            assert_eq!(present, advised);
            let late = advice(&seats[to_act], &game, seq + 1).await.problem(409, "seq_conflict");
            assert_eq!(late["seq"], seq);
            seats[to_act].make(&game, advised["text"].clone()).await.expect(201);
        }
        client.get(&format!("/v1/games/{game}/advice?expected_seq=4")).await.problem(401, "token_missing");
        let (_, eve) = come(&client, "Eve").await;
        advice(&eve, &game, 4).await.problem(403, "forbidden");
        seats[0].get(&format!("/v1/games/{game}/advice?seq=4")).await.problem(400, "malformed_query");
        for seat in &seats {
            seat.concede(&game).await;
        }
        for seat in &seats {
            advice(seat, &game, 4).await.problem(409, "game_over");
        }
    }
    let waiting = client.create(&json!({"players": 2, "seed": "turns", "open_seats": 1})).await;
    advice(&player(&client, &waiting, 0), id(&waiting), 0).await.problem(409, "game_not_begun");
}

/// R11.4
async fn only_games_that_never_count_have_advice(setting: Setting) {
    let client = instance(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let refused = async |game: &str| {
        let problem = advice(&ada, game, 0).await.problem(409, "no_advice");
        assert_eq!(problem["rule"], "R11.4");
    };
    for body in [
        json!({"players": 1}),
        json!({"players": 1, "visibility": "private"}),
        json!({"kind": "regicide-tricks", "players": 2}),
    ] {
        let created = ada.create(&body).await;
        refused(id(&created)).await;
        // Its fork never counts.
        for seat in created["tokens"].as_array().unwrap() {
            client.with_token(seat["token"].as_str().unwrap()).concede(id(&created)).await;
        }
        let fork =
            ada.post(&format!("/v1/games/{}/forks", id(&created)), &json!({"seq": 0})).await.expect(201);
        advice(&ada, id(&fork), 0).await.expect(200);
    }
    refused(&begin(&ada, &today(&client, 1).await).await).await;

    // Any attempt while a challenge runs, also at a deal that can be known.
    let (challenge, _) = organise(&client, json!({"attempts": 2})).await;
    let first = begin(&ada, &challenge).await;
    refused(&first).await;
    play(&[&ada], &first, 1).await;
    ada.concede(&first).await.expect(201);
    refused(&begin(&ada, &challenge).await).await;
    let (known, _) = organise(&client, json!({"seed": "known"})).await;
    let attempt = begin(&ada, &known).await;
    refused(&attempt).await;
    setting.clock.set("2026-11-21T12:00:00Z");
    advice(&ada, &attempt, 0).await.problem(409, "game_over");
    for over in [&challenge, &known] {
        advice(&ada, &begin(&ada, over).await, 0).await.expect(200);
    }
}

async fn advice_is_charged_by_computing_time(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.settings.analysis = Budgets { nodes: 1, worlds: 1 };
        config.allowances.compute_seconds_per_hour = 1;
    });
    let (game, seats) = new_game(&client, GameKind::Regicide, 1, "charged").await;
    // Refusals cost nothing.
    for _ in 0..30 {
        advice(&seats[0], &game, 1).await.problem(409, "seq_conflict");
    }
    let mut given = 0;
    while advice(&seats[0], &game, 0).await.status == 200 {
        given += 1;
        assert!(given < 30, "4 hundredths of a second each");
    }
    assert_eq!(given, 25);
    advice(&seats[0], &game, 0).await.problem(429, "too_many_requests");
}
