//! Texts that are no record, or one of another kind.

use regicide::record::{ReadError, RecordFile};
use serde_json::{Value, json};

use crate::played::{Played, coop, json, judge};

fn record() -> Value {
    json(&Played::random(coop(), "reading", 10).whole())
}

fn read(record: &Value) -> Result<RecordFile, ReadError> {
    RecordFile::from_json(&record.to_string())
}

/// A record of some other time, of which nothing else is known.
fn of_kind(field: &str, value: Value) -> Value {
    let mut record = record();
    record[field] = value;
    record["players"] = json!({"north": "Ada"});
    record["moves"] = json!("play 7H");
    record["weather"] = json!("rain");
    record
}

#[test]
fn s6_an_unknown_format_is_said_before_anything_else() {
    let mut future = of_kind("format", json!("regicide-record/2"));
    assert!(matches!(read(&future), Err(ReadError::UnknownFormat(told)) if told == "regicide-record/2"));
    future["game"] = json!({"name": "regicide", "edition": 3});
    future["rules"] = json!("second");
    assert!(matches!(read(&future), Err(ReadError::UnknownFormat(_))));
}

#[test]
fn s6_an_unknown_game_or_rules_version_is_said_before_other_fields() {
    let game = of_kind("game", json!("regicide-chess"));
    assert!(matches!(read(&game), Err(ReadError::UnknownGame(told)) if told == "regicide-chess"));
    for version in [0_u64, 2, 300] {
        let rules = of_kind("rules", json!(version));
        assert!(matches!(read(&rules), Err(ReadError::UnknownRules(told)) if told == version));
    }
}

#[test]
fn s6_a_known_kind_of_another_shape_is_said_to_be_none() {
    let known = of_kind("format", json!("regicide-record/1"));
    assert!(matches!(read(&known), Err(ReadError::Malformed(_))));
    for text in ["", "[]", "null", "7", "{}", "{\"format\":\"regicide-record/1\"", "\u{0}"] {
        assert!(matches!(RecordFile::from_json(text), Err(ReadError::Malformed(_))), "{text:?}");
    }
    let twice = record().to_string().replacen("\"seed\":", "\"seed\":\"other\",\"seed\":", 1);
    assert!(matches!(RecordFile::from_json(&twice), Err(ReadError::Malformed(_))));
}

#[test]
fn s5_2_a_time_is_one_that_the_chain_can_hold() {
    for at in [
        "2026-11-20T13:00:07.055433+01:00",
        "2026-11-20T12:00:07.0554331Z",
        "+12026-11-20T12:00:07.055433Z",
        "-2026-11-20T12:00:07.055433Z",
        "2026-11-20T23:59:60.055433Z",
    ] {
        let mut record = record();
        record["moves"][0]["at"] = json!(at);
        match read(&record) {
            Err(error) => assert!(matches!(error, ReadError::Malformed(_)), "{at}"),
            Ok(record) => {
                let bad = judge(&record).bad_move.unwrap();
                assert_eq!((bad.seq, bad.rule), (1, "S5.2"), "{at}");
            }
        }
    }
}

#[test]
fn a_time_is_the_same_however_it_is_spelt() {
    let spelt = record()["moves"][0]["at"].as_str().unwrap().replace('Z', "+00:00");
    let mut record = record();
    record["moves"][0]["at"] = json!(spelt);
    assert!(judge(&read(&record).unwrap()).consistent);
}

#[test]
fn s6_a_record_is_written_as_it_was_read() {
    let record = record();
    assert_eq!(json(&read(&record).unwrap()), record);
}
