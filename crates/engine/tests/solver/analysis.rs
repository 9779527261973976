//! The analysis of games.

use regicide_engine::engine::regicide::Position;
use regicide_engine::engine::{Game as _, Ignore, Move, Options, Seat};
use regicide_engine::solver::analysis::{Analysis, Mark, NODES_A_POSITION, PositionVerdict, Searches};
use regicide_engine::solver::{Goal, NODES, SearchResult};

use crate::endgames::{can_win, endgame};
use crate::{deal, first_legal_moves, setup, solved};

/// Plays moves and analyses the game.
fn analysed(position: &Position, moves: &[(Seat, Move)]) -> (Vec<Position>, Analysis, Vec<Mark>) {
    let mut positions = vec![*position];
    for (seat, mv) in moves {
        let last = positions[positions.len() - 1];
        positions.push(last.play(*seat, mv, &mut Ignore).unwrap());
    }
    let mut searches = Searches::new(positions.clone(), moves.to_vec(), NODES_A_POSITION);
    while searches.search_next(|_| ()) {}
    let analysis = searches.so_far();
    let marks = analysis.marks(moves);
    (positions, analysis, marks)
}

fn ids(marks: &[Mark]) -> Vec<(u32, &str)> {
    marks.iter().map(|mark| (mark.seq, mark.message.id())).collect()
}

#[test]
fn w6_1_standings_of_endgames_are_the_truth() {
    let mut turned = 0;
    for number in 0..40 {
        let position = endgame(1, number);
        let (positions, analysis, marks) = analysed(&position, &first_legal_moves(position, usize::MAX));
        for (position, verdict) in positions.iter().zip(&analysis.verdicts) {
            let truth = if can_win(position) { PositionVerdict::Won } else { PositionVerdict::Lost };
            assert_eq!(*verdict, truth, "{position}");
        }
        let Some(seq) = analysis.turning_point() else { continue };
        turned += 1;
        assert_eq!(ids(&marks)[0], (u32::try_from(seq).unwrap(), "analysis-lost-by"));
        let missed = analysis.missed.unwrap();
        let last = missed
            .iter()
            .fold(positions[seq - 1], |position, (seat, mv)| position.play(*seat, mv, &mut Ignore).unwrap());
        assert!(can_win(&last) && last.to_act().is_none());
    }
    assert!(turned > 3, "{turned}");
}

#[test]
fn w6_2_a_game_that_is_conceded_is_lost_by_that_and_a_won_one_by_nothing() {
    let position = deal(setup(4, &Options::default()), "deal-1");
    let SearchResult::Won(line) = solved(&position, Goal::Win, NODES).result else { panic!("it is won") };
    let (_, analysis, marks) = analysed(&position, &line);
    assert_eq!((ids(&marks), analysis.turning_point()), (vec![(0, "analysis-always-won")], None));

    let conceded = [&line[..3], &[(Seat::default(), Move::Concede)]].concat();
    let (_, analysis, marks) = analysed(&position, &conceded);
    assert_eq!((analysis.last_won(), analysis.turning_point()), (Some(3), Some(4)));
    assert_eq!(ids(&marks), [(4, "analysis-lost-by"), (4, "analysis-instead")]);
    assert!(analysis.missed.is_some());
}
