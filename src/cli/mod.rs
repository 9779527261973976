//! The commands.

mod admin;
mod audit;
mod daily;
mod database;
mod keys;
mod language;
mod load;
mod progress;
mod records;
mod replay;
mod serve;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use admin::Admin;
use audit::Audit;
use database::Database;
use keys::Keys;
use load::Load;
use replay::Replay;
use serve::Serve;
use verify::Verify;

/// Play, record, replay and audit games of Regicide.
///
/// Without a command, `serve` is meant.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the HTTP API until SIGTERM or SIGINT
    Serve(Serve),
    /// Bring the database's schema up to date
    Migrate(Database),
    Audit(Audit),
    Admin(Admin),
    Keys(Keys),
    Verify(Verify),
    Replay(Replay),
    Load(Load),
    /// Print the OpenAPI document
    Openapi,
    /// Print the JSON Schema of record files
    Schema,
}

/// Runs the command that the process was started with.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(serve) => finish(run(serve.run())),
        Command::Migrate(database) => finish(run(migrate(database))),
        Command::Admin(admin) => finish(run(admin.run())),
        Command::Keys(keys) => finish(run(keys.run())),
        Command::Audit(audit) => audit.run(),
        Command::Verify(verify) => verify.run(),
        Command::Replay(replay) => finish(replay.run()),
        Command::Load(load) => load.run(),
        Command::Openapi => finish(print_openapi()),
        Command::Schema => finish(print_schema()),
    }
}

type Failure = Box<dyn std::error::Error>;

fn run<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    actix_web::rt::System::new().block_on(work)
}

fn finish(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regicide: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn migrate(database: Database) -> Result<(), Failure> {
    Ok(database.connect().await?.migrate().await?)
}

fn print_openapi() -> Result<(), Failure> {
    println!("{}", crate::api::document().to_pretty_json()?);
    Ok(())
}

fn print_schema() -> Result<(), Failure> {
    println!("{}", serde_json::to_string_pretty(&crate::record::schema())?);
    Ok(())
}
