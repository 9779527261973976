//! Finished games of every released version of the rules are verified for ever
//! as they were.

use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, Expected, RecordFile, verify};

use crate::games::games;

#[test]
fn kept_games_hold() {
    for (path, text) in games() {
        let record = RecordFile::from_json(&text).unwrap();
        let known = Expected { commitment: record.commitment, chain: record.chain, ..Expected::default() };
        assert!(known.chain.is_some() && record.position.is_some() && record.result.is_some());
        let verdict = verify(&record, &known, Language::default());
        assert!(verdict.consistent, "{}: {verdict:?}", path.display());
        assert_eq!(verdict.authenticity, Authenticity::Authenticated);
        assert_eq!(verdict.moves_valid as usize, record.moves.len());
    }
}

#[test]
fn a_record_that_was_read_is_written_as_it_was() {
    for (path, text) in games() {
        let record = RecordFile::from_json(&text).unwrap();
        let written = serde_json::to_value(&record).unwrap();
        assert_eq!(written, serde_json::from_str::<serde_json::Value>(&text).unwrap(), "{}", path.display());
    }
}

#[test]
fn the_first_bad_move_is_found_and_all_before_it_is_good() {
    for (path, text) in games() {
        let mut record = RecordFile::from_json(&text).unwrap();
        let middle = record.moves.len() / 2;
        for (bad, rule) in [("dance", "S3"), ("play 5C 6C 7C", "")] {
            bad.clone_into(&mut record.moves[middle].text);
            let verdict = verify(&record, &Expected::default(), Language::default());
            let bad_move = verdict.bad_move.unwrap();
            assert_eq!(
                (bad_move.seq as usize, verdict.moves_valid as usize),
                (middle + 1, middle),
                "{}",
                path.display()
            );
            assert!(rule.is_empty() || bad_move.rule == rule);
        }
    }
}

#[test]
fn a_record_of_another_kind_says_so_first() {
    let (_, text) = games().remove(0);
    let text = text.replacen('{', "{\"news\":1,", 1);
    let message =
        |from: &str, to: &str| RecordFile::from_json(&text.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(message("regicide-record/1", "regicide-record/2").contains("format regicide-record/2"));
    assert!(message("\"kind\":\"regicide\"", "\"kind\":\"chess\"").contains("game chess"));
    assert!(message("\"rules\":1", "\"rules\":2").contains("rules regicide/2"));
    assert!(RecordFile::from_json(&text).unwrap_err().to_string().contains("news"));
}

#[test]
fn s5_2_times_are_in_utc_and_not_finer_than_the_chain_holds() {
    let (_, text) = games().into_iter().find(|(_, text)| text.contains("\"at\":")).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for at in ["2026-11-20T13:00:00.000000+01:00", "2026-11-20T12:00:00.0000001Z"] {
        value["moves"][0]["at"] = at.into();
        let verdict = verify(
            &RecordFile::from_json(&value.to_string()).unwrap(),
            &Expected::default(),
            Language::default(),
        );
        assert_eq!(verdict.bad_move.unwrap().rule, "S5.2");
    }
}
