//! The solver and the analysis of games.

use pyo3::prelude::*;
use regicide_engine::bots::review::{Budgets, Review};
use regicide_engine::engine::{self, PlayerName};
use regicide_engine::solver::analysis::NODES_A_POSITION;
use regicide_engine::solver::{self, Goal, NODES, SearchResult};
use serde_json::{Value, json};

use crate::position::Position;
use crate::record::{bad_move, read_record, setup_of};
use crate::threads;
use crate::values::{Items, read_language, to_python, value_error, wrong_type};

/// `solve` for many positions on several threads, one for each core if none are named.
#[pyfunction]
#[pyo3(signature = (positions, *, goal = "win", nodes = NODES, threads = None))]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    positions: Items<'py>,
    goal: &str,
    nodes: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let goal = match goal {
        "win" => Goal::Win,
        "no_flip" => Goal::NoFlip,
        _ => return Err(value_error(format!("the goal {goal:?} is not known: win or no_flip"))),
    };
    let co_operative = |position: &Bound<'py, PyAny>| {
        let position = position.cast::<Position>().map_err(|_| wrong_type(position, "a Position"))?;
        position
            .get()
            .position
            .co_operative()
            .copied()
            .ok_or_else(|| value_error("only the co-operative game is solved"))
    };
    let positions: Vec<engine::regicide::Position> =
        positions.0.iter().map(co_operative).collect::<PyResult<_>>()?;
    let solve = |position: &_| solution(&solver::solve(position, goal, nodes, |_| true));
    let solutions = threads::map(py, &positions, threads, solve)?;
    to_python(py, &solutions)
}

fn solution(found: &solver::Solution) -> Value {
    let (result, line) = match &found.result {
        SearchResult::Won(line) => ("won", Some(line)),
        SearchResult::Lost => ("lost", None),
        SearchResult::Unknown => ("unknown", None),
    };
    let texts = line.map(|line| line.iter().map(|(_, mv)| mv.text()).collect::<Vec<_>>());
    json!({ "result": result, "line": texts, "nodes": found.nodes })
}

/// `analyse` for many records on several threads.
#[pyfunction]
#[pyo3(signature = (records, *, nodes = NODES_A_POSITION, worlds = 1_000, language = "en", threads = None))]
pub(crate) fn analyse_many<'py>(
    py: Python<'py>,
    records: Items<'py>,
    nodes: u64,
    worlds: u32,
    language: &str,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let language = read_language(language)?;
    let budgets = Budgets { nodes, worlds };
    let mut games = Vec::with_capacity(records.0.len());
    for record in &records.0 {
        let record = read_record(record)?;
        let setup = setup_of(&record)?;
        let seed = record.seed().map_err(value_error)?;
        let entries = record.entries().map(|entry| entry.map(|entry| (entry.seat, entry.mv)));
        let moves = entries.collect::<Result<Vec<_>, _>>().map_err(bad_move)?;
        let names: Vec<Option<&str>> = record.names.iter().flatten().map(Option::as_deref).collect();
        let review = Review::new(&setup, &seed, &moves, budgets)
            .ok_or_else(|| value_error("only the co-operative game is analysed"))?;
        games.push((review, moves, PlayerName::of_table(&names)));
    }
    let analyse = |(review, moves, names): &(Review, Vec<_>, Vec<PlayerName>)| {
        let mut review = review.clone();
        while review.go_on(|_| ()) {}
        let findings = review.so_far();
        let mark = |mark: solver::analysis::Mark| json!({ "seq": mark.seq, "mark": mark.message.id(), "text": language.text(&mark.message.naming(names)) });
        let line = findings.analysis.missed.as_ref();
        let tried = |tried: &regicide_engine::bots::Considered| json!({ "move": tried.mv.text(), "worlds": tried.visits, "won": tried.won });
        let decision = |decision: &regicide_engine::bots::review::Decision| {
            json!({
                "seq": decision.seq, "seat": decision.seat,
                "player_move": tried(&decision.made), "bot_move": tried(&decision.bot),
            })
        };
        json!({
            "verdicts": findings.analysis.verdicts,
            "last_won_seq": findings.analysis.last_won(),
            "turning_point_seq": findings.analysis.turning_point(),
            "line": line.map(|line| line.iter().map(|(_, mv)| mv.text()).collect::<Vec<_>>()),
            "nodes": findings.analysis.nodes,
            "decisions": findings.decisions.iter().map(decision).collect::<Vec<_>>(),
            "marks": findings.marks(moves).into_iter().map(mark).collect::<Vec<_>>(),
        })
    };
    let found = threads::map(py, &games, threads, analyse)?;
    to_python(py, &found)
}
