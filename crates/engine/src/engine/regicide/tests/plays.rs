//! Legal plays (R4.2, R4.3).

use super::*;

const HAND: &str = "JHJCJD 4C5H - - AC2C3C4DADX1|ASAH2D2H2S|- JS:0:0:immune play 0 nnn 0 6";

#[test]
fn r4_2_the_same_card_is_not_named_twice() {
    let position = position(HAND);
    assert_eq!(refused(&position, "play 2C 2C"), (Reason::NamedTwice(card("2C")), "R4.2"));
    let paying = after(position, &["play 4D"]);
    assert_eq!(refused(&paying, "discard 3C 3C"), (Reason::NamedTwice(card("3C")), "R4.12"));
}

#[test]
fn r4_2_jesters_are_played_alone() {
    let position = position("JHJCJD - - - ACX1X2|AS2S|-|- JS:0:0:immune play 0 nnnn 0 6");
    assert_eq!(refused(&position, "play X1 X2"), (Reason::JesterNotAlone, "R4.2"));
    assert_eq!(refused(&position, "play AC X1"), (Reason::JesterNotAlone, "R4.2"));
}

#[test]
fn r4_2_companions_come_in_pairs_at_the_most() {
    let position = position("JHJCJD - - - ACADAH3C|2S JS:0:0:immune play 0 nn 0 6");
    assert_eq!(refused(&position, "play AC AD AH"), (Reason::NotTogether, "R4.2"));
    assert_eq!(refused(&position, "play AC AD 3C"), (Reason::NotTogether, "R4.2"));
    assert_eq!(field(&after(position, &["play AC AD"]), 4), "ACAD");
}

#[test]
fn r4_3_combos_are_of_one_rank_and_worth_ten_or_less() {
    let position = position("JHJCJD - - - 2C2D2H2S3C3D3H|4S JS:0:0:immune play 0 nn 0 6");
    assert_eq!(field(&after(position, &["play 2C 2D 2H 2S"]), 4), "2C2D2H2S");
    assert_eq!(refused(&position, "play 2C 3C"), (Reason::NotTogether, "R4.3"));
    let high = super::position("JHJCJD - - - 4C4D4H6C6D|5S JS:0:0:immune play 0 nn 0 6");
    assert_eq!(refused(&high, "play 4C 4D 4H"), (Reason::ComboTooHigh(12), "R4.3"));
    assert_eq!(refused(&high, "play 6C 6D"), (Reason::ComboTooHigh(12), "R4.3"));
}

#[test]
fn r4_2_only_cards_of_the_hand_are_played() {
    assert_eq!(refused(&position(HAND), "play KC"), (Reason::NotInHand(card("KC")), "R4.2"));
    assert_eq!(refused(&position(HAND), "play AS"), (Reason::NotInHand(card("AS")), "R4.2"));
}

#[test]
fn s3_each_set_is_listed_once_in_canonical_order() {
    let listed = legal(&position("JHJCJD - - - ACAD2C2DX1|3S|- JS:0:0:immune play 0 nnn 0 6"));
    let expected = [
        "play AC",
        "play 2C",
        "play AD",
        "play 2D",
        "play X1",
        "play AC 2C",
        "play AC AD",
        "play AC 2D",
        "play 2C AD",
        "play AD 2D",
        "play 2C 2D",
        "yield",
    ];
    assert_eq!(listed, expected);
}

#[test]
fn r4_1_only_the_seat_to_act_moves() {
    let position = position(HAND);
    let mv = "yield".parse().unwrap();
    let refusal = position.play(seat(1), &mv, &mut crate::engine::game::Ignore).unwrap_err();
    assert_eq!((refusal.reason, refusal.clause), (Reason::NotYourTurn(seat(0)), "R4.1"));
    let refusal = position.play(seat(3), &mv, &mut crate::engine::game::Ignore).unwrap_err();
    assert_eq!(refusal.reason, Reason::NoSuchSeat(seat(3)));
    assert_eq!(refused(&position, "take"), (Reason::NotInThisGame, "R4.1"));
    assert_eq!(refused(&position, "discard AC"), (Reason::WrongPhase, "R4.1"));
}
