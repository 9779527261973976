//! A complete record in which one thing is changed.

use regicide_engine::engine::{Game as _, Move, Seat};
use regicide_engine::record::{Checked, FormerPlayer, GamePurpose, PlayedAs, RecordFile};
use serde_json::{Value, json};

use crate::played::{Played, coop, json, partners, verdict_of};

fn games() -> [Played; 2] {
    [Played::random(coop(), "tamper", 12), Played::random(partners(), "tamper", 60)]
}

/// The faults found in a record, as `check: detail`, or why it is none;
/// nothing if all is well.
fn found(record: &Value) -> Option<String> {
    let record = match RecordFile::from_json(&record.to_string()) {
        Ok(record) => record,
        Err(error) => return Some(format!("read: {error}")),
    };
    let verdict = verdict_of(&record);
    let failed = verdict.checks.iter().find(|check| check.outcome == Checked::Failed);
    assert_eq!(verdict.consistent, failed.is_none());
    failed.map(|check| format!("{}: {}", check.name.as_ref(), check.detail.as_ref().unwrap()))
}

#[track_caller]
fn caught(record: &Value, expected: &str) {
    let found = found(record).unwrap_or_default();
    assert!(found.starts_with(expected), "expected {expected:?}, found {found:?}");
}

/// The record with another value in the place that a JSON pointer names.
fn with(record: &Value, place: &str, value: Value) -> Value {
    let mut changed = record.clone();
    *changed.pointer_mut(place).unwrap() = value;
    changed
}

/// The places of all values that hold no others.
fn leaves(value: &Value, place: &str, each: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{place}/{name}"), each));
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().enumerate().for_each(|(at, value)| leaves(value, &format!("{place}/{at}"), each));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            each(place, value);
        }
    }
}

/// Other values for a field.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(0), json!("gold")],
        Value::Bool(value) => vec![json!(!value)],
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            vec![json!(number + 1), json!(number - 1), json!(number + 256), Value::Null]
        }
        Value::String(text) => text_like(text).into_iter().map(Value::from).collect(),
        Value::Array(_) => vec![json!(["no_combos"])],
        Value::Object(_) => Vec::new(),
    }
}

/// Texts that differ in one character: one more, one fewer, or another digit.
fn text_like(text: &str) -> Vec<String> {
    let other = |old: char, new: char| text.contains(old).then(|| text.replacen(old, &new.to_string(), 1));
    let longer = [format!("{text}0"), format!("{text} "), text[..text.len() - 1].to_owned()];
    let changed = [other('0', '1'), other('2', '3'), other('C', 'H'), other('n', 'm')];
    longer.into_iter().chain(changed.into_iter().flatten()).collect()
}

/// Data that only a signature could bind.
fn is_unbound(place: &str) -> bool {
    ["/seed_by", "/names/", "/id", "/url", "/played_as", "/player_ids/"]
        .iter()
        .any(|free| place.starts_with(free))
}

#[test]
fn s6_1_every_bound_value_of_a_record_is_checked() {
    for game in games() {
        let record = json(&game.whole());
        assert_eq!(found(&record), None);
        let mut tried = 0;
        leaves(&record, "", &mut |place, value| {
            for other in others(value).into_iter().filter(|_| !is_unbound(place)) {
                // Null is the same as a missing field, which is valid.
                let changed = with(&record, place, other.clone());
                assert!(found(&changed).is_some() || other.is_null(), "{place}: {value} as {other}");
                tried += 1;
            }
        });
        assert!(tried > 150, "{tried}");
    }
}

#[test]
fn s6_every_option_that_is_left_out_or_of_the_other_game_is_found() {
    for game in games() {
        let record = json(&game.whole());
        for field in ["first", "variants", "partners", "target"] {
            let mut changed = record.clone();
            if changed["options"].as_object_mut().unwrap().remove(field).is_some() {
                assert!(found(&changed).is_some(), "without {field}");
            }
        }
        let foreign = [
            ("solo_yield", json!("never")),
            ("variants", json!([])),
            ("jokers", json!(2)),
            ("partners", json!(false)),
            ("target", json!(50)),
        ];
        for (field, value) in foreign.into_iter().filter(|(field, _)| record["options"].get(field).is_none())
        {
            let mut changed = record.clone();
            changed["options"][field] = value;
            caught(&changed, &format!("setup: {field}: "));
        }
    }
}

#[test]
fn s6_6_every_changed_value_is_reported() {
    let record = json(&games()[0].whole());
    let commitment = record["commitment"].as_str().unwrap();
    let zeros = "0".repeat(64);
    for (place, value, expected) in [
        ("/format", json!("regicide-record/9"), "read: The format regicide-record/9 is not known"),
        ("/kind", json!("regicide-chess"), "read: The game regicide-chess is not known"),
        ("/kind", json!("regicide-tricks"), "setup: solo_yield: "),
        ("/rules", json!(2), "read: The rules regicide/2 are unknown"),
        ("/players", json!(4), "names: There are 3 names"),
        ("/players", json!(5), "setup: players: "),
        ("/options/first", json!(0), "moves: Move 1: It is the turn of seat 1"),
        ("/options/first", json!(3), "setup: first: "),
        ("/options/solo_yield", json!("once"), "setup: solo_yield: "),
        ("/seed", json!("tampered"), "commitment: It is "),
        ("/seed", json!("no seed"), "seed: "),
        ("/commitment", json!(zeros), &format!("commitment: It is {commitment}")),
        ("/names", json!([null, null]), "names: There are 2 names"),
        ("/moves/2/seq", json!(4), "moves: Move 3: It has the number 4"),
        ("/moves/2/text", json!("dance"), "moves: Move 3: There is no such move"),
        ("/moves/2/at", json!("2026-11-20T12:00:22Z"), "chain: It is "),
        ("/moves/2/at", json!("2026-11-20T12:00:00Z"), "moves: Move 3: Its time is earlier"),
        ("/moves/2/at", json!("soon"), "moves: Move 3: Its time is no time"),
        ("/moves/2/seat", json!(4), "moves: Move 3: There is no seat 4"),
        ("/result/outcome", json!("won"), "result: It is {"),
        ("/result/conceded_by", json!(2), "result: It is {"),
        ("/result/enemies_defeated", json!(12), "result: It is {"),
        ("/result/medal", json!("gold"), "result: It is {"),
        ("/position", json!("-"), &format!("position: It is {}", record["position"].as_str().unwrap())),
        ("/chain", json!(zeros), &format!("chain: It is {}", record["chain"].as_str().unwrap())),
    ] {
        caught(&with(&record, place, value), expected);
    }
}

#[test]
fn s6_the_trick_taking_games_options_and_result_are_named() {
    let record = json(&games()[1].whole());
    for (place, value, expected) in [
        ("/options/jokers", json!(1), "setup: jokers: "),
        ("/options/jokers", json!(0), "moves: Move "),
        ("/options/target", json!(9), "setup: target: "),
        ("/options/target", json!(100), "chain: It is "),
        ("/players", json!(3), "setup: partners: "),
        ("/result/outcome", json!("shared"), "result: It is {"),
        ("/result/winners", json!([0, 1]), "result: It is {"),
        ("/result/points", json!([0, 1]), "result: It is {"),
        ("/result/conceded_by", Value::Null, "result: It is {"),
    ] {
        caught(&with(&record, place, value), expected);
    }
    caught(&with(&record, "/options/partners", json!(false)), "result: It is {");
}

#[test]
fn s5_2_every_move_is_bound_with_its_seat_and_time() {
    for game in games() {
        let record = json(&game.whole());
        for (index, entry) in game.entries.iter().enumerate() {
            let place = |field: &str| format!("/moves/{index}/{field}");
            let before = game.rebuild(index);
            let others = before.position().legal_moves().into_iter().filter(|mv| *mv != entry.mv);
            for mv in others.take(3).chain([Move::Concede]).filter(|mv| *mv != entry.mv) {
                let changed = with(&record, &place("text"), json!(mv.to_string()));
                assert!(found(&changed).is_some(), "move {} as {mv}", entry.seq);
            }
            for seat in (0..4).filter(|&seat| seat != u8::from(entry.seat)) {
                let changed = with(&record, &place("seat"), json!(seat));
                assert!(found(&changed).is_some(), "move {} by {seat}", entry.seq);
            }
            let mut timeless = record.clone();
            timeless["moves"][index].as_object_mut().unwrap().remove("at");
            caught(&timeless, "chain: It is ");
            let later = entry.at.unwrap() + chrono::Duration::microseconds(1);
            caught(&with(&record, &place("at"), json!(later)), "chain: It is ");
        }
    }
}

/// Numbers the moves by their places.
fn renumber(record: &mut Value) {
    for (seq, mv) in (1..).zip(record["moves"].as_array_mut().unwrap()) {
        mv["seq"] = json!(seq);
    }
}

/// The record after a change to its list of moves, as it is and renumbered.
#[track_caller]
fn caught_both_ways(record: &Value, seq: usize, change: impl Fn(&mut Vec<Value>)) {
    let mut changed = record.clone();
    change(changed["moves"].as_array_mut().unwrap());
    caught(&changed, &format!("moves: Move {seq}: It has the number "));
    renumber(&mut changed);
    assert!(found(&changed).is_some(), "renumbered at {seq}");
}

#[test]
fn s5_2_the_order_of_moves_and_their_number_are_bound() {
    for game in games() {
        let record = json(&game.whole());
        let count = game.entries.len();
        for index in 0..count - 1 {
            caught_both_ways(&record, index + 1, |moves| moves.swap(index, index + 1));
            caught_both_ways(&record, index + 1, |moves| drop(moves.remove(index)));
            caught_both_ways(&record, index + 2, |moves| moves.insert(index, moves[index].clone()));
        }
        let mut short = record.clone();
        short["moves"].as_array_mut().unwrap().pop();
        caught(&short, "result: The moves stop before the end");
        let mut long = record.clone();
        let last = long["moves"][count - 1].clone();
        long["moves"].as_array_mut().unwrap().push(last);
        renumber(&mut long);
        caught(&long, &format!("moves: Move {}: The game is over", count + 1));
    }
}

#[test]
fn values_bound_only_by_a_signature_are_not_reported_as_checked() {
    let mut record = games()[0].whole();
    record.names = Some(vec![None, Some("Somebody else".to_owned()), None]);
    record.id = None;
    record.played_as = Some(PlayedAs::new(GamePurpose::Ranked));
    record.player_ids = Some(vec![Some("somebody".to_owned()), None, None]);
    let player_id = Some("somebody-else".to_owned());
    record.former_players = vec![FormerPlayer { seat: Seat::default(), until: 1, player_id }];
    record.url = Some("https://elsewhere.example".to_owned());
    record.signature = Some("c2lnbmVk".to_owned());
    let verdict = verdict_of(&record);
    assert!(verdict.consistent);
    let signature = verdict.checks.iter().find(|check| check.name.as_ref() == "signature").unwrap();
    assert_eq!(signature.outcome, Checked::NotChecked);
}
