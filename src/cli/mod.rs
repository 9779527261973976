//! The commands, one file each. [`regicide_offline`] has those that need neither server
//! nor database, and the output and exit status of all.

mod admin;
mod arguments;
mod audit;
mod daily;
mod database;
mod export;
mod failures;
mod health;
mod help;
mod import;
mod install;
mod keys;
mod limits;
mod log;
mod log_keeping;
mod migrate;
mod open_files;
mod pack;
mod serve;

use std::io;
use std::process::ExitCode;
use std::sync::LazyLock;

use actix_web::rt::signal::unix::{SignalKind, signal};
use clap::{FromArgMatches, Parser, Subcommand};
use regicide_engine::engine::Ruleset;
use regicide_offline::failures::Failure;
use regicide_offline::output::{Output, OutputFormat};
use regicide_offline::{analyse, difficulty, play, replay, simulate, solve, verify};
use rustix::process::Signal;

use crate::COMMIT;
use failures::in_words;
use help::{EXIT_STATUS, HELP, naming_variable, program, refuse_strays};
use serve::Serve;

/// Play, record, replay and audit games of Regicide.
///
/// The default command is `serve`.
#[derive(Debug, Parser)]
#[command(name = "regicide", version = version(), override_help = HELP, after_help = EXIT_STATUS)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    form: OutputFormat,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<Serve>),
    Migrate(migrate::Migrate),
    Health(health::Health),
    Play(play::Play),
    Verify(Box<verify::Verify>),
    Replay(replay::Replay),
    Difficulty(difficulty::Difficulty),
    Simulate(simulate::Simulate),
    Analyse(analyse::Analyse),
    Solve(solve::Solve),
    Export(export::Export),
    Import(import::Import),
    Audit(audit::Audit),
    Pack(pack::Pack),
    Keys(keys::Keys),
    Log(log::Log),
    Admin(admin::Admin),
    /// Print the OpenAPI document
    #[command(after_help = "Examples:\n  regicide openapi > openapi.json")]
    Openapi,
    /// Print the JSON Schema of record files
    #[command(after_help = "Examples:\n  regicide schema > record.schema.json")]
    Schema,
    Completions(install::Completions),
    Man(install::Man),
}

/// The version, with the commit where it is known, and the versions of the
/// rules.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = COMMIT.map(|commit| format!("commit {commit}, "));
        let rulesets: Vec<String> = Ruleset::all().map(|ruleset| ruleset.to_string()).collect();
        let commit = commit.unwrap_or_default();
        format!("{} ({commit}rules {})", env!("CARGO_PKG_VERSION"), rulesets.join(" "))
    });
    &VERSION
}

#[must_use]
pub fn main() -> ExitCode {
    // For tests of a program whose rules were changed by mistake.
    #[cfg(feature = "test-hooks")]
    if std::env::var_os("REGICIDE_TEST_OTHER_RULES").is_some() {
        regicide_engine::record::JUDGES_WRONGLY.store(true, std::sync::atomic::Ordering::Relaxed);
    }
    let matches = program().try_get_matches().unwrap_or_else(|error| naming_variable(error).exit());
    let cli = refuse_strays(&matches).and_then(|()| Cli::from_arg_matches(&matches));
    let cli = cli.unwrap_or_else(|error| error.format(&mut program()).exit());
    let mut out = Output::new(&cli.form);
    let done = cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))).run(&mut out);
    let done = done.map_err(|failure| in_words(failure, &out));
    out.end(done)
}

impl Command {
    fn run(self, out: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Serve(serve) => run(serve.run(out)),
            Self::Migrate(migrate) => run(migrate.run(out)),
            Self::Health(health) => health.run(out),
            Self::Play(play) => play.run(out),
            Self::Verify(verify) => run(verify.run(out)),
            Self::Replay(replay) => replay.run(out),
            Self::Difficulty(difficulty) => difficulty.run(out),
            Self::Simulate(simulate) => simulate.run(out),
            Self::Analyse(analyse) => analyse.run(out),
            Self::Solve(solve) => solve.run(out),
            Self::Export(export) => run(export.run(out)),
            Self::Import(import) => run(import.run(out)),
            Self::Audit(audit) => audit.run(out),
            Self::Pack(pack) => run(pack.run(out)),
            Self::Keys(keys) => run(keys.run(out)),
            Self::Log(log) => run(log.run(out)),
            Self::Admin(admin) => run(admin.run(out)),
            Self::Openapi => Ok(out.line(format_args!("{:#}", crate::api::document()))?),
            Self::Schema => Ok(out.line(serde_json::to_string_pretty(&regicide_engine::record::schema())?)?),
            Self::Completions(completions) => completions.run(out),
            Self::Man(man) => man.run(out),
        }
    }
}

fn run<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    actix_web::rt::System::new().block_on(async {
        let_writes_fail()?;
        let done = work.await;
        database::close_all().await;
        done
    })
}

/// Lets a write beyond the limit on file sizes (`ulimit -f`) fail, as on a full disk,
/// which the store and the commands can handle. Without a handler of its signal the
/// system ends the process.
fn let_writes_fail() -> io::Result<()> {
    // The handler has to stay registered, but does nothing.
    signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).map(drop)
}
