//! The suits' powers (R4.5 to R4.9).

use super::*;

#[test]
fn r4_4_r4_8_r4_10_companion_and_king_of_clubs_do_42_damage() {
    let position = position("KD - - - ADKC|2S KH:0:0:immune play 0 nn 0 6");
    let (_, effects) = play_all(position, &["play KC AD"]);
    let damaged = Effect::Damaged { amount: 42, doubled: true, total: 42, health: 40 };
    assert!(effects.contains(&damaged), "{effects:?}");
}

#[test]
fn r4_8_the_whole_value_of_a_combo_is_doubled() {
    let position = position("JD - - - 3C3D3S|2S JH:0:0:immune play 0 nn 0 6");
    let (next, effects) = play_all(position, &["play 3C 3D 3S"]);
    assert!(effects.contains(&Effect::Damaged { amount: 18, doubled: true, total: 18, health: 20 }));
    assert_eq!(field(&next, 6), "JH:18:9:immune");
}

#[test]
fn r4_9_shield_from_clubs_and_spades_together_is_not_doubled() {
    let position = position("JD - - - AC5S9H|2S JH:0:0:immune play 0 nn 0 6");
    let next = after(position, &["play 5S AC"]);
    assert_eq!((field(&next, 6), field(&next, 7)), ("JH:12:6:immune".into(), "discard:4:0".into()));
}

#[test]
fn r4_9_r4_11_more_shield_than_attack_is_no_damage_and_nothing_is_discarded() {
    let position = position("JD - - - 9S|2S JH:3:5:immune play 0 nn 0 6");
    let (next, effects) = play_all(position, &["play 9S"]);
    assert!(effects.contains(&Effect::Attacked { seat: seat(0), damage: 0 }));
    assert_eq!((field(&next, 7), field(&next, 8), field(&next, 3)), ("play".into(), "1".into(), "-".into()));
}

#[test]
fn r4_7_diamonds_begin_at_the_current_seat_and_skip_full_hands_without_losing_a_card() {
    let tavern = "2C3C4C5C6C7C8C9C";
    let line = format!("JD {tavern} - - 5D|ASAH2D2H2S3H|4D4H JH:0:0:immune play 0 nnn 0 6");
    let (next, effects) = play_all(position(&line), &["play 5D"]);
    assert_eq!(field(&next, 5), "2C4C6C|2DAH2H3HAS2S|3C5C4D4H");
    assert_eq!(field(&next, 2), "7C8C9C");
    let counts: Vec<_> =
        effects
            .iter()
            .filter_map(|effect| {
                if let Effect::Drawn { seat, count, .. } = effect { Some((*seat, *count)) } else { None }
            })
            .collect();
    assert_eq!(counts, [(seat(0), 3), (seat(2), 2)]);
}

#[test]
fn r4_7_drawing_ends_with_the_tavern_or_when_all_hands_are_full() {
    let short = position("JD 2C - - 9D|2S JH:0:0:immune play 0 nn 0 6");
    let next = after(short, &["play 9D"]);
    assert_eq!((field(&next, 2), field(&next, 5)), ("-".into(), "2C|2S".into()));
    let full = position("JD 2C3C4C5C6C - - 3D4D5D6D7D8D9D|2H3H4H5H6H7H8H JC:0:0:immune play 0 nn 0 6");
    assert_eq!(field(&after(full, &["play 9D"]), 2), "3C4C5C6C");
}

#[test]
fn r4_6_hearts_heal_from_the_pile_and_not_from_the_table() {
    let line = "JD 9C 2C3C4C5C 7S 3H|2S JS:7:0:immune play 0 nn 0 6";
    let next = after(position(line), &["play 3H"]);
    let (tavern, pile) = (field(&next, 2), field(&next, 3));
    assert_eq!((tavern.len(), pile.len(), field(&next, 4)), (8, 2, "7S3H".into()));
    assert!(tavern.starts_with("9C"), "healed cards go under the tavern: {tavern}");
    let healed: CardSet = set(&tavern[2..]).union(set(&pile));
    assert_eq!(healed, set("2C3C4C5C"));
}

#[test]
fn r4_6_hearts_with_fewer_cards_than_their_value_and_with_none() {
    let few = after(position("JD 9C 2C3C - 9H|2S JS:0:0:immune play 0 nn 0 6"), &["play 9H"]);
    assert_eq!((field(&few, 2).len(), field(&few, 3)), (6, "-".into()));
    let (none, effects) = play_all(position("JD 9C - - 9H|2S JS:0:0:immune play 0 nn 0 6"), &["play 9H"]);
    assert_eq!(field(&none, 2), "9C");
    assert!(effects.contains(&Effect::Healed { count: 0 }));
}

#[test]
fn r4_5_hearts_come_before_diamonds() {
    let position = position("JD - 2C - AH3D|2S JS:0:0:immune play 0 nn 0 6");
    let (next, effects) = play_all(position, &["play 3D AH"]);
    assert!(matches!(effects[1..3], [Effect::Healed { count: 1 }, Effect::Drawn { count: 1, .. }]));
    assert_eq!(field(&next, 5), "2C|2S");
}

#[test]
fn r4_5_the_same_suit_works_once() {
    let (_, effects) = play_all(position("JD - - - AC4C|2S JH:0:0:immune play 0 nn 0 6"), &["play 4C AC"]);
    assert!(effects.contains(&Effect::Damaged { amount: 10, doubled: true, total: 10, health: 20 }));
}

#[test]
fn r4_5_powers_of_the_killing_blow_come_before_its_cards_reach_the_pile() {
    let position = position("QD - 2C3C 4D TH|2S JC:10:0:immune play 0 nn 0 6");
    let (next, _) = play_all(position, &["play TH"]);
    assert_eq!(set(&field(&next, 2)), set("JC2C3C"), "only what lay in the pile was healed");
    assert_eq!(field(&next, 3), "4DTH");
}
