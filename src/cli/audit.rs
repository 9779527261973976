//! `regicide audit`: judging everything that a database holds.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use futures_util::{TryStreamExt as _, stream};
use uuid::Uuid;

use super::Database;
use super::language::Speak;
use super::progress::Progress;
use crate::cli::Failure;
use crate::engine::Message;
use crate::service::{Audit as Judgement, audit};
use crate::store::{Game, Store, StoreError};
use crate::words::Language;

/// Rebuild every game of a database from its seed and log: one line for each
/// that does not hold, then a sum
///
/// All cores are used, and games are read as they are judged. The service may
/// go on meanwhile. Exit status 1 if any game does not hold, 2 if the database
/// cannot be read.
#[derive(Args, Debug)]
pub(super) struct Audit {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    speak: Speak,
}

/// How many games are read at once by one task.
const CHUNK: u32 = 256;

/// What was found in some games.
#[derive(Default)]
struct Found {
    games: u64,
    moves: u64,
    failed: Vec<(Uuid, Judgement)>,
}

impl Audit {
    pub(super) fn run(&self) -> ExitCode {
        match self.judge_all() {
            Ok(0) => ExitCode::SUCCESS,
            Ok(_) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("regicide: {error}");
                ExitCode::from(2)
            }
        }
    }

    /// Judges all games; how many do not hold.
    fn judge_all(&self) -> Result<u64, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let progress = Progress::of("games");
        let language = self.speak.language();
        let (games, moves, failed) = runtime.block_on(async {
            let store = self.database.connect().await?;
            store.ready().await?;
            let mut sum = (0, 0, 0);
            let mut chunks = std::pin::pin!(chunks(store));
            while let Some(found) = chunks.try_next().await? {
                sum = (sum.0 + found.games, sum.1 + found.moves, sum.2 + found.failed.len() as u64);
                progress.advance(found.games);
                progress.aside(|| report(&found, language))?;
            }
            Ok::<_, Failure>(sum)
        })?;
        progress.finish();
        let rate = u128::from(moves) * 1000 / progress.elapsed().as_millis().max(1);
        let told = Message::new("command-audited").with("games", games.to_string());
        let told = told.with("held", (games - failed).to_string()).with("failed", failed.to_string());
        let told = told.with("moves", moves.to_string()).with("rate", rate.to_string());
        println!("{}", language.say(&told));
        Ok(failed)
    }
}

/// What is found in one chunk of games after the other; several are under way
/// at any time.
fn chunks(store: Arc<dyn Store>) -> impl futures_util::Stream<Item = Result<Found, Failure>> {
    let reader = store.clone();
    let ranges = stream::try_unfold(Uuid::nil(), move |after| {
        let store = store.clone();
        async move {
            let ids = store.game_ids(after, CHUNK).await?;
            Ok::<_, StoreError>(ids.last().map(|&last| ((after, last), last)))
        }
    });
    let under_way = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let judged = ranges.map_ok(move |(after, last)| {
        let store = reader.clone();
        async move {
            let task = async move { judge(store.games_between(after, last).await?) };
            Ok(tokio::spawn(task).await??)
        }
    });
    judged.map_err(Failure::from).try_buffer_unordered(under_way)
}

/// # Errors
/// Of a game that could not be judged.
fn judge(games: Vec<Result<Game, StoreError>>) -> Result<Found, StoreError> {
    let mut found = Found::default();
    for game in games {
        found.games += 1;
        let (id, judgement) = match game {
            Ok(game) => (game.game.id, audit(&game)),
            Err(StoreError::Corrupt { game, .. }) => (game, Judgement::unreadable()),
            Err(error) => return Err(error),
        };
        found.moves += u64::from(judgement.moves_valid);
        if !judgement.holds {
            found.failed.push((id, judgement));
        }
    }
    Ok(found)
}

fn report(found: &Found, language: Language) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (id, judgement) in &found.failed {
        let failed = judgement.checks.iter().filter(|check| !check.holds);
        let names: Vec<&str> = failed.map(|check| check.name.name()).collect();
        let told = Message::new("command-audit-failed").with("checks", names.join(", "));
        let told = told.with("moves", judgement.moves_valid);
        writeln!(out, "{id}: {}", language.say(&told))?;
    }
    Ok(())
}
