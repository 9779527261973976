//! `regicide log`: copies of a service's transparency log, and what they show.

mod contradiction;
mod folder;
mod growth;
mod mirror;
mod place;
mod policy;
mod recover;
mod watch;

use clap::{Args, Subcommand};

use super::Failure;
use super::output::Output;

pub(super) use folder::{LogEntries, LogFolder};
pub(super) use policy::{LogKeys, LogWitnesses};

/// Copy, watch or recover the transparency log of a service
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log mirror https://regicide.example copy
  regicide log watch https://regicide.example copy --once
  regicide log recover copy")]
pub(super) struct Log {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Mirror(mirror::Mirror),
    Watch(watch::Watch),
    Recover(Box<recover::Recover>),
}

impl Log {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        match self.action {
            Action::Mirror(mirror) => mirror.run(out).await,
            Action::Watch(watch) => watch.run(out).await,
            Action::Recover(recover) => recover.run(out).await,
        }
    }
}
