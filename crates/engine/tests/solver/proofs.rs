//! Proofs that there is no win.

use regicide_engine::engine::Options;
use regicide_engine::solver::{Goal, NODES, SearchResult};

use crate::endgames::{can_win, endgame};
use crate::{deal, setup, solved};

#[test]
fn w5_2_without_a_diamond_and_without_a_flip_solo_games_are_lost() {
    let setup = setup(1, &Options::default());
    let positions = (0..).map(|number| deal(setup, &format!("lost-{number}")));
    let has_diamond = |line: &str| line.split(' ').nth(4).unwrap().contains('D');
    for position in positions.filter(|position| !has_diamond(&position.to_string())).take(3) {
        assert_eq!(solved(&position, Goal::NoFlip, NODES).result, SearchResult::Lost, "{position}");
    }
}

#[test]
fn w5_1_endgames_are_decided_as_by_trying_everything() {
    let (mut won, mut lost) = (0, 0);
    for number in 0..60 {
        let position = endgame(1 + u8::try_from(number % 3).unwrap(), number);
        let truth = can_win(&position);
        match solved(&position, Goal::Win, NODES).result {
            SearchResult::Won(_) => won += u32::from(truth),
            SearchResult::Lost => lost += u32::from(!truth),
            SearchResult::Unknown => {}
        }
        assert_eq!(won + lost, number + 1, "{position}: {truth}");
    }
    assert!(won > 10 && lost > 10, "{won} won, {lost} lost");
}
