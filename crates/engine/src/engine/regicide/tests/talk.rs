//! Table talk (R8).

use super::*;
use crate::engine::regicide::Signal;

#[test]
fn r8_2_from_a_jester_until_the_next_player_is_named_each_player_may_say_either() {
    let before = position("QD - - - 2C|X13C|4C|5C JS:0:0:immune play 1 nnnn 0 6");
    let naming = after(before, &["play X1"]);
    let named = after(naming, &["next 2"]);
    assert_eq!(naming.signals(), Signal::ALL);
    for signal in Signal::ALL {
        for who in Seat::all(4) {
            assert_eq!(naming.validate_signal(who, signal), Ok(()));
            let refusal = Err(Refusal { reason: Reason::NotToBeSaidNow, clause: "R8.2" });
            assert_eq!(before.validate_signal(who, signal), refusal, "before the jester");
            assert_eq!(named.validate_signal(who, signal), refusal, "after the naming");
        }
    }
}

#[test]
fn r8_2_a_seat_outside_the_table_cannot_signal() {
    let three = after(position("QD - - - 2C|X13C|4C JS:0:0:immune play 1 nnn 0 6"), &["play X1"]);
    let refusal = three.validate_signal(seat(3), Signal::GoodPlay).unwrap_err();
    assert_eq!((refusal.reason, refusal.clause), (Reason::NoSuchSeat(seat(3)), "R8.2"));
}

#[test]
fn r8_1_r8_3_no_signal_is_allowed_in_any_other_phase() {
    for line in [
        "QD - - - 2C|3C|4C JS:0:0:immune play 1 nnn 0 6",
        "QD - - 5C 2CTD|3C|4C JS:5:0:immune discard:10:0 0 nnn 0 7",
    ] {
        assert_eq!(position(line).signals(), [], "{line}");
    }
    let solo = Setup::new(RulesVersion::CURRENT, 1, &Options::default()).unwrap();
    let alone = Position::deal(&solo, "r8".parse::<Seed>().unwrap().key());
    assert_eq!(alone.signals(), [], "a flip is no jester that was played");
    assert_eq!(alone.play(seat(0), &"flip".parse().unwrap(), &mut Vec::new()).unwrap().signals(), []);
}
