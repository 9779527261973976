//! Views (R12).

use super::*;
use crate::engine::game::Viewer;

const LINE: &str = "QD 9C8C 2H X1 4D3C|5S6S|7H JH:5:4:immune play 1 yn 0 6";

fn game() -> Position {
    position(&LINE.replace(" yn ", " ynn "))
}

#[test]
fn r12_1_r12_2_public_things_and_the_own_hand_are_seen() {
    let view = game().view(Viewer::Seat(seat(1)));
    assert_eq!(view.hand, Some(vec![card("5S"), card("6S")]));
    assert_eq!((view.castle_left, view.tavern_left), (1, 2));
    assert_eq!((view.hand_sizes, view.yielded), (vec![2, 2, 1], vec![true, false, false]));
    assert_eq!((view.discard_pile, view.played), (vec![card("2H")], vec![card("X1")]));
    let enemy = view.enemy.unwrap();
    assert_eq!((enemy.damage, enemy.shield, enemy.attack, enemy.health), (5, 4, 10, 20));
}

#[test]
fn r12_3_a_view_has_no_hidden_information() {
    let text = |viewer| serde_json::to_string(&game().view(viewer)).unwrap();
    let spectator = text(Viewer::Spectator);
    for hidden in ["9C", "8C", "QD", "4D", "3C", "5S", "6S", "7H"] {
        assert!(!spectator.contains(hidden), "{hidden} in {spectator}");
    }
    let other = text(Viewer::Seat(seat(2)));
    assert!(other.contains("7H") && !other.contains("5S") && !other.contains("9C"), "{other}");
}

#[test]
fn r12_2_which_cards_were_drawn_is_for_who_drew_them() {
    let cards = Some(set("9C"));
    let drawn = Effect::Drawn { seat: seat(0), count: 1, cards };
    assert_eq!(drawn.seen_by(Viewer::Seat(seat(0))), drawn);
    for viewer in [Viewer::Seat(seat(1)), Viewer::Spectator] {
        assert_eq!(drawn.seen_by(viewer), Effect::Drawn { seat: seat(0), count: 1, cards: None });
    }
}

#[test]
fn r12_4_once_the_game_is_over_everything_is_shown() {
    let revealed = game().reveal();
    assert_eq!((revealed.castle, revealed.tavern), (vec![card("QD")], vec![card("9C"), card("8C")]));
    assert_eq!(revealed.hands[2], vec![card("7H")]);
}
