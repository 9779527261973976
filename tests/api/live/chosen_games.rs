//! Chosen games, in one stream.

use std::collections::BTreeMap;

use awc::http::Method;
use serde_json::{Value, json};

use super::reader::{Form, Reader};
use super::{ended, events, table};
use crate::client::Client;
use crate::day::{begin, play, today};
use crate::games::{id, player};
use crate::players::{come, path as path_of};
use crate::server::Setting;
use crate::signals;

crate::on_both_databases!(
    a_stream_of_chosen_games_has_the_events_of_each,
    a_reader_resumes_after_any_event_at_any_instance,
    pages_of_chosen_games_wait_for_the_next_event,
    events_of_one_chosen_game_do_not_delay_another,
    games_that_a_failover_has_lost_are_sent_again,
    each_game_is_seen_from_the_seat_that_the_token_has_there,
    a_game_that_the_caller_may_not_see_refuses_all,
    a_stream_of_chosen_games_ends_with_its_token,
    an_attempt_is_followed_with_others_until_its_challenge_is_over,
    each_ten_chosen_games_cost_three_units,
    fifty_games_can_be_chosen,
    invalid_choices_of_games_are_rejected,
);

fn chosen(games: &[&str]) -> String {
    format!("/v1/events?game_id={}", games.join("&game_id="))
}

/// A game for one, and its player.
async fn solo(client: &Client) -> (String, Client) {
    let created = client.create(&json!({"players": 1})).await;
    (id(&created).to_owned(), player(client, &created, 0))
}

async fn solos(client: &Client, count: usize) -> Vec<(String, Client)> {
    let mut solos = Vec::new();
    for _ in 0..count {
        solos.push(solo(client).await);
    }
    solos
}

fn ids(games: &[(String, Client)]) -> Vec<&str> {
    games.iter().map(|(game, _)| game.as_str()).collect()
}

/// The game that an event is about.
fn game_of(event: &Value) -> &str {
    event["game_id"].as_str().or(event["game"]["id"].as_str()).unwrap()
}

/// An event without the fields that differ between streams.
fn common(event: &Value) -> Value {
    let mut event = event.clone();
    event["id"] = Value::Null;
    if event["game"].is_object() {
        event["game"]["abandoned_at"] = Value::Null;
        event["game"]["rematch_id"] = Value::Null;
    }
    event
}

fn items(page: &Value) -> &[Value] {
    page["items"].as_array().unwrap()
}

fn next(page: &Value) -> &str {
    page["next"].as_str().unwrap()
}

/// All events of some games after an id, page by page.
async fn pages(client: &Client, path: &str, after: &str) -> Vec<Value> {
    let mut events = Vec::new();
    let mut after = after.to_owned();
    loop {
        let page = client.get(&format!("{path}&wait=0&after={after}")).await.expect(200);
        if items(&page).is_empty() {
            return events;
        }
        events.extend_from_slice(items(&page));
        next(&page).clone_into(&mut after);
    }
}

async fn a_stream_of_chosen_games_has_the_events_of_each(Setting { client, .. }: Setting) {
    let (talk, talkers) = signals::table(&client).await;
    let open = client.create(&json!({"players": 2, "open_seats": 1, "visibility": "unlisted"})).await;
    let (open, ada) = (id(&open), player(&client, &open, 0));
    let path = chosen(&[&talk, open]);
    let mut readers = [
        Reader::open(&client, &path, Form::ServerSent, None).await,
        Reader::open(&client, &format!("/v1/events?game_id={open},{talk}"), Form::Lines, None).await,
    ];
    let mut by_reader = [BTreeMap::new(), BTreeMap::new()];
    for (reader, by_game) in readers.iter_mut().zip(&mut by_reader) {
        for _ in 0..2 {
            let view = reader.event().await;
            by_game.insert(game_of(&view).to_owned(), vec![common(&view)]);
        }
    }
    let ben = client.post(&format!("/v1/games/{open}/seats"), &json!({"name": "Ben"})).await.expect(201);
    let ben = client.with_token(ben["token"].as_str().unwrap());
    talkers[0].make(&talk, "play X1").await.expect(201);
    let signal = json!({"signal": "good_play"});
    talkers[1].post(&format!("/v1/games/{talk}/signals"), &signal).await.expect(201);
    play(&[&ada, &ben], open, 3).await;
    ada.concede(open).await.expect(201);
    ben.concede(open).await.expect(201);
    // A rematch is not waited for.
    ada.post(&format!("/v1/games/{open}/rematches"), &json!({})).await.expect(201);
    talkers[0].make(&talk, "next 1").await.expect(201);
    for talker in &talkers {
        assert!(talker.concede(&talk).await.status.is_success());
    }
    let mut last = Value::Null;
    for (reader, mut by_game) in readers.iter_mut().zip(by_reader) {
        while let Some(event) = reader.next().await {
            by_game.get_mut(game_of(&event)).unwrap().push(common(&event));
            last = event["id"].clone();
        }
        for game in [talk.as_str(), open] {
            let alone = Reader::open(&client, &events(game), Form::Lines, Some("0.0.0")).await;
            let alone = rest(alone).await;
            let of_game = &by_game[game];
            assert_eq!(of_game[0]["type"], "view");
            // A later reader gets only the last state of seats, and sees revealed cards.
            let lasting = |events: &[Value]| -> Vec<Value> {
                let all = events.iter().filter(|event| event["type"] == "move" || event["type"] == "signal");
                all.map(|event| json!([event["made"]["seq"], event["made"]["chain"], event["said"]]))
                    .collect()
            };
            assert_eq!(lasting(of_game), lasting(&alone), "{game}");
            assert_eq!(of_game.last(), alone.last(), "the end");
            assert_eq!(of_game.last().unwrap()["type"], "end");
        }
        assert!(by_game[&talk].iter().any(|event| event["type"] == "signal"));
    }
    let last = last.as_str().unwrap();
    let again = ended(&client, &path, last).await;
    assert_eq!(again.status.as_u16(), 204, "browsers do not reconnect");
    let page = client.get(&format!("{path}&wait=60&after={last}")).await.expect(200);
    assert_eq!(page, json!({"items": [], "next": last}));
    let spanish = client.request(Method::GET, &format!("{path}&wait=0")).header("accept-language", "es");
    let spanish = spanish.send().await;
    assert_eq!(spanish.header("content-language"), Some("es"));
}

/// All that comes until the end of a stream.
async fn rest(mut reader: Reader) -> Vec<Value> {
    let mut events = Vec::new();
    while let Some(event) = reader.next().await {
        events.push(common(&event));
    }
    events
}

async fn a_reader_resumes_after_any_event_at_any_instance(setting: Setting) {
    let client = &setting.client;
    let games = solos(client, 12).await;
    let path = chosen(&ids(&games));
    let begun = client.get(&format!("{path}&wait=0")).await.expect(200);
    let views: Vec<_> = items(&begun).iter().map(|event| (event["type"].clone(), game_of(event))).collect();
    let mut sorted = ids(&games);
    sorted.sort_unstable();
    assert_eq!(views, sorted.iter().map(|game| (json!("view"), *game)).collect::<Vec<_>>());
    for (game, ada) in &games[..3] {
        play(&[ada], game, 3).await;
    }
    games[5].1.concede(&games[5].0).await.expect(201);
    let other = setting.another_instance().await;
    for client in [client, &other] {
        let events = pages(client, &path, next(&begun)).await;
        for (place, (game, _)) in games.iter().enumerate() {
            let of_game = events.iter().filter(|event| game_of(event) == game);
            let of_game: Vec<_> = of_game.map(|event| (&event["type"], &event["made"]["seq"])).collect();
            let made = |seq: u32| (json!("move"), json!(seq));
            let expected = match place {
                0..3 => vec![made(1), made(2), made(3)],
                5 => vec![made(1), (json!("end"), Value::Null)],
                _ => vec![],
            };
            let expected: Vec<_> = expected.iter().map(|(kind, seq)| (kind, seq)).collect();
            assert_eq!(of_game, expected, "game {place}");
        }
        // After each event, no other is sent twice, and none is missed.
        for place in 0..events.len() {
            let after = events[place]["id"].as_str().unwrap();
            let mut later: Vec<_> = pages(client, &path, after).await.iter().map(common).collect();
            let mut expected: Vec<_> = events[place + 1..].iter().map(common).collect();
            for events in [&mut later, &mut expected] {
                events.sort_by_key(|event| game_of(event).to_owned());
            }
            assert_eq!(later, expected);
        }
        // After the id of the first event, the views of the other games are sent again.
        let first = items(&begun)[0]["id"].as_str().unwrap();
        let views = client.get(&format!("{path}&wait=0&after={first}")).await.expect(200);
        let views = items(&views).iter().filter(|event| event["type"] == "view");
        assert_eq!(views.count(), 11);
    }
}

async fn pages_of_chosen_games_wait_for_the_next_event(Setting { client, .. }: Setting) {
    let games = solos(&client, 2).await;
    let path = chosen(&ids(&games));
    let begun = client.get(&format!("{path}&wait=60")).await.expect(200);
    assert_eq!(items(&begun).len(), 2);
    let page = format!("{path}&after={}", next(&begun));
    let nothing = client.get(&format!("{page}&wait=0")).await.expect(200);
    assert_eq!(nothing, json!({"items": [], "next": next(&begun)}));
    let short = client.get(&format!("{page}&wait=1")).await.expect(200);
    assert_eq!(short["items"], json!([]));
    let waiting = format!("{page}&wait=60");
    let player = [&games[1].1];
    let (waited, ()) = tokio::join!(client.get(&waiting), play(&player, &games[1].0, 1));
    let waited = waited.expect(200);
    assert_eq!((game_of(&items(&waited)[0]), items(&waited).len()), (games[1].0.as_str(), 1));
    let json = client.request(Method::GET, &page).header("accept", "application/json").send().await;
    assert_eq!(json.expect(200), waited);
}

async fn events_of_one_chosen_game_do_not_delay_another(Setting { client, .. }: Setting) {
    const MOVES: usize = 25;
    let mut games = Vec::new();
    for _ in 0..2 {
        let created = client.create(&json!({"kind": "regicide-tricks", "players": 2})).await;
        let seats = [0, 1].map(|seat| player(&client, &created, seat));
        games.push((id(&created).to_owned(), seats));
    }
    let path = chosen(&[&games[0].0, &games[1].0]);
    let begun = client.get(&format!("{path}&wait=0")).await.expect(200);
    for (game, seats) in &games {
        play(&[&seats[0], &seats[1]], game, MOVES).await;
    }
    let mut reader = Reader::open(&client, &path, Form::Lines, Some(next(&begun))).await;
    let mut events = Vec::new();
    let moves = |events: &[Value], game: &str| events.iter().filter(|event| game_of(event) == game).count();
    while games.iter().any(|(game, _)| moves(&events, game) < MOVES) {
        events.push(reader.event().await);
        let [one, other] = [0, 1].map(|place| moves(&events, &games[place].0));
        assert!(one.abs_diff(other) <= 10, "{one} moves of one, {other} of the other");
    }
}

async fn games_that_a_failover_has_lost_are_sent_again(Setting { client, .. }: Setting) {
    let games = solos(&client, 2).await;
    let path = chosen(&ids(&games));
    let begun = client.get(&format!("{path}&wait=0")).await.expect(200);
    let (set, _) = next(&begun).split_once('~').unwrap();
    let ahead = format!("{set}~0.0.0~0.7.0");
    let page = client.get(&format!("{path}&wait=0&after={ahead}")).await.expect(200);
    let lost = items(&begun)[1].clone();
    assert_eq!(items(&page).iter().map(common).collect::<Vec<_>>(), [common(&lost)]);
    assert_eq!(next(&page), next(&begun));
}

async fn each_game_is_seen_from_the_seat_that_the_token_has_there(Setting { client, .. }: Setting) {
    let (_, ada) = come(&client, "Ada").await;
    let own = ada.create(&json!({"players": 2})).await;
    let (other, others) = table(&client, 2).await;
    let path = chosen(&[id(&own), &other]);
    for (caller, seen) in [
        (&ada, [json!(0), Value::Null]),
        (&player(&client, &own, 1), [json!(1), Value::Null]),
        (&others[1], [Value::Null, json!(1)]),
        (&client, [Value::Null, Value::Null]),
    ] {
        let mut reader = Reader::open(caller, &path, Form::Lines, None).await;
        for _ in 0..2 {
            let event = reader.event().await;
            let seat = &seen[usize::from(game_of(&event) == other)];
            let game = &event["game"];
            assert_eq!((&game["seat"], game["table"]["hand"].is_array()), (seat, !seat.is_null()));
        }
    }
}

async fn a_game_that_the_caller_may_not_see_refuses_all(Setting { client, .. }: Setting) {
    let (public, public_player) = solo(&client).await;
    let (_, creator) = come(&client, "Ada").await;
    let created = creator.create(&json!({"players": 1, "open_seats": 1, "visibility": "private"})).await;
    let path = chosen(&[&public, id(&created)]);
    let (_, stranger) = come(&client, "Eve").await;
    for outsider in [&client, &stranger, &public_player] {
        let problem = outsider.get(&path).await.problem(403, "forbidden");
        let alone = outsider.get(&events(id(&created))).await.problem(403, "forbidden");
        assert_eq!(problem["detail"], alone["detail"]);
    }
    client.with_token("nonsense").get(&path).await.problem(401, "token_unknown");
    let nowhere = "0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11";
    let problem = client.get(&chosen(&[&public, nowhere])).await.problem(404, "no_such_game");
    assert_eq!(problem["game_id"], nowhere);
    // The code of one game makes its holder a spectator of the other.
    let guest = client.with_token(created["spectator_code"].as_str().unwrap());
    for insider in [&guest, &creator] {
        let mut reader = Reader::open(insider, &path, Form::Lines, None).await;
        for _ in 0..2 {
            assert_eq!(reader.event().await["type"], "view");
        }
        play(&[&public_player], &public, 1).await;
        assert_eq!(game_of(&reader.event().await), public);
    }
}

async fn a_stream_of_chosen_games_ends_with_its_token(setting: Setting) {
    let client = &setting.client;
    let (public, public_player) = solo(client).await;
    let (info, ada) = come(client, "Ada").await;
    let own = ada.create(&json!({"players": 2})).await;
    let path = chosen(&[&public, id(&own)]);
    let mut readers = vec![
        Reader::open(&ada, &path, Form::ServerSent, None).await,
        Reader::open(&ada, &path, Form::Lines, None).await,
    ];
    // On SQLite, an instance hears of its own changes alone.
    if !setting.url().starts_with("sqlite") {
        let elsewhere = setting.another_instance().await.with_token_of(&ada);
        readers.push(Reader::open(&elsewhere, &path, Form::ServerSent, None).await);
    }
    let mut spectator = Reader::open(client, &path, Form::Lines, None).await;
    for reader in readers.iter_mut().chain([&mut spectator]) {
        for _ in 0..2 {
            assert_eq!(reader.event().await["type"], "view");
        }
    }
    ada.post(&format!("{}/token", path_of(&info)), &json!({})).await.expect(201);
    for reader in &mut readers {
        assert_eq!(reader.event().await, json!({"type": "closed", "reason": "token_unknown"}));
        assert!(reader.next().await.is_none(), "not even of the other game");
    }
    play(&[&public_player], &public, 1).await;
    assert_eq!(spectator.event().await["type"], "move");
    ada.get(&path).await.problem(401, "token_unknown");
}

async fn an_attempt_is_followed_with_others_until_its_challenge_is_over(setting: Setting) {
    let client = &setting.client;
    let (public, public_player) = solo(client).await;
    let (_, ada) = come(client, "Ada").await;
    let attempt = begin(&ada, &today(client, 1).await).await;
    let path = chosen(&[&public, &attempt]);
    let problem = client.get(&path).await.problem(403, "embargoed");
    assert_eq!(problem["game_id"], attempt.as_str());
    assert_eq!(problem["detail"], client.get(&events(&attempt)).await.problem(403, "embargoed")["detail"]);
    let mut reader = Reader::open(&ada, &path, Form::ServerSent, None).await;
    for _ in 0..2 {
        assert_eq!(reader.event().await["type"], "view");
    }
    play(&[&ada], &attempt, 1).await;
    assert_eq!(game_of(&reader.event().await), attempt);
    setting.clock.set("2026-11-21T02:00:00Z");
    // The attempt is public now; a read makes the other readers notice it.
    let page = client.get(&format!("{path}&wait=0")).await.expect(200);
    assert!(items(&page).iter().any(|event| event["type"] == "end" && game_of(event) == attempt));
    let end = reader.event().await;
    assert_eq!((&end["type"], game_of(&end)), (&json!("end"), attempt.as_str()));
    assert_eq!(end["game"]["status"], "closed");
    assert!(end["game"]["revealed"].is_object());
    play(&[&public_player], &public, 1).await;
    assert_eq!(game_of(&reader.event().await), public, "the other goes on");
}

async fn each_ten_chosen_games_cost_three_units(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    let games = solos(&client, 20).await;
    let games = ids(&games);
    let units = async || {
        let text = figures.get("/metrics").await.text;
        let name = "regicide_budget_units_total{budget=\"stream\"} ";
        let units = text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        units.map_or(0.0, |units| units.parse::<f64>().unwrap())
    };
    for (count, cost) in [(10, 4.0), (20, 7.0)] {
        let path = chosen(&games[..count]);
        let begun = client.get(&format!("{path}&wait=0")).await.expect(200);
        let before = units().await;
        client.get(&format!("{path}&wait=0&after={}", next(&begun))).await.expect(200);
        let charged = units().await - before;
        // And some bytes.
        assert!((cost..cost + 0.1).contains(&charged), "{charged} for {count}");
    }
}

async fn fifty_games_can_be_chosen(Setting { client, .. }: Setting) {
    let games = solos(&client, 51).await;
    let games_ids = ids(&games);
    let path = chosen(&games_ids[..50]);
    let begun = client.get(&format!("{path}&wait=0")).await.expect(200);
    assert_eq!(items(&begun).len(), 50);
    let mut reader = Reader::open(&client, &path, Form::ServerSent, Some(next(&begun))).await;
    play(&[&games[49].1], &games[49].0, 1).await;
    let event = reader.event().await;
    assert_eq!(game_of(&event), games[49].0);
    let id = event["id"].as_str().unwrap();
    let page = client.get(&format!("{path}&wait=0&after={id}")).await.expect(200);
    assert_eq!(page, json!({"items": [], "next": id}));
    let problem = client.get(&chosen(&games_ids)).await.problem(400, "invalid_value");
    assert_eq!(problem["field"], "game_id");
    let repeated = client.get(&format!("{}&wait=0", chosen(&[games_ids[0]; 51]))).await.expect(200);
    assert_eq!(items(&repeated).len(), 1);
}

async fn invalid_choices_of_games_are_rejected(Setting { client, .. }: Setting) {
    let games = solos(&client, 2).await;
    let path = chosen(&ids(&games));
    for (wrong, field) in [
        ("game_id=", "game_id"),
        ("game_id=nonsense", "game_id"),
        ("game_id=0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11,", "game_id"),
        ("until_rematch=true", "until_rematch"),
        ("wait=soon", "wait"),
        ("wait=0&wait=0", "wait"),
        ("after=0&after=0", "after"),
        ("minimal=maybe", "minimal"),
        ("minimal=true&minimal=false", "minimal"),
        ("games=0", "games"),
    ] {
        for path in [format!("/v1/events?{wrong}"), format!("{path}&{wrong}")] {
            let problem = client.get(&path).await.problem(400, "malformed_query");
            assert_eq!(problem["field"], field, "{path}: {problem}");
        }
    }
    client.get(&format!("{path}&wait=61")).await.problem(400, "invalid_value");
    let known = client.get(&format!("{path}&wait=0")).await.expect(200);
    let known = next(&known);
    let of_one = client.get(&format!("{}&wait=0", chosen(&[&games[0].0]))).await.expect(200);
    let too_many = format!("{known}~0.0.0");
    let malformed = format!("{known}.wrong");
    for wrong in ["4711", "0.0.0", "00c0ffee~0.0.0~0.0.0", next(&of_one), &too_many, &malformed, ""] {
        let problem = client.get(&format!("{path}&after={wrong}")).await.problem(400, "invalid_value");
        assert_eq!(problem["field"], "after", "{wrong}");
    }
    let problem = client.get(&format!("/v1/events?after={known}")).await.problem(400, "invalid_value");
    assert_eq!(problem["field"], "after");
}
