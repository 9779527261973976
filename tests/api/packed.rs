//! A packed game gives the same answers as before; only keys of moves are forgotten.

use std::sync::Arc;
use std::time::Duration;

use awc::http::Method;
use chrono::TimeDelta;
use regicide_engine::record::Chain;
use regicide_server::service::Service;
use regicide_server::service::settings::{CheckpointGuard, Settings, TlogSettings};
use regicide_store::{Game, PackedLog};
use regicide_system::entropy::OsEntropy;
use serde_json::{Value, json};
use tokio::time::timeout;
use uuid::Uuid;

use crate::audited::{audit, drop_triggers, stdout};
use crate::client::Client;
use crate::day::{begin, play, today};
use crate::games::{id, player};
use crate::players::come;
use crate::process;
use crate::server::Setting;

crate::on_both_databases!(
    a_packed_game_answers_as_before,
    a_packed_game_goes_on_as_a_fork_and_a_rematch,
    a_key_of_a_move_holds_until_its_log_is_packed,
    an_audit_judges_packed_logs_as_rows,
    a_forged_log_contradicts_the_transparency_log,
    packed_games_are_exported_and_imported,
    an_instance_packs_logs_and_forgets_keys,
);

/// A service with the time and the database of the test, after it has given entries in the
/// transparency log.
async fn service(setting: &Setting) -> Service {
    let public_url = Some("https://regicide.example".to_owned());
    let tlog = TlogSettings { guard: CheckpointGuard::Unguarded, ..TlogSettings::default() };
    let settings = Settings { public_url, tlog, ..Settings::default() };
    let (store, clock) = (setting.store.clone(), Arc::new(setting.clock.clone()));
    let service = Service::new(store, clock, Arc::new(OsEntropy), settings);
    service.tlog.advance().await.unwrap();
    service
}

/// Packs the logs of all games that have ended a day before, as a service does: their number.
pub(crate) async fn pack(setting: &Setting) -> u64 {
    let service = service(setting).await;
    let mut packed = 0;
    let count = |games| {
        packed += games;
        true
    };
    service.games.pack_ended(count).await.unwrap();
    packed
}

/// A game that its players have ended.
async fn conceded(client: &Client, body: &Value) -> (Value, Vec<Client>) {
    let created = client.create(body).await;
    let seats = created["tokens"].as_array().unwrap().len();
    let seats: Vec<Client> = (0..seats).map(|seat| player(client, &created, seat)).collect();
    let view = client.get(&format!("/v1/games/{}", id(&created))).await;
    if view.status.is_success() {
        play(&seats.iter().collect::<Vec<_>>(), id(&created), 5).await;
    }
    for seat in &seats {
        seat.concede(id(&created)).await;
    }
    assert_eq!(seats[0].view(id(&created)).await["status"], "finished");
    (created, seats)
}

/// Everything that callers get about games and lists, with its tag.
async fn answers(callers: &[&Client], paths: &[String]) -> Vec<String> {
    let mut answers = Vec::new();
    for path in paths {
        for caller in callers {
            let answer = caller.get(path).await;
            // A game that time has ended gets another tag.
            let tag = answer.header("etag").filter(|_| !answer.text.contains("\"finished_at\":null"));
            answers.push(format!("{path} {} {tag:?} {}", answer.status, answer.text));
        }
    }
    answers
}

const OF_A_GAME: [&str; 12] = [
    "",
    "/moves",
    "/moves?after=2",
    "/legal-moves",
    "/record",
    "/record?with_proof=true",
    "/replay",
    "/replay?after=1",
    "/audit",
    "/proof",
    "/signals",
    "/table.png",
];

const LISTS: [&str; 5] =
    ["/v1/games", "/v1/games?status=finished", "/v1/games?status=abandoned", "/v1/records", "/v1/standings"];

async fn a_packed_game_answers_as_before(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let mut games = Vec::new();
    let mut holders = vec![client.clone(), as_ada.clone()];
    for body in [
        json!({"players": 2, "names": ["Eve", "Ben"], "seed": "packed"}),
        json!({"players": 3, "kind": "regicide-tricks"}),
        json!({"players": 1, "visibility": "unlisted", "options": {"variants": ["mulligan"]}}),
        json!({"players": 1, "visibility": "private"}),
    ] {
        let (created, seats) = conceded(client, &body).await;
        games.push(id(&created).to_owned());
        holders.push(seats[0].clone());
    }
    let setup = json!({"players": 1, "visibility": "private", "options": {"solo_yield": "once"}});
    let undone = client.create(&setup).await;
    let solo = player(client, &undone, 0);
    solo.make(id(&undone), "yield").await.expect(201);
    solo.propose(id(&undone), "undo").await.expect(201);
    solo.concede(id(&undone)).await.expect(201);
    let cancelled = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let owner = player(client, &cancelled, 0);
    assert!(owner.delete(&format!("/v1/games/{}", id(&cancelled))).await.status.is_success());
    let abandoned = as_ada.create(&json!({"players": 1})).await;
    as_ada.make(id(&abandoned), "flip").await.expect(201);
    let waiting = as_ada.create(&json!({"players": 2})).await;
    let attempt = begin(&as_ada, &today(client, 1).await).await;
    play(&[&as_ada], &attempt, 4).await;
    let closed = begin(&as_ada, &today(client, 2).await).await;
    let record = client.get(&format!("/v1/games/{}/record", games[0])).await.expect(200);
    let fork = client.post(&format!("/v1/games/{}/forks", games[0]), &json!({"seq": 2})).await.expect(201);
    for made in [&undone, &cancelled, &abandoned, &waiting, &fork] {
        games.push(id(made).to_owned());
    }
    games.extend([attempt, closed]);
    holders.extend([solo, owner]);
    // All but one end by time if they have not ended before.
    setting.clock.pass(TimeDelta::days(5));
    let running = client.create(&json!({"players": 1, "seed": "runs"})).await;
    player(client, &running, 0).make(id(&running), "flip").await.expect(201);
    games.push(id(&running).to_owned());

    let paths: Vec<String> = games
        .iter()
        .flat_map(|game| OF_A_GAME.map(|path| format!("/v1/games/{game}{path}")))
        .chain(LISTS.map(str::to_owned))
        .chain([format!("/v1/players/{}/games", ada["id"].as_str().unwrap())])
        .collect();
    let callers: Vec<&Client> = holders.iter().collect();
    // Entries of the transparency log, which change a proof, are given before.
    service(&setting).await;
    let before = answers(&callers, &paths).await;
    assert_eq!(pack(&setting).await, 11);
    assert_eq!(setting.rows("moves").await, 1, "only the running game has rows");
    // An instance that has nothing in memory.
    let fresh = setting.another_instance().await;
    let fresh: Vec<Client> = holders.iter().map(|holder| fresh.with_token_of(holder)).collect();
    for callers in [callers, fresh.iter().collect()] {
        let after = answers(&callers, &paths).await;
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after);
        }
    }
    client.post("/v1/records", &record).await.expect(201);
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(pack(&setting).await, 0);
}

async fn a_packed_game_goes_on_as_a_fork_and_a_rematch(setting: Setting) {
    let client = &setting.client;
    let (created, seats) = conceded(client, &json!({"players": 2, "names": ["Ada", "Ben"]})).await;
    let (solo, alone) = conceded(client, &json!({"players": 1, "visibility": "private"})).await;
    setting.clock.pass(TimeDelta::days(2));
    assert_eq!(pack(&setting).await, 2);
    let game = id(&created);
    let view = client.view(game).await;
    let fork = client.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 2})).await.expect(201);
    let made = player(client, &fork, 0).get(&format!("/v1/games/{}/moves", id(&fork))).await.expect(200);
    let moves = client.get(&format!("/v1/games/{game}/moves")).await.expect(200);
    assert_eq!(made["items"].as_array().unwrap().len(), 2);
    assert_eq!(made["items"][1]["text"], moves["items"][1]["text"]);
    let rematch = seats[0].post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    assert_eq!(client.view(game).await["rematch_id"], rematch["game"]["id"]);
    assert_ne!(client.view(game).await, view);
    for (refused, body) in [("proposal", json!({"type": "undo"})), ("moves", json!({"text": "yield"}))] {
        alone[0].post(&format!("/v1/games/{}/{refused}", id(&solo)), &body).await.problem(409, "game_over");
    }
    assert_eq!(audit(&setting).status.code(), Some(0));
}

async fn a_key_of_a_move_holds_until_its_log_is_packed(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 1})).await;
    let seat = player(client, &created, 0);
    let concede = async || {
        let moves = format!("/v1/games/{}/moves", id(&created));
        let request = seat.request(Method::POST, &moves).header("idempotency-key", "the last move");
        request.json(&json!({"text": "concede"})).await
    };
    let first = concede().await.expect(201);
    setting.clock.pass(TimeDelta::hours(23));
    assert_eq!(pack(&setting).await, 0);
    assert_eq!(concede().await.expect(201)["seq"], first["seq"]);
    setting.clock.pass(TimeDelta::hours(2));
    assert_eq!(pack(&setting).await, 1);
    concede().await.problem(409, "game_over");
}

async fn an_instance_packs_logs_and_forgets_keys(setting: Setting) {
    let created = setting.client.create(&json!({"players": 1})).await;
    player(&setting.client, &created, 0).concede(id(&created)).await.expect(201);
    let request = setting
        .client
        .request(Method::POST, "/v1/games")
        .header("idempotency-key", "c232ab00-9414-11ec-b3c8-9f6bdeced846");
    request.json(&json!({"players": 1})).await.expect(201);
    // The transparency log has the game: otherwise its moves are not packed.
    service(&setting).await;
    setting.clock.pass(TimeDelta::hours(25));
    assert_eq!([setting.rows("moves").await, setting.rows("idempotency").await], [1, 1]);
    setting.instance_with(|config| config.settings.maintenance = Some(Duration::from_hours(1)));
    let done = async {
        while setting.rows("moves").await > 0 || setting.rows("idempotency").await > 0 {
            actix_web::rt::task::yield_now().await;
        }
    };
    assert!(timeout(Duration::from_mins(2), done).await.is_ok(), "nothing is packed, or a key is kept");
}

/// Replaces the packed log of a game behind the database's back.
async fn replace_packed(setting: &Setting, game: &str, log: &[u8], and: &str) {
    let sqlite = setting.url().starts_with("sqlite");
    let (bytes, game) = if sqlite {
        (format!("x'{}'", hex::encode(log)), format!("x'{}'", game.replace('-', "")))
    } else {
        (format!("'\\x{}'", hex::encode(log)), format!("'{game}'"))
    };
    let update = format!("update packed_logs set log = {bytes}{and} where game_id = {game}");
    setting.execute(&update).await.unwrap();
}

async fn without_trigger(setting: &Setting) {
    let sqlite = setting.url().starts_with("sqlite");
    let trigger = if sqlite { "packed_logs_not_updated" } else { "packed_logs_append_only" };
    drop_triggers(setting, &[(trigger, "packed_logs")]).await;
}

async fn stored(setting: &Setting, game: &str) -> Game {
    setting.store.games.read(game.parse().unwrap()).await.unwrap().unwrap()
}

async fn an_audit_judges_packed_logs_as_rows(setting: Setting) {
    let (created, _) = conceded(&setting.client, &json!({"players": 1, "seed": "changed"})).await;
    let (whole, _) = conceded(&setting.client, &json!({"players": 2})).await;
    let game = id(&created);
    let log = PackedLog::of(&stored(&setting, game).await).unwrap().log().to_vec();
    setting.clock.pass(TimeDelta::days(2));
    assert_eq!(pack(&setting).await, 2);
    assert_eq!(audit(&setting).status.code(), Some(0));
    without_trigger(&setting).await;
    // The bytes of the third move: the end of the second is found by its check.
    let second = stored(&setting, game).await.moves[1].h.0;
    let from = log.windows(4).position(|bytes| bytes == &second[..4]).unwrap() + 4;
    let third = stored(&setting, game).await.moves[2].h.0;
    let to = log.windows(4).position(|bytes| bytes == &third[..4]).unwrap() + 4;
    for place in from..to {
        let mut changed = log.clone();
        changed[place] ^= 1;
        replace_packed(&setting, game, &changed, "").await;
        let output = audit(&setting);
        let found = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "byte {place}: {found}");
        assert!(found.contains(&format!("{game}: FAILED, ")) && found.contains("move 3"), "{place}: {found}");
        assert!(!found.contains(id(&whole)), "{found}");
    }
    replace_packed(&setting, game, &log, "").await;
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// Whoever can write the database can store another log with right hashes: its entry is of
/// the log that was played.
async fn a_forged_log_contradicts_the_transparency_log(setting: Setting) {
    let created = setting.client.create(&json!({"players": 1, "seed": "forged"})).await;
    let seat = player(&setting.client, &created, 0);
    for text in ["flip", "flip", "concede"] {
        seat.make(id(&created), text).await.expect(201);
    }
    let game = id(&created);
    setting.clock.pass(TimeDelta::days(2));
    assert_eq!(pack(&setting).await, 1);
    let mut forged = stored(&setting, game).await;
    // As if the first jester had not been needed.
    forged.moves.remove(0);
    let mut chain = Chain::start(&forged.setup, forged.commitment);
    for (seq, row) in (1..).zip(&mut forged.moves) {
        row.entry.seq = seq;
        chain = chain.then(&row.entry, &forged.seed);
        row.h = chain.hash();
    }
    without_trigger(&setting).await;
    let packed = PackedLog::of(&forged).unwrap();
    let sqlite = setting.url().starts_with("sqlite");
    let hash = if sqlite { format!("x'{}'", chain.hash()) } else { format!("'\\x{}'", chain.hash()) };
    replace_packed(&setting, game, packed.log(), &format!(", moves = 2, h = {hash}")).await;
    let output = audit(&setting);
    let found = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{found}");
    assert!(found.contains(&format!("{game}: FAILED, log; 2 moves are good")), "{found}");
}

async fn packed_games_are_exported_and_imported(setting: Setting) {
    let mut games = Vec::new();
    for players in 1..=4 {
        games.push(conceded(&setting.client, &json!({"players": players})).await.0);
    }
    setting.clock.pass(TimeDelta::days(2));
    let rows = stdout(&process::run(setting.url(), &["export"]));
    // The command packs what the service would pack.
    service(&setting).await;
    for expected in [4, 0] {
        let output = process::run(setting.url(), &["pack", "--json"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(stdout(&output), format!("{{\"games\":{expected},\"type\":\"packed\"}}\n"));
    }
    assert_eq!(setting.rows("moves").await, 0);
    assert_eq!(stdout(&process::run(setting.url(), &["export"])), rows);
    assert_eq!(rows.lines().count(), 4);
    let other = Setting::sqlite().await;
    for line in rows.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let imported = other.client.post("/v1/records", &record).await.expect(201);
        let imported: Uuid = id(&imported).parse().unwrap();
        let moves = other.store.games.read(imported).await.unwrap().unwrap().moves.len();
        assert_eq!(moves, record["moves"].as_array().unwrap().len());
    }
    assert_eq!(other.rows("moves").await, 0);
    assert_eq!(audit(&other).status.code(), Some(0));
}
