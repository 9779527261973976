//! `regicide log`: copies of a service's transparency log.

mod recover;

use clap::{Args, Subcommand};
use regicide_offline::failures::Failure;
use regicide_offline::log::check_evidence::CheckEvidence;
use regicide_offline::log::mirror::Mirror;
use regicide_offline::log::watch::Watch;
use regicide_offline::output::Output;

use recover::Recover;

/// Copy, watch or recover the transparency log of a service
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log mirror https://regicide.example copy
  regicide log watch https://regicide.example copy --once
  regicide log recover copy
  regicide log check-evidence --policy policy copy/evidence.json")]
pub(super) struct Log {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Mirror(Mirror),
    Watch(Watch),
    Recover(Box<Recover>),
    CheckEvidence(CheckEvidence),
}

impl Log {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        match self.action {
            Action::Mirror(mirror) => mirror.run(out).await,
            Action::Watch(watch) => Box::pin(watch.run(out)).await,
            Action::Recover(recover) => recover.run(out).await,
            Action::CheckEvidence(evidence) => evidence.run(out),
        }
    }
}
