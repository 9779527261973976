//! Settings of the service's transparency log.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use regicide_system::text_file::read_text;

use crate::service::settings::{CheckpointGuard, TlogSettings, WitnessPolicy};

/// The interval between two searches for rows without an entry.
const LOOK: Duration = Duration::from_secs(5);

/// Settings of the service's transparency log.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Transparency log")]
pub(super) struct LogKeeping {
    /// Seconds from one checkpoint of the transparency log to the next, at the
    /// least
    #[arg(long = "log-interval-seconds", env = "REGICIDE_LOG_INTERVAL_SECONDS", value_name = "SECONDS")]
    #[arg(default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    interval_seconds: u64,
    /// A file outside the database for the last checkpoint: after the database was
    /// restored from a backup, the service then signs nothing that contradicts it. Without
    /// it nothing is signed until all witnesses have answered; `unguarded` signs without either
    /// [default: beside a SQLite file, with `-checkpoint` at the end; none on Postgres]
    #[arg(long = "log-checkpoint-file", env = "REGICIDE_LOG_CHECKPOINT_FILE", value_name = "FILE")]
    checkpoint_file: Option<CheckpointGuard>,
    /// A file with witnesses whose signatures each checkpoint requests, as the `witness`, `group`
    /// and `quorum` lines of a policy (C2SP tlog-policy). The service publishes it with its keys at
    /// `/log/policy`
    #[arg(long = "log-policy", env = "REGICIDE_LOG_POLICY", value_name = "FILE", value_parser = read_policy)]
    policy: Option<WitnessPolicy>,
}

fn read_policy(file: &str) -> Result<WitnessPolicy, String> {
    read_text(Path::new(file)).map_err(|error| error.to_string())?.parse()
}

impl LogKeeping {
    /// The settings, for a service whose database may be a file.
    pub(super) fn settings(&self, database: Option<PathBuf>) -> TlogSettings {
        let interval = Duration::from_secs(self.interval_seconds);
        let beside = database.map(|mut file| {
            file.as_mut_os_string().push("-checkpoint");
            CheckpointGuard::File(file)
        });
        TlogSettings {
            look: Some(LOOK.min(interval)),
            interval,
            guard: self.checkpoint_file.clone().or(beside).unwrap_or_default(),
            policy: self.policy.clone().unwrap_or_default(),
        }
    }
}
