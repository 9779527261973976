//! The record file's JSON Schema.

use serde_json::{Value, json};

use crate::games::games;

#[test]
fn good_records_fit_the_schema_and_others_do_not() {
    let schema = regicide_engine::record::schema();
    assert!(jsonschema::meta::is_valid(&schema));
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (path, text) in games() {
        let record: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = validator.iter_errors(&record).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        for (field, value) in [
            ("format", json!("regicide-record/2")),
            ("kind", json!("chess")),
            ("rules", json!(2)),
            ("players", json!(0)),
            ("seed", json!("a b")),
            ("moves", json!([{"seq": 0, "seat": 0, "text": "yield"}])),
            ("moves", json!([{"seq": 1, "seat": 4, "text": "yield"}])),
            ("chain", json!("00")),
            ("result", json!({"outcome": "drawn"})),
            ("comments", json!([{"seq": 0, "text": ""}])),
            ("comments", json!([{"seq": 7152, "text": "late"}])),
            ("comments", json!([{"seq": 0, "text": "a\u{1b}[2J"}])),
            ("former_players", json!([{"seat": 4, "until": 0}])),
            ("former_players", json!([{"seat": 0, "until": 7152}])),
            ("former_players", json!([{"seat": 0}])),
            ("extra", json!(1)),
        ] {
            let mut bad = record.clone();
            bad[field] = value;
            assert!(!validator.is_valid(&bad), "{field}");
        }
        for field in ["format", "kind", "rules", "players", "seed", "moves"] {
            let mut bad = record.clone();
            bad.as_object_mut().unwrap().remove(field);
            assert!(!validator.is_valid(&bad), "without {field}");
        }
    }
}
