//! Playing alone (R7.3, R9).

use super::*;
use crate::engine::options::SoloYield;
use crate::engine::regicide::{LossReason, Medal};

fn once(line: &str) -> Position {
    position_in(line, &Options { solo_yield: Some(SoloYield::Once), ..Options::default() })
}

#[test]
fn r7_3_alone_there_is_no_yielding_unless_chosen_and_never_twice_running() {
    let never = position("QD - - - 2C JH:0:9:immune play 0 n 2 6");
    assert_eq!(refused(&never, "yield"), (Reason::SoloYield, "R7.3"));
    let yielded = after(once("QD 3C - - 2C9C JH:0:9:immune play 0 n 2 6"), &["yield", "discard 9C"]);
    assert_eq!(refused(&yielded, "yield"), (Reason::YieldedLast, "R7.3"));
    let flipped = after(yielded, &["flip"]);
    assert_eq!(refused(&flipped, "yield"), (Reason::YieldedLast, "R7.3"), "a flip in between is no turn");
    assert_eq!(field(&after(flipped, &["play 3C"]), 9), "n");
}

#[test]
fn r9_1_a_flip_discards_the_hand_in_canonical_order_and_refills_it() {
    let before = position("QD 2C3C4C5C6C7C8C9CTC KS - 9HAC5D JD:0:0:immune play 0 n 2 6");
    let (next, effects) = play_all(before, &["flip"]);
    assert_eq!((field(&next, 3), field(&next, 5)), ("KSAC5D9H".into(), "2C3C4C5C6C7C8C9C".into()));
    assert_eq!(
        (field(&next, 2), field(&next, 10), field(&next, 6)),
        ("TC".into(), "1".into(), "JD:0:0:immune".into())
    );
    assert!(matches!(effects[..], [Effect::Flipped { left: 1, .. }, Effect::Drawn { count: 8, .. }]));
}

#[test]
fn r9_2_with_a_jester_left_a_small_hand_does_not_lose_yet() {
    for tavern in ["-", "TC", "2C2D2H2S3C3D3H"] {
        let line = format!("QD {tavern} - - 5D4S JH:0:0:immune play 0 n 2 6");
        let paying = after(position(&line), &["play 4S"]);
        assert_eq!(field(&paying, 7), "discard:6:0");
        assert_eq!(legal(&paying), ["flip"]);
        assert_eq!(refused(&paying, "discard 5D"), (Reason::OnlyFlip, "R9.2"));
        let flipped = after(paying, &["flip"]);
        assert_eq!(field(&flipped, 7), "discard:6:0");
        let can_pay = legal(&flipped).iter().any(|mv| mv.starts_with("discard"));
        assert_eq!(can_pay, tavern != "-", "{tavern}");
        let (twice, effects) = play_all(flipped, &["flip"]);
        assert_eq!(field(&twice, 10), "0");
        assert_eq!(field(&twice, 7), "lost", "the tavern has nothing more");
        let reason = LossReason::Damage;
        assert_eq!(effects.last(), Some(&Effect::Lost { seat: seat(0), reason }));
    }
}

#[test]
fn r9_1_a_flip_before_damage_is_covered_is_allowed_when_the_hand_would_do() {
    let paying = position("QD 2C3C - - TD JH:0:0:immune discard:5:0 0 n 1 6");
    assert_eq!(legal(&paying), ["discard TD", "flip"]);
    let flipped = after(paying, &["flip"]);
    assert_eq!((field(&flipped, 7), field(&flipped, 5)), ("discard:5:0".into(), "2C3C".into()));
    assert_eq!(refused(&flipped, "flip"), (Reason::NoJesterLeft, "R9.1"));
}

#[test]
fn r9_1_a_flip_with_an_empty_hand_and_an_empty_tavern() {
    let before = position("QD - - - - JH:0:0:immune play 0 n 2 6");
    let next = after(before, &["flip"]);
    assert_eq!((field(&next, 7), field(&next, 10)), ("play".into(), "1".into()));
    let lost = after(next, &["flip"]);
    assert_eq!(field(&lost, 7), "lost");
}

#[test]
fn r9_3_medals_by_jesters_flipped() {
    for (jesters, medal) in [(2, Medal::Gold), (1, Medal::Silver), (0, Medal::Bronze)] {
        let line = format!("- - - - TC KH:20:0:immune play 0 n {jesters} 6");
        let won = after(position(&line), &["play TC"]);
        assert_eq!(won.outcome().unwrap().medal, Some(medal));
    }
}
