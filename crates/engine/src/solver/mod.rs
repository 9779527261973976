//! Searches that know every card: whether a deal of the co-operative game can
//! be won, by a line of moves or by a proof that there is none
//! (docs/spec/solver.md).
//!
//! Like the engine it is pure: no clock, no I/O, no threads. Budgets are
//! numbers of nodes, all arithmetic is in integers, and what looks like chance
//! follows from the position. So the same search finds the same on any machine.
//!
//! ```
//! use regicide_engine::engine::regicide::{Position, RulesVersion, Setup};
//! use regicide_engine::engine::{Game, Ignore, Options, Seed};
//! use regicide_engine::solver::{Goal, NODES, SearchResult, solve};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let setup = Setup::new(RulesVersion::CURRENT, 4, &Options::default())?;
//! let mut position = Position::deal(&setup, "banana".parse::<Seed>()?.key());
//! let SearchResult::Won(line) = solve(&position, Goal::Win, NODES, |_| true).result else {
//!     return Err("no win was found".into());
//! };
//! for (seat, mv) in line {
//!     position.advance(seat, &mv, &mut Ignore)?;
//! }
//! assert_eq!(position.to_act(), None);
//! # Ok(())
//! # }
//! ```

pub mod analysis;
mod beam;
pub mod evaluation;
mod fingerprint;
mod proof;
mod turn;

use crate::engine::regicide::{Phase, Position};
use crate::engine::{Game as _, Move, Seat};
use turn::Turns;

/// The version of the search. Whatever changes what is found within a budget
/// is another version (W1.1).
pub const VERSION: u32 = 1;

/// The budget that is meant where none is named, in nodes (W2.1).
pub const NODES: u64 = 20_000_000;

/// The part of a budget that goes to the first attempt at a proof: one in so
/// many nodes.
const SHORT_PROOF: u64 = 1_000;
/// The part that goes to the second.
const LONG_PROOF: u64 = 4;

/// The goal of a search (W3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win.
    Win,
    /// A win without another flip of a solo jester: gold, if none is flipped
    /// yet (R9.3).
    NoFlip,
}

/// The moves from a position to the end of the game, each with its seat.
pub type Line = Vec<(Seat, Move)>;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// The goal is reached by this line.
    Won(Line),
    /// No line whatever reaches the goal.
    Lost,
    /// Neither was found within the budget.
    Unknown,
}

/// The result of a search, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The result.
    pub result: SearchResult,
    /// How many positions were made.
    pub nodes: u64,
}

/// Looks for a line from a position to the goal, and for a proof that there is
/// none, within a budget of nodes. `progress` is called now and then with how many
/// nodes it took so far; if it returns false, the budget ends there.
///
/// It takes at most 120 MB of memory, most of it for proofs.
pub fn solve(position: &Position, goal: Goal, nodes: u64, progress: impl FnMut(u64) -> bool) -> Solution {
    let mut turns = Turns::new(goal, nodes, progress);
    let result = search(position, &mut turns);
    Solution { result, nodes: turns.nodes() }
}

/// The searches in their order (W3.2).
fn search(position: &Position, turns: &mut Turns<impl FnMut(u64) -> bool>) -> SearchResult {
    if position.to_act().is_none() {
        return if position.phase == Phase::Won {
            SearchResult::Won(Line::new())
        } else {
            SearchResult::Lost
        };
    }
    // Many deals without a win are lost at once.
    match proof::search(position, turns.limit() / SHORT_PROOF, turns) {
        SearchResult::Unknown => {}
        decided @ (SearchResult::Won(_) | SearchResult::Lost) => return decided,
    }
    if let Some(line) = beam::WIDTHS.into_iter().find_map(|width| beam::plain(position, width, turns)) {
        return SearchResult::Won(line);
    }
    match proof::search(position, turns.limit() / LONG_PROOF, turns) {
        SearchResult::Unknown => {}
        decided @ (SearchResult::Won(_) | SearchResult::Lost) => return decided,
    }
    beam::restarts(position, turns).map_or(SearchResult::Unknown, SearchResult::Won)
}
