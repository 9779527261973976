//! Defeated enemies (R5).

use super::*;

#[test]
fn r5_1_an_exact_kill_by_doubled_clubs_goes_on_top_of_the_tavern() {
    let next = after(position("QD 2C3C - - TC|2S JH:0:0:immune play 0 nn 0 6"), &["play TC"]);
    assert_eq!((field(&next, 2), field(&next, 3)), ("JH2C3C".into(), "TC".into()));
}

#[test]
fn r5_2_an_enemy_defeated_otherwise_lies_under_the_table_in_the_pile() {
    let next = after(position("QD 2C 5C 9H TCAH|2S JH:9:0:immune play 0 nn 0 6"), &["play TC AH"]);
    assert_eq!(
        (field(&next, 2), field(&next, 3), field(&next, 4)),
        ("2C".into(), "5CJH9HTCAH".into(), "-".into())
    );
}

#[test]
fn r5_3_r5_4_the_same_player_begins_a_turn_against_a_fresh_enemy() {
    let (next, effects) =
        play_all(position("QDQC - - 5S TC2D|2S JH:9:5:cancelled play 0 ny 0 6"), &["play TC"]);
    assert_eq!(
        (field(&next, 6), field(&next, 7), field(&next, 8)),
        ("QD:0:0:immune".into(), "play".into(), "0".into())
    );
    assert!(matches!(effects[effects.len() - 2..], [Effect::Revealed { .. }, Effect::Turn { .. }]));
}

#[test]
fn r5_5_a_royal_in_hand_is_a_card_like_another() {
    let next = after(position("QD 2C - - ACJD|2S JH:0:0:immune play 0 nn 0 6"), &["play JD AC"]);
    assert_eq!(field(&next, 6), "QD:0:0:immune", "11 doubled is 22");
    assert_eq!(field(&next, 5), "2C|2S", "diamonds drew");
}

#[test]
fn r5_6_the_twelfth_enemy_wins_and_the_empty_castle_does_not() {
    let last = position("- 2C - - TCJC|2S KH:20:0:immune play 0 nn 0 6");
    assert_eq!(last.outcome(), None);
    let (won, effects) = play_all(last, &["play TC"]);
    assert_eq!(
        (field(&won, 6), field(&won, 7), field(&won, 8)),
        ("-:0:0:immune".into(), "won".into(), "0".into())
    );
    assert_eq!(field(&won, 2), "KH2C");
    assert_eq!(effects.last(), Some(&Effect::Won { medal: None }));
    assert_eq!(won.outcome().unwrap().enemies_defeated, 12);
    assert_eq!(won.to_act(), None);
}

#[test]
fn r5_6_a_win_with_an_empty_hand_is_a_win() {
    let won = after(position("- - - - TC|2S KH:25:0:immune play 0 ny 0 6"), &["play TC"]);
    assert_eq!((field(&won, 5), field(&won, 7)), ("-|2S".into(), "won".into()));
}

#[test]
fn r6_1_immunity_takes_the_power_and_not_the_damage() {
    let (next, effects) = play_all(position("QD - - - 9C5H|2S JC:0:0:immune play 0 nn 0 6"), &["play 9C"]);
    assert!(effects.contains(&Effect::Damaged { amount: 9, doubled: false, total: 9, health: 20 }));
    assert_eq!(field(&next, 6), "JC:9:0:immune");
}
