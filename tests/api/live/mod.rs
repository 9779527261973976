//! Streams of events: each event arrives once, at all readers who may see it.

mod boards;
mod chosen_games;
mod faults;
mod handed_over;
mod players;
mod presence;
pub(crate) mod reader;

use awc::http::Method;
use regicide_server::api::Config;
use serde_json::{Value, json};

use self::reader::{Form, Reader};
use crate::client::{Answer, Client};
use crate::day::today;
use crate::games::{id, player};
use crate::players::{come, path as path_of};
use crate::server::{Setting, TestClock};

crate::on_both_databases!(
    a_game_is_followed_to_its_end,
    minimal_moves_are_sent_on_request,
    a_reader_who_reconnects_misses_nothing,
    changes_of_seats_are_sent,
    a_reader_who_reconnects_gets_new_names,
    head_has_the_headers_of_get,
    a_stream_ends_with_its_token,
    a_freed_seat_loses_its_stream,
    a_page_waits_for_an_event,
    an_unknown_event_id_is_refused,
    each_of_two_event_ids_is_checked,
    streams_are_not_buffered,
    an_end_by_time_is_sent,
    a_rematch_is_sent_on_request,
    a_public_game_of_a_player_is_sent_when_it_is_created,
);

fn events(game: &str) -> String {
    format!("/v1/games/{game}/events")
}

/// The answer to a stream that is resumed after its last event.
async fn ended(client: &Client, path: &str, last: &str) -> Answer {
    let request = client.request(Method::GET, path).header("accept", "text/event-stream");
    request.header("last-event-id", last).send().await
}

/// Makes the first legal move of the seat to act; returns the move's number.
async fn step(players: &[Client], game: &str) -> u64 {
    let view = players[0].view(game).await;
    let seat = &players[usize::try_from(view["to_act"].as_u64().unwrap()).unwrap()];
    let mv = seat.view(game).await["legal_moves"][0]["text"].clone();
    seat.make(game, mv).await.expect(201)["seq"].as_u64().unwrap()
}

async fn table(client: &Client, players: usize) -> (String, Vec<Client>) {
    let created = client.create(&json!({"players": players, "seed": "followed"})).await;
    (id(&created).to_owned(), (0..players).map(|seat| player(client, &created, seat)).collect())
}

/// A view without the fields that change with time.
fn shown(view: &Value) -> Value {
    let mut view = view.clone();
    view["abandoned_at"] = Value::Null;
    view
}

async fn a_game_is_followed_to_its_end(Setting { client, .. }: Setting) {
    let (game, seats) = table(&client, 2).await;
    let mut readers = vec![
        (Reader::open(&seats[0], &events(&game), Form::ServerSent, None).await, seats[0].clone()),
        (Reader::open(&seats[1], &events(&game), Form::Lines, None).await, seats[1].clone()),
        (Reader::open(&client, &events(&game), Form::Lines, None).await, client.clone()),
    ];
    for (reader, who) in &mut readers {
        let first = reader.event().await;
        assert_eq!((&first["type"], &first["id"]), (&json!("view"), &json!("0.0.0")));
        assert_eq!(shown(&first["game"]), shown(&who.view(&game).await));
    }
    for seq in 1..=6 {
        assert_eq!(step(&seats, &game).await, seq);
        for (reader, who) in &mut readers {
            let event = reader.event().await;
            assert_eq!((&event["type"], &event["made"]["seq"]), (&json!("move"), &json!(seq)));
            assert_eq!(event["id"], format!("0.{seq}.0"));
            assert_eq!(shown(&event["game"]), shown(&who.view(&game).await));
            let log = who.get(&format!("/v1/games/{game}/moves?after={}", seq - 1)).await.expect(200);
            assert_eq!(event["made"], log["items"][0]);
        }
    }
    seats[0].concede(&game).await.expect(201);
    for (reader, _) in &mut readers {
        let event = reader.event().await;
        assert_eq!((&event["type"], &event["id"]), (&json!("seats"), &json!("1.6.0")));
        assert_eq!(event["game"]["proposal"]["accepted"], json!([0]));
    }
    seats[1].concede(&game).await.expect(201);
    for (reader, who) in &mut readers {
        let made = reader.event().await;
        assert_eq!((&made["type"], &made["made"]["text"]), (&json!("move"), &json!("concede")));
        let end = reader.event().await;
        assert_eq!((&end["type"], &end["id"]), (&json!("end"), &json!("2.7.0.end")));
        assert_eq!(end["game"]["status"], "finished");
        assert_eq!(shown(&end["game"]), shown(&who.view(&game).await));
        assert!(end["game"]["revealed"].is_object());
        assert!(reader.next().await.is_none(), "the end is the last event");
    }
    let answer = ended(&client, &events(&game), "2.7.0.end").await;
    assert_eq!(answer.status.as_u16(), 204, "browsers do not reconnect");
    let page = client.get(&format!("{}?wait=60&after=2.7.0.end", events(&game))).await.expect(200);
    assert_eq!(page, json!({"items": [], "next": "2.7.0.end"}));
}

async fn minimal_moves_are_sent_on_request(setting: Setting) {
    let other = setting.instance_with(|_| ());
    let one = json!({
        "players": 1, "seed": "followed", "visibility": "private", "options": {"solo_yield": "once"},
    });
    for (setup, first) in [
        (json!({"players": 2, "seed": "followed"}), &[][..]),
        (json!({"players": 4, "kind": "regicide-tricks"}), &[]),
        (one, &["yield", "undo"]),
    ] {
        let created = setting.client.create(&setup).await;
        let (game, players) = (id(&created), created["game"]["seats"].as_array().unwrap().len());
        let seats: Vec<_> = (0..players).map(|seat| player(&setting.client, &created, seat)).collect();
        let chosen = format!("/v1/events?minimal=true&game_id={game}");
        let own = format!("{}?minimal=true&until_rematch=true", events(game));
        let mut readers = Vec::new();
        let spectators = [&setting.client, &other].map(|client| match created["spectator_code"].as_str() {
            Some(code) => client.with_token(code),
            None => client.clone(),
        });
        for (who, path) in seats.iter().chain(&spectators).zip([&own, &chosen].into_iter().cycle()) {
            readers.push((Reader::open(who, path, Form::Lines, None).await, who.clone()));
        }
        for (reader, who) in &mut readers {
            let first = reader.event().await;
            assert_eq!(
                (&first["type"], shown(&first["game"])),
                (&json!("view"), shown(&who.view(game).await))
            );
        }
        for seq in 1..=4 {
            match first.get(seq - 1) {
                Some(text) => drop(seats[0].make(game, *text).await.expect(201)),
                None => drop(step(&seats, game).await),
            }
            for (reader, who) in &mut readers {
                let event = reader.event().await;
                let (view, log) = (who.view(game).await, format!("/v1/games/{game}/moves?after={}", seq - 1));
                let mut made = who.get(&log).await.expect(200)["items"][0].clone();
                for words in ["text", "move", "narration"] {
                    made.as_object_mut().unwrap().remove(words);
                }
                (made["status"], made["to_act"]) = (json!("running"), view["to_act"].clone());
                let expected = json!({
                    "type": "minimal_move", "id": event["id"], "game_id": game, "made": made,
                });
                assert_eq!(event, expected);
            }
        }
        for seat in &seats {
            seat.concede(game).await;
        }
        for (reader, who) in &mut readers {
            let mut event = reader.event().await;
            while event["type"] != "minimal_move" {
                assert_eq!(event["type"], "seats");
                event = reader.event().await;
            }
            assert_eq!(
                (&event["made"]["status"], &event["made"]["to_act"]),
                (&json!("finished"), &Value::Null)
            );
            let end = reader.event().await;
            assert_eq!((&end["type"], shown(&end["game"])), (&json!("end"), shown(&who.view(game).await)));
        }
        // Of earlier moves, with the seat that acted next.
        let page = seats[0].get(&format!("{own}&after=0.2.0&wait=0")).await.expect(200);
        let third = seats[0].get(&format!("/v1/games/{game}/moves?after=3")).await.expect(200);
        assert_eq!(page["items"][0]["made"]["to_act"], third["items"][0]["seat"]);
        assert_eq!(page["items"][0]["made"]["status"], "running");
    }
}

async fn a_rematch_is_sent_on_request(setting: Setting) {
    let (game, seats) = table(&setting.client, 2).await;
    let path = format!("{}?until_rematch=true", events(&game));
    let other = setting.another_instance().await;
    let mut readers = vec![
        Reader::open(&seats[0], &path, Form::ServerSent, None).await,
        Reader::open(&setting.client, &path, Form::Lines, None).await,
    ];
    seats[0].concede(&game).await.expect(201);
    seats[1].concede(&game).await.expect(201);
    let mut end = Value::Null;
    for reader in &mut readers {
        end = reader.event().await;
        while end["type"] != "end" {
            end = reader.event().await;
        }
        assert_eq!(end["game"]["rematch_id"], Value::Null);
    }
    let end = end["id"].as_str().unwrap();
    // A reader who reconnects after the end goes on waiting.
    readers.push(Reader::open(&setting.client, &path, Form::Lines, Some(end)).await);
    let made = seats[1].post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    let mut last = Value::Null;
    for reader in &mut readers {
        last = reader.event().await;
        assert_eq!((&last["type"], &last["game"]["id"]), (&json!("rematch"), &json!(game)));
        assert_eq!(last["game"]["rematch_id"], made["game"]["id"]);
        assert!(reader.next().await.is_none(), "the rematch is the last event");
    }
    let last = last["id"].as_str().unwrap();
    let again = ended(&other, &path, last).await;
    assert_eq!(again.status.as_u16(), 204);
    // A reader without `until_rematch` has the end as before.
    let mut plain = Reader::open(&other, &events(&game), Form::Lines, None).await;
    assert_eq!(
        (plain.event().await["type"].clone(), plain.event().await["type"].clone()),
        (json!("view"), json!("end"))
    );
    assert!(plain.next().await.is_none());
}

async fn a_public_game_of_a_player_is_sent_when_it_is_created(Setting { client, .. }: Setting) {
    let (_, ada) = come(&client, "Ada").await;
    let mut reader = Reader::open(&client, "/v1/events", Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "start");
    let created = ada.create(&json!({"players": 1})).await;
    assert_eq!(reader.event().await["game"]["id"], created["game"]["id"]);
    ada.concede(id(&created)).await.expect(201);
    assert_eq!(reader.event().await["game"]["status"], "finished");
    let rematch = ada.post(&format!("/v1/games/{}/rematches", id(&created)), &json!({})).await.expect(201);
    assert_eq!(reader.event().await["game"]["id"], rematch["game"]["id"]);
}

async fn a_reader_who_reconnects_misses_nothing(setting: Setting) {
    let (game, seats) = table(&setting.client, 2).await;
    let mut reader = Reader::open(&seats[0], &events(&game), Form::ServerSent, None).await;
    assert_eq!(reader.event().await["type"], "view");
    step(&seats, &game).await;
    let last = reader.event().await["id"].as_str().unwrap().to_owned();
    drop(reader);
    for _ in 0..4 {
        step(&seats, &game).await;
    }
    let other = setting.another_instance().await;
    for client in [&setting.client, &other] {
        let client = client.with_token_of(&seats[0]);
        for form in [Form::ServerSent, Form::Lines] {
            let mut reader = Reader::open(&client, &events(&game), form, Some(&last)).await;
            for seq in 2..=5 {
                assert_eq!(reader.event().await["made"]["seq"], seq);
            }
        }
        let ahead = format!("{}?after=7.1.0&wait=0", events(&game));
        let page = client.get(&ahead).await.expect(200);
        assert_eq!(page["items"][0]["type"], "view", "the database has lost what the reader has");
    }
    // A reader who was away for longer than events are kept.
    let created = setting.client.create(&json!({"players": 1})).await;
    let (long, solo) = (id(&created), player(&setting.client, &created, 0));
    let mut made = 0;
    while solo.view(long).await["status"] == "running" && made < 70 {
        made = step(std::slice::from_ref(&solo), long).await;
    }
    let mut reader = Reader::open(&solo, &events(long), Form::Lines, Some("0.0.0")).await;
    for seq in 1..=made {
        assert_eq!(reader.event().await["made"]["seq"], seq);
    }
}

async fn changes_of_seats_are_sent(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let (game, ada) = (id(&created), player(&client, &created, 0));
    let mut reader = Reader::open(&client, &events(game), Form::Lines, None).await;
    assert_eq!(reader.event().await["game"]["status"], "waiting");
    let seats = format!("/v1/games/{game}/seats");
    let ben = client.post("/v1/players", &json!({"name": "Ben"})).await.expect(201);
    let token = ben["token"].as_str().unwrap();
    client.with_token(token).post(&seats, &json!({})).await.expect(201);
    let joined = reader.event().await;
    assert_eq!((&joined["type"], &joined["game"]["seats"][1]["name"]), (&json!("seats"), &json!("Ben")));
    assert_eq!(joined["game"]["status"], "running");
    let path = format!("/v1/players/{}", ben["player"]["id"].as_str().unwrap());
    let named = client.with_token(token).request(Method::PATCH, &path).json(&json!({"name": "Bob"})).await;
    named.expect(200);
    assert_eq!(reader.event().await["game"]["seats"][1]["name"], "Bob");
    drop(ada);

    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let game = id(&created);
    let mut reader = Reader::open(&client, &events(game), Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "view");
    let owner = player(&client, &created, 0);
    owner.delete(&format!("/v1/games/{game}")).await.expect(200);
    let end = reader.event().await;
    assert_eq!((&end["type"], &end["game"]["status"]), (&json!("end"), &json!("cancelled")));
}

async fn a_reader_who_reconnects_gets_new_names(setting: Setting) {
    let client = &setting.client;
    let (info, ben) = come(client, "Ben").await;
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let (game, ada) = (id(&created), player(client, &created, 0));
    ben.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    let first = client.get(&format!("{}?wait=0", events(game))).await.expect(200);
    let [view, moved] = [first["next"].clone(), {
        ada.make(game, "yield").await.expect(201);
        let after = format!("{}?wait=0&after={}", events(game), first["next"].as_str().unwrap());
        client.get(&after).await.expect(200)["next"].clone()
    }];
    assert_eq!(view.as_str().unwrap().split('.').nth(3), moved.as_str().unwrap().split('.').nth(3));
    let path = format!("/v1/players/{}", info["id"].as_str().unwrap());
    ben.request(Method::PATCH, &path).json(&json!({"name": "Bob"})).await.expect(200);
    let other = setting.another_instance().await;
    let mut last = String::new();
    for (client, after) in [(client, &view), (client, &moved), (&other, &moved)] {
        let after = after.as_str().unwrap();
        for form in [Form::ServerSent, Form::Lines] {
            let mut reader = Reader::open(client, &events(game), form, Some(after)).await;
            let mut event = reader.event().await;
            if event["type"] == "move" {
                event = reader.event().await;
            }
            assert_eq!(
                (&event["type"], &event["game"]["seats"][1]["name"]),
                (&json!("seats"), &json!("Bob"))
            );
        }
        let page = client.get(&format!("{}?wait=0&after={after}", events(game))).await.expect(200);
        let event = page["items"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&event["type"], &event["game"]["seats"][1]["name"]), (&json!("seats"), &json!("Bob")));
        page["next"].as_str().unwrap().clone_into(&mut last);
    }
    let page = client.get(&format!("{}?wait=0&after={last}", events(game))).await.expect(200);
    assert_eq!(page, json!({"items": [], "next": last}), "once");
}

async fn head_has_the_headers_of_get(Setting { client, .. }: Setting) {
    let (game, _) = table(&client, 1).await;
    let chosen = format!("/v1/events?game_id={game}");
    let game = events(&game);
    let pages = [format!("{game}?wait=0"), format!("{game}?wait=60"), format!("{chosen}&wait=60")];
    for path in ["/v1/events", "/v1/events?wait=0", &game, &chosen]
        .into_iter()
        .chain(pages.iter().map(String::as_str))
    {
        let get = client.request(Method::GET, path).open().await;
        let head = client.request(Method::HEAD, path).open().await;
        let framing = |opened: &crate::client::Opened| {
            let headers = ["content-length", "transfer-encoding", "content-type", "cache-control"];
            (opened.status, headers.map(|name| opened.headers.get(name).cloned()))
        };
        assert_eq!(framing(&head), framing(&get), "{path}");
        assert_eq!(head.headers.get("content-length"), None, "{path}");
    }
}

async fn a_stream_ends_with_its_token(setting: Setting) {
    let client = &setting.client;
    let ada = client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    let own = client.with_token(ada["token"].as_str().unwrap());
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let game = id(&created);
    own.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
    let mut readers = vec![Reader::open(&own, &events(game), Form::ServerSent, None).await];
    // On SQLite, an instance hears of its own changes alone.
    if !setting.url().starts_with("sqlite") {
        let elsewhere = setting.another_instance().await.with_token(own.token());
        readers.push(Reader::open(&elsewhere, &events(game), Form::ServerSent, None).await);
    }
    let mut others = Reader::open(client, &events(game), Form::ServerSent, None).await;
    for reader in &mut readers {
        assert_eq!(reader.event().await["game"]["seat"], 1);
    }
    assert_eq!(others.event().await["type"], "view");
    let path = format!("/v1/players/{}/token", ada["player"]["id"].as_str().unwrap());
    own.post(&path, &json!({})).await.expect(201);
    for reader in &mut readers {
        assert_eq!(reader.event().await, json!({"type": "closed", "reason": "token_unknown"}));
        assert!(reader.next().await.is_none());
    }
    step(&[player(client, &created, 0)], game).await;
    assert_eq!(others.event().await["type"], "move", "others stay, and get no event of it");
    own.get(&events(game)).await.problem(401, "token_unknown");
}

async fn a_freed_seat_loses_its_stream(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 3, "open_seats": 2})).await;
    let game = id(&created);
    let seats = format!("/v1/games/{game}/seats");
    let joined = client.post(&seats, &json!({"name": "Ben"})).await.expect(201);
    let ben = client.with_token(joined["token"].as_str().unwrap());
    let mut reader = Reader::open(&ben, &events(game), Form::Lines, None).await;
    assert_eq!(reader.event().await["game"]["seat"], 1);
    let owner = player(&client, &created, 0);
    owner.delete(&format!("{seats}/1")).await.expect(200);
    assert_eq!(reader.event().await["reason"], "token_unknown");
    assert!(reader.next().await.is_none());
}

async fn a_page_waits_for_an_event(Setting { client, .. }: Setting) {
    let (game, seats) = table(&client, 2).await;
    let path = events(&game);
    let first = client.get(&format!("{path}?wait=60")).await.expect(200);
    assert_eq!((&first["items"][0]["type"], &first["next"]), (&json!("view"), &json!("0.0.0")));
    let nothing = client.get(&format!("{path}?wait=0&after=0.0.0")).await;
    assert_eq!(nothing.header("content-type"), Some("application/json"));
    assert_eq!(nothing.expect(200), json!({"items": [], "next": "0.0.0"}));
    let short = client.get(&format!("{path}?wait=1&after=0.0.0")).await.expect(200);
    assert_eq!(short["items"], json!([]));
    let (waited, ()) =
        tokio::join!(async { client.get(&format!("{path}?wait=60&after=0.0.0")).await.expect(200) }, async {
            step(&seats, &game).await;
        });
    assert_eq!((&waited["items"][0]["made"]["seq"], &waited["next"]), (&json!(1), &json!("0.1.0")));
    let json = client.request(Method::GET, &path).header("accept", "application/json").send().await;
    assert_eq!(json.expect(200)["next"], "0.1.0");
    client.get(&format!("{path}?wait=61")).await.problem(400, "invalid_value");
}

async fn an_unknown_event_id_is_refused(Setting { client, .. }: Setting) {
    let (game, _) = table(&client, 1).await;
    for wrong in ["x", "1", "0.0", "0.0.0.0", "-1.0.0", "0.20001.0", "0.0.1001"] {
        client.get(&format!("{}?after={wrong}", events(&game))).await.problem(400, "invalid_value");
        let request = client.request(Method::GET, &events(&game)).header("last-event-id", wrong);
        request.send().await.problem(400, "malformed_header");
    }
    client.get("/v1/events?after=now").await.problem(400, "invalid_value");
    client.get(&events("0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11")).await.problem(404, "no_such_game");
    let stranger = client.with_token("opens nothing");
    stranger.get(&events(&game)).await.problem(401, "token_unknown");
}

async fn each_of_two_event_ids_is_checked(Setting { client, .. }: Setting) {
    let (game, _) = table(&client, 1).await;
    let challenge = format!("/v1/challenges/{}/events", today(&client, 1).await);
    let (player, ada) = come(&client, "Ada").await;
    let (hash, chosen) = ("4ae1a678f4f834e68a8400587bb60ad8", format!("/v1/events?game_id={game}"));
    for (client, path, known) in [
        (&client, events(&game), "0.0.0"),
        (&client, challenge, hash),
        (&ada, format!("{}/events", path_of(&player)), hash),
        (&client, "/v1/events".to_owned(), "0"),
        (&client, chosen, "00c0ffee~"),
    ] {
        for (after, header, code, field) in
            [("%C2%9E", known, "invalid_value", "after"), (known, "x", "malformed_header", "Last-Event-ID")]
        {
            let separator = if path.contains('?') { '&' } else { '?' };
            let request = client.request(Method::GET, &format!("{path}{separator}after={after}&wait=0"));
            let problem = request.header("last-event-id", header).send().await.problem(400, code);
            assert_eq!(problem["field"], field, "{path}");
        }
    }
}

async fn streams_are_not_buffered(Setting { client, .. }: Setting) {
    let (game, _) = table(&client, 1).await;
    let request = client.request(Method::GET, &events(&game)).header("accept", "text/event-stream");
    let opened = request.header("accept-encoding", "gzip").open().await;
    let header = |name: &str| opened.headers.get(name).map(|value| value.to_str().unwrap());
    assert_eq!(header("content-type"), Some("text/event-stream"));
    assert_eq!(header("content-encoding"), Some("identity"));
    assert_eq!(header("cache-control"), Some("no-store"));
    assert_eq!(header("x-accel-buffering"), Some("no"));
    let head = client.request(Method::HEAD, &events(&game)).send().await;
    assert_eq!((head.status.as_u16(), head.text.as_str()), (200, ""));
    let preflight = client.request(Method::OPTIONS, &events(&game)).header("origin", "http://localhost:5173");
    let preflight = preflight.header("access-control-request-method", "GET");
    let preflight = preflight.header("access-control-request-headers", "last-event-id,authorization");
    assert_eq!(preflight.send().await.status.as_u16(), 200);
    let refused = client.request(Method::GET, "/v1/games").header("accept", "text/event-stream").send().await;
    refused.problem(406, "not_acceptable");
}

async fn an_end_by_time_is_sent(setting: Setting) {
    let soon = |config: &mut Config| config.settings.abandon_after = 1;
    let client = setting.instance_in_real_time_and(&TestClock::real_time(), soon).await;
    let (game, _) = table(&client, 2).await;
    let mut reader = Reader::open(&client, &events(&game), Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "view");
    let end = reader.event().await;
    assert_eq!((&end["type"], &end["game"]["status"]), (&json!("end"), &json!("abandoned")));
    assert!(end["game"]["revealed"].is_object());
}
