//! Table talk (R8): the signals of the rules, and no others.

use awc::http::Method;
use chrono::TimeDelta;
use regicide_engine::engine::{Game as _, GameKind, Options, Position, Ruleset, Seed, Setup};
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, today};
use crate::games::{id, player};
use crate::live::reader::{Form, Reader};
use crate::packed::pack;
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    r8_2_signals_are_allowed_from_a_jester_until_the_next_player_is_named,
    r8_3_no_other_signal_is_accepted,
    signals_are_hidden_from_callers_who_may_not_see_the_table,
    streams_send_signals_once_and_in_their_place,
    replays_show_signals_and_records_do_not,
    signals_are_paged,
    r8_4_players_greet_each_other_at_every_table_of_two_or_more,
    courtesies_end_a_week_after_the_game,
    streams_send_courtesies_before_the_first_move_and_after_the_end,
    a_packed_game_takes_courtesies,
);

/// A seed with which the first of so many players holds a jester.
fn seed_with_a_jester(players: u8) -> String {
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), players, &Options::default()).unwrap();
    let has_jester = |seed: &String| {
        let mut has = false;
        let key = seed.parse::<Seed>().unwrap().key();
        Position::deal(&setup, key).for_each_legal(|mv| has |= mv.to_string() == "play X1");
        has
    };
    (0..1000).map(|number| format!("talk-{number}")).find(has_jester).unwrap()
}

/// A game of three in which the first player holds a jester.
pub(crate) async fn table(client: &Client) -> (String, Vec<Client>) {
    let seats = json!([{"name": "Ada"}, {"name": "Ben"}, {"name": "Cy"}]);
    let names: Vec<&Value> = seats.as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    let body = json!({"players": 3, "seed": seed_with_a_jester(3), "names": names});
    let created = client.create(&body).await;
    (id(&created).to_owned(), (0..3).map(|seat| player(client, &created, seat)).collect())
}

/// Fills a game with the maximum number of signals.
pub(crate) async fn talk(setting: &Setting, game: &str, seats: &[Client]) {
    seats[0].make(game, "play X1").await.expect(201);
    give(&seats[2], game, "not_next").await;
    // Of seats that do not give as many at one place of the log.
    let all = "with recursive others (number) as \
         (select 2 union all select number + 1 from others where number < 1000) \
         insert into signals (game_id, number, seat, seq, signal, at) \
         select game_id, others.number, seat, seq, 'signal ' || others.number, at from others, signals \
         where signals.number = 1";
    setting.execute(all).await.unwrap();
}

fn signals(game: &str) -> String {
    format!("/v1/games/{game}/signals")
}

async fn give(seat: &Client, game: &str, signal: &str) -> Value {
    seat.post(&signals(game), &json!({ "signal": signal })).await.expect(201)
}

#[track_caller]
fn refused(problem: &Value, rule: &str) {
    assert_eq!((&problem["rule"], &problem["clause"]), (&json!(rule), &json!(format!("/v1/clauses/{rule}"))));
}

async fn r8_2_signals_are_allowed_from_a_jester_until_the_next_player_is_named(
    Setting { client, .. }: Setting,
) {
    let (game, seats) = table(&client).await;
    let path = signals(&game);
    let good = json!({"signal": "good_play"});
    refused(&seats[1].post(&path, &good).await.problem(422, "illegal_signal"), "R8.2");
    assert_eq!(
        seats[1].get(&path).await.expect(200),
        json!({"seq": 0, "allowed": [{"signal": "hello", "text": "Hello!"}], "items": [], "next": null})
    );
    seats[0].make(&game, "play X1").await.expect(201);
    let allowed = seats[2].get(&path).await.expect(200)["allowed"].clone();
    assert_eq!(
        allowed,
        json!([
            {"signal": "good_play", "text": "I have a good play."},
            {"signal": "not_next", "text": "I would rather not go next."},
        ])
    );
    assert_eq!(client.get(&path).await.expect(200)["allowed"], json!([]), "spectators give no signals");
    // Each of them, the player of the jester too.
    for (number, (seat, signal)) in (1..).zip([(1, "good_play"), (0, "not_next"), (2, "not_next")]) {
        let given = give(&seats[seat], &game, signal).await;
        assert_eq!((&given["number"], &given["seq"]), (&json!(number), &json!(1)));
        assert_eq!((&given["seat"], &given["signal"]), (&json!(seat), &json!(signal)));
    }
    let again = seats[1].post(&path, &good).await;
    assert!(again.header("ratelimit-policy").unwrap_or("\"move\"").contains("\"move\""));
    assert_eq!(again.expect(201)["number"], 1, "the signal was given already");
    let late = json!({"signal": "not_next", "expected_seq": 0});
    seats[1].post(&path, &late).await.problem(409, "seq_conflict");
    let page = client.request(Method::GET, &path).header("accept-language", "es").send().await;
    assert_eq!(page.header("content-language"), Some("es"));
    let page = page.expect(200);
    assert_eq!(page["items"][0]["narration"][0], "Ben: «Tengo una buena jugada.»");
    let page = client.get(&path).await.expect(200);
    assert_eq!(page["items"][1]["narration"][0], "Ada: “I would rather not go next.”");
    seats[0].make(&game, "next 2").await.expect(201);
    refused(&seats[1].post(&path, &good).await.problem(422, "illegal_signal"), "R8.2");
    let all = client.get(&path).await.expect(200);
    assert_eq!((&all["seq"], all["items"].as_array().unwrap().len()), (&json!(2), 3));
}

async fn r8_3_no_other_signal_is_accepted(Setting { client, .. }: Setting) {
    let (game, seats) = table(&client).await;
    seats[0].make(&game, "play X1").await.expect(201);
    let path = signals(&game);
    for body in [
        json!({"signal": "I have the king"}),
        json!({"signal": "good_play", "text": "hearts"}),
        json!({"text": "hello"}),
        json!({}),
    ] {
        seats[1].post(&path, &body).await.problem(400, "malformed_body");
    }
    let tricks = client.create(&json!({"kind": "regicide-tricks", "players": 2})).await;
    let problem =
        player(&client, &tricks, 0).post(&signals(id(&tricks)), &json!({"signal": "good_play"})).await;
    refused(&problem.problem(422, "illegal_signal"), "R8.4");
    assert_eq!(client.get(&path).await.expect(200)["items"], json!([]));
}

async fn signals_are_hidden_from_callers_who_may_not_see_the_table(Setting { client, .. }: Setting) {
    let good = json!({"signal": "good_play"});
    let (game, seats) = table(&client).await;
    seats[0].make(&game, "play X1").await.expect(201);
    let path = signals(&game);
    client.post(&path, &good).await.problem(401, "token_missing");
    client.with_token("opens nothing").post(&path, &good).await.problem(401, "token_unknown");
    let (_, eve) = come(&client, "Eve").await;
    eve.post(&path, &good).await.problem(403, "forbidden");
    let nowhere = signals("0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11");
    client.get(&nowhere).await.problem(404, "no_such_game");
    for seat in &seats {
        seat.concede(&game).await;
    }
    refused(&seats[1].post(&path, &good).await.problem(422, "illegal_signal"), "R8.2");

    let waiting = client.create(&json!({"players": 3, "open_seats": 1})).await;
    let ada = player(&client, &waiting, 0);
    ada.post(&signals(id(&waiting)), &good).await.problem(409, "game_not_begun");

    let (_, ada) = come(&client, "Ada").await;
    let embargoed = begin(&ada, &today(&client, 1).await).await;
    let path = signals(&embargoed);
    for stranger in [&client, &eve] {
        stranger.get(&path).await.problem(403, "embargoed");
    }
    assert_eq!(ada.get(&path).await.expect(200)["items"], json!([]));
}

async fn streams_send_signals_once_and_in_their_place(setting: Setting) {
    let (game, seats) = table(&setting.client).await;
    let events = format!("/v1/games/{game}/events");
    let mut reader = Reader::open(&setting.client, &events, Form::ServerSent, None).await;
    assert_eq!(reader.event().await["id"], "0.0.0");
    seats[0].make(&game, "play X1").await.expect(201);
    assert_eq!(reader.event().await["id"], "0.1.0");
    let first = give(&seats[1], &game, "good_play").await;
    let event = reader.event().await;
    assert_eq!(event, json!({"type": "signal", "id": "0.1.1", "game_id": game, "said": first}));
    give(&seats[2], &game, "not_next").await;
    assert_eq!(reader.event().await["id"], "0.1.2");
    // A new reader gets the table and the signals since the last move.
    let other = setting.another_instance().await.with_token_of(&seats[2]);
    let mut late = Reader::open(&seats[2], &events, Form::Lines, None).await;
    for (kind, place) in [("view", "0.1.0"), ("signal", "0.1.1"), ("signal", "0.1.2")] {
        let event = late.event().await;
        assert_eq!((&event["type"], &event["id"]), (&json!(kind), &json!(place)));
    }
    seats[0].make(&game, "next 1").await.expect(201);
    for reader in [&mut reader, &mut late] {
        assert_eq!(reader.event().await["id"], "0.2.2", "no event was sent twice");
    }
    let view = setting.client.get(&format!("{events}?wait=0")).await.expect(200);
    assert_eq!(view["items"].as_array().unwrap().len(), 1, "earlier signals are not sent");
    assert_eq!(view["next"], "0.2.2");
    for (after, rest) in [
        ("0.0.0", &["0.1.0", "0.1.1", "0.1.2", "0.2.2"][..]),
        ("0.1.1", &["0.1.2", "0.2.2"]),
        ("0.1.2", &["0.2.2"]),
        ("0.2.2", &[]),
    ] {
        let page = other.get(&format!("{events}?after={after}&wait=0")).await.expect(200);
        let ids: Vec<&Value> = page["items"].as_array().unwrap().iter().map(|event| &event["id"]).collect();
        assert_eq!(ids, rest, "after {after}");
    }
    let lost = other.get(&format!("{events}?after=0.2.3&wait=0")).await.expect(200);
    assert_eq!(lost["items"][0]["type"], "view", "the database has lost what the reader has");
}

/// S6.13.
async fn replays_show_signals_and_records_do_not(Setting { client, .. }: Setting) {
    let (game, seats) = table(&client).await;
    let path = format!("/v1/games/{game}");
    seats[0].make(&game, "play X1").await.expect(201);
    let before = client.view(&game).await["chain"].clone();
    let given = give(&seats[1], &game, "good_play").await;
    assert_eq!(client.view(&game).await["chain"], before, "it is no part of the chain");
    seats[0].make(&game, "next 1").await.expect(201);
    for seat in &seats {
        seat.concede(&game).await;
    }
    let replay = client.get(&format!("{path}/replay")).await.expect(200);
    let steps = replay["items"].as_array().unwrap();
    assert_eq!(steps[0]["signals"], json!([given]));
    assert!(steps[1..].iter().all(|step| step["signals"] == json!([])), "only where they were given");
    let page = client.get(&format!("{path}/replay?after=1&limit=1")).await.expect(200);
    assert_eq!(page["items"][0]["signals"], json!([]));
    assert_eq!(client.get(&signals(&game)).await.expect(200)["items"], json!([given]));
    let record = client.get(&format!("{path}/record")).await.text;
    assert!(!record.contains("signal") && !record.contains("good_play"), "{record}");
    assert_eq!(client.get(&format!("{path}/audit")).await.expect(200)["holds"], true);
    let end = client.get(&format!("{path}/events?wait=0&after=0.2.1")).await.expect(200);
    assert!(end["next"].as_str().unwrap().ends_with(".3.1.end"), "{}", end["next"]);
}

async fn signals_are_paged(Setting { client, .. }: Setting) {
    let (game, seats) = table(&client).await;
    seats[0].make(&game, "play X1").await.expect(201);
    for seat in &seats {
        give(seat, &game, "good_play").await;
        give(seat, &game, "not_next").await;
    }
    let path = signals(&game);
    let (mut after, mut numbers) = (Some("0".to_owned()), Vec::new());
    while let Some(from) = after {
        let page = client.get(&format!("{path}?after={from}&limit=4")).await.expect(200);
        let signals = page["items"].as_array().unwrap();
        assert!(signals.len() <= 4);
        numbers.extend(signals.iter().map(|given| given["number"].as_u64().unwrap()));
        after = page["next"].as_str().map(str::to_owned);
    }
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    assert_eq!(client.get(&format!("{path}?limit=6")).await.expect(200)["next"], Value::Null);
    client.get(&format!("{path}?after=1001")).await.problem(400, "invalid_value");
    client.get(&format!("{path}?limit=0")).await.problem(400, "invalid_value");
}

/// A running game of so many people.
async fn people(client: &Client, kind: &str, players: u8) -> (String, Vec<Client>) {
    let created = client.create(&json!({"kind": kind, "players": players, "seed": "courtesy"})).await;
    (id(&created).to_owned(), (0..players).map(|seat| player(client, &created, seat.into())).collect())
}

async fn concede(seats: &[Client], game: &str) {
    for seat in seats {
        if seat.view(game).await["status"] == "running" {
            seat.concede(game).await;
        }
    }
}

async fn legal_move(seats: &[Client], game: &str) {
    let seat = usize::try_from(seats[0].view(game).await["to_act"].as_u64().unwrap()).unwrap();
    let legal = seats[seat].view(game).await["legal_moves"][0]["text"].clone();
    seats[seat].make(game, legal).await.expect(201);
}

async fn r8_4_players_greet_each_other_at_every_table_of_two_or_more(Setting { client, .. }: Setting) {
    for kind in ["regicide", "regicide-tricks"] {
        for players in 2..=4 {
            let (game, seats) = people(&client, kind, players).await;
            let path = signals(&game);
            let well = json!({"signal": "well_played"});
            refused(&seats[1].post(&path, &well).await.problem(422, "illegal_signal"), "R8.4");
            for (number, seat) in (1..).zip(&seats) {
                let said = give(seat, &game, "hello").await;
                assert_eq!((&said["number"], &said["seq"]), (&json!(number), &json!(0)));
                assert_eq!(give(seat, &game, "hello").await, said, "once");
            }
            legal_move(&seats, &game).await;
            let hello = json!({"signal": "hello"});
            refused(&seats[0].post(&path, &hello).await.problem(422, "illegal_signal"), "R8.4");
            concede(&seats, &game).await;
            let allowed = seats[1].get(&path).await.expect(200)["allowed"].clone();
            assert_eq!(allowed, json!([{"signal": "well_played", "text": "Well played!"}]));
            for seat in &seats {
                let said = give(seat, &game, "well_played").await;
                assert_eq!(give(seat, &game, "well_played").await, said, "once");
            }
            let all = client.get(&path).await.expect(200);
            assert_eq!(all["items"].as_array().unwrap().len(), 2 * usize::from(players));
            assert_eq!(client.get(&format!("/v1/games/{game}/audit")).await.expect(200)["holds"], true);
        }
    }
    let alone = client.create(&json!({"players": 1})).await;
    let problem = player(&client, &alone, 0).post(&signals(id(&alone)), &json!({"signal": "hello"})).await;
    refused(&problem.problem(422, "illegal_signal"), "R8.4");
    let waiting = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let ada = player(&client, &waiting, 0);
    assert_eq!(ada.get(&signals(id(&waiting))).await.expect(200)["allowed"], json!([]));
    let early = ada.post(&signals(id(&waiting)), &json!({"signal": "hello"})).await;
    early.problem(409, "game_not_begun");
}

async fn courtesies_end_a_week_after_the_game(setting: Setting) {
    let (game, seats) = people(&setting.client, "regicide", 2).await;
    legal_move(&seats, &game).await;
    concede(&seats, &game).await;
    let path = signals(&game);
    setting.clock.pass(TimeDelta::days(7) - TimeDelta::seconds(30));
    give(&seats[0], &game, "well_played").await;
    setting.clock.pass(TimeDelta::minutes(1));
    assert_eq!(seats[1].get(&path).await.expect(200)["allowed"], json!([]));
    seats[1].post(&path, &json!({"signal": "well_played"})).await.problem(409, "game_over");
    let cancelled = setting.client.create(&json!({"players": 2, "open_seats": 1})).await;
    let ada = player(&setting.client, &cancelled, 0);
    let game = format!("/v1/games/{}", id(&cancelled));
    ada.delete(&game).await.expect(200);
    let said = ada.post(&format!("{game}/signals"), &json!({"signal": "well_played"})).await;
    said.problem(409, "game_over");
}

async fn streams_send_courtesies_before_the_first_move_and_after_the_end(setting: Setting) {
    let (game, seats) = people(&setting.client, "regicide-tricks", 2).await;
    let events = format!("/v1/games/{game}/events");
    let other = setting.instance_on(setting.store.clone()).with_token_of(&seats[1]);
    let until_rematch = format!("{events}?until_rematch=true");
    let mut here = Reader::open(&seats[0], &until_rematch, Form::Lines, None).await;
    let mut there = Reader::open(&other, &until_rematch, Form::ServerSent, None).await;
    let mut watcher = Reader::open(&setting.client, &events, Form::Lines, None).await;
    let hello = give(&seats[1], &game, "hello").await;
    for reader in [&mut here, &mut there, &mut watcher] {
        assert_eq!(reader.event().await["id"], "0.0.0");
        let event = reader.event().await;
        assert_eq!(event, json!({"type": "signal", "id": "0.0.1", "game_id": game, "said": hello}));
    }
    legal_move(&seats, &game).await;
    concede(&seats, &game).await;
    let mut ids = Vec::new();
    for reader in [&mut here, &mut there, &mut watcher] {
        let mut event = reader.event().await;
        while event["type"] != "end" {
            event = reader.event().await;
        }
        ids.push(event["id"].as_str().unwrap().to_owned());
    }
    assert!(watcher.next().await.is_none(), "the end is the last event");
    let well = give(&seats[0], &game, "well_played").await;
    for reader in [&mut here, &mut there] {
        let event = reader.event().await;
        assert_eq!((&event["type"], &event["said"]), (&json!("signal"), &well));
        assert_eq!(event["id"], "1.2.2.end");
    }
    // A reader that continues gets it, and nothing else.
    let page = other.get(&format!("{until_rematch}&wait=0&after={}", ids[1])).await.expect(200);
    let kinds: Vec<&Value> = page["items"].as_array().unwrap().iter().map(|event| &event["type"]).collect();
    assert_eq!(kinds, ["signal"]);
    let page = other.get(&format!("{until_rematch}&wait=0&after=1.2.2.end")).await.expect(200);
    assert_eq!(page["items"], json!([]));
    let replay = setting.client.get(&format!("/v1/games/{game}/replay")).await.expect(200);
    assert_eq!(replay["items"][1]["signals"], json!([well]));
}

async fn a_packed_game_takes_courtesies(setting: Setting) {
    let (game, seats) = people(&setting.client, "regicide", 3).await;
    legal_move(&seats, &game).await;
    concede(&seats, &game).await;
    setting.clock.pass(TimeDelta::days(2));
    assert_eq!(pack(&setting).await, 1);
    let said = give(&seats[2], &game, "well_played").await;
    assert_eq!(setting.client.get(&signals(&game)).await.expect(200)["items"], json!([said]));
    assert_eq!(setting.client.get(&format!("/v1/games/{game}/audit")).await.expect(200)["holds"], true);
}
