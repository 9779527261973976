//! The jester (R6).

use super::*;

#[test]
fn r6_3_spades_played_before_the_jester_count_afterwards_with_their_whole_attack_value() {
    let before = position("QD - - - AS4H|X1|5D JS:0:0:immune play 0 nnn 0 6");
    let played = after(before, &["play 4H AS"]);
    assert_eq!((field(&played, 6), field(&played, 7)), ("JS:5:5:immune".into(), "lost".into()));
    let before = position("QD - - - 9D2C|X1|5D JS:5:5:immune play 1 nnn 0 6");
    let next = after(before, &["play X1", "next 0", "play 2C"]);
    assert_eq!(field(&next, 7), "discard:5:0");
}

#[test]
fn r6_3_two_jesters_against_one_enemy_do_not_count_the_shield_twice() {
    let before = position("QD - - - 9D|X1|X2|TD JS:5:4:immune play 1 nnnn 0 6");
    let next = after(before, &["play X1", "next 2", "play X2", "next 3", "play TD"]);
    assert_eq!((field(&next, 6), field(&next, 7)), ("JS:15:4:cancelled".into(), "lost".into()));
}

#[test]
fn r6_2_r6_3_clubs_played_before_the_jester_do_not_double_afterwards() {
    let before = position("QD - - - 5C|X1|4C9H JC:0:0:immune play 0 yyn 0 6");
    let line = "QD - - 5C -|X1|4C9H JC:5:0:immune play 1 nnn 0 8";
    assert_eq!(field(&after(before, &["play 5C"]), 6), "JC:5:0:immune");
    let next = after(position(line), &["play X1", "next 2", "play 4C"]);
    assert_eq!(field(&next, 6), "JC:13:0:cancelled");
}

#[test]
fn r6_4_any_seat_can_be_named_the_own_one_too() {
    let before = position("QD - - - 2C|X13C|4C|5C JS:0:0:immune play 1 nnnn 0 6");
    let naming = after(before, &["play X1"]);
    assert_eq!(field(&naming, 7), "next");
    assert_eq!(legal(&naming), ["next 0", "next 1", "next 2", "next 3"]);
    let alone = after(naming, &["next 1"]);
    assert_eq!((field(&alone, 7), field(&alone, 8)), ("play".into(), "1".into()));
    assert_eq!(refused(&naming, "yield"), (Reason::WrongPhase, "R6.4"));
    let three = after(position("QD - - - 2C|X13C|4C JS:0:0:immune play 1 nnn 0 6"), &["play X1"]);
    assert_eq!(refused(&three, "next 3"), (Reason::NoSuchSeat(seat(3)), "R6.4"));
}

#[test]
fn r6_5_the_jester_lies_on_the_table_and_goes_to_the_pile() {
    let before = position("QDQC - - 9C TC|X1|2S JH:0:0:immune play 1 nnn 0 6");
    let next = after(before, &["play X1", "next 0", "play TC"]);
    assert_eq!(field(&next, 3), "9CX1TC");
}

#[test]
fn r7_4_named_with_an_empty_hand_and_not_allowed_to_yield_the_game_is_lost_at_that_move() {
    let before = position("QD - - - -|X12C|3C JS:0:0:immune play 1 nny 0 6");
    let named = after(before, &["play X1", "next 0"]);
    assert_eq!(field(&named, 7), "play", "seat 1 has not yielded");
    let before = position("QD - - - -|2C|3C JS:0:0:immune next 1 nyy 0 6");
    let (lost, effects) = play_all(before, &["next 0"]);
    assert_eq!((field(&lost, 7), field(&lost, 8)), ("lost".into(), "0".into()));
    let stuck = Effect::Lost { seat: seat(0), reason: crate::engine::regicide::LossReason::Stuck };
    assert_eq!(effects.last(), Some(&stuck));
}
