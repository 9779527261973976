//! `regicide log recover`: entries that a restored database lacks, from a copy.

use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::interrupt::Interrupt;
use regicide_offline::log::copy::LogCopy;
use regicide_offline::log::folder::LogFolder;
use regicide_offline::output::Output;
use serde_json::json;

use crate::cli::database::Database;
use crate::service::settings::Settings;

/// Take the entries that a database lacks from a copy of its transparency log
///
/// For a database that was restored from a backup: the service signs nothing while it has
/// a checkpoint that is larger than its log. The checkpoint of the copy has to be signed
/// by a key of this database, and its first entries have to be those of the database.
/// Games and challenges that only the copy has entries of are lost; their entries stay.
///
/// Stop all instances first: none may add entries meanwhile. Exit status 1 if
/// the copy is not larger or does not fit.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log recover copy
  regicide log recover --database-url sqlite://regicide.db copy")]
pub(super) struct Recover {
    /// The folder of a copy that `regicide log mirror` or `regicide log watch` has made
    #[arg(value_name = "DIR")]
    from: PathBuf,
    #[command(flatten)]
    database: Database,
}

/// The number of entries that are added at once.
const CHUNK: usize = 500;

impl Recover {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let service = self.database.service(Settings::default(), out).await?;
        let interrupt = Interrupt::catch_resumable()?;
        let folder = LogFolder::new(self.from);
        let note = folder.checkpoint()?;
        let policy = service.tlog.policy_of_copies(&note).await?;
        if let Err(fault) = policy.open(&note) {
            return refuse(&fault.message(), out);
        }
        let copy = LogCopy::open(&folder, &policy, out)?;
        if let Some(twice) = copy.entries.second_entry() {
            return refuse(&twice, out);
        }
        let (size, root) = service.tlog.tree().await?;
        // A run that was interrupted may have left the checkpoint alone.
        if copy.size() < size || copy.size() == size && service.tlog.signed_size().await? >= size {
            let message = Message::new("log-nothing-missing").with("size", size.to_string());
            return refuse(&message.with("copy", copy.size().to_string()), out);
        }
        if copy.entries.root(size) != Some(root) {
            return refuse(&Message::new("log-other-past"), out);
        }
        let (mut at, mut here) = (size, 0);
        for chunk in copy.entries.after(size).chunks(CHUNK) {
            if interrupt.check().is_err() {
                break;
            }
            here += service.tlog.recover_entries(chunk, at).await?;
            at += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        }
        let done = interrupt.check();
        if done.is_ok() {
            service.tlog.recover_checkpoint(copy.note.parse()?, &copy.witnessed).await?;
        }
        let added = usize::try_from(at - size).unwrap_or(usize::MAX);
        let lost = added.saturating_sub(here);
        let summary = Message::new("log-recovered").with("added", count(added)).with("size", at.to_string());
        let object = json!({ "type": "recovered", "added": added, "lost": lost, "size": at });
        out.report(&object, &summary.with("lost", count(lost)))?;
        Ok(done?)
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Reports why nothing was added.
fn refuse(why: &Message, out: &mut Output) -> Result<(), Failure> {
    out.record_failure();
    let why = out.text(why);
    let message = Message::new("log-not-recovered").with("why", why.as_str());
    Ok(out.report(&json!({ "type": "refused", "error": why }), &message)?)
}
