//! Records in a transparency log, and copies of one (docs/spec/log.md).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::Hash;
use regicide_engine::record::Statement;
use regicide_engine::tlog::{
    Checkpoint, Receipt, SigningKey, Tile, TileKind, TileSet, VerifierKey, complete_root, encode_bundle,
    leaf_hash, sign_checkpoint,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::commands::{regicide, stdout};
use crate::output::objects;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../crates/engine/tests/data/vectors/log.json")).unwrap()
}

pub(crate) fn example() -> Value {
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

    /// Lets time pass until the next checkpoint.
    pub(crate) fn pass(&mut self, span: TimeDelta) {
        self.time += span;
    }

    /// The signature of a statement.
    pub(crate) fn sign(&self, statement: &Statement<'_>) -> String {
        self.key.sign(statement).unwrap()
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
        self.put("policy", format!("log {}\nquorum none\n", log_key()).as_bytes());
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

fn log_key() -> String {
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
pub(crate) fn holds(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stdout(output).contains(words), "{output:?}");
}

#[track_caller]
pub(crate) fn fails(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(output).contains(words), "{output:?}");
}

/// Something that is not signed does not fit.
#[track_caller]
pub(crate) fn is_suspicious(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(3), "{output:?}");
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
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let policy = file("policy", text(&vectors["policy"]));
    let alone = file("alone", &format!("log {}\nquorum none", log_key()));
    let verify = |proof: &Value, policy: &str, arguments: &[&str]| {
        let mut record = example();
        record["proof"] = proof.clone();
        regicide(&[&["verify", "--policy", policy], arguments].concat(), &record.to_string())
    };
    let good = &vectors["proof"]["text"];
    let all = ["--checkpoint", kept];
    holds(&verify(good, &policy, &all), "entry 0 of 600, confirmed by 1 witness");
    let json = verify(good, &policy, &[&all[..], &["--json"]].concat());
    let object = &objects(&json)[0]["verdict"];
    assert_eq!(object["authenticity"], "authenticated");
    assert_eq!((&object["log"]["index"], &object["log"]["size"]), (&json!(0), &json!(600)));
    holds(&verify(&Value::Null, &policy, &[]), "authenticated: ");
    fails(&verify(&Value::Null, &policy, &all), "log: The record has no proof");
    let few =
        vectors["bad"].as_array().unwrap().iter().find(|bad| text(&bad["why"]).starts_with("no cosignature"));
    let few = &few.unwrap()["text"];
    fails(&verify(few, &policy, &all), "(0) are not enough");
    holds(&verify(few, &alone, &all), "confirmed by no witness");
    // Every bad proof that needs no other entry than the record's.
    let mut bad_ones = 0;
    for bad in vectors["bad"].as_array().unwrap() {
        if bad.as_object().unwrap().keys().all(|name| name == "why" || name == "text") {
            fails(&verify(&bad["text"], &policy, &all), "log: ");
            bad_ones += 1;
        }
    }
    assert!(bad_ones > 5, "{bad_ones}");

    let bad = file("bad", &text(&vectors["policy"]).replace("quorum w", "quorum other"));
    is_misused(&verify(good, &bad, &[]), "bad: line 3");
    let no_log = file("no_log", "quorum none\n");
    is_misused(&verify(good, &no_log, &[]), "no_log: line 2");
    is_misused(&verify(good, "/no/such/policy", &[]), "/no/such/policy");
    is_misused(&verify(good, &policy, &["--checkpoint", "/no/such/file"]), "/no/such/file");
    is_misused(&regicide(&["verify", "--checkpoint", kept], ""), "--policy");
    is_misused(&regicide(&["verify", "--log", kept], ""), "--policy");
    let other = file("other", &text(&vectors["kept"]).replace("300", "301"));
    is_misused(&verify(good, &policy, &["--checkpoint", &other]), "signature");
}

#[test]
fn a_record_without_a_proof_is_looked_up_in_a_copy() {
    let log = Written::new();
    log.write(&entries(600));
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    fs::write(&kept, text(&vectors()["kept"])).unwrap();
    let kept = kept.to_str().unwrap();
    let policy = log.file("policy").to_str().unwrap().to_owned();
    let verify = |record: &Value, arguments: &[&str]| {
        let arguments = [&["verify", "--log", log.path(), "--policy", &policy], arguments].concat();
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

    // A bundle that does not fit leads to no root.
    flip(&log, "tile/entries/000", 40);
    is_misused(&verify(&example(), &[]), "damaged");
    cut(&log, "tile/entries/000", 32);
    is_misused(&verify(&example(), &[]), "tile/entries/000");
    fs::remove_file(log.file("tile/entries/000")).unwrap();
    is_misused(&verify(&example(), &[]), "tile/entries/000");
}

fn mirror(log: &Written, copy: &Path) -> Output {
    regicide(&["log", "mirror", "--json", &serve(log), copy.to_str().unwrap()], "")
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
    found.retain(|name, _| !name.starts_with("tile/1/000.p/1") && name != "times" && name != "lock");
    assert_eq!(found, files(fresh.folder.path()), "no partial tile is left behind");
    // A run that was interrupted leaves files behind the checkpoint.
    let longer = [entries(600), vec![format!("game {0} {0}", "0".repeat(64))]].concat();
    log.write(&longer);
    fs::create_dir_all(copy.join("tile/entries/002.p")).unwrap();
    fs::write(copy.join("tile/entries/002.p/89"), "what was cut off").unwrap();
    let output = mirror(&log, &copy);
    assert_eq!(objects(&output)[0]["new"], 1, "{output:?}");
    // A copy can be served and copied.
    let (url, second) = (serve_files(copy, |_| None), folder.path().join("second"));
    let copied = regicide(&["log", "mirror", &url, second.to_str().unwrap()], "");
    holds(&copied, "601 entries, 601 of them new");
    // Without partial tiles, once there are complete ones.
    for partial in ["tile/entries/000.p", "tile/0/000.p"] {
        assert!(!log.file(partial).join("255").exists() || fs::remove_dir_all(log.file(partial)).is_ok());
    }
    let third = Written::new();
    third.write(&entries(600));
    let checkpoint = fs::read(third.file("checkpoint")).unwrap();
    third.write(&entries(300));
    fs::remove_dir_all(third.file("tile/entries/001.p")).unwrap();
    fs::remove_dir_all(third.file("tile/0/001.p")).unwrap();
    let cut = folder.path().join("third");
    assert_eq!(objects(&mirror(&third, &cut))[0]["size"], 300);
    third.put("checkpoint", &checkpoint);
    assert_eq!(objects(&mirror(&third, &cut))[0]["size"], 600);
}

/// Each change of a log of 600 entries that a copy with 300 of them has to notice. What the log
/// has signed contradicts itself only where the checkpoint is of another tree.
#[test]
fn a_mirror_refuses_an_inconsistent_log() {
    type Change = fn(&mut Written);
    let changes: [(&str, Change); 13] = [
        ("does not fit", |log| cut(log, "tile/entries/001", 79)),
        ("does not fit", |log| cut(log, "tile/0/001", 32)),
        // An entry that the copy has, and a new one.
        ("does not fit", |log| flip(log, "tile/entries/001", 4000)),
        ("do not lead", |log| flip(log, "tile/entries/001", 20_000)),
        ("does not fit", |log| flip(log, "tile/0/001", 5000)),
        ("does not fit", |log| flip(log, "tile/1/000.p/2", 40)),
        ("lacks tile/0/001", |log| fs::remove_file(log.file("tile/0/001")).unwrap()),
        // All files and the checkpoint fit each other, but not what was there.
        ("does not go on", |log| rewrite(log, |entries| drop(entries.remove(100)))),
        ("does not go on", |log| rewrite(log, |entries| entries.swap(290, 400))),
        ("does not go on", |log| rewrite(log, |entries| entries.insert(10, entries[9].clone()))),
        // Nor can it hide that by an entry that it withholds.
        ("does not go on", |log| {
            rewrite(log, |entries| entries.swap(0, 1));
            fs::remove_dir_all(log.file("tile/entries/002.p")).unwrap();
        }),
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
        for _ in 0..2 {
            let output = mirror(&log, &copy);
            if words == "does not go on" {
                fails(&output, words);
                is_evidence(&copy, "a tree of 300 entries");
            } else {
                is_suspicious(&output, words);
                assert!(!copy.join("evidence.json").exists(), "{words}");
            }
            assert!(!copy.join("evidence-2.json").exists(), "{words}: it is stored once");
        }
        let after = files(&copy);
        for (name, content) in &before {
            assert_eq!(after.get(name), Some(content), "{words}: {name} is as it was");
        }
        log.origin = "elsewhere.example/1".to_owned();
        rewrite(&log, |_| ());
        is_suspicious(&mirror(&log, &copy), "another log");
        // When the log is itself again, the copy goes on.
        let again = Written::new();
        again.write(&entries(600));
        holds(&mirror(&again, &copy), "\"size\":600");
    }
}

/// L7.2, L7.3: an earlier tree of a log contradicts a copy, too.
#[test]
fn a_split_view_is_found_from_either_side() {
    for (sizes, other) in [((600, 300), 300), ((300, 300), 300), ((600, 1), 1), ((257, 256), 256)] {
        let log = Written::new();
        let folder = tempfile::tempdir().unwrap();
        log.write(&entries(sizes.0));
        assert_eq!(mirror(&log, folder.path()).status.code(), Some(0));
        let mut all = entries(sizes.1);
        all[other - 1] = format!("game {0} {0}", "0".repeat(64));
        log.write(&all);
        fails(&mirror(&log, folder.path()), "does not go on");
        is_evidence(folder.path(), &sizes.0.to_string());
    }
    // The copy has complete tiles of its own.
    for (old, new, other) in
        [(300, 399, 100), (300, 511, 100), (256, 400, 100), (513, 590, 3), (300, 599, 299)]
    {
        let log = Written::new();
        let folder = tempfile::tempdir().unwrap();
        log.write(&entries(old));
        assert_eq!(mirror(&log, folder.path()).status.code(), Some(0));
        let mut all = entries(new);
        all[other] = format!("game {0} {0}", "0".repeat(64));
        log.write(&all);
        fails(&mirror(&log, folder.path()), "does not go on");
        is_evidence(folder.path(), &new.to_string());
    }
}

fn check(copy: &Path, policy: &Path) -> Output {
    let file = copy.join("evidence.json");
    let paths = [policy, &file].map(|path| path.to_str().unwrap().to_owned());
    regicide(&["log", "check-evidence", "--json", "--policy", &paths[0], &paths[1]], "")
}

/// L7.3: the evidence of a copy holds by its policy, and none holds in which a text was changed.
#[track_caller]
pub(crate) fn is_evidence(copy: &Path, words: &str) {
    let policy = copy.join("policy");
    holds(&check(copy, &policy), words);
    let file = copy.join("evidence.json");
    let content = fs::read(&file).unwrap();
    let evidence: Value = serde_json::from_slice(&content).unwrap();
    let mut pointers = Vec::new();
    texts(&evidence, "", &mut pointers);
    assert!(pointers.len() > 3, "{evidence}");
    for pointer in pointers {
        let mut changed = evidence.clone();
        let value = changed.pointer_mut(&pointer).unwrap();
        // Of a checkpoint the root.
        let mut text = value.as_str().unwrap().to_owned();
        let at = text.match_indices('\n').nth(1).map_or(text.len() / 2, |(line, _)| line + 5);
        let other = if &text[at..=at] == "A" { "B" } else { "A" };
        text.replace_range(at..=at, other);
        *value = json!(text);
        fs::write(&file, changed.to_string()).unwrap();
        let output = check(copy, &policy);
        assert_ne!(output.status.code(), Some(0), "{pointer}: {output:?}");
    }
    fs::write(&file, content).unwrap();
    let other = copy.join("other-policy");
    let key = "regicide.example/log/21fe31dfa154a261+c57d8ad3+AS4umHPz5H+hEZhDHYLe79h3mxhX1eeBHBHQxmIYs/c8";
    fs::write(&other, format!("log {key}\nquorum none")).unwrap();
    let output = check(copy, &other);
    assert_ne!(output.status.code(), Some(0), "{output:?}");
    fs::remove_file(other).unwrap();
}

/// The pointers to all texts in evidence but names, which are not signed.
fn texts(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(pointer.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| texts(item, &format!("{pointer}/{at}"), found));
        }
        Value::Object(items) => {
            let signed = items.iter().filter(|(name, _)| *name != "names");
            signed.for_each(|(name, item)| texts(item, &format!("{pointer}/{name}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
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

/// The files of the checkpoint that a copy has stay until the next one is stored.
#[test]
fn a_run_that_ends_early_leaves_a_copy_to_go_on_from() {
    let log = Written::new();
    let copy = tempfile::tempdir().unwrap();
    log.write(&entries(200));
    assert_eq!(mirror(&log, copy.path()).status.code(), Some(0));
    log.write(&entries(300));
    let locked = fs::File::create(copy.path().join("lock")).unwrap();
    locked.lock().unwrap();
    is_misused(&mirror(&log, copy.path()), "locked");
    drop(locked);
    // It stands in for a full disk.
    fs::create_dir(copy.path().join("checkpoint.new")).unwrap();
    assert_eq!(mirror(&log, copy.path()).status.code(), Some(2));
    fs::remove_dir(copy.path().join("checkpoint.new")).unwrap();
    holds(&mirror(&log, copy.path()), "\"new\":100");
}

#[test]
fn a_copy_that_is_damaged_is_no_contradiction() {
    // A larger checkpoint of the log, and a smaller one.
    for (copied, shown, tile) in [(300, 600, "tile/entries/001.p/44"), (600, 200, "tile/entries/000")] {
        let log = Written::new();
        let folder = tempfile::tempdir().unwrap();
        log.write(&entries(copied));
        assert_eq!(mirror(&log, folder.path()).status.code(), Some(0));
        let tile = folder.path().join(tile);
        let mut content = fs::read(&tile).unwrap();
        content[5] ^= 1;
        fs::write(tile, content).unwrap();
        log.write(&entries(shown));
        is_misused(&mirror(&log, folder.path()), "damaged");
        assert!(!folder.path().join("evidence.json").exists());
    }
}

#[test]
fn watching_requires_witnesses_and_finds_duplicates() {
    let (log, vectors) = (Written::new(), vectors());
    // No records, and no challenges.
    let url = serve_before(&log, |path| {
        let list = match path.split('?').next()? {
            "/v1/records" => "",
            "/v1/challenges" => r#"{"items": [], "next": null}"#,
            _ => return None,
        };
        Some(format!("HTTP/1.1 200 OK\r\n\r\n{list}"))
    });
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().to_str().unwrap();
    let policy = log.file("with-witness").to_str().unwrap().to_owned();
    fs::write(&policy, text(&vectors["policy"])).unwrap();
    let watch_in = |hours: &str, arguments: &[&str]| {
        let command = ["log", "watch", "--once", "--max-age", hours, &url, copy];
        regicide(&[&command, arguments].concat(), "")
    };
    // The checkpoints of the vectors get older.
    let watch = |arguments: &[&str]| watch_in("4000000", arguments);
    log.write(&entries(600));
    holds(&watch(&[]), "600 entries, 600 of them new");
    is_suspicious(&watch(&["--policy", &policy]), "(0) are not enough");
    is_suspicious(&watch_in("1", &[]), "The last checkpoint was signed at 2026-");
    log.put("checkpoint", text(&vectors["checkpoint_cosigned"]).as_bytes());
    holds(&watch(&["--policy", &policy]), "600 entries, 0 of them new");
    let json = watch(&["--json", "--policy", &policy]);
    assert_eq!(objects(&json)[0]["witnesses"], json!(["witness.example/w1"]));
    let mut all = entries(600);
    all.push(all[7].clone());
    log.write(&all);
    fails(&watch(&[]), "second entry of a game or challenge, at index 600");
    is_evidence(folder.path(), "600");
    // Whatever it states of the game.
    let subject = all[7].split(' ').nth(1).unwrap();
    all[600] = format!("game {subject} {}", "0".repeat(64));
    log.write(&all);
    fails(&watch(&[]), "evidence-2.json");
    fails(&mirror(&log, folder.path()), "second entry of a game or challenge, at index 600");
}

/// Serves the files of a log as a service does: its URL.
fn serve(log: &Written) -> String {
    serve_before(log, |_| None)
}

/// Serves the files of a log, but the first request for each is answered with the status line
/// and headers of `busy`.
fn serve_busy(log: &Written, busy: &'static str) -> String {
    let requested = Mutex::new(BTreeSet::new());
    serve_before(log, move |path| {
        let is_first = requested.lock().unwrap().insert(path.to_owned());
        is_first.then(|| format!("HTTP/1.1 {busy}\r\n\r\n"))
    })
}

/// Serves the files of a log but where `other` has an answer.
pub(crate) fn serve_before(log: &Written, other: impl Fn(&str) -> Option<String> + Send + 'static) -> String {
    serve_files(log.folder.path().to_owned(), other)
}

fn serve_files(folder: PathBuf, other: impl Fn(&str) -> Option<String> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
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
    let copy = |busy, name: &str| {
        let copy = folder.path().join(name);
        regicide(&["log", "mirror", &serve_busy(&log, busy), copy.to_str().unwrap()], "")
    };
    for busy in ["429 Too Many Requests\r\nretry-after: 0", "503 Unavailable\r\nretry-after: 0"] {
        holds(&copy(busy, &busy[..3]), "600 entries, 600 of them new");
    }
    let mut found = files(&folder.path().join("429"));
    assert!(found.remove("times").is_some() && found.remove("lock").is_some());
    assert_eq!(found, files(log.folder.path()));
    is_misused(&copy("503 Unavailable\r\ncontent-length: 0", "refused"), "status 503");
    assert!(!folder.path().join("refused").exists(), "nothing is written");
    fs::remove_file(log.file("tile/entries/001")).unwrap();
    is_suspicious(&copy("429 Too Many Requests\r\nretry-after: 0", "missing"), "lacks tile/entries/001");
}

/// With one option a record is authenticated by the policy, the checkpoint and the proof
/// that its service gives.
#[test]
fn a_service_confirms_its_records() {
    let (vectors, log) = (vectors(), Written::new());
    log.write(&entries(600));
    let proof = text(&vectors["proof"]["text"]).to_owned();
    let bad = proof.replacen("index 0", "index 1", 1);
    let verify = |proof: Option<&str>| {
        let proof = proof.map(|proof| format!("HTTP/1.1 200 OK\r\n\r\n{proof}"));
        let path = format!("/v1/games/{}/proof?since=600", text(&example()["id"]));
        let url = serve_before(&log, move |target| proof.clone().filter(|_| target == path));
        regicide(&["verify", "--url", &url], &example().to_string())
    };
    let confirmed = verify(Some(&proof));
    assert!(stdout(&confirmed).contains("a log of 600 entries. The service vouches"));
    holds(&confirmed, "entry 0 of 600");
    fails(&verify(Some(&bad)), "log: ");
    let unknown = verify(None);
    assert_eq!(unknown.status.code(), Some(0), "{unknown:?}");
    assert!(stdout(&unknown).contains("authenticated: "), "by its signature: {unknown:?}");
    is_misused(&regicide(&["verify", "--url", "nowhere"], ""), "https://regicide.example");
    is_misused(&regicide(&["verify", "--url", "http://127.0.0.1", "--policy", "policy"], ""), "--policy");
}

/// L7.1: a response that is not the service's, such as the page of a proxy, contradicts nothing;
/// and an export that goes in a circle ends.
#[test]
fn an_invalid_response_is_no_contradiction() {
    let log = Written::new();
    log.write(&entries(600));
    let ok = |kind: &str, body: &str| format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n\r\n{body}");
    let page = ok("text/html; charset=utf-8", "<p>Log in to this network");
    let json = |body: &str| ok("application/json", body);
    let skipped = |id: &str| format!("{{\"format\": \"regicide-skipped/1\", \"id\": \"{id}\"}}\n");
    let many = |id: fn(usize) -> String| (0..100).map(|number| skipped(&id(number))).collect::<String>();
    for (name, path, answer) in [
        ("a page for the checkpoint", "/log/checkpoint", page.clone()),
        ("a text for the checkpoint", "/log/checkpoint", ok("text/plain", "Log in to this network")),
        ("a page for a file", "/log/tile/0/001", page.clone()),
        ("a page for the policy", "/log/policy", page.clone()),
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
        let url = serve_before(&log, move |target| {
            Some(answer.clone()).filter(|_| target.split('?').next().unwrap() == path)
        });
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy");
        let output = regicide(&["log", "watch", "--once", &url, copy.to_str().unwrap()], "");
        is_misused(&output, "not the service's");
        assert!(!copy.join("evidence.json").exists(), "{name}");
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

/// The receipt of a game's entry, to be kept until some seconds after a time.
fn receipt_of(log: &Written, entry: &str, by: DateTime<Utc>) -> String {
    let receipt = Receipt { origin: log.origin.clone(), entry: entry.parse().unwrap(), by };
    receipt.sign(std::slice::from_ref(&log.key)).to_string()
}

/// L8.3, L8.4: by a copy of the log alone.
#[test]
fn l8_4_a_copy_of_the_log_shows_if_a_promise_was_kept() {
    let mut log = Written::new();
    let (mut all, copy) = (entries(7), tempfile::tempdir().unwrap());
    let path = copy.path().to_str().unwrap();
    let policy = log.file("policy");
    let mirror = |log: &Written| {
        let done = regicide(&["log", "mirror", "--policy", policy.to_str().unwrap(), &serve(log), path], "");
        holds(&done, "entries");
    };
    let game = |subject: &str, hash: &str| format!("game {} {}", subject.repeat(64), hash.repeat(64));
    let [promised, other, kept] = [game("a", "1"), game("a", "2"), game("b", "1")];
    log.write(&all);
    mirror(&log);
    let by = log.time + TimeDelta::days(1);
    let judge_by = |copy: &str, log: &Written, entry: &str, by| {
        let file = format!("{path}/receipt");
        fs::write(&file, receipt_of(log, entry, by)).unwrap();
        regicide(&["verify", "--policy", policy.to_str().unwrap(), "--receipt", &file, "--log", copy], "")
    };
    let judge = |log: &Written, entry: &str, by| judge_by(path, log, entry, by);
    holds(&judge(&log, &promised, by), "is open");
    fails(&judge(&log, &promised, log.time - TimeDelta::seconds(1)), "was broken");
    log.pass(TimeDelta::hours(23));
    all.push(kept.clone());
    log.write(&all);
    mirror(&log);
    holds(&judge(&log, &kept, by), "was kept");
    // A checkpoint without it was signed later than promised.
    fails(&judge(&log, &kept, by - TimeDelta::hours(25)), "was broken");
    log.pass(TimeDelta::hours(2));
    log.write(&all);
    mirror(&log);
    fails(&judge(&log, &promised, by), "was broken");
    holds(&judge_by(log.path(), &log, &kept, by), "does not show since when");
    assert!(!copy.path().join("evidence.json").exists(), "a missing entry is no evidence");

    all.push(other);
    log.write(&all);
    mirror(&log);
    fails(&judge(&log, &promised, by), "another entry of the game");
    fs::copy(&policy, copy.path().join("policy")).unwrap();
    is_evidence(copy.path(), "another entry of the game");
    let file = copy.path().join("receipt");
    let forged = receipt_of(&log, &promised, by).replace(&"1".repeat(64), &"3".repeat(64));
    fs::write(&file, forged).unwrap();
    let file = file.to_str().unwrap();
    let options = ["verify", "--policy", policy.to_str().unwrap(), "--receipt", file, "--log", path];
    is_misused(&regicide(&options, ""), "signature");
    is_misused(&regicide(&["verify", "--receipt", file], &example().to_string()), "policy");
    // A log of another name, with a key of its own, is in the policy, too.
    let secret = text(&vectors()["keys"]["witness"]["secret"]).to_owned();
    let secret = hex::decode(secret).unwrap().try_into().unwrap();
    let other =
        Written { origin: "other/log".to_owned(), key: SigningKey::from_bytes(&secret), ..Written::new() };
    let key = VerifierKey::of_log(&other.origin, other.key.public());
    let both = copy.path().join("both");
    fs::write(&both, format!("log {key}\nlog {}\nquorum none\n", log_key())).unwrap();
    fs::write(file, receipt_of(&other, &promised, by)).unwrap();
    let options = ["verify", "--policy", both.to_str().unwrap(), "--receipt", file, "--log", log.path()];
    is_misused(&regicide(&options, ""), "another log");
}

/// L8.3: of a record, with its proof and without.
#[test]
fn l8_3_a_receipt_is_of_one_end_of_one_game() {
    let vectors = vectors();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let policy = file("policy", text(&vectors["policy"]));
    let receipt = file("receipt", text(&vectors["good_receipts"][0]["receipt"]));
    let options = ["verify", "--policy", &policy, "--receipt", &receipt];
    let mut record = example();
    holds(&regicide(&options, &record.to_string()), "authenticated");
    record.as_object_mut().unwrap().remove("signature");
    holds(&regicide(&options, &record.to_string()), "promised to log");
    record["proof"] = vectors["proof"]["text"].clone();
    holds(&regicide(&options, &record.to_string()), "in the log");
    let closed = vectors["closed"][0]["record"].to_string();
    fails(&regicide(&options, &closed), "another end");
    let verdict = &objects(&regicide(&[&options[..], &["--json"]].concat(), &closed))[0]["verdict"];
    assert_eq!(verdict["authenticity"], "contradicted");
}
