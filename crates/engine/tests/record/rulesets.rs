//! Records of several versions of the rules.

use regicide_engine::engine::{Options, Ruleset, Setup};
use regicide_engine::record::{BadSetup, RecordFile};
use serde_json::json;

use crate::played::{Played, json, verdict_of};

/// A game by the version for tests, whose hands are one card smaller.
fn played(ruleset: &str) -> Played {
    let ruleset: Ruleset = ruleset.parse().unwrap();
    let setup = Setup::new(ruleset, 2, &Options::default()).unwrap();
    Played::random(setup, "rulesets", 30)
}

#[test]
fn a_record_is_verified_with_its_own_rules() {
    for (own, other) in [("regicide/1", 200), ("regicide/200", 1)] {
        let record = json(&played(own).whole());
        let verified = verdict_of(&RecordFile::from_json(&record.to_string()).unwrap());
        assert!(verified.consistent, "{own}: {verified:?}");
        let mut changed = record.clone();
        changed["rules"] = json!(other);
        // The chain holds the header; without it the cards tell.
        changed.as_object_mut().unwrap().remove("chain");
        let verified = verdict_of(&RecordFile::from_json(&changed.to_string()).unwrap());
        assert!(!verified.consistent, "{own} as {other}: {verified:?}");
    }
}

#[test]
fn s6_a_record_of_unknown_rules_is_refused_by_their_name() {
    let unknown = RecordFile { rules: 7, ..played("regicide/1").whole() };
    let error = unknown.setup().unwrap_err();
    assert!(matches!(&error, BadSetup::UnknownRules(rules) if rules.name() == "regicide/7"));
    let verified = verdict_of(&unknown);
    assert!(!verified.consistent);
    assert!(verified.checks[0].detail.as_ref().unwrap().contains("regicide/7"), "{verified:?}");
}
