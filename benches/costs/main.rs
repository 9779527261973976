//! The cost of the worst request of each operation: processor time of the service,
//! and of the database, and the units that it is charged.
//!
//! `benches/cost_table` builds and runs it, on either database. It needs Linux. The
//! service is started without limits and without a cache of games, on a new SQLite
//! database or the one that is named.

#[path = "../crowd.rs"]
mod crowd;
mod http;
#[path = "../../crates/engine/tests/support/long_games.rs"]
mod long_games;
mod page;
mod service;
mod world;

use std::io::{Error, Result};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use service::{Service, Used};
use world::World;

/// The ticks of the kernel's clock in a second.
const TICKS: f64 = 100.0;

/// Measure what the worst request of each operation costs
#[derive(Debug, Parser)]
#[command(name = "costs")]
struct Cli {
    /// The service's program
    #[arg(long, default_value = "target/release/regicide")]
    program: PathBuf,
    /// An empty database; by default, a new file
    #[arg(long)]
    database_url: Option<String>,
    /// Processes of the database whose processor time counts, too, with that of their children
    #[arg(long, value_delimiter = ',')]
    database_processes: Vec<u32>,
    /// Requests are repeated for so much processor time, in milliseconds
    #[arg(long, default_value_t = 400)]
    least: u64,
    /// How many running games a player has
    #[arg(long, default_value_t = 5000)]
    busy: usize,
    /// How many results there are on a board
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(200..))]
    board: u32,
    /// How many of the players on the board have a webhook
    #[arg(long, default_value_t = 5000)]
    webhooks: u32,
    /// Only operations whose name holds this
    #[arg(long, default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("costs: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Cli {
    fn run(&self) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let file = format!("sqlite://{}", folder.path().join("costs.db").display());
        let url = self.database_url.as_deref().unwrap_or(&file);
        let mut service = Service::start(&self.program, url, self.database_processes.clone())?;
        let mut world = World::new(&mut service, self.busy)?;
        world.add_crowd(&mut service, url, self.board, self.webhooks)?;
        println!("| Operation | Worst request | Service, ms | Database, ms | Units | ms a unit |");
        println!("|---|---|---|---|---|---|");
        for row in page::rows().iter().filter(|row| row[0].contains(&self.only)) {
            let [operation, request] = [&row[0], &row[1]];
            let figures = self.measure(&mut service, &mut world, operation, request)?;
            println!("| `{operation}` | {request} | {figures} |");
        }
        Ok(())
    }

    /// Sends a request until it has used enough processor time to be measured.
    fn measure(
        &self,
        service: &mut Service,
        world: &mut World,
        operation: &str,
        request: &str,
    ) -> Result<String> {
        let (mut spent, mut count) = (Used { ticks: 0, database: 0, units: 0.0 }, 0_u32);
        while spent.ticks * 10 < self.least && count < 2000 {
            // Preparations are not measured.
            let batch = if count == 0 { 4 } else { 16 };
            let batch: Vec<_> =
                (0..batch).map(|_| world.request(service, operation, request)).collect::<Result<_>>()?;
            let before = service.used()?;
            for request in &batch {
                let answer = service.send(request)?;
                if answer.status >= 500 {
                    return Err(Error::other(format!("{operation}: {}", answer.status)));
                }
                count += 1;
            }
            let after = service.used()?;
            spent.ticks += after.ticks - before.ticks;
            spent.database += after.database - before.database;
            spent.units += after.units - before.units;
        }
        let each = |ticks: u64| {
            let ticks = u32::try_from(ticks).unwrap_or(u32::MAX);
            f64::from(ticks) * 1000.0 / TICKS / f64::from(count)
        };
        let (own, database, units) =
            (each(spent.ticks), each(spent.database), spent.units / f64::from(count));
        let unit = if units > 0.0 { format!("{:.2}", (own + database) / units) } else { "free".to_owned() };
        Ok(format!("{own:.2} | {database:.2} | {units:.1} | {unit}"))
    }
}
