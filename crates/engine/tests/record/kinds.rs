//! The kept games show all that can happen.

use std::collections::BTreeSet;

use regicide_engine::engine::{regicide as coop, tricks};
use regicide_engine::record::{RecordFile, Replay};
use serde_json::Value;
use utoipa::PartialSchema;

use crate::games::games;

fn records() -> impl Iterator<Item = RecordFile> {
    games().into_iter().map(|(_, text)| RecordFile::from_json(&text).unwrap())
}

/// The names of a game's effects, from their schema.
fn effects<E: PartialSchema>() -> BTreeSet<String> {
    let schema = serde_json::to_value(E::schema()).unwrap();
    let kinds = schema["oneOf"].as_array().unwrap();
    kinds.iter().map(|kind| kind["properties"]["type"]["enum"][0].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_kept_games_show_every_effect() {
    let mut shown = BTreeSet::new();
    for record in records() {
        let (setup, seed) = (record.setup().unwrap(), record.seed().unwrap());
        let entries: Vec<_> = record.entries().map(Result::unwrap).collect();
        for step in Replay::new(&setup, &seed, entries) {
            let effects = serde_json::to_value(step.unwrap().effects).unwrap();
            for effect in effects.as_array().unwrap() {
                shown.insert(effect["type"].as_str().unwrap().to_owned());
                if effect["exact"] == true {
                    shown.insert("exact".to_owned());
                }
                if effect["left"].as_u64().is_some_and(|left| left > 0) && effect["type"] == "discarded" {
                    shown.insert("passed on".to_owned());
                }
                if effect["reason"].is_string() {
                    shown.insert(effect["reason"].to_string());
                }
            }
        }
    }
    let more = ["exact", "passed on", "\"damage\"", "\"stuck\""].map(str::to_owned);
    let mut all = effects::<coop::Effect>();
    all.extend(effects::<tricks::Effect>());
    all.extend(more);
    let missing: Vec<_> = all.difference(&shown).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_kept_games_end_in_every_way() {
    let ends: BTreeSet<String> = records()
        .map(|record| {
            let result = serde_json::to_value(record.result).unwrap();
            let conceded = if result["conceded_by"].is_null() { "" } else { " conceded" };
            let medal = result.get("medal").and_then(Value::as_str).unwrap_or("");
            format!("{} {}{conceded} {medal}", record.kind, result["outcome"].as_str().unwrap())
        })
        .collect();
    for end in [
        "regicide lost ",
        "regicide lost conceded ",
        "regicide won ",
        "regicide won bronze",
        "regicide won silver",
        "regicide won gold",
        "regicide-tricks won ",
        "regicide-tricks won conceded ",
        "regicide-tricks shared conceded ",
    ] {
        assert!(ends.contains(end), "{end}: {ends:?}");
    }
}
