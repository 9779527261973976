//! `regicide solve`: searches for wins of deals.

use std::io;

use clap::Args;
use regicide_engine::engine::{Message, Move, Position, Seat, Seed, Setup};
use regicide_engine::record::RecordFile;
use regicide_engine::solver::{self, Goal, SearchResult, Solution};
use serde_json::json;

use super::deal::Deal;
use super::failures::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;
use super::records_out::RecordsOut;

/// Find out whether deals can be won with knowledge of every card
///
/// A deal is won by a line of moves, proven lost, or neither within the budget. With one
/// budget the result is equal on any machine (docs/spec/solver.md).
///
/// Exit status 0 if all deals are won, 1 if one is proven lost, 2 if one is
/// undecided.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide solve --seed banana --gold
  regicide solve --seed banana --players 4 --out won.json && regicide verify won.json")]
pub struct Solve {
    /// The seed of a deal; may be given several times
    #[arg(long = "seed", value_name = "SEED", required = true, help_heading = "Game")]
    seeds: Vec<Seed>,
    #[command(flatten)]
    deal: Deal,
    /// The number of players
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Game")]
    players: u8,
    /// Begin with this position, a position line (docs/spec/record.md S4), and
    /// not with the deal; the seed is needed because hearts shuffle by it
    #[arg(long, value_name = "LINE", conflicts_with = "out", help_heading = "Game")]
    position: Option<String>,
    /// Win without flipping a jester, which is gold (one player)
    #[arg(long, help_heading = "Search")]
    gold: bool,
    /// The budget for each deal, in nodes: positions that are visited
    #[arg(long, value_name = "N", default_value_t = solver::NODES, help_heading = "Search")]
    nodes: u64,
    #[command(flatten)]
    out: RecordsOut,
}

#[derive(Default)]
struct Sum {
    won: u32,
    lost: u32,
    unknown: u32,
}

impl Solve {
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let setup = self.deal.setup(self.players, out)?;
        let goal = if self.gold { Goal::NoFlip } else { Goal::Win };
        if self.gold && self.players > 1 {
            return Err(out.failure(&Message::new("solve-gold-for-one")));
        }
        let mut records = self.out.open(out)?;
        let mut sum = Sum::default();
        let many = self.seeds.len() > 1;
        let progress = match self.seeds.len() {
            1 => Progress::of("progress-nodes", out),
            deals => Progress::up_to(deals as u64, "progress-deals", out),
        };
        let interrupt = Interrupt::catch()?;
        for seed in &self.seeds {
            let start = match &self.position {
                Some(line) => {
                    Position::parse(&setup, seed.key(), line).map_err(|error| out.text(&error.message()))?
                }
                None => Position::deal(&setup, seed.key()),
            };
            let Some(position) = start.co_operative() else {
                return Err(out.failure(&Message::new("solve-together")));
            };
            let mut follow = progress.follow();
            let count_nodes = |nodes| {
                if !many {
                    follow(nodes);
                }
                interrupt.check().is_ok()
            };
            let solution = solver::solve(position, goal, self.nodes, count_nodes);
            if many {
                progress.advance(1);
            }
            progress.aside(|| self.report(&start, (setup, seed), &solution, &mut sum, out))?;
            if let (Some(records), SearchResult::Won(line)) = (&mut records, &solution.result) {
                let record = RecordFile::of_line(&setup, seed, line.iter().map(|&(_, mv)| mv));
                record.map_or(Ok(()), |record| progress.aside(|| records.write(&record)))?;
            }
            if interrupt.check().is_err() {
                break;
            }
        }
        progress.finish();
        self.print_sum(&sum, out)?;
        interrupt.check()?;
        self.set_status(&sum, out)
    }

    fn report(
        &self,
        start: &Position,
        (setup, seed): (Setup, &Seed),
        solution: &Solution,
        sum: &mut Sum,
        out: &mut Output,
    ) -> io::Result<()> {
        let (name, id, line, count) = match &solution.result {
            SearchResult::Won(line) => ("won", "solve-won", Some(line), &mut sum.won),
            SearchResult::Lost => ("lost", "solve-lost", None, &mut sum.lost),
            SearchResult::Unknown => ("unknown", "solve-unknown", None, &mut sum.unknown),
        };
        *count += 1;
        let moves = line.map_or(0, Vec::len);
        let message = Message::new(id).with("seed", seed.as_str()).with("moves", moves);
        let message = message.with("nodes", solution.nodes);
        let line = line.map(|line| {
            let of = |(seq, (seat, mv)): (u32, &(Seat, Move))| {
                json!({ "seq": seq, "seat": seat, "text": mv.to_string() })
            };
            (start.seq() + 1..).zip(line).map(of).collect::<Vec<_>>()
        });
        if self.out.is_printed() {
            return Ok(());
        }
        out.report(
            &json!({
                "type": "deal", "setup": setup.to_string(), "seed": seed.as_str(), "gold": self.gold,
                "verdict": name, "nodes": solution.nodes, "line": line,
                "solver": solver::VERSION, "budget": self.nodes,
            }),
            &message,
        )
    }

    fn print_sum(&self, &Sum { won, lost, unknown }: &Sum, out: &mut Output) -> io::Result<()> {
        let deals = won + lost + unknown;
        let summary = Message::new("solve-sum").with("deals", deals).with("won", won);
        let summary = summary.with("lost", lost).with("unknown", unknown);
        let object = json!({ "type": "sum", "deals": deals, "won": won, "lost": lost, "unknown": unknown });
        if self.out.is_printed() { Ok(()) } else { out.report(&object, &summary) }
    }

    fn set_status(&self, sum: &Sum, out: &mut Output) -> Result<(), Failure> {
        if sum.lost > 0 {
            out.record_failure();
        }
        if sum.unknown > 0 {
            let undecided = Message::new("solve-undecided").with("count", sum.unknown);
            return Err(out.failure(&undecided.with("nodes", self.nodes)));
        }
        Ok(())
    }
}
