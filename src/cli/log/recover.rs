//! `regicide log recover`: entries that a restored database lacks, from a copy.

use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::Failure;
use regicide_offline::interrupt::Interrupt;
use regicide_offline::log::place::Place;
use regicide_offline::output::Output;
use serde_json::json;

use crate::cli::database::Database;
use crate::service::settings::Settings;
use crate::service::tlog::MissingEntries;

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
  regicide log recover --database-url sqlite://regicide.db https://mirror.example")]
pub(super) struct Recover {
    /// A folder with a copy of the log, or a service that serves it
    #[arg(value_name = "FROM")]
    from: Place,
    #[command(flatten)]
    database: Database,
}

/// The number of entries that are added at once.
const CHUNK: usize = 500;

impl Recover {
    pub(super) async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let service = self.database.service(Settings::default(), out).await?;
        let source = self.from.open(out);
        let interrupt = Interrupt::catch_resumable()?;
        let note = interrupt.or(source.checkpoint()).await??;
        let missing = match service.tlog.missing_entries(&note).await? {
            Ok(missing) => missing,
            Err(fault) => return refuse(&fault.message(), out),
        };
        let MissingEntries { checkpoint, size, root, .. } = &missing;
        let (size, root) = (*size, *root);
        if checkpoint.size <= size {
            let message = Message::new("log-nothing-missing").with("size", size.to_string());
            return refuse(&message.with("copy", checkpoint.size.to_string()), out);
        }
        let copied = source.entries_since((size, root), (checkpoint.size, checkpoint.root));
        let copied = interrupt.or(copied).await??;
        let entries = match copied {
            Ok(entries) => entries,
            Err(reason) => return refuse(&reason, out),
        };
        let (mut at, mut here) = (size, 0);
        for chunk in entries.chunks(CHUNK) {
            if interrupt.check().is_err() {
                break;
            }
            here += service.tlog.recover_entries(chunk, at).await?;
            at += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        }
        let done = interrupt.check();
        if done.is_ok() && service.tlog.root(at).await? != Some(checkpoint.root) {
            return Err(out.failure(&Message::new("log-other-root")));
        }
        if done.is_ok() {
            service.tlog.recover_checkpoint(&missing).await?;
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
