//! Settings of daily challenges.

use std::env;
use std::path::PathBuf;

use clap::Args;
use regicide_offline::failures::{Failure, named};
use regicide_system::whole_file::read_whole;

use super::arguments::bytes;
use crate::service::runtime::Secret;
use crate::service::settings::Settings;

/// The variable of the environment that may hold the key.
const KEY: &str = "REGICIDE_DAILY_KEY";

/// Settings of daily challenges, equal on all instances.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Daily challenges")]
pub(super) struct Daily {
    /// A file with the key of their seeds, 64 hex digits, if not
    /// `REGICIDE_DAILY_KEY` holds it; by default one is generated and stored in
    /// the database. A new key applies from the first day that is not published
    #[arg(long = "daily-key-file", env = "REGICIDE_DAILY_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Minutes that games may be played beyond the end of their day
    #[arg(long = "daily-grace-minutes", env = "REGICIDE_DAILY_GRACE_MINUTES", value_name = "N")]
    #[arg(default_value_t = 120, value_parser = clap::value_parser!(u32).range(0..=1440))]
    grace_minutes: u32,
    /// Coming days whose commitments are published
    #[arg(long = "daily-ahead-days", env = "REGICIDE_DAILY_AHEAD_DAYS", value_name = "N")]
    #[arg(default_value_t = 7, value_parser = clap::value_parser!(u16).range(0..=366))]
    ahead_days: u16,
    /// Let bots play each coming deal, so that its difficulty is shown
    #[arg(long = "daily-difficulty", env = "REGICIDE_DAILY_DIFFICULTY", value_name = "on|off")]
    #[arg(default_value = "on")]
    difficulty: Switch,
    /// Budget of the solver for the deal of a challenge, in nodes; with 0 no win is
    /// searched for
    #[arg(long = "solver-nodes", env = "REGICIDE_SOLVER_NODES", value_name = "N")]
    #[arg(default_value_t = Settings::default().solver_nodes, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    solver_nodes: u64,
}

/// The most bytes of the file with the key.
const MAX_KEY_FILE: u64 = 4096;

/// A switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Switch {
    On,
    Off,
}

impl Daily {
    pub(super) fn settings(&self, others: Settings) -> Result<Settings, Failure> {
        Ok(Settings {
            daily_key: self.key()?,
            daily_grace_minutes: self.grace_minutes,
            daily_ahead: self.ahead_days,
            solver_nodes: self.solver_nodes,
            daily_difficulty: self.difficulty == Switch::On,
            ..others
        })
    }

    /// The key. It is no flag, because all users of the machine can read flags.
    fn key(&self) -> Result<Option<Secret>, Failure> {
        let (name, text) = match &self.key_file {
            Some(file) => {
                let name = file.display().to_string();
                let text = read_whole(file, MAX_KEY_FILE).map_err(|error| named(&name, error))?;
                (name, text)
            }
            None => (KEY.to_owned(), env::var_os(KEY).unwrap_or_default().to_string_lossy().into_owned()),
        };
        let key = bytes(text.trim()).map_err(|reason| format!("{name}: {reason}"))?;
        Ok(key.0)
    }
}
