//! Texts that are read as the same record, and others (docs/spec/record.md S5.5, S6.2,
//! S6.4).

use regicide_engine::record::RecordFile;
use serde_json::{Value, json};

use crate::played::{Played, coop, json, verdict_of};

fn record() -> Value {
    json(&Played::random(coop(), "forms", 400).whole())
}

/// True if a text is a valid record; `None` if it is no record.
fn holds(text: &str) -> Option<bool> {
    RecordFile::from_json(text).ok().map(|record| verdict_of(&record).consistent)
}

#[test]
fn s5_5_a_time_may_be_spelt_in_several_ways() {
    let record = record();
    let at = record["moves"][0]["at"].as_str().unwrap();
    let plain = at.strip_suffix('Z').unwrap();
    for (spelt, expected) in [
        (format!("{plain}z"), Some(true)),
        (format!("{plain}-00:00"), Some(true)),
        (at.replace('T', "t"), Some(true)),
        (at.replace('T', " "), Some(true)),
        (format!("{plain}000Z"), Some(true)),
        (format!("{plain}0000001Z"), Some(true)),
        (format!("{plain}001Z"), Some(false)),
        (format!("{plain}+01:00"), Some(false)),
        (format!("{plain}+0000"), Some(false)),
        (format!("{plain} Z"), Some(false)),
        (plain.to_owned(), Some(false)),
        ("soon".to_owned(), Some(false)),
    ] {
        let mut changed = record.clone();
        changed["moves"][0]["at"] = json!(spelt);
        assert_eq!(holds(&changed.to_string()), expected, "{spelt}");
    }
}

#[test]
fn s6_2_reading_is_strict() {
    let text = record().to_string();
    assert_eq!(holds(&text), Some(true));
    for (from, to) in [
        ("\"players\":", "\"players\":2,\"players\":"),
        ("\"seq\":1,", "\"seq\":1,\"seq\":1,"),
        ("\"seq\":1,", "\"seq\":1.0,"),
        ("\"seq\":1,", "\"seq\":1.0,"),
        ("\"seq\":1,", "\"seq\":1,\"note\":\"!!\","),
        ("\"rules\":1,", "\"rules\":1.0,"),
        ("\"rules\":1,", "\"rules\":1,\"weather\":\"rain\","),
        ("\"outcome\":\"lost\"", "\"outcome\":\"won\",\"outcome\":\"lost\""),
        ("\"outcome\":\"lost\"", "\"outcome\":\"lost\",\"outcome\":\"lost\""),
        ("\"outcome\":\"lost\"", "\"outcome\":\"lost\",\"more\":[{\"a\":1,\"a\":2}]"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(holds(&text.replacen(from, to, 1)), None, "{to}");
    }
}

#[test]
fn s6_2_null_is_left_out() {
    for field in ["options", "commitment", "names", "comments", "result", "chain", "signature"] {
        let (mut null, mut without) = (record(), record());
        null[field] = Value::Null;
        without.as_object_mut().unwrap().remove(field);
        let verdicts = [null, without].map(|record| holds(&record.to_string()));
        // Without its options this game is another one.
        assert_eq!(verdicts, [Some(field != "options"); 2], "{field}");
    }
}

#[test]
fn s6_4_a_part_of_the_result_is_enough_and_the_other_games_fields_do_not_fit() {
    let whole = record()["result"].clone();
    let with = |result: Value| {
        let mut changed = record();
        changed["result"] = result;
        holds(&changed.to_string())
    };
    assert_eq!(with(json!({})), Some(true));
    for (field, value) in whole.as_object().unwrap() {
        assert_eq!(with(json!({field: value})), Some(true), "{field}");
    }
    for (field, value) in [
        ("outcome", json!("shared")),
        ("conceded_by", json!(3)),
        ("enemies_defeated", json!(13)),
        ("medal", json!("gold")),
        ("winners", json!([])),
        ("winners", json!([3, 1, 1, 0, 2])),
        ("points", json!([4_294_967_295_u32])),
    ] {
        assert_eq!(with(json!({field: value})), Some(false), "{field}");
    }
    // S6.2: these are no results.
    for result in [
        json!("lost"),
        json!({"outcome": "lost", "weather": "rain"}),
        json!({"outcome": "drawn"}),
        json!({"outcome": null}),
        json!({"enemies_defeated": null}),
        json!({"enemies_defeated": 1.0}),
        json!({"enemies_defeated": 256}),
        json!({"conceded_by": 4}),
        json!({"winners": [4]}),
        json!({"winners": null}),
        json!({"points": [1, 4_294_967_296_u64]}),
        json!({"points": {"0": 1}}),
    ] {
        assert_eq!(with(result.clone()), None, "{result}");
    }
    let mut unfinished = record();
    let moves = unfinished["moves"].as_array_mut().unwrap();
    moves.pop();
    for field in ["position", "chain"] {
        unfinished[field] = Value::Null;
    }
    unfinished["result"] = json!({});
    assert_eq!(holds(&unfinished.to_string()), Some(false));
}
