//! Wins that are found.

use regicide_engine::engine::regicide::{Medal, Position, WonOrLost};
use regicide_engine::engine::{Game as _, Ignore, Move, Options, SoloYield, Variant};
use regicide_engine::solver::{Goal, Line, NODES, SearchResult};

use crate::{deal, setup, solved};

/// The positions along a line that wins, the one that it begins with first.
fn won(position: &Position, goal: Goal) -> Vec<Position> {
    let solution = solved(position, goal, NODES);
    let SearchResult::Won(line) = &solution.result else { panic!("{position}: {solution:?}") };
    let mut positions = vec![*position];
    for (seat, mv) in line {
        let last = positions[positions.len() - 1];
        positions.push(last.play(*seat, mv, &mut Ignore).unwrap());
    }
    let outcome = positions[positions.len() - 1].outcome().unwrap();
    assert_eq!((outcome.outcome, outcome.enemies_defeated), (WonOrLost::Won, 12));
    positions
}

#[test]
fn each_number_of_players_wins_by_a_line_that_the_rules_allow() {
    for players in 2..=4 {
        won(&deal(setup(players, &Options::default()), "deal-1"), Goal::Win);
    }
}

#[test]
fn variants_are_won_by_their_own_rules() {
    for (players, variant) in [(4, Variant::NoCombos), (2, Variant::Mulligan), (3, Variant::SharedDamage)] {
        let options = Options { variants: Some(vec![variant]), ..Options::default() };
        won(&deal(setup(players, &options), "deal-1"), Goal::Win);
    }
    let options = Options { solo_yield: Some(SoloYield::Once), ..Options::default() };
    won(&deal(setup(1, &options), "deal-1"), Goal::Win);
}

#[test]
fn a_game_is_won_from_any_position_of_a_line_that_wins() {
    let positions = won(&deal(setup(4, &Options::default()), "deal-2"), Goal::Win);
    for position in positions.iter().skip(20).step_by(7) {
        won(position, Goal::Win);
    }
}

#[test]
fn w3_1_r9_3_gold_is_a_line_without_a_flip() {
    let positions = won(&deal(setup(1, &Options::default()), "deal-1"), Goal::NoFlip);
    let medal = positions[positions.len() - 1].outcome().unwrap().medal;
    assert_eq!(medal, Some(Medal::Gold));
}

#[test]
fn w1_2_the_same_search_finds_the_same() {
    let position = deal(setup(3, &Options::default()), "deal-1");
    assert_eq!(solved(&position, Goal::Win, NODES), solved(&position, Goal::Win, NODES));
}

#[test]
fn w2_2_w5_4_a_spent_budget_leaves_a_deal_undecided() {
    let solution = solved(&deal(setup(2, &Options::default()), "deal-1"), Goal::Win, 1_000);
    assert_eq!(solution.result, SearchResult::Unknown);
    assert!((1_000..2_000).contains(&solution.nodes), "{}", solution.nodes);
}

#[test]
fn a_game_that_is_over_has_its_verdict() {
    let position = deal(setup(4, &Options::default()), "deal-1");
    let positions = won(&position, Goal::Win);
    let last = &positions[positions.len() - 1];
    assert_eq!(solved(last, Goal::Win, 0).result, SearchResult::Won(Line::new()));
    let conceded = position.play(position.to_act().unwrap(), &Move::Concede, &mut Ignore).unwrap();
    assert_eq!(solved(&conceded, Goal::Win, NODES).result, SearchResult::Lost);
}
