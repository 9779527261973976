//! Records of finished games carry the service's signature, which can be checked offline.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use chrono::TimeDelta;
use regicide_engine::tlog::VerifierKey;
use regicide_server::service::Service;
use regicide_server::service::settings::Settings;
use regicide_system::entropy::OsEntropy;
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, today};
use crate::games::{id, player};
use crate::players::come;
use crate::process;
use crate::server::Setting;

crate::on_both_databases!(
    only_finished_games_are_signed,
    a_signature_is_valid_for_the_played_game_only,
    a_signature_covers_the_players_and_the_kind_of_game,
    a_new_key_signs_games_that_end_later,
    instances_that_start_together_make_one_key,
);

async fn finished(client: &Client) -> Value {
    let created = client.create(&json!({"players": 2, "names": ["Ada", "Ben"]})).await;
    let game = id(&created);
    player(client, &created, 0).make(game, "yield").await.expect(201);
    for seat in [0, 1] {
        player(client, &created, seat).concede(game).await;
    }
    client.get(&format!("/v1/games/{game}/record")).await.expect(200)
}

fn verify(record: &Value, keys: &[&Value]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(["verify", "--lang", "en"]);
    let mut policy = tempfile::NamedTempFile::new().unwrap();
    if !keys.is_empty() {
        for key in keys {
            let key = key["public_key"].as_str().unwrap().parse().unwrap();
            writeln!(policy, "log {}", VerifierKey::of_log("regicide/log", key)).unwrap();
        }
        writeln!(policy, "quorum none").unwrap();
        command.arg("--policy").arg(policy.path());
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(record.to_string().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

async fn only_finished_games_are_signed(Setting { client, clock, .. }: Setting) {
    let record = finished(&client).await;
    let keys = client.get("/v1/keys").await.expect(200);
    let key = &keys["items"][0];
    assert_eq!((keys["items"].as_array().unwrap().len(), &key["valid_until"]), (1, &Value::Null));
    let signature = record["signature"].as_str().unwrap();
    assert_eq!(signature.split('.').next(), key["id"].as_str());
    let good = verify(&record, &[key]);
    assert_eq!(good.status.code(), Some(0));
    assert!(stdout(&good).contains("to the end, authenticated"), "{}", stdout(&good));
    assert!(stdout(&verify(&record, &[])).contains("unauthenticated"));
    let verdict = client.post("/v1/verification", &record).await.expect(200);
    assert_eq!(verdict["authenticity"], "authenticated");
    let line = client.get("/v1/records").await.text;
    assert!(line.contains(signature), "the export signs as the record does");

    let mut unsigned = record.clone();
    unsigned.as_object_mut().unwrap().remove("signature");
    let imported = client.post("/v1/records", &unsigned).await.expect(201);
    let imported = client.get(&format!("/v1/games/{}/record", id(&imported))).await.expect(200);
    assert_eq!(imported["signature"], Value::Null, "it was played elsewhere");
    let created = client.create(&json!({"players": 1})).await;
    clock.pass(TimeDelta::days(2));
    let abandoned = client.get(&format!("/v1/games/{}/record", id(&created))).await.expect(200);
    assert_eq!(abandoned["signature"], Value::Null, "it has no end");
}

async fn a_signature_is_valid_for_the_played_game_only(Setting { client, .. }: Setting) {
    let (one, other) = (finished(&client).await, finished(&client).await);
    let keys = client.get("/v1/keys").await.expect(200);
    let key = &keys["items"][0];
    let changes: [(&str, Value); 4] = [
        ("signature", other["signature"].clone()),
        ("id", other["id"].clone()),
        ("seed_by", json!("client")),
        ("signature", json!(format!("{}.AAAA", key["id"].as_str().unwrap()))),
    ];
    for (field, value) in changes {
        let mut forged = one.clone();
        forged[field] = value;
        let output = verify(&forged, &[key]);
        assert_eq!(output.status.code(), Some(1), "{field}");
        assert!(stdout(&output).contains("signature"), "{}", stdout(&output));
        let verdict = client.post("/v1/verification", &forged).await.expect(200);
        assert_eq!(verdict["authenticity"], "contradicted", "{field}");
    }
    let mut without_id = one.clone();
    without_id.as_object_mut().unwrap().remove("id");
    assert_eq!(verify(&without_id, &[key]).status.code(), Some(1));
    let mut other_key = one;
    other_key["signature"] = json!("0000000000000000.AAAA");
    let unknown = verify(&other_key, &[key]);
    assert_eq!(unknown.status.code(), Some(0));
    assert!(stdout(&unknown).contains("unauthenticated"));
}

/// A ranked game, practice after the reveal and a record with other players
/// are distinguished, and the verdict describes what is covered (S6.12).
async fn a_signature_covers_the_players_and_the_kind_of_game(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let (ben, as_ben) = come(client, "Ben").await;
    let [ada, ben] = [&ada["id"], &ben["id"]];
    let challenge = today(client, 1).await;
    let record = async |game: &str| client.get(&format!("/v1/games/{game}/record")).await.expect(200);
    let ranked = begin(&as_ada, &challenge).await;
    as_ada.concede(&ranked).await.expect(201);
    setting.clock.pass(TimeDelta::days(2));
    let practice = begin(&as_ben, &challenge).await;
    as_ben.concede(&practice).await.expect(201);
    let fork = client.post(&format!("/v1/games/{ranked}/forks"), &json!({"seq": 0})).await.expect(201);
    player(client, &fork, 0).concede(id(&fork)).await.expect(201);
    let casual = finished(client).await;
    let [ranked, practice, fork] = [record(&ranked).await, record(&practice).await, record(id(&fork)).await];
    assert_eq!(ranked["played_as"], json!({"purpose": "ranked", "challenge_id": challenge, "attempt": 1}));
    assert_eq!(practice["played_as"], json!({"purpose": "practice"}));
    assert_eq!(
        fork["played_as"],
        json!({"purpose": "fork", "forked_from": {"game_id": ranked["id"], "seq": 0}})
    );
    assert_eq!(casual["played_as"], json!({"purpose": "casual"}));
    assert_eq!([&ranked["player_ids"], &practice["player_ids"]], [&json!([ada]), &json!([ben])]);
    assert_eq!([&fork["player_ids"], &casual["player_ids"]], [&json!([null]), &json!([null, null])]);

    let verdict = async |record: &Value| client.post("/v1/verification", record).await.expect(200);
    let expected = [
        (&ranked, format!("a ranked game, attempt 1 at the challenge {challenge}, and the players by seat")),
        (
            &ranked,
            format!("by seat: {}. It does not confirm names, url and comments.", ada.as_str().unwrap()),
        ),
        (&practice, "a practice game, whose deal was not secret".to_owned()),
        (&fork, format!("a fork of the game {} after move 0", ranked["id"].as_str().unwrap())),
        (&casual, "that this was a casual game, on no board. It names no players".to_owned()),
    ];
    for (record, words) in expected {
        let verdict = verdict(record).await;
        assert_eq!(verdict["authenticity"], "authenticated");
        assert!(verdict["coverage"].as_str().unwrap().contains(&words), "{words}: {}", verdict["coverage"]);
    }
    let forgeries = [
        (&practice, "played_as", ranked["played_as"].clone()),
        (&ranked, "played_as", json!({"purpose": "ranked", "challenge_id": challenge, "attempt": 2})),
        (&fork, "played_as", json!({"purpose": "casual"})),
        (&ranked, "player_ids", json!([ben])),
        (&casual, "player_ids", json!([ada, null])),
        (&casual, "former_players", json!([{"seat": 1, "until": 0, "player_id": null}])),
        (&ranked, "played_as", Value::Null),
        (&ranked, "player_ids", Value::Null),
    ];
    for (record, field, value) in forgeries {
        let mut forged = record.clone();
        forged[field] = value;
        let verdict = verdict(&forged).await;
        assert_eq!(verdict["authenticity"], "contradicted", "{field}: {}", forged[field]);
        assert!(verdict["coverage"].as_str().unwrap().contains("contradicts"));
    }
    let mut short = casual;
    short["player_ids"] = json!([null]);
    assert_eq!(verdict(&short).await["consistent"], false, "as many ids as players");
    let mut handed_over = ranked;
    handed_over["former_players"] = json!([{"seat": 0, "until": 0, "player_id": ben}]);
    let imported = client.post("/v1/records", &handed_over).await.expect(201);
    let imported = record(id(&imported)).await;
    let import = ["played_as", "player_ids", "former_players", "signature"].map(|field| &imported[field]);
    assert_eq!(import, [&json!({"purpose": "import"}), &json!([null]), &Value::Null, &Value::Null]);
    for line in client.get("/v1/records").await.text.lines() {
        assert!(line.contains(r#""played_as":{"purpose":""#), "{line}");
    }
}

/// S6.8.
async fn a_new_key_signs_games_that_end_later(setting: Setting) {
    let client = &setting.client;
    let old = finished(client).await;
    setting.clock.pass(TimeDelta::hours(1));
    let settings = Settings::default();
    let clock = Arc::new(setting.clock.clone());
    let service = Service::new(setting.store.clone(), clock, Arc::new(OsEntropy), settings);
    service.keys.rotate().await.unwrap();
    let new = finished(client).await;
    let keys = client.get("/v1/keys").await.expect(200);
    let [first, second] = [0, 1].map(|index| &keys["items"][index]);
    assert_eq!(first["valid_until"], second["valid_from"]);
    let again = format!("/v1/games/{}/record", old["id"].as_str().unwrap());
    assert_eq!(client.get(&again).await.expect(200), old, "a record is the same for ever");
    for (record, key, other) in [(&old, first, second), (&new, second, first)] {
        assert!(stdout(&verify(record, &[key])).contains("to the end, authenticated"));
        assert!(stdout(&verify(record, &[other])).contains("unauthenticated"));
        assert!(stdout(&verify(record, &[other, key])).contains("to the end, authenticated"));
    }
    setting.execute("update signing_keys set valid_from = 0").await.unwrap_err();
    setting.execute("delete from signing_keys").await.unwrap_err();
    let output = process::run(setting.url(), &["keys", "--rotate"]);
    assert_eq!(stdout(&output).lines().count(), 3, "{output:?}");
    assert!(stdout(&output).starts_with(first["id"].as_str().unwrap()));
}

async fn instances_that_start_together_make_one_key(setting: Setting) {
    let clients =
        [setting.client.clone(), setting.another_instance().await, setting.another_instance().await];
    let reads = clients.iter().map(async |client| client.get("/v1/keys").await.expect(200));
    let answers = futures_util::future::join_all(reads).await;
    assert!(answers.iter().all(|keys| keys == &answers[0] && keys["items"].as_array().unwrap().len() == 1));
}
