//! Settings of the service's transparency log.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::service::settings::{CheckpointGuard, TlogSettings, Witness};

/// The interval between two searches for rows without an entry.
const LOOK: Duration = Duration::from_secs(5);

/// Settings of the service's transparency log.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Transparency log")]
pub(super) struct LogKeeping {
    /// Seconds from one checkpoint of the transparency log to the next, at the
    /// least
    #[arg(long, env = "REGICIDE_LOG_INTERVAL_SECONDS", value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    log_interval_seconds: u64,
    /// A file outside the database for the last checkpoint: after the database was
    /// restored from a backup, the service then signs nothing that contradicts it. Without
    /// it nothing is signed until a witness has answered; `unguarded` signs without either
    /// [default: beside a SQLite file, with `-checkpoint` at the end; none on Postgres]
    #[arg(long, env = "REGICIDE_LOG_CHECKPOINT_FILE", value_name = "FILE")]
    log_checkpoint_file: Option<CheckpointGuard>,
    /// Witnesses whose signatures each checkpoint requests, separated by commas: of each its URL, a
    /// space, and its key, such as `https://witness.example NAME+ID+KEY`
    #[arg(long, env = "REGICIDE_WITNESSES", value_name = "WITNESSES", value_delimiter = ',')]
    witnesses: Vec<Witness>,
}

impl LogKeeping {
    /// The settings, for a service whose database may be a file.
    pub(super) fn settings(&self, database: Option<PathBuf>) -> TlogSettings {
        let interval = Duration::from_secs(self.log_interval_seconds);
        let given = self.log_checkpoint_file.clone();
        let beside = database.map(|file| {
            let mut path = file.into_os_string();
            path.push("-checkpoint");
            CheckpointGuard::File(PathBuf::from(path))
        });
        TlogSettings {
            look: Some(LOOK.min(interval)),
            interval,
            guard: given.or(beside).unwrap_or_default(),
            witnesses: self.witnesses.clone(),
        }
    }
}
