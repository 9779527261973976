//! Variants (R10).

use super::*;
use crate::engine::notation::NotationError;
use crate::engine::options::Variant;

fn with(variant: Variant) -> Options {
    Options { variants: Some(vec![variant]), ..Options::default() }
}

fn shared(line: &str) -> Position {
    position_in(line, &with(Variant::SharedDamage))
}

#[test]
fn r10_1_a_hand_without_a_diamond_is_dealt_anew_at_most_ten_times() {
    let setup = Setup::new(RulesVersion::CURRENT, 4, &with(Variant::Mulligan)).unwrap();
    let plain = Setup::new(RulesVersion::CURRENT, 4, &Options::default()).unwrap();
    let has_diamond =
        |hand: &CardSet| !hand.intersection(CardSet::of_suit(crate::engine::card::Suit::Diamonds)).is_empty();
    let (mut changed, mut left_over) = (0, 0);
    for number in 0..200 {
        let key = format!("mulligan-{number}").parse::<Seed>().unwrap().key();
        let (position, before) = (Position::deal(&setup, key), Position::deal(&plain, key));
        assert!(position.hands.iter().all(|hand| hand.len() == 5));
        assert_eq!(position.tavern.len(), 22);
        let happy = before.hands.iter().all(has_diamond);
        assert_eq!(position.hands == before.hands, happy, "{number}");
        changed += u32::from(!happy);
        left_over += position.hands.iter().filter(|hand| !has_diamond(hand)).count();
    }
    assert!((50..150).contains(&changed), "{changed}");
    assert!(
        (1..5).contains(&left_over),
        "where the others hold the diamonds, ten times may not do: {left_over}"
    );
}

#[test]
fn r10_2_who_cannot_pay_alone_discards_all_and_the_next_goes_on() {
    let attacked = after(shared("QD - - - 3C4D|9S|TH JH:0:0:immune play 0 nnn 0 6"), &["play 3C"]);
    assert_eq!(field(&attacked, 7), "discard:10:0");
    assert_eq!(legal(&attacked), ["discard 4D"]);
    let passed_on = after(attacked, &["discard 4D"]);
    assert_eq!((field(&passed_on, 7), field(&passed_on, 8)), ("discard:6:0".into(), "1".into()));
    let paid = after(passed_on, &["discard 9S"]);
    assert_eq!(
        (field(&paid, 7), field(&paid, 8)),
        ("play".into(), "1".into()),
        "the player after the one attacked"
    );
}

#[test]
fn r10_2_empty_hands_are_passed_over_and_jesters_are_not() {
    let (attacked, effects) =
        play_all(shared("QD - - - 3C|-|X1|TH JH:0:0:immune play 0 nnnn 0 6"), &["play 3C"]);
    assert_eq!((field(&attacked, 7), field(&attacked, 8)), ("discard:10:0".into(), "2".into()));
    assert!(effects.contains(&Effect::PassedOver { seat: seat(0) }));
    assert!(effects.contains(&Effect::PassedOver { seat: seat(1) }));
    assert_eq!(legal(&attacked), ["discard X1"]);
    let next = after(attacked, &["discard X1"]);
    assert_eq!(
        (field(&next, 7), field(&next, 8), field(&next, 3)),
        ("discard:10:0".into(), "3".into(), "X1".into())
    );
}

#[test]
fn r10_2_all_hands_together_too_small_is_lost_before_anyone_is_passed_over() {
    let (lost, effects) = play_all(shared("QD - - - 3C|4S|5H JH:0:0:immune play 0 nnn 0 6"), &["play 3C"]);
    assert_eq!((field(&lost, 7), field(&lost, 8)), ("lost".into(), "0".into()));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::PassedOver { .. })));
}

/// Games have no such positions, but a search that assumes hidden cards might.
#[test]
fn r10_2_hands_that_cannot_cover_what_is_left_lose() {
    for rest in ["-", "3S"] {
        let mut assumed = shared("QD - - - 2C4D|9S|TH JH:0:0:immune discard:10:0 0 nnn 0 6");
        assumed.hands[1] = set(rest);
        assumed.hands[2] = CardSet::EMPTY;
        let (lost, effects) = play_all(assumed, &["discard 2C 4D"]);
        assert_eq!((field(&lost, 7), field(&lost, 8)), ("lost".into(), "0".into()));
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::PassedOver { .. })));
    }
}

#[test]
fn r7_4_a_line_whose_seat_to_act_is_stuck_is_not_read() {
    let setup = Setup::new(RulesVersion::CURRENT, 2, &Options::default()).unwrap();
    let key = "banana".parse::<Seed>().unwrap().key();
    let read = |yielded| {
        let line = format!("QD - - - -|9S JH:0:0:immune play 0 {yielded} 0 6");
        Position::parse(&setup, key, &line).map(|position| legal(&position))
    };
    assert_eq!(read("nn"), Ok(vec!["yield".to_owned()]));
    assert_eq!(read("ny"), Err(NotationError::Field("phase")));
}

#[test]
fn r10_2_who_can_cover_it_alone_must() {
    let paying = shared("QD - - - 4D8D|9S JH:0:0:immune discard:10:0 0 nn 0 6");
    assert_eq!(refused(&paying, "discard 8D"), (Reason::TooLittle { worth: 8, damage: 10 }, "R4.12"));
    let small = shared("QD - - - 2C4D|9S JH:0:0:immune discard:10:0 0 nn 0 6");
    assert_eq!(refused(&small, "discard 4D"), (Reason::WholeHand, "R10.2"));
    assert_eq!(field(&after(small, &["discard 4D 2C"]), 3), "4D2C");
}

#[test]
fn r10_3_without_combos_cards_of_one_rank_are_played_apart() {
    let position = position_in("QD - - - 2C2D|9S JH:0:0:immune play 0 nn 0 6", &with(Variant::NoCombos));
    assert_eq!(refused(&position, "play 2C 2D"), (Reason::CombosOff, "R10.3"));
    assert!(!legal(&position).contains(&"play 2C 2D".to_owned()));
}
