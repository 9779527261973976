//! Records that stop before the end, and records that go wrong on the way.

use regicide_engine::record::{Checked, RecordFile};
use serde_json::json;

use crate::played::{Played, coop, partners, verdict_of};

#[test]
fn s6_a_record_may_stop_after_any_move() {
    for setup in [coop(), partners()] {
        let game = Played::random(setup, "stop", 25);
        for moves in 0..game.entries.len() {
            let record = game.export(moves);
            assert_eq!(record.result, None);
            let verdict = verdict_of(&record);
            assert!(verdict.consistent, "{verdict:?}");
            assert_eq!((verdict.moves_valid as usize, &verdict.result), (moves, &None));
            assert_eq!(verdict.chain, Some(game.chain(moves)));
        }
    }
}

#[test]
fn s6_header_and_moves_are_enough() {
    let game = Played::random(coop(), "bare", 25);
    let record = RecordFile::new(&game.setup, &game.seed, game.entries.iter().copied());
    let verdict = verdict_of(&record);
    assert!(verdict.consistent);
    let whole = game.whole();
    assert_eq!((verdict.position, verdict.chain), (whole.position, whole.chain));
    let mut result = serde_json::to_value(whole.result).unwrap();
    result["kind"] = json!("regicide");
    assert_eq!(serde_json::to_value(verdict.result).unwrap(), result);
    let given: Vec<_> = verdict.checks.iter().filter(|check| check.outcome != Checked::NotGiven).collect();
    assert_eq!(given.iter().map(|check| check.name.as_ref()).collect::<Vec<_>>(), ["setup", "seed", "moves"]);
}

#[test]
fn s6_9_everything_is_reported_up_to_the_first_bad_move() {
    let game = Played::random(coop(), "middle", 25);
    let middle = game.entries.len() / 2;
    let good = game.rebuild(middle);
    for (text, rule) in [("play 7h", "S3"), ("play  7H", "S3"), ("take", "R4.1")] {
        let mut record = game.whole();
        text.clone_into(&mut record.moves[middle].text);
        record.moves[middle + 1].text = "worse".to_owned();
        let verdict = verdict_of(&record);
        let bad = verdict.bad_move.unwrap();
        assert_eq!(bad.seq as usize, middle + 1);
        assert_eq!(bad.rule, rule);
        assert!(!bad.reason.is_empty());
        assert_eq!(verdict.moves_valid as usize, middle);
        assert_eq!(verdict.position, Some(good.position().to_string()));
        assert_eq!(verdict.chain, Some(game.chain(middle)));
        assert_eq!(verdict.result, None);
    }
}
