//! `regicide log watch` compares the records of a service with its log.

use std::sync::{Arc, Mutex};

use regicide_engine::engine::{NamedOutcome, Outcome};
use regicide_engine::i18n::Language;
use regicide_engine::record::{End, Expected, RecordFile, Statement, verify};
use serde_json::{Value, json};

use crate::commands::{regicide, stdout};
use crate::transparency::{
    Written, entries, example, fails, holds, is_evidence, is_suspicious, serve_before,
};

/// A service of which a test chooses the export.
struct Exporting {
    log: Written,
    url: String,
    records: Arc<Mutex<Vec<Value>>>,
    /// The status of the list of challenges.
    challenges: Arc<Mutex<&'static str>>,
    copy: tempfile::TempDir,
}

impl Exporting {
    fn new(records: &[Value], entries: &[String]) -> Self {
        let log = Written::new();
        log.write(entries);
        let records = Arc::new(Mutex::new(records.to_vec()));
        let challenges = Arc::new(Mutex::new("200 OK"));
        let (exported, status) = (records.clone(), challenges.clone());
        let url = serve_before(&log, move |path| {
            let (path, query) = path.split_once('?')?;
            if path == "/v1/challenges" {
                let none = r#"{"items": [], "next": null}"#;
                let status = *status.lock().unwrap();
                return Some(format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\n\r\n{none}"));
            }
            if path != "/v1/records" {
                return None;
            }
            let records = exported.lock().unwrap();
            let after = query.split_once("after=").map(|(_, id)| id.to_owned());
            let place = |id: &String| records.iter().position(|record| record["id"] == id.as_str());
            let first = match after.as_ref().map(place) {
                None => 0,
                Some(Some(place)) => place + 1,
                Some(None) => return Some("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_owned()),
            };
            let page = records[first..].iter().take(100).map(Value::to_string);
            let lines = page.fold(String::new(), |lines, record| lines + &record + "\n");
            Some(format!("HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n\r\n{lines}"))
        });
        Self { log, url, records, challenges, copy: tempfile::tempdir().unwrap() }
    }

    fn watch(&self, arguments: &[&str]) -> std::process::Output {
        let copy = self.copy.path().to_str().unwrap();
        let command = ["log", "watch", "--once", "--max-age", "4000000", &self.url, copy];
        regicide(&[&command, arguments].concat(), "")
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Value>)) {
        change(&mut self.records.lock().unwrap());
    }

    fn has_evidence(&self) -> bool {
        self.copy.path().join("evidence.json").exists()
    }
}

/// Records of games that the log has, and their entries.
fn games(count: u32) -> (Vec<Value>, Vec<String>) {
    (0..count).map(|number| game(&format!("01a1fe5b-64d4-7588-a591-{number:012}"), "01a2")).unzip()
}

/// A signed record with an id and a player, and its entry.
fn game(id: &str, player: &str) -> (Value, String) {
    let mut record = example();
    record["id"] = json!(id);
    record["player_ids"] = json!([player]);
    signed(record)
}

/// A record with a signature of the log's key, and its entry.
fn signed(mut record: Value) -> (Value, String) {
    record.as_object_mut().unwrap().remove("signature");
    let file = RecordFile::from_value(record.clone()).unwrap();
    let verdict = verify(&file, &Expected::default(), Language::default());
    let NamedOutcome::Regicide(outcome) = verdict.result.unwrap() else { panic!("it is co-operative") };
    let signature = Written::new().sign(&Statement {
        chain: verdict.chain.unwrap(),
        seed_by: file.seed_by.unwrap(),
        end: End::Outcome(&Outcome::Regicide(outcome)),
        played_as: file.played_as.as_ref().unwrap(),
        player_ids: file.player_ids.as_deref().unwrap(),
        former_players: &file.former_players,
        id: file.id.as_deref().unwrap(),
    });
    record["signature"] = json!(signature);
    (record, verdict.entry.unwrap().to_string())
}

#[test]
fn records_are_read_again_in_turns() {
    let (records, entries) = games(150);
    let service = Exporting::new(&records[..120], &entries);
    holds(&service.watch(&[]), "120 records verified, 0 again; none waits");
    service.change(|exported| *exported = records.clone());
    holds(&service.watch(&[]), "30 records verified, 100 again; none waits");
    // The others, as the turn began.
    holds(&service.watch(&[]), "0 records verified, 50 again; none waits");

    // In the page of the next turn.
    service.change(|exported| exported[70]["names"] = json!(["Renamed"]));
    holds(&service.watch(&[]), "100 again");
    for (at, change, words) in [
        (
            120,
            (|record| drop(record.as_object_mut().unwrap().remove("signature"))) as fn(&mut Value),
            "has no signature",
        ),
        (130, |record| record["seed"] = json!("another"), "does not hold"),
        (
            135,
            |record| {
                let record = record.as_object_mut().unwrap();
                record
                    .retain(|name, _| !["signature", "result", "position", "chain"].contains(&name.as_str()));
                record.insert("moves".to_owned(), json!([]));
            },
            "has no signature",
        ),
        (140, |record| *record = json!({"format": "regicide-skipped/1", "id": record["id"]}), "cannot read"),
    ] {
        service.change(|exported| change(&mut exported[at]));
        let output = service.watch(&[]);
        is_suspicious(&output, words);
        is_suspicious(&output, records[at]["id"].as_str().unwrap());
        service.change(|exported| exported[at] = records[at].clone());
        holds(&service.watch(&[]), "100 again");
    }
    // The last game before the next page: the turn goes on from an earlier one.
    service.change(|exported| {
        exported.remove(99);
        exported[109] = json!({"format": "regicide-record/2", "id": records[110]["id"]});
    });
    let turn = stdout(&service.watch(&[])) + &stdout(&service.watch(&[]));
    for lost in [99, 110] {
        assert!(turn.contains(records[lost]["id"].as_str().unwrap()), "{turn}");
    }
    service.change(|exported| *exported = records.clone());
    while !stdout(&service.watch(&[])).contains("50 again") {}
    holds(&service.watch(&[]), "100 again");
    service.change(|exported| drop(exported.remove(125)));
    let output = service.watch(&[]);
    is_suspicious(&output, "no longer exports the game");
    is_suspicious(&output, records[125]["id"].as_str().unwrap());
    assert!(!service.has_evidence());
}

/// The last ids of the export are gone: it goes on from an earlier one.
#[test]
fn a_withdrawn_end_of_the_export_is_noticed() {
    let (records, entries) = games(40);
    let service = Exporting::new(&records[..30], &entries);
    holds(&service.watch(&[]), "30 records verified");
    for left in [29, 20, 1] {
        service.change(|exported| *exported = [&records[..left], &records[30..]].concat());
        let output = service.watch(&[]);
        is_suspicious(&output, records[29]["id"].as_str().unwrap());
        assert!(!service.has_evidence());
    }
    service.change(|exported| *exported = records.clone());
    holds(&service.watch(&[]), "0 records verified, 40 again");
    service.change(Vec::clear);
    is_suspicious(&service.watch(&[]), "no longer exports the game");
}

/// A rewritten game whose first end is in the log.
#[test]
fn another_signed_end_is_a_contradiction() {
    let (record, entry) = game("01a1fe5b-64d4-7588-a591-000000000001", "01a2");
    let mut other = record.clone();
    for field in ["chain", "position", "result"] {
        other.as_object_mut().unwrap().remove(field);
    }
    other["moves"][1]["at"] = json!("2026-11-21T13:46:04.913640Z");
    let (other, other_entry) = signed(other);
    assert_ne!(entry, other_entry);
    let all = [entries(300), vec![entry]].concat();
    // The new end from the beginning, and later.
    for earlier in [&other, &record] {
        let (more, more_entries) = game("01a1fe5b-64d4-7588-a591-000000000002", "01a2");
        let all = [all.clone(), vec![more_entries]].concat();
        let service = Exporting::new(&[earlier.clone(), more], &all);
        if *earlier == record {
            holds(&service.watch(&[]), "2 records verified");
            service.change(|exported| exported[0] = other.clone());
        }
        let output = service.watch(&[]);
        fails(&output, "CONTRADICTION");
        // The other records are verified all the same.
        fails(&output, "none waits");
        is_evidence(service.copy.path(), "another end than the log has");
    }

    // Nobody can tell from outside that no player was deleted since: a proof has to lead there.
    let mut guest = other;
    guest["player_ids"] = json!([null]);
    let service = Exporting::new(&[signed(guest).0], &all);
    is_suspicious(&service.watch(&[]), "No proof leads");
    assert!(!service.has_evidence());
}

#[test]
fn games_that_the_log_has_late_or_not_at_all_are_suspicious() {
    let (records, all) = games(3);
    // The log's checkpoint is six hours after the games.
    let service = Exporting::new(&records, &all[..2]);
    holds(&service.watch(&[]), "3 records verified, 0 again; 1 waits");
    let mut later = Exporting::new(&records, &all[..2]);
    later.log.pass(chrono::TimeDelta::days(2));
    later.log.write(&all[..2]);
    is_suspicious(&later.watch(&[]), "The log lacks the game");
    later.log.write(&all);
    // The copy had a checkpoint without it.
    is_suspicious(&later.watch(&[]), "more than a day after its end");
}

/// A suspicion is reported also if the round cannot be completed.
#[test]
fn a_round_that_fails_reports_its_suspicions() {
    let (records, entries) = games(2);
    let service = Exporting::new(&records, &entries);
    holds(&service.watch(&[]), "2 records verified");
    service.change(|exported| {
        exported[0].as_object_mut().unwrap().remove("signature");
    });
    *service.challenges.lock().unwrap() = "500 Internal Server Error";
    let output = service.watch(&[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stdout(&output).contains("has no signature"), "{output:?}");
}

#[test]
fn the_games_of_a_player_are_reported() {
    let (mut records, mut all) = games(2);
    let (record, entry) = game("01a1fe5b-64d4-7588-a591-e3cab4571a0b", "01a3");
    records.push(record);
    all.push(entry);
    let service = Exporting::new(&records, &all);
    let output = service.watch(&["--player", "01a3"]);
    holds(&output, "A game of the player 01a3: 01a1fe5b-64d4-7588-a591-e3cab4571a0b");
    assert_eq!(stdout(&output).lines().count(), 2);
}
