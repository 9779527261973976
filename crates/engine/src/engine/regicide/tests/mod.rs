//! The rules, clause by clause, on positions that are set up for it.

mod enemies;
mod jester;
mod longest;
mod plays;
mod powers;
mod solo;
mod talk;
mod turns;
mod variants;
mod views;

use super::position::Position;
use super::{Effect, RulesVersion, Setup};
use crate::engine::card::{Card, CardSet, Rank};
use crate::engine::game::{Game, Reason, Refusal};
use crate::engine::moves::{Move, Seat};
use crate::engine::options::Options;
use crate::engine::seed::Seed;

fn set(cards: &str) -> CardSet {
    cards.parse().unwrap()
}

pub(super) fn seat(number: u8) -> Seat {
    Seat::try_from(number).unwrap()
}

/// The position that a line describes (docs/spec/record.md S4), its hands in any order,
/// in a game with these options.
fn position_in(line: &str, options: &Options) -> Position {
    let mut fields: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let hands: Vec<CardSet> = fields[4].split('|').map(set).collect();
    let setup = Setup::new(RulesVersion::CURRENT, u8::try_from(hands.len()).unwrap(), options).unwrap();
    fields[4] = hands.iter().map(ToString::to_string).collect::<Vec<_>>().join("|");
    Position::parse(&setup, "banana".parse::<Seed>().unwrap().key(), &fields.join(" ")).unwrap()
}

fn position(line: &str) -> Position {
    position_in(line, &Options::default())
}

/// Makes moves of the seat to act, and gives the last position and all
/// effects.
#[track_caller]
fn play_all(mut position: Position, moves: &[&str]) -> (Position, Vec<Effect>) {
    let mut effects = Vec::new();
    for text in moves {
        let who = position.to_act().expect("the game runs");
        position = position.play(who, &text.parse().unwrap(), &mut effects).unwrap();
    }
    (position, effects)
}

#[track_caller]
#[expect(clippy::large_types_passed_by_value, reason = "tests make positions to hand them over")]
fn after(position: Position, moves: &[&str]) -> Position {
    play_all(position, moves).0
}

/// Why the seat to act may not make a move; nothing has changed then.
#[track_caller]
fn refused(position: &Position, text: &str) -> (Reason, &'static str) {
    let mut effects = Vec::new();
    let who = position.to_act().unwrap();
    let Refusal { reason, clause } = position.play(who, &text.parse().unwrap(), &mut effects).unwrap_err();
    assert!(effects.is_empty());
    (reason, clause)
}

fn legal(position: &Position) -> Vec<String> {
    position.legal_moves().iter().map(Move::to_string).collect()
}

/// One field of the position line.
fn field(position: &Position, number: usize) -> String {
    position.to_string().split(' ').nth(number - 1).unwrap().to_owned()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

#[test]
fn r1_an_ace_is_called_a_companion() {
    for (text, id) in [("AC", "card-companion"), ("X1", "card-jester")] {
        assert_eq!(crate::engine::regicide::narration::name(card(text)).id(), id);
    }
}

#[test]
fn r2_2_r2_3_values_of_cards_and_enemies() {
    use super::values::{stats, value};

    let worth = |text: &str| value(card(text));
    let values = [worth("AC"), worth("9D"), worth("TH"), worth("JS"), worth("QC"), worth("KD"), worth("X1")];
    assert_eq!(values, [1, 9, 10, 10, 15, 20, 0]);
    for (rank, attack, health) in [(Rank::Jack, 10, 20), (Rank::Queen, 15, 30), (Rank::King, 20, 40)] {
        let stats = stats(Card::new(rank, crate::engine::card::Suit::Hearts)).unwrap();
        assert_eq!((stats.attack, stats.health), (attack, health));
    }
    assert_eq!(stats(card("TH")), None);
}

#[test]
fn r3_1_hands_and_jesters_by_players() {
    for (players, jesters, hand) in [(1, 0, 8), (2, 0, 7), (3, 1, 6), (4, 2, 5)] {
        let setup = Setup::new(RulesVersion::CURRENT, players, &Options::default()).unwrap();
        let position = Position::deal(&setup, "r3".parse::<Seed>().unwrap().key());
        assert!(Seat::all(players).all(|seat| position.hand(seat).len() == hand));
        let everywhere = position.hands.iter().fold(CardSet::EMPTY, |all, hand| all.union(*hand));
        let all: CardSet = everywhere.iter().chain(position.tavern.iter().copied()).collect();
        assert_eq!(all.iter().filter(|card| card.is_jester()).count(), jesters);
        assert_eq!(all.len(), 40 + jesters);
        assert_eq!(all.contains(Card::X1), players >= 3);
    }
}

#[test]
fn r3_2_jacks_stand_on_queens_on_kings() {
    let setup = Setup::new(RulesVersion::CURRENT, 2, &Options::default()).unwrap();
    let position = Position::deal(&setup, "r3".parse::<Seed>().unwrap().key());
    let enemy = position.enemy.unwrap().card;
    let ranks: Vec<_> =
        [enemy].iter().chain(position.castle.iter()).map(|card| card.rank().unwrap()).collect();
    let expected = [[Rank::Jack; 4], [Rank::Queen; 4], [Rank::King; 4]].concat();
    assert_eq!(ranks, expected);
}

#[test]
fn r3_4_cards_are_dealt_one_at_a_time_from_the_first_player() {
    let dealt = |first: u8| {
        let options = Options { first: Some(seat(first)), ..Options::default() };
        let setup = Setup::new(RulesVersion::CURRENT, 3, &options).unwrap();
        Position::deal(&setup, "r3".parse::<Seed>().unwrap().key())
    };
    let (from_0, from_1) = (dealt(0), dealt(1));
    assert_eq!(from_0.hands[0], from_1.hands[1]);
    assert_eq!(from_0.hands[2], from_1.hands[0]);
    assert_eq!(from_1.seat, seat(1));
}
