//! The transparency log (docs/spec/log.md), as verifiers see it.

use std::path::Path;
use std::time::Duration;

use chrono::{SubsecRound as _, TimeDelta};
use regicide_engine::engine::Hash;
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, CheckName, Checked, Expected, RecordFile, verify};
use regicide_engine::tlog::{
    Checkpoint, Entry, EntryKind, LogPolicy, Proof, SigningKey, Tile, TileKind, TileSet, decode_bundle,
    is_consistent, leaf_hash, sign_checkpoint,
};
use regicide_server::service::Service;
use regicide_server::service::audit::audit_tlog;
use regicide_server::service::runtime::Clock as _;
use regicide_server::service::settings::{CheckpointGuard, Settings, TlogSettings};
use regicide_system::entropy::OsEntropy;
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, published, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    only_games_that_ended_by_the_rules_are_logged,
    commitments_are_logged_when_they_are_published,
    a_proof_needs_the_rights_to_the_record,
    a_deleted_player_leaves_the_entry_as_it_is,
    instances_that_keep_the_log_together_never_contradict_each_other,
    the_log_is_served_as_static_files,
    all_keys_of_a_log_sign_it,
    a_larger_known_checkpoint_stops_the_log,
);

/// The log is kept without a pause.
pub(crate) fn kept() -> TlogSettings {
    TlogSettings {
        look: Some(Duration::from_millis(5)),
        interval: Duration::ZERO,
        guard: CheckpointGuard::Unguarded,
        ..TlogSettings::default()
    }
}

/// An instance that keeps the log.
pub(crate) fn keeper(setting: &Setting) -> Client {
    setting.instance_with(|config| config.settings.tlog = kept())
}

/// The log, once its checkpoint has so many entries.
pub(crate) async fn log_of(client: &Client, size: u64) -> Value {
    loop {
        let log = client.get("/v1/log").await.expect(200);
        assert_eq!(log["refused"], Value::Null, "{log}");
        if log["size"].as_u64().unwrap() >= size {
            return log;
        }
    }
}

/// Why no checkpoint is signed, once that is so; and none is given.
pub(crate) async fn refused(client: &Client) -> String {
    loop {
        let log = client.get("/v1/log").await.expect(200);
        if let Some(reason) = log["refused"].as_str() {
            client.get("/log/checkpoint").await.problem(503, "log_refused");
            return reason.to_owned();
        }
    }
}

pub(crate) fn policy(log: &Value) -> LogPolicy {
    log["policy"].as_str().unwrap().parse().unwrap()
}

/// A game for two that its players have ended.
async fn conceded(client: &Client, visibility: &str) -> String {
    let body = json!({"players": 2, "names": ["Ada", "Ben"], "visibility": visibility});
    let created = client.create(&body).await;
    let game = id(&created).to_owned();
    for seat in [0, 1] {
        player(client, &created, seat).concede(&game).await;
    }
    game
}

/// The record of a game with its proof.
pub(crate) async fn logged_record(client: &Client, game: &str) -> RecordFile {
    let record = client.get(&format!("/v1/games/{game}/record?with_proof=true")).await.expect(200);
    RecordFile::from_json(&record.to_string()).unwrap()
}

/// A file of the log.
async fn file(client: &Client, path: &str) -> Vec<u8> {
    let answer = client.file(&format!("/log/{path}")).await;
    answer.unwrap_or_else(|status| panic!("{path}: {status}"))
}

/// All entries of the log by its files, whose tree is that of its checkpoint.
async fn entries(client: &Client) -> (Checkpoint, Vec<Entry>) {
    let policy = policy(&client.get("/v1/log").await.expect(200));
    let note = String::from_utf8(file(client, "checkpoint").await).unwrap();
    let checkpoint = policy.open(&note).unwrap().checkpoint;
    let (mut entries, mut tiles) = (Vec::new(), TileSet::default());
    for tile in Tile::all_since(0, checkpoint.size) {
        let bytes = file(client, &tile.to_string()).await;
        match tile.kind {
            TileKind::Entries => {
                let bundle = decode_bundle(&bytes).unwrap();
                entries.extend(
                    bundle.iter().map(|entry| str::from_utf8(entry).unwrap().parse::<Entry>().unwrap()),
                );
            }
            TileKind::Hashes(_) => {
                let hashes = bytes.chunks_exact(32).map(|hash| Hash(hash.try_into().unwrap()));
                tiles.insert(tile, hashes.collect());
            }
        }
    }
    assert_eq!(tiles.root(checkpoint.size), Some(checkpoint.root));
    let first = Tile::within(TileKind::Hashes(0), 0, checkpoint.size);
    let leaves = entries.iter().map(|entry| leaf_hash(entry.to_string().as_bytes()));
    assert!(first.is_none_or(|first| tiles.get(first).iter().copied().eq(leaves.take(first.width.into()))));
    (checkpoint, entries)
}

/// L1.1, L4.1, L4.3.
async fn only_games_that_ended_by_the_rules_are_logged(setting: Setting) {
    let client = keeper(&setting);
    let mut games = Vec::new();
    for visibility in ["public", "unlisted"] {
        games.push(conceded(&client, visibility).await);
    }
    let log = log_of(&client, 2).await;
    let started = setting.clock.now().trunc_subsecs(0);
    let mut record = logged_record(&client, &games[0]).await;
    let fork = client.post(&format!("/v1/games/{}/forks", games[0]), &json!({"seq": 0})).await.expect(201);
    player(&client, &fork, 0).concede(id(&fork)).await;
    player(&client, &fork, 1).concede(id(&fork)).await;
    log_of(&client, 3).await;

    // Imports and abandoned games are not logged.
    let mut unsigned = client.get(&format!("/v1/games/{}/record", games[0])).await.expect(200);
    unsigned.as_object_mut().unwrap().remove("signature");
    let imported = client.post("/v1/records", &unsigned).await.expect(201);
    let left = client.create(&json!({"players": 1})).await;
    setting.clock.pass(TimeDelta::days(2));
    games.push(conceded(&client, "public").await);
    log_of(&client, 4).await;
    for other in [id(&imported), id(&left)] {
        client.get(&format!("/v1/games/{other}/proof")).await.problem(404, "not_logged");
        client.get(&format!("/v1/games/{other}/record?with_proof=true")).await.problem(404, "not_logged");
    }
    let (checkpoint, entries) = entries(&client).await;
    assert_eq!(checkpoint.size, 4);
    assert!(entries.iter().all(|entry| entry.kind == EntryKind::Game));

    // The proofs hold, each for its own game alone.
    let judge = |record: &RecordFile, policy: &LogPolicy| {
        let expected = Expected { log: Some(policy.clone()), ..Expected::default() };
        verify(record, &expected, Language::default())
    };
    let own = policy(&log);
    for (index, game) in games.iter().enumerate().take(2) {
        let record = logged_record(&client, game).await;
        let verdict = judge(&record, &own);
        assert_eq!(verdict.authenticity, Authenticity::Authenticated, "{verdict:?}");
        let logged = verdict.log.unwrap();
        assert_eq!((logged.index, logged.confirms_players), (index as u64, true));
        assert!(
            (logged.index + 1..=2).contains(&logged.size),
            "the first checkpoint that has it: {logged:?}"
        );
        assert_eq!(logged.logged_at, started, "at that time");
    }
    let proof = client.get(&format!("/v1/games/{}/proof?since=4", games[1])).await;
    assert_eq!(proof.header("content-type"), Some("text/plain; charset=utf-8"));
    let since: Proof = proof.text.parse().unwrap();
    let grown = since.extra.since.unwrap();
    let old = own.open(&since.checkpoint).unwrap().checkpoint;
    assert_eq!((old.size, grown.size), (2, 4));
    assert!(is_consistent((old.size, old.root), (checkpoint.size, checkpoint.root), &grown.hashes));
    record.proof = Some(proof.text);
    let verdict = judge(&record, &own);
    assert_eq!(verdict.authenticity, Authenticity::Contradicted, "it is another game's");
    let check = verdict.checks.iter().find(|check| check.name == CheckName::Log).unwrap();
    assert_eq!(check.outcome, Checked::Failed);
}

/// L1.5, L2.2.
async fn commitments_are_logged_when_they_are_published(setting: Setting) {
    let client = keeper(&setting);
    let coming = published(&client, 7).await;
    let (_, ada) = come(&client, "Ada").await;
    let body =
        json!({"players": 2, "name": "Club night", "ends_at": "2026-12-24T22:00:00Z", "public": false});
    let made = ada.post("/v1/challenges", &body).await;
    let custom = if made.status == 201 { Some(made.expect(201)) } else { None };
    let log = log_of(&client, 32).await;
    let origin = log["origin"].as_str().unwrap();
    assert!(origin.starts_with("regicide.example/"), "{origin}");
    let challenge = client.get("/v1/daily").await.expect(200)["challenges"][0].clone();
    let entry = &challenge["log_entry"];
    assert!(entry["logged_at"].as_str().unwrap().ends_with('Z'), "{challenge}");
    let path = format!("/v1/challenges/{}/proof", challenge["id"].as_str().unwrap());
    let proof: Proof = client.get(&path).await.text.parse().unwrap();
    assert_eq!(Some(proof.index), entry["index"].as_u64());
    assert_eq!(proof.extra.players, None);

    // The entry follows from public data.
    let text = |field: &str| challenge[field].as_str().unwrap().to_owned();
    let header =
        format!("regicide/1 players=1 first=0 solo_yield=never variants=- commitment={}", text("commitment"));
    let line = format!(
        "regicide-commitment/1 challenge={} header={} seed_by=service opens_at={} closes_at={} ends_at={} \
         attempts=1",
        text("id"),
        Hash::of(header.as_bytes()),
        text("opens_at"),
        text("closes_at"),
        text("ends_at")
    );
    policy(&log).check(&Entry::of_commitment(&text("id"), &line), &proof).unwrap();
    let (_, entries) = entries(&client).await;
    assert!(entries.iter().all(|entry| entry.kind == EntryKind::Commitment), "{coming} {custom:?}");
    client
        .get("/v1/challenges/01a1fd5f-2107-73f1-a7ae-926ec2d71501/proof")
        .await
        .problem(404, "no_such_challenge");
}

async fn a_proof_needs_the_rights_to_the_record(setting: Setting) {
    let client = keeper(&setting);
    let created = client.create(&json!({"players": 1, "visibility": "private"})).await;
    let (game, ada) = (id(&created), player(&client, &created, 0));
    let path = format!("/v1/games/{game}/proof");
    ada.get(&path).await.problem(409, "game_not_over");
    client.get(&path).await.problem(403, "forbidden");
    ada.concede(game).await.expect(201);
    log_of(&client, 1).await;
    client.get(&path).await.problem(403, "forbidden");
    client.get(&format!("/v1/games/{game}/record?with_proof=true")).await.problem(403, "forbidden");
    let proof = ada.get(&path).await;
    assert!(proof.text.parse::<Proof>().is_ok(), "{}", proof.text);
    ada.get(&format!("{path}?since=2")).await.problem(404, "not_logged");
    for wrong in ["?since=0", "?since=x", "?since=-1", "?size=1"] {
        assert_eq!(ada.get(&format!("{path}{wrong}")).await.status, 400, "{wrong}");
    }
    client.get("/v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/proof").await.problem(404, "no_such_game");

    // Until its challenge ends, a game's seats alone have its proof.
    let (_, ben) = come(&client, "Ben").await;
    let challenge = today(&client, 1).await;
    let attempt = begin(&ben, &challenge).await;
    ben.concede(&attempt).await.expect(201);
    client.get(&format!("/v1/games/{attempt}/proof")).await.problem(403, "embargoed");
    assert_ne!(ben.get(&format!("/v1/games/{attempt}/proof")).await.status, 403);
    setting.clock.pass(TimeDelta::days(2));
    // Commitments were logged meanwhile, perhaps before the attempt.
    let proof = loop {
        let proof = client.get(&format!("/v1/games/{attempt}/proof")).await;
        if proof.status != 404 {
            break proof;
        }
    };
    assert!(proof.text.parse::<Proof>().is_ok(), "{}", proof.text);
}

/// L1.3, L1.4.
async fn a_deleted_player_leaves_the_entry_as_it_is(setting: Setting) {
    let client = keeper(&setting);
    let (person, ada) = come(&client, "Ada").await;
    let created = ada.create(&json!({"players": 1})).await;
    let game = id(&created);
    ada.concede(game).await.expect(201);
    let log = log_of(&client, 1).await;
    let judge = async || {
        let record = logged_record(&client, game).await;
        let expected = Expected { log: Some(policy(&log)), ..Expected::default() };
        verify(&record, &expected, Language::default()).log.unwrap().confirms_players
    };
    let before = entries(&client).await.1;
    assert!(judge().await);
    ada.delete(&path(&person)).await;
    assert!(!judge().await, "the players are unconfirmed");
    conceded(&client, "public").await;
    log_of(&client, 2).await;
    assert_eq!(entries(&client).await.1[..1], before);
    let everything = client.get("/log/tile/entries/000.p/2").await.text;
    assert!(
        !everything.contains("Ada") && !everything.contains(person["player"]["id"].as_str().unwrap_or("?"))
    );
}

/// L2.4.
async fn instances_that_keep_the_log_together_never_contradict_each_other(setting: Setting) {
    let clients = [keeper(&setting), keeper(&setting), keeper(&setting)];
    for number in 0..12 {
        conceded(&clients[number % 3], "public").await;
    }
    for client in &clients {
        log_of(client, 12).await;
    }
    let checkpoints = setting.store.tlog.checkpoints_from(0, 1000).await.unwrap();
    assert_eq!(checkpoints.last().unwrap().size, 12);
    assert_eq!(audit_tlog(&setting.store).await.unwrap(), []);
    let (_, entries) = entries(&clients[0]).await;
    let distinct: std::collections::HashSet<_> = entries.iter().collect();
    assert_eq!((entries.len(), distinct.len()), (12, 12));
}

/// L3.1, L3.2.
async fn the_log_is_served_as_static_files(setting: Setting) {
    let client = keeper(&setting);
    conceded(&client, "public").await;
    conceded(&client, "public").await;
    log_of(&client, 2).await;
    let checkpoint = client.get("/log/checkpoint").await;
    assert_eq!(checkpoint.header("content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!(checkpoint.header("cache-control"), Some("no-cache"));
    let bundle = client.get("/log/tile/entries/000.p/2").await;
    assert_eq!(bundle.header("content-type"), Some("application/octet-stream"));
    assert_eq!(bundle.header("cache-control"), Some("public, max-age=3600, immutable"));
    assert!(client.get("/log/tile/entries/000.p/1").await.status.is_success(), "of an earlier checkpoint");
    for nothing in [
        "",
        "tile",
        "tile/0/000",
        "tile/0/000.p/3",
        "tile/0/001.p/1",
        "tile/1/000.p/1",
        "tile/entries/000",
        "tile/0/000.p/0",
        "tile/0/0",
        "tile/0/../../checkpoint",
        "checkpoint/",
        "Checkpoint",
    ] {
        client.get(&format!("/log/{nothing}")).await.problem(404, "no_such_path");
    }
}

/// L2.3.
async fn all_keys_of_a_log_sign_it(setting: Setting) {
    let client = keeper(&setting);
    conceded(&client, "public").await;
    let before = policy(&log_of(&client, 1).await);
    let service = Service::new(
        setting.store.clone(),
        std::sync::Arc::new(setting.clock.clone()),
        std::sync::Arc::new(OsEntropy),
        Settings::default(),
    );
    service.keys.rotate().await.unwrap();
    conceded(&client, "public").await;
    let log = log_of(&client, 2).await;
    assert_eq!(policy(&log).keys.len(), 2);
    let note = client.get("/log/checkpoint").await.text;
    assert_eq!(before.open(&note).unwrap().checkpoint.size, 2);
    let new = LogPolicy { keys: policy(&log).keys.split_off(1), ..LogPolicy::default() };
    assert_eq!(new.open(&note).unwrap().checkpoint.size, 2);
    service.keys.rotate().await.unwrap();
    conceded(&client, "public").await;
    log_of(&client, 3).await;
    let note = client.get("/log/checkpoint").await.text;
    assert!(before.open(&note).is_ok(), "the first key signs for ever");
    assert!(new.open(&note).is_ok());
}

/// A checkpoint of another tree with a size, signed by the service's key.
pub(crate) async fn checkpoint_of(setting: &Setting, size: u64) -> String {
    let key = SigningKey::from_bytes(&setting.store.keys.signing().await.unwrap()[0].secret);
    let origin = setting.client.get("/v1/log").await.expect(200)["origin"].as_str().unwrap().to_owned();
    let other = Checkpoint { origin, size, root: Hash::of(b"another history") };
    sign_checkpoint(&other, &[key], setting.clock.now()).to_string()
}

/// An instance that refuses to sign, because it knows a checkpoint in a file that is
/// larger than the log.
pub(crate) async fn behind_a_checkpoint(setting: &Setting, path: &Path) -> Client {
    let client = keeper(setting);
    conceded(&client, "public").await;
    log_of(&client, 1).await;
    std::fs::write(path, checkpoint_of(setting, 7).await).unwrap();
    let behind = setting.instance_with(|config| {
        config.settings.tlog = TlogSettings { guard: CheckpointGuard::File(path.to_owned()), ..kept() };
    });
    refused(&behind).await;
    behind
}

/// L2.5.
async fn a_larger_known_checkpoint_stops_the_log(setting: Setting) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let behind = behind_a_checkpoint(&setting, &path).await;
    let refused = refused(&behind).await;
    assert!(refused.contains("the log has 1 entries") && refused.contains("checkpoint of 7"), "{refused}");
    assert!(behind.get("/log/tile/0/000.p/1").await.status.is_success());
    assert!(std::fs::read_to_string(&path).unwrap().contains("\n7\n"), "the file is as it was");
}
