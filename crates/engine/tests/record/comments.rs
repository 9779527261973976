//! Comments, which verifiers pass over (docs/spec/record.md S6.14).

use regicide_engine::record::RecordFile;
use serde_json::{Value, json};

use crate::played::{Played, coop, json, verdict_of};

fn with(comments: &Value) -> Value {
    let mut record = json(&Played::random(coop(), "comments", 20).whole());
    record["comments"] = comments.clone();
    record
}

fn is_record(comments: &Value) -> bool {
    RecordFile::from_json(&with(comments).to_string()).is_ok()
}

#[test]
fn s6_14_comments_change_no_verdict_and_are_written_as_read() {
    let comments = json!([
        {"seq": 9, "text": "Two\nlines \u{202e}<b>"},
        {"seq": 9, "text": "Again here"},
        {"seq": 0, "text": "A hard deal."},
        {"seq": 7151, "text": "behind the end"},
    ]);
    let read = |record: &Value| RecordFile::from_json(&record.to_string()).unwrap();
    let (plain, commented) = (with(&Value::Null), with(&comments));
    assert_eq!(verdict_of(&read(&commented)), verdict_of(&read(&plain)));
    assert_eq!(json(&read(&commented)), commented);
    let mut tampered = commented;
    tampered["moves"][0]["seat"] = json!(2);
    assert!(!verdict_of(&read(&tampered)).consistent);
}

#[test]
fn s6_14_comments_are_bounded_in_number_and_length() {
    let one = |text: &str| json!([{"seq": 0, "text": text}]);
    let many = |count| json!(vec![json!({"seq": 1, "text": "x"}); count]);
    for good in [json!([]), many(1000), one(&"\u{1f0cf}".repeat(1000)), one("\n"), one("\u{9f}")] {
        assert!(is_record(&good), "{good}");
    }
    for bad in [
        many(1001),
        one(""),
        one(&"x".repeat(1001)),
        one(&"x".repeat(4001)),
        one("\u{0}"),
        one("\t"),
        one("\u{1b}[2J"),
        one("\u{7f}"),
        json!([{"seq": 7152, "text": "x"}]),
        json!([{"seq": 0, "text": "x", "by": "Ada"}]),
        json!([{"seq": 0}]),
        json!([null]),
    ] {
        assert!(!is_record(&bad), "{bad}");
    }
}
