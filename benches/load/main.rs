//! Measures the moves per second of a running service.
//!
//! `cargo run --release --example load -- --url http://127.0.0.1:8080`

mod day;
mod generator;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

use day::Day;
use generator::{Failure, Load, Report};

/// The allocator of the service, too.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Play games to their end over HTTP and report the throughput
///
/// The seeds are chosen here, so an engine in this process follows every game,
/// and every answer has to be exactly what it computes: status, effects, hash
/// of the chain, the whole view. A finished game is replaced by a new one. Exit
/// status 1 if any answer was wrong.
///
/// Time is measured from when all games exist, and only accepted moves (201)
/// count. All requests come from one address, so the service has to run without
/// limits on creations, moves and reads: `REGICIDE_CREATIONS_PER_MINUTE=0`,
/// `REGICIDE_CREATIONS_PER_DAY=0`, `REGICIDE_MOVES_PER_MINUTE=0`,
/// `REGICIDE_READS_PER_MINUTE=0`. The games stay in its database; they are
/// unlisted.
#[derive(Debug, Parser)]
#[command(name = "load", args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    load: Load,
    /// Print the report as one JSON object in the last line, too
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Day(Day),
}

fn main() -> ExitCode {
    let Cli { command, load, json } = Cli::parse();
    let system = actix_web::rt::System::new();
    let done = match command {
        Some(Command::Day(day)) => system.block_on(day.run()).map(|()| ExitCode::SUCCESS),
        None => system.block_on(load.run(interrupt())).and_then(|report| print(&report, json)),
    };
    match done {
        Ok(exit) => exit,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Ready after Ctrl-C.
async fn interrupt() {
    if actix_web::rt::signal::ctrl_c().await.is_err() {
        // Without a handler, the signal ends the process.
        std::future::pending::<()>().await;
    }
}

fn print(report: &Report, json: bool) -> Result<ExitCode, Failure> {
    println!("{report}");
    if json {
        println!("{}", serde_json::to_string(report)?);
    }
    Ok(if report.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
