//! Records in which a value has another type (docs/spec/record.md S6.2). The contract
//! tests compare more such records between all verifiers (`tests/contract/mutated.py`).

use regicide_engine::record::RecordFile;
use serde_json::{Value, json};

use crate::games::games;

/// A placeholder in a text for a value that JSON libraries would write in another way.
const RAW: &str = "@raw@";

/// A record with all fields that there are.
fn full() -> Value {
    let mut record: Value = serde_json::from_str(include_str!("../../../../docs/spec/example.json")).unwrap();
    let id = record["id"].clone();
    record["url"] = json!("https://regicide.example/games/x");
    record["proof"] = json!("c2sp.org/tlog-proof@v1\n");
    record["comments"] = json!([{"seq": 0, "text": "A hard deal."}, {"seq": 1, "text": "Two\nlines"}]);
    record["former_players"] =
        json!([{"seat": 0, "until": 0, "player_id": null}, {"seat": 0, "until": 1, "player_id": id}]);
    record["played_as"] = json!({
        "purpose": "fork", "challenge_id": id, "attempt": 2, "forked_from": {"game_id": id, "seq": 3},
    });
    record
}

fn records() -> Vec<Value> {
    let short = games().into_iter().filter(|(_, text)| text.len() < 4000);
    let kept = short.map(|(_, text)| serde_json::from_str(&text).unwrap());
    kept.chain([full()]).collect()
}

/// The JSON pointers to all values, with the values.
fn places(value: &Value, pointer: String, found: &mut Vec<(String, Value)>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(items) => {
            let ends = items.iter().enumerate().filter(|(index, _)| [0, items.len() - 1].contains(index));
            ends.map(|(index, value)| (index.to_string(), value)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (name, value) in inner {
        places(value, format!("{pointer}/{name}"), found);
    }
    found.push((pointer, value.clone()));
}

/// Texts of other types that serde would take for a value, or that are no value of it.
fn other_texts(value: &Value) -> Vec<String> {
    let mut texts = vec![format!("[{value}]"), format!("{{\"a\":{value}}}")];
    if !value.is_string() && !value.is_null() {
        texts.push(json!(value.to_string()).to_string());
    }
    match value {
        Value::Object(fields) => {
            texts.push("[]".to_owned());
            texts.push(json!(fields.values().collect::<Vec<_>>()).to_string());
            let twice = fields.iter().next().map(|(name, value)| format!("{{\"{name}\":{value},"));
            texts.extend(twice.map(|twice| value.to_string().replacen('{', &twice, 1)));
        }
        Value::Array(_) => texts.extend(["{}".to_owned(), "0".to_owned()]),
        Value::String(text) => {
            texts.extend([format!("{{{value}:null}}"), "0".to_owned(), format!("{{\"{text}\":[]}}")]);
        }
        Value::Number(number) => {
            texts.extend([
                format!("{number}.0"),
                format!("{number}e0"),
                format!("-{number}"),
                "true".to_owned(),
            ]);
        }
        Value::Bool(_) => texts.extend(["0".to_owned(), "1".to_owned(), "\"true\"".to_owned()]),
        Value::Null => texts.extend(["0".to_owned(), "[]".to_owned(), "{}".to_owned()]),
    }
    texts
}

#[test]
fn s6_2_a_value_of_another_type_makes_no_record() {
    let mut tried = 0;
    for record in records() {
        let mut found = Vec::new();
        places(&record, String::new(), &mut found);
        for (pointer, value) in found {
            for text in other_texts(&value) {
                let mut changed = record.clone();
                *changed.pointer_mut(&pointer).unwrap() = json!(RAW);
                let changed = changed.to_string().replace(&format!("\"{RAW}\""), &text);
                // A seat in place of `null` is a wrong result.
                if pointer == "/result/conceded_by" && value.is_null() && text == "0" {
                    continue;
                }
                assert!(RecordFile::from_json(&changed).is_err(), "{pointer}: {text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 3_000, "{tried}");
}
