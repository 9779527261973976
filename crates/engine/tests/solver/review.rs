//! Reviews: decisions beside those of the strong bot.

use regicide_engine::bots::Considered;
use regicide_engine::bots::review::{Budgets, Decision, Findings, Review};
use regicide_engine::engine::{GameKind, Move, Options, Position, Ruleset, Seat, Seed, Setup};
use regicide_engine::solver::analysis::{Analysis, PositionVerdict};

use crate::first_legal_moves;

const BUDGETS: Budgets = Budgets { nodes: 500, worlds: 25 };

fn tried(text: &str, visits: u32, won: u32) -> Considered {
    Considered { mv: text.parse().unwrap(), visits, won }
}

fn decision(seq: u32, made: Considered, bot: Considered) -> Decision {
    Decision { seq, seat: Seat::default(), made, bot }
}

/// The marks of a game of six moves whose turning point is the fourth.
fn marks(decisions: Vec<Decision>) -> Vec<(u32, String)> {
    use PositionVerdict::{Lost, NotFound, Won};

    let verdicts = vec![Won, Won, Won, Won, NotFound, NotFound, Lost];
    let findings =
        Findings { budgets: BUDGETS, analysis: Analysis { verdicts, missed: None, nodes: 0 }, decisions };
    let game = [(Seat::default(), Move::Yield); 6];
    findings.marks(&game).iter().map(|mark| (mark.seq, mark.message.id().to_owned())).collect()
}

fn expected(marks: &[(u32, &str)]) -> Vec<(u32, String)> {
    marks.iter().map(|&(seq, id)| (seq, id.to_owned())).collect()
}

#[test]
fn w6_3_bad_luck_is_no_mistake() {
    let always = [(4, "analysis-no-win-after"), (6, "analysis-lost-from")];
    assert_eq!(marks(Vec::new()), expected(&always));

    let best = tried("play 7H", 400, 300);
    let lucky = [always[0], (4, "analysis-no-mistake"), always[1]];
    let wrong = [always[0], (4, "analysis-mistake"), always[1]];
    for (made, marked) in [
        (best, &lucky[..]),
        (tried("yield", 50, 36), &lucky),
        (tried("yield", 50, 33), &always),
        (tried("yield", 50, 30), &wrong),
        // Too little is known of it.
        (tried("yield", 19, 0), &always),
        (tried("yield", 20, 0), &wrong),
    ] {
        assert_eq!(marks(vec![decision(4, made, best)]), expected(marked), "{made:?}");
    }

    // The three greatest.
    let by_loss = [(1, 20), (2, 50), (3, 40), (5, 60), (6, 55)];
    let mistakes = by_loss.map(|(seq, won)| decision(seq, tried("yield", 100, won), best)).to_vec();
    let mistakes: Vec<u32> =
        marks(mistakes).iter().filter(|(_, id)| id == "analysis-mistake").map(|(seq, _)| *seq).collect();
    assert_eq!(mistakes, [1, 2, 3]);
}

fn reviewed(setup: Setup, seed: &Seed, moves: &[(Seat, Move)]) -> Findings {
    let mut review = Review::new(&setup, seed, moves, BUDGETS).unwrap();
    while review.go_on(|_| ()) {}
    review.so_far()
}

#[test]
fn w6_3_every_decision_between_several_moves_is_compared_and_always_the_same() {
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 3, &Options::default()).unwrap();
    let seed: Seed = "review".parse().unwrap();
    let mut moves = first_legal_moves(Position::deal(&setup, seed.key()), 12);
    let findings = reviewed(setup, &seed, &moves);
    assert_eq!(findings.analysis.verdicts.len(), moves.len() + 1);
    assert!(findings.decisions.len() >= 5, "{:?}", findings.decisions);
    for decision in &findings.decisions {
        let (seat, mv) = moves[decision.seq as usize - 1];
        assert_eq!((decision.seat, decision.made.mv), (seat, mv));
        assert!(decision.bot.visits >= decision.made.visits && decision.made.visits <= BUDGETS.worlds);
    }
    assert_eq!(reviewed(setup, &seed, &moves), findings);

    // Up to the first move that is not legal.
    moves.push((moves[0].0, Move::Flip));
    assert_eq!(reviewed(setup, &seed, &moves), findings);

    let tricks = Setup::new(Ruleset::current(GameKind::Tricks), 2, &Options::default()).unwrap();
    assert!(Review::new(&tricks, &seed, &[], BUDGETS).is_none());
}

#[test]
fn findings_so_far_are_returned_and_the_standings_come_first() {
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 3, &Options::default()).unwrap();
    let seed: Seed = "review".parse().unwrap();
    let moves = first_legal_moves(Position::deal(&setup, seed.key()), 12);
    let all = reviewed(setup, &seed, &moves);
    let mut review = Review::new(&setup, &seed, &moves, BUDGETS).unwrap();
    let (pieces, mut stages) = (review.pieces(), (0, 0));
    loop {
        let (known, left) = (review.so_far(), review.positions_left());
        if left > 0 {
            assert_eq!(known.decisions, []);
            stages.0 += 1;
        } else {
            assert_eq!(known.analysis, all.analysis);
            assert_eq!(known.decisions, all.decisions[..known.decisions.len()]);
            stages.1 += 1;
        }
        assert!(review.pieces_left() <= pieces);
        if !review.go_on(|_| ()) {
            break;
        }
        assert_eq!(review.pieces(), pieces, "however far it is");
    }
    assert_eq!(review.so_far(), all);
    assert!(stages.0 > 1 && stages.1 == all.decisions.len() + 1, "{stages:?}");
}
