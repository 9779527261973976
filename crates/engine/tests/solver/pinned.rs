//! Choices and a review that are the same on every machine, and in every
//! version until somebody changes them on purpose.
//!
//! When a test here fails and nothing was to change, results depend on the
//! machine or a change has side effects: find out which. When bots or solver
//! are changed on purpose, put the new values here, raise the version that they
//! belong to (`bots::review::VERSION`, `solver::VERSION`), and take the figures
//! of docs/reference/bots.md and docs/explanation/winnable.md again. Announced days and kept analyses
//! are not affected: each names its version.

use regicide_engine::bots::review::{Budgets, Decision, Review};
use regicide_engine::bots::{Level, Observer, choose};
use regicide_engine::engine::{Effect, Game as _, GameKind, Hash, Options, Position, Ruleset, Seed, Setup};
use regicide_engine::solver::{Goal, NODES, SearchResult, VERSION};

use crate::{deal, first_legal_moves, setup, solved};

/// The move of each level in the deal `pinned` after so many moves.
fn choices<const N: usize>(game: GameKind, players: u8, after: [usize; N]) -> String {
    let setup = Setup::new(Ruleset::current(game), players, &Options::default()).unwrap();
    let seed: Seed = "pinned".parse().unwrap();
    let mut position = Position::deal(&setup, seed.key());
    let mut observers = Observer::all(&setup, &position);
    let mut chosen = Vec::new();
    for (number, (seat, mv)) in first_legal_moves(position, after[N - 1] + 1).into_iter().enumerate() {
        if after.contains(&number) {
            let knowledge = observers[seat.index()].knowledge();
            chosen.extend(Level::ALL.iter().map(|&level| choose(level, knowledge, [7; 32]).to_string()));
        }
        let mut effects: Vec<Effect> = Vec::new();
        position.advance(seat, &mv, &mut effects).unwrap();
        for observer in &mut observers {
            observer.observe(&effects, &position);
        }
    }
    chosen.join(", ")
}

#[test]
fn each_level_chooses_as_before() {
    let alone = choices(GameKind::Regicide, 1, [0, 3]);
    let four = choices(GameKind::Regicide, 4, [0]);
    // Close to the end of a hand, where playouts are short.
    let tricks = choices(GameKind::Tricks, 3, [24]);
    assert_eq!(tricks, "change S, change H, change H");
    assert_eq!(alone, "play AD 9S, play AD 3S, play 7S, discard 3S 7S, discard 3S 8S, discard 3S 8S");
    assert_eq!(four, "play AC 8S, play AC 8C, play X1");
}

#[test]
fn a_review_finds_as_before() {
    let setup = Setup::new(Ruleset::current(GameKind::Regicide), 2, &Options::default()).unwrap();
    let seed: Seed = "pinned".parse().unwrap();
    let moves = first_legal_moves(Position::deal(&setup, seed.key()), usize::MAX);
    let mut review = Review::new(&setup, &seed, &moves, Budgets { nodes: 3_000, worlds: 60 }).unwrap();
    while review.go_on(|_| ()) {}
    let findings = review.so_far();
    let spans: Vec<String> = findings
        .spans()
        .iter()
        .map(|(first, last, verdict)| format!("{first} to {last} {verdict}"))
        .collect();
    let decisions: Vec<String> = findings
        .decisions
        .iter()
        .map(|Decision { seq, bot, .. }| format!("{seq} {} {}/{}", bot.mv, bot.won, bot.visits))
        .collect();
    assert_eq!(spans, ["0 to 10 not_found", "11 to 17 lost"]);
    assert_eq!(
        decisions,
        [
            "1 play AD 3/13",
            "2 discard AD 9D 1/11",
            "3 play 7S 4/28",
            "4 discard 7S 8S 2/12",
            "5 play AD 9S 1/19",
            "6 discard 3C 9S 2/22",
            "7 play 8D 0/18",
            "8 play 8S 2/9",
            "9 discard 8H 8S 0/9",
            "10 play 9S 0/8",
            "11 discard 7C 3H 0/7",
            "12 play 8S 1/12",
            "13 discard 5S 8S 0/21",
            "14 play 9S 0/11",
            "15 discard 3S 6S 0/30",
            "16 play 8S 0/32",
        ]
    );
}

/// The order of the searches (W3.2), layers, children and what is kept of them
/// (W4.1, W4.2, W4.4) decide how many nodes a search makes.
#[test]
fn w1_1_w2_1_searches_find_as_before() {
    assert_eq!((VERSION, NODES), (1, 20_000_000));
    let found = [(1, "deal-1"), (2, "deal-1"), (3, "deal-2"), (4, "deal-1")].map(|(players, seed)| {
        let solution = solved(&deal(setup(players, &Options::default()), seed), Goal::Win, 300_000);
        let line = match solution.result {
            SearchResult::Won(line) => {
                line.iter().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>().join(", ")
            }
            SearchResult::Lost | SearchResult::Unknown => String::new(),
        };
        (solution.nodes, Hash::of(line.as_bytes()).to_string()[..8].to_owned())
    });
    assert_eq!(
        found.map(|(nodes, line)| format!("{nodes} {line}")),
        ["115866 5f9017b6", "300023 e3b0c442", "138145 3182b9c2", "70732 654c6ad8"]
    );
}
