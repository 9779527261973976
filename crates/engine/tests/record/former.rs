//! Former players of seats that changed hands (docs/spec/record.md S6.12).

use regicide_engine::record::{Checked, RecordFile};
use serde_json::{Value, json};

use crate::played::{Played, coop, json, verdict_of};

/// A record of three players and 13 moves, with these former players.
fn with(former: &Value) -> Value {
    let mut record = json(&Played::random(coop(), "former", 20).whole());
    assert_eq!(record["moves"].as_array().unwrap().len(), 13);
    record["former_players"] = former.clone();
    record
}

fn read(former: &Value) -> Option<RecordFile> {
    RecordFile::from_json(&with(former).to_string()).ok()
}

#[test]
fn s6_12_former_players_are_judged_with_names_and_ids() {
    let one = |seat: u32, until: u32| json!({"seat": seat, "until": until, "player_id": "a"});
    let fault = |former: &[Value]| {
        let mut record = read(&json!(former)).unwrap();
        record.names = None;
        let verdict = verdict_of(&record);
        let check = verdict.checks.into_iter().find(|check| check.name.as_ref() == "names").unwrap();
        assert_eq!(verdict.consistent, check.outcome == Checked::Held);
        check.detail
    };
    for good in [&[one(2, 0)][..], &[one(0, 3), one(0, 3), one(1, 3), one(0, 13)]] {
        assert_eq!(fault(good), None);
    }
    for (bad, expected) in [
        (&[one(0, 0), one(3, 0)][..], "There is no seat 3."),
        (&[one(0, 2), one(1, 1)], "The changes of hands are not in order."),
        (&[one(0, 14)], "A seat changed hands after move 14, which is not there."),
        (&[one(0, u32::MAX)], "A seat changed hands after move 4294967295, which is not there."),
    ] {
        assert_eq!(fault(bad).as_deref(), Some(expected));
    }
}

#[test]
fn s6_2_former_players_are_read_strictly() {
    let none = with(&Value::Null);
    for left_out in [Value::Null, json!([])] {
        let written = json(&read(&left_out).unwrap());
        assert!(written.get("former_players").is_none());
        assert_eq!(
            verdict_of(&read(&left_out).unwrap()),
            verdict_of(&RecordFile::from_value(none.clone()).unwrap())
        );
    }
    let some = json!([{"seat": 0, "until": 0, "player_id": null}, {"seat": 2, "until": 9, "player_id": "bot-steady"}]);
    assert_eq!(json(&read(&some).unwrap()), with(&some));
    assert_eq!(
        read(&json!([{"seat": 0, "until": 0}])),
        read(&json!([{"seat": 0, "until": 0, "player_id": null}]))
    );
    let many = |count| json!(vec![json!({"seat": 1, "until": 1, "player_id": null}); count]);
    assert!(read(&many(1000)).is_some());
    for bad in [
        many(1001),
        json!({}),
        json!([null]),
        json!([[0, 0, null]]),
        json!([{"seat": 4, "until": 0}]),
        json!([{"seat": null, "until": 0}]),
        json!([{"seat": 0, "until": null}]),
        json!([{"seat": 0, "until": -1}]),
        json!([{"seat": 0, "until": 1_u64 << 32}]),
        json!([{"until": 0}]),
        json!([{"seat": 0}]),
        json!([{"seat": 0, "until": 0, "player_id": 7}]),
        json!([{"seat": 0, "until": 0, "name": "Ada"}]),
    ] {
        assert_eq!(read(&bad), None, "{bad}");
    }
}
