//! The solver: what it finds is true, and the same every time.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod analysis;
mod endgames;
mod made_up;
mod pinned;
mod proofs;
mod review;
mod wins;

use regicide_engine::engine::regicide::{Position, RulesVersion, Setup};
use regicide_engine::engine::{Game, Ignore, Move, Options, Seat, Seed};
use regicide_engine::solver::{Goal, Solution, solve};

fn setup(players: u8, options: &Options) -> Setup {
    Setup::new(RulesVersion::CURRENT, players, options).unwrap()
}

fn deal(setup: Setup, seed: &str) -> Position {
    Position::deal(&setup, seed.parse::<Seed>().unwrap().key())
}

fn solved(position: &Position, goal: Goal, nodes: u64) -> Solution {
    solve(position, goal, nodes, |_| true)
}

/// A game in which everybody makes the first legal move, up to so many moves.
fn first_legal_moves(mut position: impl Game, most: usize) -> Vec<(Seat, Move)> {
    let mut moves = Vec::new();
    while let Some(seat) = position.to_act().filter(|_| moves.len() < most) {
        let first = position.first_legal().unwrap();
        position.advance(seat, &first, &mut Ignore).unwrap();
        moves.push((seat, first));
    }
    moves
}
