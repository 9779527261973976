//! `regicide log watch`: mirrors a log, and compares the service's export with it.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use chrono::TimeDelta;
use clap::Args;
use regicide_engine::engine::Message;
use regicide_engine::tlog::{Checkpoint, LogFault, LogPolicy, Witnessed};
use regicide_system::clock::{Clock as _, SystemClock};
use serde_json::{Value, json};

use url::Url;

use super::api::Api;
use super::challenges::{LogTimes, check_challenges};
use super::copy::LogCopy;
use super::folder::LogFolder;
use super::mirror::{Update, update};
use super::policy::PolicyFile;
use super::records::Records;
use super::service::service_url;
use super::stop::{Stop, suspect};
use crate::failures::{Failure, describe};
use crate::interrupt::Interrupt;
use crate::output::{Output, visible};

/// Watch a service: its log only grows, and has every signed game
///
/// Mirrors the log as `log mirror` does, and checks that the witnesses of the policy have signed
/// each new checkpoint, and that it is not too old. Every record of the export is rebuilt,
/// verified and looked up in the log; those of earlier rounds are read again in turns. The
/// commitments of challenges have to be in the log before these open. One line for each round with
/// news, and one for each suspicion.
///
/// Exit status 1, with the proof in `evidence.json` in the folder, when the service has signed
/// what contradicts itself. A suspicion is of what is not signed, such as a record that is
/// missing: the next round may not have it. With `--once` it gives status 3.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log watch https://regicide.example copy
  regicide log watch --once --json https://regicide.example copy >> watched.ndjson")]
pub struct Watch {
    /// The service, such as `https://regicide.example`
    #[arg(value_name = "URL", value_parser = service_url)]
    service: Url,
    /// The folder for the copy of the log, and for the progress of the verification
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    policy: PolicyFile,
    /// The greatest age of the checkpoint, in hours: a service signs one a day
    #[arg(long, value_name = "HOURS", default_value_t = 26)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    max_age: u32,
    /// Report the games of a player
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    /// Seconds from one round to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    interval: u64,
    /// Make one round, and end
    #[arg(long)]
    once: bool,
}

impl Watch {
    pub async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let interrupt = Interrupt::catch_resumable()?;
        let (api, folder) = (Api::new(&self.service, out), LogFolder::new(self.folder));
        let policy = interrupt.or(self.policy.policy(&api, &folder, out)).await??;
        let mut watcher = Watcher {
            api,
            folder,
            policy,
            copy: None,
            max_age: Duration::from_hours(self.max_age.into()),
            player: self.player,
            suspicions: Vec::new(),
        };
        loop {
            let round = interrupt.or(watcher.round(out)).await?;
            for suspicion in watcher.suspicions.drain(..) {
                suspect(&suspicion, out)?;
            }
            match round {
                Ok(round) => {
                    if self.once || round.is_news {
                        out.report(&round.object, &round.summary)?;
                    }
                }
                // The next round may succeed.
                Err(Stop::Failed(failure)) if !self.once => {
                    let failure = describe(&*failure, out.language());
                    writeln!(std::io::stderr(), "regicide: {}", visible(&failure))?;
                }
                Err(Stop::Suspected(message)) if !self.once => suspect(&message, out)?,
                Err(stop) => return stop.report(&watcher.policy, &watcher.folder, out),
            }
            if self.once || out.has_failed() {
                return Ok(());
            }
            interrupt.or(tokio::time::sleep(Duration::from_secs(self.interval))).await?;
        }
    }
}

/// The result of a round.
struct Round {
    is_news: bool,
    object: Value,
    summary: Message,
}

struct Watcher {
    api: Api,
    folder: LogFolder,
    policy: LogPolicy,
    copy: Option<LogCopy>,
    max_age: Duration,
    player: Option<String>,
    /// What does not fit that is not signed, also in a round that fails later.
    suspicions: Vec<Message>,
}

impl Watcher {
    async fn round(&mut self, out: &mut Output) -> Result<Round, Stop> {
        let Self { api, folder, policy, copy, suspicions, .. } = self;
        let updated = update(api, folder, policy, copy, out).await?;
        let Update { copy, before, unwitnessed, lock: _lock } = updated;
        suspicions.extend(unwitnessed.iter().map(LogFault::message));
        let age = SystemClock.now() - copy.witnessed.signed_at;
        if age.to_std().map_or(age < -TimeDelta::hours(1), |age| age > self.max_age) {
            suspicions.push(Message::new("log-age").with("at", copy.witnessed.signed_at.to_rfc3339()));
        }
        let times = folder.times()?;
        let mut records = Records::open(api, folder, (copy, &times), policy, suspicions)?;
        records.read_again(out).await?;
        records.follow(self.player.as_deref(), out).await?;
        let (verified, again, waiting) = (records.verified, records.again, records.waiting);
        let unexplained = copy.entries.games.saturating_sub(records.explained());
        check_challenges(api, folder, &LogTimes { copy, times: &times }, suspicions).await?;
        let Witnessed { checkpoint: Checkpoint { origin, size, root }, witnesses, .. } = &copy.witnessed;
        let new = size - before;
        let summary = Message::new("log-watched").with("origin", origin.as_str()).with("size", *size);
        let summary = summary.with("new", new).with("verified", verified).with("again", again);
        let summary = summary.with("unexplained", unexplained.to_string()).with("waiting", waiting);
        let witnesses: Vec<&str> = witnesses.iter().map(|(name, _)| name.as_str()).collect();
        let object = json!({
            "type": "checkpoint", "origin": origin, "size": size, "root": root.to_base64(), "new": new,
            "verified": verified, "again": again, "unexplained": unexplained, "waiting": waiting,
            "witnesses": witnesses,
        });
        Ok(Round { is_news: new > 0 || verified > 0, object, summary })
    }
}
