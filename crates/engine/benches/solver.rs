//! How fast deals are solved with all cards known. It prints figures and judges
//! none.
//!
//! `cargo bench --bench solver` solves a hundred deals for each number of
//! players, `cargo bench --bench solver -- 500` five hundred.

#![expect(clippy::cast_precision_loss, reason = "figures are rounded when they are printed")]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use regicide_engine::engine::regicide::{Position, RulesVersion, Setup};
use regicide_engine::engine::{Options, Seed};
use regicide_engine::solver::{Goal, NODES, SearchResult, Solution, solve};

fn main() {
    // `cargo bench` adds a flag of its own.
    let deals = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(100);
    println!("players goal    won lost unknown    nodes: median, p99, most      nodes/s");
    for players in (1..=4).rev() {
        print_row(players, Goal::Win, deals);
    }
    print_row(1, Goal::NoFlip, deals);
}

/// One line: what was found of so many deals, and how long a deal took.
fn print_row(players: u8, goal: Goal, deals: u32) {
    let mut nodes: Vec<u64> = Vec::new();
    let (mut won, mut lost, mut unknown) = (0, 0, 0);
    let begun = cpu_time();
    for number in 0..deals {
        let solution = solve_deal(players, goal, number);
        nodes.push(solution.nodes);
        match solution.result {
            SearchResult::Won(_) => won += 1,
            SearchResult::Lost => lost += 1,
            SearchResult::Unknown => unknown += 1,
        }
    }
    let speed = nodes.iter().sum::<u64>() as f64 / cpu_time().saturating_sub(begun).as_secs_f64();
    nodes.sort_unstable();
    let at = |percent: usize| nodes[(nodes.len() * percent / 100).min(nodes.len() - 1)];
    let goal = if goal == Goal::Win { "win" } else { "no flip" };
    let (median, p99, most) = (at(50), at(99), at(100));
    println!(
        "{players:>7} {goal:7} {won:>3} {lost:>4} {unknown:>7} {median:>9} {p99:>9} {most:>9} {speed:>12.0}"
    );
}

/// The time that this thread had a processor for, where Linux tells it: other
/// programs on the machine do not change it much.
fn cpu_time() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

fn solve_deal(players: u8, goal: Goal, number: u32) -> Solution {
    let setup = Setup::new(RulesVersion::CURRENT, players, &Options::default()).expect("a set-up that fits");
    let seed: Seed = format!("bench-{number}").parse().expect("a seed");
    solve(&Position::deal(&setup, seed.key()), goal, NODES, |_| true)
}
