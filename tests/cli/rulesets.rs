//! Commands on records of several versions of the rules.

use regicide_engine::engine::{Options, Ruleset, Setup};
use regicide_engine::record::RecordFile;

use crate::commands::{regicide, stdout};
use crate::played::{Played, json};

/// A game by a version of the rules.
fn played(ruleset: &str) -> Played {
    let ruleset: Ruleset = ruleset.parse().unwrap();
    let setup = Setup::new(ruleset, 2, &Options::default()).unwrap();
    Played::random(setup, "rulesets", 30)
}

#[test]
fn s6_the_commands_refuse_unknown_rules_and_name_them() {
    let known = played("regicide/1").whole();
    let unknown = RecordFile { rules: 7, ..known.clone() };
    let input = format!("{}\n{}\n", json(&unknown), json(&known));
    let output = regicide(&["verify"], &input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "-:1: FAILED, The rules regicide/7 are unknown.");
    assert!(lines[1].starts_with("-:2: ok"), "{lines:?}");
    let replayed = regicide(&["replay", "-"], &json(&unknown).to_string());
    assert!(!replayed.status.success());
    assert!(String::from_utf8_lossy(&replayed.stderr).contains("regicide/7"), "{replayed:?}");
}

#[test]
fn the_commands_support_every_known_version() {
    let games = ["regicide/1", "regicide/200"].map(|ruleset| {
        let mut record = json(&played(ruleset).whole());
        record.as_object_mut().unwrap().remove("id");
        record.to_string()
    });
    let output = regicide(&["verify"], &games.join("\n"));
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).ends_with("2 records: 2 hold, 0 do not\n"));
}
