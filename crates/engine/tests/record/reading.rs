//! Texts that are no record, or one of another kind.

use regicide_engine::record::{ReadError, RecordFile};
use serde_json::{Value, json};

use crate::played::{Played, coop, json, verdict_of};

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
fn s6_3_an_unknown_format_is_reported_first() {
    let mut future = of_kind("format", json!("regicide-record/2"));
    assert!(matches!(read(&future), Err(ReadError::UnknownFormat(found)) if found == "regicide-record/2"));
    future["kind"] = json!({"name": "regicide", "edition": 3});
    future["rules"] = json!("second");
    assert!(matches!(read(&future), Err(ReadError::UnknownFormat(_))));
}

#[test]
fn s6_an_unknown_kind_or_rules_version_is_reported_before_other_fields() {
    let game = of_kind("kind", json!("regicide-chess"));
    assert!(matches!(read(&game), Err(ReadError::UnknownKind(found)) if found == "regicide-chess"));
    for version in [0_u64, 2, 300] {
        let rules = of_kind("rules", json!(version));
        assert!(
            matches!(read(&rules), Err(ReadError::UnknownRules(unknown)) if unknown.name() == format!("regicide/{version}"))
        );
    }
}

#[test]
fn s6_a_malformed_record_of_a_known_format_is_refused() {
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
        assert_eq!(bad_move(&record), (1, "S5.2"), "{at}");
    }
}

/// The first bad move of a record, and the clause that it is against.
fn bad_move(record: &Value) -> (u32, &'static str) {
    let bad = verdict_of(&read(record).unwrap()).bad_move.unwrap();
    (bad.seq, bad.rule)
}

#[test]
fn s6_5_a_move_of_no_seat_is_a_bad_move() {
    for seat in [4, 255, 256, u32::MAX] {
        let mut record = record();
        record["moves"][2]["seat"] = json!(seat);
        assert_eq!(bad_move(&record), (3, "S6"), "{seat}");
    }
    for seat in [json!(-1), json!("0"), json!(0.0), json!(1_u64 << 32)] {
        let mut record = record();
        record["moves"][2]["seat"] = seat;
        assert!(matches!(read(&record), Err(ReadError::Malformed(_))), "{record}");
    }
}

#[test]
fn s5_6_times_never_go_back() {
    let times = |times: [Option<&str>; 4]| {
        let mut record = record();
        for (place, at) in times.into_iter().enumerate() {
            record["moves"][place]["at"] = json!(at);
        }
        for field in ["chain", "position", "result"] {
            record[field] = Value::Null;
        }
        record["moves"].as_array_mut().unwrap().truncate(4);
        verdict_of(&read(&record).unwrap()).bad_move.map(|bad| (bad.seq, bad.rule))
    };
    let [first, second] = [Some("2026-11-20T12:00:00.000001Z"), Some("2026-11-20T12:00:00.000002Z")];
    assert_eq!(times([first, first, second, second]), None);
    assert_eq!(times([None, first, None, first]), None);
    assert_eq!(times([first, second, first, second]), Some((3, "S5.6")));
    assert_eq!(times([second, None, None, first]), Some((4, "S5.6")));
}

#[test]
fn a_time_is_the_same_however_it_is_spelt() {
    let spelt = record()["moves"][0]["at"].as_str().unwrap().replace('Z', "+00:00");
    let mut record = record();
    record["moves"][0]["at"] = json!(spelt);
    assert!(verdict_of(&read(&record).unwrap()).consistent);
}

#[test]
fn s6_a_record_is_written_as_it_was_read() {
    let record = record();
    assert_eq!(json(&read(&record).unwrap()), record);
}
