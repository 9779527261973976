//! Table talk (R8).

use super::*;
use crate::engine::Signal;

#[test]
fn r8_2_from_a_jester_until_the_next_player_is_named_each_player_may_say_either() {
    let before = position("QD - - - 2C|X13C|4C|5C JS:0:0:immune play 1 nnnn 0 6");
    let naming = after(before, &["play X1"]);
    let named = after(naming, &["next 2"]);
    let either = [Signal::GoodPlay, Signal::NotNext];
    assert_eq!(naming.signals(), either);
    for signal in either {
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
        let position = position(line);
        assert_eq!(position.signals(), [], "{line}");
        for signal in [Signal::Hello, Signal::WellPlayed] {
            let refusal = Err(Refusal { reason: Reason::NotToBeSaidNow, clause: "R8.4" });
            assert_eq!(position.validate_signal(seat(0), signal), refusal, "{line}");
        }
    }
    let solo = Setup::new(RulesVersion::CURRENT, 1, &Options::default()).unwrap();
    let alone = Position::deal(&solo, "r8".parse::<Seed>().unwrap().key());
    assert_eq!(alone.signals(), [], "a flip is no jester that was played");
    assert_eq!(alone.play(seat(0), &"flip".parse().unwrap(), &mut Vec::new()).unwrap().signals(), []);
}

#[test]
fn r8_4_players_greet_each_other_before_the_first_move_and_after_the_end() {
    for players in 1..=4 {
        let setup = Setup::new(RulesVersion::CURRENT, players, &Options::default()).unwrap();
        let dealt = Position::deal(&setup, "r8".parse::<Seed>().unwrap().key());
        let mut moves = Vec::new();
        dealt.for_each_legal(|mv| moves.push(mv));
        let begun = dealt.play(seat(0), &moves[0], &mut Vec::new()).unwrap();
        let over = dealt.play(seat(0), &"concede".parse().unwrap(), &mut Vec::new()).unwrap();
        let said = |signals: &'static [Signal]| if players == 1 { &[] } else { signals };
        assert_eq!(dealt.signals(), said(&[Signal::Hello]), "{players} players");
        assert!(!begun.signals().contains(&Signal::Hello), "{players} players");
        assert_eq!(over.signals(), said(&[Signal::WellPlayed]), "{players} players");
    }
}
