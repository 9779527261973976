//! Instances that go, connections that are cut, readers that do not read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;
use regicide_engine::engine::{GameKind, Options, Ruleset, Seed, Setup};
use regicide_engine::record::RecordFile;
use regicide_server::service::runtime::Clock;
use regicide_store::{DatabaseClock, Options as StoreOptions, Store, Timeouts};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

use super::reader::{Form, Reader};
use super::{events, step, table};
use crate::client::Client;
use crate::figures::until_figure;
use crate::games::{id, player};
use crate::long_games::long_game;
use crate::players::come;
use crate::process::Process;
use crate::server::Setting;
use crate::support::Server;

crate::on_both_databases!(
    a_stopping_service_ends_its_streams_first,
    slow_readers_are_disconnected_and_do_not_affect_others,
    disconnected_readers_are_removed,
    a_reader_resumes_after_the_service_was_killed,
);

/// The figure of readers of events.
const READERS: &str = "regicide_event_readers";

/// Ends the connections that listen for changes.
const CUT_LISTENERS: &str = "select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen %' or query = 'select 1')";

/// All moves that a reader gets until the end, by the ids of their events.
async fn moves(reader: &mut Reader) -> Vec<(String, u64, Value)> {
    let mut moves = Vec::new();
    while let Some(event) = reader.next().await {
        if event["type"] == "move" {
            let id = event["id"].as_str().unwrap().to_owned();
            moves.push((id, event["made"]["seq"].as_u64().unwrap(), event["made"]["chain"].clone()));
        }
    }
    moves
}

#[actix_web::test]
async fn two_readers_at_two_instances_get_the_log_though_one_is_killed() {
    let setting = Setting::postgres().await;
    let (first, here, _) = Process::start(setting.url());
    let (_second, there, _) = Process::start(setting.url());
    let (game, seats) = table(&here, 4).await;
    let elsewhere: Vec<Client> = seats.iter().map(|seat| there.with_token_of(seat)).collect();
    let mut one = Reader::open(&seats[0], &events(&game), Form::ServerSent, None).await;
    let mut other = Reader::open(&elsewhere[1], &events(&game), Form::Lines, None).await;
    for reader in [&mut one, &mut other] {
        assert_eq!(reader.event().await["type"], "view");
    }
    for _ in 0..5 {
        step(&seats, &game).await;
    }
    for seq in 1..=3 {
        assert_eq!(one.event().await["made"]["seq"], seq);
    }
    first.stop();
    // Reads the events that arrived before the instance was killed, and then the rest.
    let mut history: Vec<u64> = vec![1, 2, 3];
    let mut last = "0.3.0".to_owned();
    for (id, seq, _) in moves(&mut one).await {
        history.push(seq);
        last = id;
    }
    let mut one = Reader::open(&elsewhere[0], &events(&game), Form::ServerSent, Some(&last)).await;
    for _ in 0..5 {
        step(&elsewhere, &game).await;
    }
    for seat in &elsewhere {
        let made = seat.concede(&game).await;
        assert!(made.status.is_success(), "{}", made.text);
    }
    let rest = moves(&mut one).await;
    history.extend(rest.iter().map(|(_, seq, _)| *seq));
    let whole = moves(&mut other).await;
    let log = log(&there, &game).await;
    assert_eq!(history, log.iter().map(|(seq, _)| *seq).collect::<Vec<_>>());
    assert_eq!(whole.iter().map(|(_, seq, h)| (*seq, h.clone())).collect::<Vec<_>>(), log);
}

#[actix_web::test]
async fn changes_during_a_lost_connection_are_sent_later() {
    let setting = Setting::postgres().await;
    let other = setting.another_instance().await;
    let (game, seats) = table(&setting.client, 2).await;
    let elsewhere = other.with_token_of(&seats[0]);
    let mut readers = [
        Reader::open(&seats[0], &events(&game), Form::Lines, None).await,
        Reader::open(&elsewhere, &events(&game), Form::Lines, None).await,
    ];
    for reader in &mut readers {
        assert_eq!(reader.event().await["type"], "view");
    }
    for seq in 1..=6 {
        let everybody = "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()";
        setting.execute(if seq % 3 == 0 { everybody } else { CUT_LISTENERS }).await.unwrap();
        assert_eq!(step_through(&seats, &game).await, seq);
        for reader in &mut readers {
            assert_eq!(reader.event().await["made"]["seq"], seq);
        }
    }
}

/// A move, tried again where the connection to the database was cut.
async fn step_through(seats: &[Client], game: &str) -> u64 {
    loop {
        let view = seats[0].get(&format!("/v1/games/{game}")).await;
        if !view.status.is_success() {
            continue;
        }
        let view = view.json();
        let seat = &seats[usize::try_from(view["to_act"].as_u64().unwrap()).unwrap()];
        let own = seat.get(&format!("/v1/games/{game}")).await;
        if !own.status.is_success() {
            continue;
        }
        let body = json!({"text": own.json()["legal_moves"][0]["text"], "expected_seq": view["seq"]});
        let request_again = async || {
            let path = format!("/v1/games/{game}/moves");
            let request = seat.request(awc::http::Method::POST, &path);
            request.header("idempotency-key", &format!("move {}", view["seq"])).json(&body).await
        };
        let made = request_again().await;
        if made.status.is_success() {
            return made.json()["seq"].as_u64().unwrap();
        }
    }
}

/// Creates a game, with one key until it is accepted: a connection that the crash has cut may be
/// found by the request alone.
async fn create_at_last(client: &Client, key: &str) -> Value {
    loop {
        let request = client.request(awc::http::Method::POST, "/v1/games");
        let created = request.header("idempotency-key", key).json(&json!({"players": 1})).await;
        if created.status.is_success() {
            return created.json();
        }
    }
}

async fn a_stopping_service_ends_its_streams_first(setting: Setting) {
    let (process, client, _) = Process::start(setting.url());
    let (game, seats) = table(&client, 2).await;
    let mut readers = vec![
        Reader::open(&seats[0], &events(&game), Form::ServerSent, None).await,
        Reader::open(&client, "/v1/events", Form::ServerSent, None).await,
        Reader::open(&client, &format!("/v1/events?game_id={game}"), Form::ServerSent, None).await,
    ];
    for (reader, first) in readers.iter_mut().zip(["view", "start", "view"]) {
        assert_eq!(reader.event().await["type"], first);
    }
    let begun = Instant::now();
    process.terminate();
    for reader in &mut readers {
        assert_eq!(reader.event().await, json!({"type": "closed", "reason": "stopping"}));
        assert!(reader.next().await.is_none());
    }
    process.ended();
    // Without the end of its streams it would wait for half a minute.
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// A client that requests all events of a game and reads nothing.
async fn slow_reader(client: &Client, game: &str) -> TcpStream {
    // Little fits on the way, so that the service has to wait soon.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(client.address().parse().unwrap()).await.unwrap();
    let request = format!("GET {}?after=0.0.0 HTTP/1.1\r\nhost: localhost\r\n\r\n", events(game));
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// All that has come, until the service ends the connection.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn slow_readers_are_disconnected_and_do_not_affect_others(setting: Setting) {
    // The system itself keeps some megabytes for each between two programs of
    // one machine.
    const SLOW: usize = 10;
    const MOVES: u32 = 3000;
    let limits = [
        ("REGICIDE_WRITE_SECONDS", "2"),
        ("REGICIDE_CONNECTIONS_PER_ADDRESS", "0"),
        ("REGICIDE_STREAMS_PER_MINUTE", "0"),
        // A machine under load is slow.
        ("REGICIDE_DATABASE_TIMEOUT_MS", "30000"),
    ];
    let (_process, client, figures) = Process::start_with(setting.url(), &limits);
    let options = Options { target: Some(100), ..Options::default() };
    let setup = Setup::new(Ruleset::current(GameKind::Tricks), 4, &options).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let entries = long_game(setup, &seed, MOVES).into_iter().take(MOVES as usize);
    let record = serde_json::to_value(RecordFile::new(&setup, &seed, entries)).unwrap();
    let imported = client.post("/v1/records", &record).await.expect(201);
    let long = id(&imported);
    let (game, seats) = table(&client, 2).await;
    let mut live = Reader::open(&seats[0], &events(&game), Form::Lines, None).await;
    assert_eq!(live.event().await["type"], "view");

    let mut slow = Vec::new();
    for _ in 0..SLOW {
        slow.push(slow_reader(&client, long).await);
    }
    // Other players and readers go on meanwhile.
    for seq in 1..=6 {
        assert_eq!(step(&seats, &game).await, seq);
        assert_eq!(live.event().await["made"]["seq"], seq);
    }
    let mut reader = Reader::open(&client, &events(long), Form::Lines, Some("0.0.0")).await;
    for seq in 1..=MOVES {
        assert_eq!(reader.event().await["made"]["seq"], seq);
    }
    assert_eq!(reader.event().await["type"], "end");
    until_figure(&figures, READERS, 1).await;
    for stream in slow {
        let text = rest(stream).await;
        assert!(text.starts_with("HTTP/1.1 200") && !text.contains("event: end"), "{}", text.len());
    }
    assert_eq!(step(&seats, &game).await, 7);
    assert_eq!(live.event().await["made"]["seq"], 7);
}

async fn disconnected_readers_are_removed(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    let (game, seats) = table(&client, 2).await;
    let mut stays = Reader::open(&seats[0], &events(&game), Form::Lines, None).await;
    assert_eq!(stays.event().await["type"], "view");
    for seq in 1..=6 {
        // Some are gone before anything came, some in the middle of an event.
        for read in [0, 1, 300] {
            let mut gone = slow_reader(&client, &game).await;
            gone.read_exact(&mut vec![0; read]).await.unwrap();
        }
        let mut gone = Reader::open(&seats[1], &events(&game), Form::ServerSent, None).await;
        assert_eq!(gone.event().await["type"], "view");
        drop(gone);
        assert_eq!(step(&seats, &game).await, seq);
        assert_eq!(stays.event().await["made"]["seq"], seq);
    }
    until_figure(&figures, READERS, 1).await;
}

/// The moves of the log, each with its hash.
async fn log(client: &Client, game: &str) -> Vec<(u64, Value)> {
    let log = client.get(&format!("/v1/games/{game}/moves")).await.expect(200);
    let moves = log["items"].as_array().unwrap();
    moves.iter().map(|made| (made["seq"].as_u64().unwrap(), made["chain"].clone())).collect()
}

async fn a_reader_resumes_after_the_service_was_killed(setting: Setting) {
    let (mut process, mut client, _) = Process::start(setting.url());
    let (game, mut seats) = table(&client, 2).await;
    let mut reader = Reader::open(&seats[0], &events(&game), Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "view");
    let mut history = Vec::new();
    for _ in 0..3 {
        for _ in 0..3 {
            step(&seats, &game).await;
        }
        let event = reader.event().await;
        history.push((event["made"]["seq"].as_u64().unwrap(), event["made"]["chain"].clone()));
        let mut last = event["id"].as_str().unwrap().to_owned();
        process.stop();
        // Events that were already sent are read.
        for (id, seq, h) in moves(&mut reader).await {
            history.push((seq, h));
            last = id;
        }
        (process, client, _) = Process::start(setting.url());
        seats = seats.iter().map(|seat| client.with_token_of(seat)).collect();
        reader = Reader::open(&seats[0], &events(&game), Form::ServerSent, Some(&last)).await;
    }
    for seat in &seats {
        assert!(seat.concede(&game).await.status.is_success());
    }
    history.extend(moves(&mut reader).await.into_iter().map(|(_, seq, h)| (seq, h)));
    assert_eq!(history, log(&client, &game).await);
}

/// An instance that soon gives up waiting for the database.
async fn impatient(setting: &Setting, options: StoreOptions) -> Client {
    let clock = setting.clock.clone();
    // A machine under load is slow.
    let timeouts = Timeouts::of_statement(Duration::from_secs(8));
    let clock = DatabaseClock::replaced(move || clock.now());
    let options = StoreOptions { clock, timeouts, ..options };
    setting.instance_on(Arc::new(Store::connect(setting.url(), &options).await.unwrap()))
}

#[actix_web::test]
async fn postgres_streams_outlive_crashes_of_the_server() {
    let mut server = Server::start(&[("TEST_POSTGRES_OWN", "1")]);
    let setting = Setting::on_server(&server).await;
    let client = impatient(&setting, StoreOptions::default()).await;
    let (ada, as_ada) = come(&client, "Ada").await;
    let created = as_ada.create(&json!({"players": 2, "seed": "followed"})).await;
    let game = id(&created).to_owned();
    let seats: Vec<_> = (0..2).map(|seat| player(&client, &created, seat)).collect();
    let mut readers = vec![
        Reader::open(&seats[0], &events(&game), Form::Lines, None).await,
        Reader::open(&seats[1], &events(&game), Form::ServerSent, None).await,
        Reader::open(&client, &format!("/v1/events?game_id={game}"), Form::ServerSent, None).await,
    ];
    for reader in &mut readers {
        assert_eq!(reader.event().await["type"], "view");
    }
    let path = format!("/v1/players/{}/events", ada["id"].as_str().unwrap());
    let mut turns = Reader::open(&as_ada, &path, Form::Lines, None).await;
    assert_eq!(turns.event().await["game"]["seq"], 0);
    let mut games = Reader::open(&client, "/v1/events", Form::Lines, None).await;
    assert_eq!(games.event().await["type"], "start");
    for seq in 1..=4 {
        let (last, gone) = (format!("0.{}.0", seq - 1), readers.remove(0));
        server.crash();
        drop(gone);
        let refused = seats[0].make(&game, "yield").await;
        refused.problem(503, "unavailable");
        server.start_again();
        assert_eq!(step_through(&seats, &game).await, seq);
        // Two stayed through it, one comes again.
        readers.push(Reader::open(&seats[0], &events(&game), Form::Lines, Some(&last)).await);
        for reader in &mut readers {
            let event = reader.event().await;
            assert_eq!((&event["type"], &event["made"]["seq"]), (&json!("move"), &json!(seq)), "{event}");
        }
        let created = create_at_last(&client, &format!("6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a1{seq}")).await;
        assert_eq!(games.event().await["game"]["id"], created["game"]["id"]);
        if seats[0].view(&game).await["to_act"] == 0 {
            assert_eq!(turns.event().await["game"]["seq"], seq);
        }
    }
    for seat in &seats {
        assert!(seat.concede(&game).await.status.is_success());
    }
    for reader in &mut readers {
        let rest = moves(reader).await;
        assert_eq!(rest.len(), 1, "nothing comes twice: {rest:?}");
    }
}

#[actix_web::test]
async fn postgres_a_seat_freed_during_a_lost_connection_loses_its_stream() {
    let setting = Setting::postgres().await;
    let other = setting.another_instance().await;
    let client = &setting.client;
    let created = client.create(&json!({"players": 3, "open_seats": 2})).await;
    let game = id(&created);
    let seats = format!("/v1/games/{game}/seats");
    let joined = client.post(&seats, &json!({"name": "Ben"})).await.expect(201);
    let ben = other.with_token(joined["token"].as_str().unwrap());
    let mut reader = Reader::open(&ben, &events(game), Form::Lines, None).await;
    let mut spectator = Reader::open(&other, &events(game), Form::Lines, None).await;
    assert_eq!(
        (&reader.event().await["type"], &spectator.event().await["type"]),
        (&json!("view"), &json!("view"))
    );
    setting.execute(CUT_LISTENERS).await.unwrap();
    let owner = player(client, &created, 0);
    owner.delete(&format!("{seats}/1")).await.expect(200);
    client.post(&seats, &json!({"name": "Cleo"})).await.expect(201);
    assert_eq!(reader.event().await, json!({"type": "closed", "reason": "token_unknown"}));
    assert!(reader.next().await.is_none());
    while spectator.event().await["game"]["seats"][1]["name"] != "Cleo" {}
}

#[actix_web::test]
async fn postgres_streams_are_current_although_the_replica_is_behind() {
    let primary = Server::start(&[("TEST_POSTGRES_OWN", "1")]);
    let setting = Setting::on_server(&primary).await;
    let replica = Server::start(&[("TEST_POSTGRES_REPLICA_OF", &primary.url)]);
    replica.pause_replay().await;
    // From here on the replica stands still.
    let options = StoreOptions { replica: Some(replica.url.clone()), ..StoreOptions::default() };
    let client = impatient(&setting, options).await;
    let listed = async || client.get("/v1/games").await.expect(200)["items"].as_array().unwrap().len();
    let mut games = Reader::open(&client, "/v1/events", Form::Lines, None).await;
    assert_eq!(games.event().await["type"], "start");
    let (game, seats) = table(&client, 2).await;
    let first = games.event().await;
    assert_eq!(first["game"]["id"], json!(game));
    let mut reader = Reader::open(&seats[0], &events(&game), Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "view");
    for seq in 1..=3 {
        assert_eq!(step(&seats, &game).await, seq);
        assert_eq!(reader.event().await["made"]["seq"], seq);
    }
    for seat in &seats {
        assert!(seat.concede(&game).await.status.is_success());
    }
    assert_eq!(moves(&mut reader).await.len(), 1);
    let over = games.event().await;
    assert_eq!((&over["game"]["id"], &over["game"]["status"]), (&json!(game), &json!("finished")));
    let mut again = Reader::open(&client, &events(&game), Form::Lines, Some("0.1.0")).await;
    let resumed: Vec<u64> = moves(&mut again).await.into_iter().map(|(_, seq, _)| seq).collect();
    assert_eq!(resumed, [2, 3, 4]);

    // A reader who reconnects gets events that the replica does not have.
    let (next, _) = table(&client, 2).await;
    assert_eq!(games.event().await["game"]["id"], json!(next));
    let last = over["id"].as_str().unwrap();
    let mut again = Reader::open(&client, "/v1/events", Form::Lines, Some(last)).await;
    assert_eq!(again.event().await["game"]["id"], json!(next));
    assert_eq!(listed().await, 0, "the list is the replica's");
}
