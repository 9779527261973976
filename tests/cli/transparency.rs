//! Records in a transparency log, and copies of one (docs/spec/log.md).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Mutex;

use chrono::{DateTime, Utc};
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{
    Checkpoint, SigningKey, Tile, TileKind, TileSet, complete_root, encode_bundle, leaf_hash, sign_checkpoint,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::commands::{regicide, stdout};
use crate::output::objects;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../crates/engine/tests/data/vectors/log.json")).unwrap()
}

fn example() -> Value {
    serde_json::from_str(include_str!("../../docs/spec/example.json")).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// A log whose entries, key and time a test chooses, and the folder of its files.
pub(crate) struct Written {
    folder: TempDir,
    origin: String,
    key: SigningKey,
    time: DateTime<Utc>,
}

impl Written {
    pub(crate) fn new() -> Self {
        let vectors = vectors();
        let secret = hex::decode(text(&vectors["keys"]["log"]["secret"])).unwrap();
        Self {
            folder: tempfile::tempdir().unwrap(),
            origin: text(&vectors["origin"]).to_owned(),
            key: SigningKey::from_bytes(&secret.try_into().unwrap()),
            time: DateTime::from_timestamp_secs(vectors["times"]["checkpoint"].as_i64().unwrap()).unwrap(),
        }
    }

    fn path(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the log with these entries; earlier files stay.
    pub(crate) fn write(&self, entries: &[String]) {
        let size = entries.len() as u64;
        let mut hashes: Vec<Hash> = entries.iter().map(|entry| leaf_hash(entry.as_bytes())).collect();
        let mut tiles = TileSet::default();
        for level in 0..8 {
            for (number, part) in (0..).zip(hashes.chunks(256)) {
                let tile = Tile::within(TileKind::Hashes(level), number, size).unwrap();
                self.put(&tile.to_string(), &part.iter().flat_map(|hash| hash.0).collect::<Vec<u8>>());
                tiles.insert(tile, part.to_vec());
            }
            hashes = hashes.chunks_exact(256).map(complete_root).collect();
        }
        for (number, part) in (0..).zip(entries.chunks(256)) {
            let bundle = Tile::within(TileKind::Entries, number, size).unwrap();
            self.put(&bundle.to_string(), &encode_bundle(part.iter().map(String::as_str)));
        }
        let root = tiles.root(size).unwrap();
        let checkpoint = Checkpoint { origin: self.origin.clone(), size, root };
        let note = sign_checkpoint(&checkpoint, std::slice::from_ref(&self.key), self.time).to_string();
        self.put("checkpoint", note.as_bytes());
    }

    fn put(&self, name: &str, content: &[u8]) {
        let path = self.file(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

pub(crate) fn entries(count: usize) -> Vec<String> {
    let vectors = vectors();
    vectors["entries"].as_array().unwrap()[..count].iter().map(|entry| text(entry).to_owned()).collect()
}

pub(crate) fn log_key() -> String {
    text(&vectors()["keys"]["log"]["vkey"]).to_owned()
}

/// All files of a folder with their content.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

#[track_caller]
fn holds(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stdout(output).contains(words), "{output:?}");
}

#[track_caller]
fn fails(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(output).contains(words), "{output:?}");
}

#[track_caller]
fn is_misused(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
}

#[test]
fn a_proof_in_a_record_is_checked() {
    let vectors = vectors();
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    fs::write(&kept, text(&vectors["kept"])).unwrap();
    let kept = kept.to_str().unwrap();
    let (key, witness) = (log_key(), text(&vectors["keys"]["witness"]["vkey"]));
    let verify = |proof: &Value, arguments: &[&str]| {
        let mut record = example();
        record["proof"] = proof.clone();
        regicide(&[&["verify", "--log-key", &key], arguments].concat(), &record.to_string())
    };
    let good = &vectors["proof"]["text"];
    let all = ["--witness", witness, "--checkpoint", kept];
    holds(&verify(good, &all), "entry 0 of 600, confirmed by 1 witness");
    let json = verify(good, &[&all[..], &["--json"]].concat());
    let object = &objects(&json)[0]["verdict"];
    assert_eq!(object["authenticity"], "authenticated");
    assert_eq!((&object["log"]["index"], &object["log"]["size"]), (&json!(0), &json!(600)));
    fails(&verify(&Value::Null, &[]), "log: The record has no proof");
    let few =
        vectors["bad"].as_array().unwrap().iter().find(|bad| text(&bad["why"]).starts_with("no cosignature"));
    let few = &few.unwrap()["text"];
    fails(&verify(few, &all), "0 of the witnesses");
    holds(&verify(few, &[&all[..], &["--quorum", "0"]].concat()), "confirmed by no witness");
    // Every bad proof that needs no other entry than the record's.
    let mut bad_ones = 0;
    for bad in vectors["bad"].as_array().unwrap() {
        if bad.as_object().unwrap().keys().all(|name| name == "why" || name == "text") {
            fails(&verify(&bad["text"], &all), "log: ");
            bad_ones += 1;
        }
    }
    assert!(bad_ones > 5, "{bad_ones}");

    is_misused(&verify(good, &["--quorum", "2", "--witness", witness]), "--quorum 2");
    is_misused(&verify(good, &["--witness", &key]), "the key of a log, not of a witness");
    is_misused(&verify(good, &["--checkpoint", "/no/such/file"]), "/no/such/file");
    is_misused(&regicide(&["verify", "--checkpoint", kept], ""), "--log-key");
    is_misused(&regicide(&["verify", "--witness", witness], ""), "--log-key");
    let other = kept.replace("kept", "other");
    fs::write(&other, text(&vectors["kept"]).replace("300", "301")).unwrap();
    is_misused(&verify(good, &["--checkpoint", &other]), "signature");
}

#[test]
fn a_record_without_a_proof_is_looked_up_in_a_copy() {
    let log = Written::new();
    log.write(&entries(600));
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    fs::write(&kept, text(&vectors()["kept"])).unwrap();
    let kept = kept.to_str().unwrap();
    let key = log_key();
    let verify = |record: &Value, arguments: &[&str]| {
        let arguments = [&["verify", "--log", log.path(), "--log-key", &key], arguments].concat();
        regicide(&arguments, &record.to_string())
    };
    holds(&verify(&example(), &[]), "entry 0 of 600");
    holds(&verify(&example(), &["--checkpoint", kept]), "entry 0 of 600");
    let changed = |field: &str, value: Value| {
        let mut record = example();
        record.as_object_mut().unwrap().remove("signature");
        record[field] = value;
        record
    };
    fails(&verify(&changed("seed_by", json!("service")), &[]), "no entry of this game");
    fails(&verify(&changed("seed_by", json!("service")), &[]), "record?with_proof=true");
    let played = changed("player_ids", json!(["01a1fe5b-64d4-7588-a591-e3cab4571a0b"]));
    let output = verify(&played, &[]);
    fails(&output, "no entry of this game");
    assert!(!stdout(&output).contains("proof=true"), "no player can have been deleted: {output:?}");
    let mut handed_over = played;
    for (player_id, may_be_deleted) in [(json!("bot-steady"), false), (Value::Null, true)] {
        handed_over["former_players"] = json!([{"seat": 0, "until": 1, "player_id": player_id}]);
        let output = verify(&handed_over, &[]);
        fails(&output, "no entry of this game");
        assert_eq!(stdout(&output).contains("proof=true"), may_be_deleted, "{output:?}");
    }

    // L4.5: a copy had a checkpoint without it, a day after its last move.
    let ended = vectors()["times"]["kept"].as_i64().unwrap();
    for (time, is_late) in [(ended, false), (ended + 200_000, true)] {
        log.put("times", format!("0 {time}\n600 {}\n", ended + 900_000).as_bytes());
        let output = verify(&example(), &[]);
        if is_late { fails(&output, "more than a day from") } else { holds(&output, "entry 0 of 600") }
    }

    // A tile that does not fit leads to no root.
    let tile = log.file("tile/0/000");
    let mut content = fs::read(&tile).unwrap();
    content[40] ^= 1;
    fs::write(&tile, content).unwrap();
    fails(&verify(&example(), &[]), "log: ");
    cut(&log, "tile/0/000", 32);
    is_misused(&verify(&example(), &[]), "damaged");
    fs::remove_file(tile).unwrap();
    is_misused(&verify(&example(), &[]), "tile/0/000");
}

fn mirror(log: &Written, copy: &Path) -> Output {
    regicide(&["log", "mirror", "--json", "--log-key", &log_key(), log.path(), copy.to_str().unwrap()], "")
}

#[test]
fn a_mirror_follows_a_log() {
    let log = Written::new();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    log.write(&[]);
    for count in [0, 1, 255, 256, 257, 300, 300, 600] {
        log.write(&entries(count));
        let output = mirror(&log, &copy);
        assert_eq!(output.status.code(), Some(0), "{count}: {output:?}");
        assert_eq!(objects(&output)[0]["size"], count, "{output:?}");
    }
    let fresh = Written::new();
    fresh.write(&entries(600));
    let mut found = files(&copy);
    // Partial tiles of before stay while there is no complete one.
    found.retain(|name, _| !name.starts_with("tile/1/000.p/1") && name != "times");
    assert_eq!(found, files(fresh.folder.path()), "no partial tile is left behind");
    // A run that was interrupted leaves files behind the checkpoint.
    let longer = [entries(600), vec![format!("game {0} {0}", "0".repeat(64))]].concat();
    log.write(&longer);
    fs::create_dir_all(copy.join("tile/entries/002.p")).unwrap();
    fs::write(copy.join("tile/entries/002.p/89"), "what was cut off").unwrap();
    let output = mirror(&log, &copy);
    assert_eq!(objects(&output)[0]["new"], 1, "{output:?}");
    // A copy can be copied.
    let second = folder.path().join("second");
    let copied = ["log", "mirror", "--log-key", &log_key(), copy.to_str().unwrap(), second.to_str().unwrap()];
    holds(&regicide(&copied, ""), "601 entries, 601 of them new");
    let third = folder.path().join("third");
    let without_key = ["log", "mirror", copy.to_str().unwrap(), third.to_str().unwrap()];
    is_misused(&regicide(&without_key, ""), "--log-key");
}

/// Each change of a log of 600 entries that a copy with 300 of them has to notice.
#[test]
fn a_mirror_refuses_an_inconsistent_log() {
    type Change = fn(&mut Written);
    let changes: [(&str, Change); 11] = [
        ("does not fit", |log| cut(log, "tile/entries/001", 79)),
        ("does not fit", |log| cut(log, "tile/0/001", 32)),
        ("does not fit", |log| flip(log, "tile/entries/001", 4000)),
        ("does not fit", |log| flip(log, "tile/0/001", 5000)),
        ("does not fit", |log| flip(log, "tile/1/000.p/2", 40)),
        ("lacks tile/0/001", |log| fs::remove_file(log.file("tile/0/001")).unwrap()),
        // All files and the checkpoint fit each other, but not what was there.
        ("does not go on", |log| rewrite(log, |entries| drop(entries.remove(100)))),
        ("does not go on", |log| rewrite(log, |entries| entries.swap(290, 400))),
        ("does not go on", |log| rewrite(log, |entries| entries.insert(10, entries[9].clone()))),
        ("600 was kept", |_| ()),
        ("No known key", |log| {
            log.key = SigningKey::from_bytes(&[7; 32]);
            rewrite(log, |_| ());
        }),
    ];
    for (words, change) in changes {
        let mut log = Written::new();
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy");
        log.write(&entries(300));
        let kept = if words == "600 was kept" { 600 } else { 300 };
        log.write(&entries(kept));
        assert_eq!(mirror(&log, &copy).status.code(), Some(0));
        let before = files(&copy);
        log.write(&entries(if kept == 600 { 300 } else { 600 }));
        change(&mut log);
        let output = mirror(&log, &copy);
        fails(&output, words);
        let mut after = files(&copy);
        let proof: Value = serde_json::from_slice(&after.remove("contradiction.json").unwrap()).unwrap();
        assert_eq!(text(&proof["kept"]).as_bytes(), before["checkpoint"], "{words}");
        assert_eq!(text(&proof["found"]).as_bytes(), fs::read(log.file("checkpoint")).unwrap(), "{words}");
        assert_eq!(proof["file"].is_string(), words.contains("fit") || words.contains("lacks"), "{proof}");
        for (name, content) in &before {
            assert_eq!(after.get(name), Some(content), "{words}: {name} is as it was");
        }
        // The first one of a kind is kept, and one of each kind.
        fails(&mirror(&log, &copy), words);
        assert!(!copy.join("contradiction-2.json").exists(), "{words}");
        log.origin = "elsewhere.example/1".to_owned();
        rewrite(&log, |_| ());
        fails(&mirror(&log, &copy), "contradiction-2.json");
        // When the log is itself again, the copy goes on.
        let again = Written::new();
        again.write(&entries(600));
        holds(&mirror(&again, &copy), "\"size\":600");
    }
}

fn cut(log: &Written, name: &str, bytes: usize) {
    let content = fs::read(log.file(name)).unwrap();
    fs::write(log.file(name), &content[..content.len() - bytes]).unwrap();
}

fn flip(log: &Written, name: &str, at: usize) {
    let mut content = fs::read(log.file(name)).unwrap();
    content[at] ^= 1;
    fs::write(log.file(name), content).unwrap();
}

fn rewrite(log: &Written, change: impl FnOnce(&mut Vec<String>)) {
    let mut all = entries(600);
    change(&mut all);
    log.write(&all);
}

#[test]
fn a_copy_that_is_damaged_is_no_contradiction() {
    let log = Written::new();
    let folder = tempfile::tempdir().unwrap();
    log.write(&entries(300));
    assert_eq!(mirror(&log, folder.path()).status.code(), Some(0));
    let tile = folder.path().join("tile/0/001.p/44");
    let mut content = fs::read(&tile).unwrap();
    content[5] ^= 1;
    fs::write(tile, content).unwrap();
    log.write(&entries(600));
    is_misused(&mirror(&log, folder.path()), "damaged");
    assert!(!folder.path().join("contradiction.json").exists());
}

#[test]
fn watching_a_copy_requires_witnesses_and_finds_duplicates() {
    let (log, vectors) = (Written::new(), vectors());
    let folder = tempfile::tempdir().unwrap();
    let (key, witness) = (log_key(), text(&vectors["keys"]["witness"]["vkey"]));
    let copy = folder.path().to_str().unwrap();
    let watch = |arguments: &[&str]| {
        let arguments =
            [&["log", "watch", "--once", "--log-key", &key, log.path(), copy], arguments].concat();
        regicide(&arguments, "")
    };
    log.write(&entries(600));
    holds(&watch(&[]), "600 entries, 600 of them new");
    fails(&watch(&["--witness", witness]), "0 of the witnesses");
    log.put("checkpoint", text(&vectors["checkpoint_cosigned"]).as_bytes());
    holds(&watch(&["--witness", witness]), "600 entries, 0 of them new");
    let json = watch(&["--json", "--witness", witness]);
    assert_eq!(objects(&json)[0]["witnesses"], json!(["witness.example/w1"]));
    let mut all = entries(600);
    all.push(all[7].clone());
    log.write(&all);
    fails(&watch(&[]), "second entry of a game or challenge, at index 600");
    // Whatever it states of the game.
    let subject = all[7].split(' ').nth(1).unwrap();
    all[600] = format!("game {subject} {}", "0".repeat(64));
    log.write(&all);
    fails(&watch(&[]), "second entry of a game or challenge, at index 600");
    fails(&mirror(&log, folder.path()), "second entry of a game or challenge, at index 600");
}

/// Serves the files of a log as a service does: its URL. Of each file the first
/// request is answered with the status line and headers of `busy`.
fn serve(log: &Written, busy: &'static str) -> String {
    let requested = Mutex::new(BTreeSet::new());
    serve_before(log, move |path| {
        let is_first = requested.lock().unwrap().insert(path.to_owned());
        is_first.then(|| format!("HTTP/1.1 {busy}\r\n\r\n"))
    })
}

/// Serves the files of a log but where `other` has an answer.
pub(crate) fn serve_before(log: &Written, other: impl Fn(&str) -> Option<String> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let folder = log.folder.path().to_owned();
    // The thread ends with the test program.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
            let request = lines.next().unwrap();
            let path = request.split(' ').nth(1).unwrap().to_owned();
            // All of the request has to be read before the connection is closed.
            assert!(lines.any(|line| line.is_empty()));
            if let Some(answer) = other(&path) {
                stream.write_all(answer.as_bytes()).unwrap();
                continue;
            }
            let answer = match fs::read(folder.join(path.strip_prefix("/log/").unwrap_or("nowhere"))) {
                Ok(content) => {
                    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", content.len());
                    [head.as_bytes(), &content].concat()
                }
                Err(_) => b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec(),
            };
            stream.write_all(&answer).unwrap();
        }
    });
    url
}

#[test]
fn a_mirror_retries_a_busy_service() {
    let log = Written::new();
    log.write(&entries(600));
    let folder = tempfile::tempdir().unwrap();
    let key = log_key();
    let copy = |busy, name: &str| {
        let copy = folder.path().join(name);
        regicide(&["log", "mirror", "--log-key", &key, &serve(&log, busy), copy.to_str().unwrap()], "")
    };
    for busy in ["429 Too Many Requests\r\nretry-after: 0", "503 Unavailable\r\nretry-after: 0"] {
        holds(&copy(busy, &busy[..3]), "600 entries, 600 of them new");
    }
    let mut found = files(&folder.path().join("429"));
    assert!(found.remove("times").is_some());
    assert_eq!(found, files(log.folder.path()));
    is_misused(&copy("503 Unavailable\r\ncontent-length: 0", "refused"), "status 503");
    assert!(!folder.path().join("refused").exists(), "nothing is written");
    fs::remove_file(log.file("tile/entries/001")).unwrap();
    fails(&copy("429 Too Many Requests\r\nretry-after: 0", "missing"), "lacks tile/entries/001");
}

/// With one option a record is authenticated by the keys, the checkpoint and the proof
/// that its service gives.
#[test]
fn a_service_confirms_its_records() {
    let (vectors, log) = (vectors(), Written::new());
    log.write(&entries(600));
    let proof = text(&vectors["proof"]["text"]).to_owned();
    let bad = proof.replacen("index 0", "index 1", 1);
    let verify = |proof: Option<&str>| {
        let proof = proof.map(|proof| format!("HTTP/1.1 200 OK\r\n\r\n{proof}"));
        let log_info = format!("HTTP/1.1 200 OK\r\n\r\n{}", json!({ "keys": [log_key()] }));
        let path = format!("/v1/games/{}/proof?since=600", text(&example()["id"]));
        let url = serve_before(&log, move |target| match target {
            "/v1/keys" => Some("HTTP/1.1 200 OK\r\n\r\n{\"items\": []}".to_owned()),
            "/v1/log" => Some(log_info.clone()),
            target if target == path => proof.clone(),
            _ => None,
        });
        regicide(&["verify", "--url", &url], &example().to_string())
    };
    let confirmed = verify(Some(&proof));
    assert!(stdout(&confirmed).contains("0 keys for games, a log of 600 entries. The service vouches"));
    holds(&confirmed, "entry 0 of 600");
    fails(&verify(Some(&bad)), "log: ");
    let unknown = verify(None);
    assert_eq!(unknown.status.code(), Some(0), "{unknown:?}");
    assert!(stdout(&unknown).contains("unauthenticated"), "{unknown:?}");
    is_misused(&regicide(&["verify", "--url", "nowhere"], ""), "https://regicide.example");
    is_misused(&regicide(&["verify", "--url", "http://127.0.0.1", "--log-key", &log_key()], ""), "--log-key");
}

/// A response that is not the service's, such as the page of a proxy, contradicts nothing;
/// and an export that goes in a circle ends.
#[test]
fn an_invalid_response_is_no_contradiction() {
    let log = Written::new();
    log.write(&entries(600));
    let key = log_key();
    let ok = |kind: &str, body: &str| format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n\r\n{body}");
    let page = ok("text/html; charset=utf-8", "<p>Log in to this network");
    let json = |body: &str| ok("application/json", body);
    let keys = json(r#"{"items": []}"#);
    let skipped = |id: &str| format!("{{\"format\": \"regicide-skipped/1\", \"id\": \"{id}\"}}\n");
    let many = |id: fn(usize) -> String| (0..100).map(|number| skipped(&id(number))).collect::<String>();
    for (name, path, answer) in [
        ("a page for the checkpoint", "/log/checkpoint", page.clone()),
        ("a text for the checkpoint", "/log/checkpoint", ok("text/plain", "Log in to this network")),
        ("a page for a file", "/log/tile/0/001", page.clone()),
        ("a page for the keys", "/v1/keys", page.clone()),
        ("a list for the keys", "/v1/keys", json("[]")),
        ("keys without a list", "/v1/keys", json("{}")),
        ("a page for the export", "/v1/records", page),
        ("no JSON", "/v1/records", json("{\n")),
        ("a line without an id", "/v1/records", json("{}\n")),
        ("an id that is none", "/v1/records", json(&skipped("a b"))),
        ("one game again and again", "/v1/records", json(&many(|_| "same".to_owned()))),
        ("a page of games again and again", "/v1/records", json(&many(|number| number.to_string()))),
        (
            "more games than requested",
            "/v1/records",
            json(&(many(|number| number.to_string()) + &skipped("more"))),
        ),
    ] {
        let keys = keys.clone();
        let url = serve_before(&log, move |target| match target.split('?').next().unwrap() {
            target if target == path => Some(answer.clone()),
            "/v1/keys" => Some(keys.clone()),
            _ => None,
        });
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy");
        let output =
            regicide(&["log", "watch", "--once", "--log-key", &key, &url, copy.to_str().unwrap()], "");
        is_misused(&output, "not the service's");
        assert!(!copy.join("contradiction.json").exists(), "{name}");
    }
}

/// L4.6.
#[test]
fn a_second_end_of_a_game_is_refused() {
    let example = example();
    let mut other = example.clone();
    let object = other.as_object_mut().unwrap();
    for field in ["signature", "proof", "chain", "position", "result"] {
        object.remove(field);
    }
    let moves = object["moves"].as_array_mut().unwrap();
    let last = moves.len() - 1;
    moves[last]["at"] = json!("2026-12-24T10:00:00Z");
    let records = [&example, &example, &other].map(Value::to_string).join("\n");
    let output = regicide(&["verify"], &records);
    fails(&output, "3 records: 2 hold, 1 does not");
    fails(&output, "another record of this game, before it, ends in another way");
    let object = object_without_end(&other);
    holds(&regicide(&["verify"], &[&example, &object].map(Value::to_string).join("\n")), "2 hold");
}

/// A record that stops before the end is a part of the game.
fn object_without_end(record: &Value) -> Value {
    let mut record = record.clone();
    record["moves"].as_array_mut().unwrap().pop();
    record
}
