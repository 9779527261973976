//! Covering damage, yielding, conceding (R4.10 to R4.13, R7, R11).

use super::*;
use crate::engine::game::{Concession, Ignore};

#[test]
fn r4_12_any_set_worth_the_damage_covers_it_in_the_order_named() {
    let paying = position("QD - 2H - 3C4C8D|2S JH:0:0:immune discard:7:0 0 nn 0 6");
    assert_eq!(refused(&paying, "discard 3C"), (Reason::TooLittle { worth: 3, damage: 7 }, "R4.12"));
    let next = after(paying, &["discard 4C 3C"]);
    assert_eq!((field(&next, 3), field(&next, 8)), ("2H4C3C".into(), "1".into()));
    assert_eq!(legal(&paying).len(), 5);
    assert_eq!(refused(&paying, "play 3C"), (Reason::WrongPhase, "R4.12"));
}

#[test]
fn r4_13_a_hand_worth_too_little_loses_for_all_at_once() {
    let (lost, effects) = play_all(position("QD - - - 3C4D|2S3S JH:0:0:immune play 0 nn 0 6"), &["play 3C"]);
    assert_eq!(
        (field(&lost, 7), field(&lost, 8), field(&lost, 5)),
        ("lost".into(), "0".into(), "4D|2S3S".into())
    );
    let reason = crate::engine::regicide::LossReason::Damage;
    assert_eq!(effects.last(), Some(&Effect::Lost { seat: seat(0), reason }));
    assert_eq!(refused_after_the_end(&lost), (Reason::Over, "R4.13"));
}

fn refused_after_the_end(position: &Position) -> (Reason, &'static str) {
    let refusal = position.play(seat(0), &Move::Concede, &mut Ignore).unwrap_err();
    (refusal.reason, refusal.clause)
}

#[test]
fn r4_13_an_empty_hand_after_paying_is_fine() {
    let next = after(position("QD - - - TD|2S JH:0:0:immune discard:10:0 0 nn 0 6"), &["discard TD"]);
    assert_eq!((field(&next, 5), field(&next, 7)), ("-|2S".into(), "play".into()));
}

#[test]
fn r7_1_r7_2_yield_kill_yield_in_a_game_of_two() {
    let before = position("QDQC - - - 9H9S|TC2D JH:0:9:immune play 0 nn 0 6");
    let yielded = after(before, &["yield", "discard 9H", "play TC"]);
    assert_eq!(field(&yielded, 8), "1", "the killer goes on");
    assert_eq!(refused(&yielded, "yield"), (Reason::OthersYielded, "R7.2"));
    assert!(!legal(&yielded).contains(&"yield".to_owned()));
}

#[test]
fn r7_2_among_three_and_four_the_last_who_has_not_yielded_may_not() {
    for line in [
        "QD - - - 2C|3C|4C JH:0:9:immune play 2 yyn 0 6",
        "QD - - - 2C|3C|4C|5C JH:0:9:immune play 2 yyny 0 6",
    ] {
        assert_eq!(refused(&position(line), "yield").1, "R7.2");
    }
    let fewer = position("QD - - - 2C|3C|4C|5C JH:0:9:immune play 2 ynny 0 6");
    assert_eq!(field(&after(fewer, &["yield"]), 9), "ynyy");
}

#[test]
fn r7_2_playing_a_jester_is_no_yield() {
    let before = position("QD - - - 2C|3CX1|4C JH:0:9:immune play 1 yyn 0 6");
    assert_eq!(field(&after(before, &["play X1"]), 9), "ynn");
}

#[test]
fn r7_4_an_empty_hand_at_no_damage_that_may_not_yield_is_lost_and_no_dead_end() {
    let lost = after(position("QD - - - 9S|- JH:0:1:immune play 0 nn 0 6"), &["play 9S"]);
    assert_eq!((field(&lost, 7), field(&lost, 8)), ("play".into(), "1".into()), "seat 1 may still yield");
    let before = position("QD - - - 9S|- JH:0:10:immune play 0 yn 0 6");
    let lost = after(before, &["yield"]);
    assert_eq!((field(&lost, 7), field(&lost, 8)), ("lost".into(), "1".into()));
}

#[test]
fn r11_1_conceding_changes_the_phase_and_nothing_else() {
    for (line, by) in [
        ("QD - - - 2C|3C JH:0:9:immune play 0 nn 0 6", 1),
        ("QD - - - 2C|9C JH:0:9:immune discard:1:0 0 nn 0 6", 0),
        ("QD - - X1 2C|9C|5C JH:0:9:immune next 1 nnn 0 6", 2),
    ] {
        let before = position(line);
        let lost = before.play(seat(by), &Move::Concede, &mut Ignore).unwrap();
        for number in [1, 2, 3, 4, 5, 6, 8, 9, 10] {
            assert_eq!(field(&lost, number), field(&before, number));
        }
        assert_eq!((field(&lost, 7), field(&lost, 11)), ("lost".into(), "7".into()));
        assert_eq!(lost.outcome().unwrap().conceded_by, Some(seat(by)));
        assert!(!legal(&before).contains(&"concede".to_owned()));
    }
}

#[test]
fn r11_1_alone_at_once_together_when_all_agree() {
    let solo = position("QD - - - 2C JH:0:9:immune play 0 n 2 6");
    assert_eq!(solo.concession(), Concession::AtOnce);
    let two = position("QD - - - 2C|3C JH:0:9:immune play 0 nn 0 6");
    assert_eq!(two.concession(), Concession::WhenAllAgree);
}
