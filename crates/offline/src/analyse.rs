//! `regicide analyse`: the positions of a game that could still be won.

use std::io;
use std::path::PathBuf;

use clap::Args;
use regicide_engine::bots::Considered;
use regicide_engine::bots::review::{self, Budgets, Findings, Review};
use regicide_engine::engine::{Message, Move, Seat};
use regicide_engine::record::Replay as Steps;
use regicide_engine::solver::VERSION;
use regicide_engine::solver::analysis::PositionVerdict;
use serde_json::json;

use super::failures::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;
use super::replay::{Recorded, names};

/// Find out until when a recorded game could be won, and which moves mattered
///
/// The analysis classifies each position for a player with knowledge of every card: won
/// by a line that was found, proven lost, or not found within the budget. Only the
/// co-operative game is analysed.
///
/// Ctrl-C stops, and prints the findings so far.
///
/// Exit status 1 if a move is bad: the game is analysed up to it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide analyse game.json
  regicide analyse --nodes 100000 --worlds 100 --json game.json")]
pub struct Analyse {
    /// The record file; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The solver's budget for each position, in nodes: positions that are visited
    #[arg(long, value_name = "N", default_value_t = Budgets::default().nodes, help_heading = "Search")]
    nodes: u64,
    /// The bot's budget for each decision, in sampled deals
    #[arg(long, value_name = "N", default_value_t = Budgets::default().worlds, help_heading = "Search")]
    worlds: u32,
}

impl Analyse {
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let game = Recorded::read(&self.file, out)?;
        let entries = game.record.entries().map_while(Result::ok);
        let steps = Steps::new(&game.setup, &game.seed, entries).map_while(Result::ok);
        let moves: Vec<(Seat, Move)> = steps.map(|step| (step.entry.seat, step.entry.mv)).collect();
        let budgets = Budgets { nodes: self.nodes, worlds: self.worlds };
        let Some(mut review) = Review::new(&game.setup, &game.seed, &moves, budgets) else {
            return Err(out.failure(&Message::new("solve-together")));
        };
        // The search of a position or the comparison of a decision is a step.
        let progress = Progress::up_to(review.pieces_left() as u64, "progress-steps", out);
        let interrupt = Interrupt::catch()?;
        while interrupt.check().is_ok() && review.go_on(|_| {}) {
            progress.advance(1);
            progress.set_left(review.pieces_left() as u64);
        }
        progress.finish();
        report(&game, &moves, &review.so_far(), out)?;
        if moves.len() < game.record.moves.len() {
            out.record_failure();
        }
        Ok(interrupt.check()?)
    }
}

fn report(game: &Recorded, moves: &[(Seat, Move)], findings: &Findings, out: &mut Output) -> io::Result<()> {
    for (first, last, verdict) in findings.spans() {
        let id = match verdict {
            PositionVerdict::Won => "analysis-span-won",
            PositionVerdict::Lost => "analysis-span-lost",
            PositionVerdict::NotFound => "analysis-span-not-found",
        };
        let message = Message::new(id).with("count", last - first + 1);
        let message = message.with("first", first).with("last", last);
        let object =
            json!({ "type": "span", "first_seq": first, "last_seq": last, "verdict": verdict.to_string() });
        out.report(&object, &message)?;
    }
    let names = names(&game.record);
    for mark in findings.marks(moves) {
        let text = out.text(&mark.message.clone().naming(&names));
        let object = json!({ "type": "mark", "seq": mark.seq, "mark": mark.message.id(), "text": text });
        out.result(&object, format_args!("{:>3}. {text}", mark.seq))?;
    }
    for decision in &findings.decisions {
        let tried = |tried: &Considered| json!({ "text": tried.mv.to_string(), "worlds": tried.visits, "won": tried.won });
        out.only_object(&json!({
            "type": "decision", "seq": decision.seq, "seat": decision.seat,
            "player_move": tried(&decision.made), "bot_move": tried(&decision.bot),
        }))?;
    }
    let analysis = &findings.analysis;
    let line: Option<Vec<_>> = analysis
        .missed
        .as_ref()
        .map(|line| line.iter().map(|(seat, mv)| json!({ "seat": seat, "text": mv.to_string() })).collect());
    out.only_object(&json!({
        "type": "analysis", "last_won_seq": analysis.last_won(), "turning_point_seq": analysis.turning_point(),
        "line": line, "nodes": analysis.nodes, "analysis": review::VERSION, "solver": VERSION,
        "budget": findings.budgets.nodes, "worlds": findings.budgets.worlds,
    }))
}
