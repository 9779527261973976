//! `regicide log mirror`: copies a log, and checks that it has only grown.

use std::cell::Cell;
use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::Message;
use regicide_engine::tlog::{
    Checkpoint, LogFault, LogPolicy, Tile, TileKind, VerifierKey, WIDTH, Witnessed, empty_root, tiles_of_root,
};
use serde_json::json;

use super::contradiction::{Contradiction, Stop};
use super::folder::{CHECKPOINT, LogEntries, LogFolder};
use super::growth::{Misfit, follow};
use super::place::{Place, Source};
use super::policy::LogKeys;
use crate::failures::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// Copy a transparency log into a folder, and check that it has only grown
///
/// Repeated runs fetch only new files. Everything has to lead to the signed root, and the
/// previous log has to be the beginning of the new one; only then the new checkpoint is
/// stored. Otherwise the copy stays as it is, the proof of the contradiction is in
/// `contradiction.json` in the folder, and the exit status is 1.
///
/// Without a key those that the service names at first are trusted from then on: each
/// checkpoint is signed by every key that the log has had.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log mirror https://regicide.example copy
  regicide log mirror copy second-copy")]
pub struct Mirror {
    /// The service, such as `https://regicide.example`, or a folder with a copy
    #[arg(value_name = "URL")]
    from: Place,
    /// The folder for the copy
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    keys: LogKeys,
}

impl Mirror {
    pub async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let folder = LogFolder::new(self.folder);
        let source = self.from.open(out);
        let policy = LogPolicy { keys: self.keys.log_keys, ..LogPolicy::default() };
        let interrupt = Interrupt::catch_resumable()?;
        match interrupt.or(update(&source, &folder, &policy, &mut LogEntries::default(), out)).await? {
            Ok(update) => update.report(out),
            Err(Stop::Contradicted(contradiction)) => contradiction.report(&folder, out),
            Err(Stop::Failed(failure)) => Err(failure),
        }
    }
}

/// A copy that is up to date.
pub(super) struct Update {
    /// The number of entries that it had before.
    pub(super) before: u64,
    pub(super) witnessed: Witnessed,
    /// The signed checkpoint.
    pub(super) note: String,
    /// The fault if too few witnesses have signed.
    pub(super) unwitnessed: Option<LogFault>,
}

impl Update {
    fn report(&self, out: &mut Output) -> Result<(), Failure> {
        let Checkpoint { origin, size, root } = &self.witnessed.checkpoint;
        let new = size - self.before;
        let summary = Message::new("log-mirrored").with("origin", origin.as_str());
        let summary = summary.with("size", *size).with("new", new);
        let object = json!({
            "type": "checkpoint", "origin": origin, "size": size, "root": root.to_base64(), "new": new,
        });
        Ok(out.report(&object, &summary)?)
    }
}

/// Brings a copy and its entries up to date. Without keys in the policy, those in the folder count.
pub(super) async fn update(
    source: &Source,
    folder: &LogFolder,
    policy: &LogPolicy,
    entries: &mut LogEntries,
    out: &Output,
) -> Result<Update, Stop> {
    let is_first_key = policy.keys.is_empty();
    let keys = if is_first_key { known_keys(source, folder, out).await? } else { policy.keys.clone() };
    let policy = LogPolicy { keys, ..policy.clone() };
    let kept = folder.read_text(CHECKPOINT)?;
    let note = source.checkpoint().await?;
    let opened = match policy.open(&note) {
        Err(LogFault::FewWitnesses { found, wanted }) => {
            let quiet = LogPolicy { quorum: 0, ..policy.clone() };
            quiet.open(&note).map(|witnessed| (witnessed, Some(LogFault::FewWitnesses { found, wanted })))
        }
        opened => opened.map(|witnessed| (witnessed, None)),
    };
    let (witnessed, unwitnessed) = opened
        .map_err(|fault| Contradiction::new(fault.message()).between(kept.clone(), note.clone()).stop())?;
    let old = match &kept {
        Some(_) => own_checkpoint(folder, &policy, out)?,
        None => Checkpoint { size: 0, root: empty_root(), ..witnessed.checkpoint.clone() },
    };
    if old.origin != witnessed.checkpoint.origin {
        let message = LogFault::OtherOrigin.message();
        return Err(Contradiction::new(message).between(kept, note).stop());
    }
    let new = &witnessed.checkpoint;
    // Files of an interrupted run are used first, and fetched again if they do not fit.
    let copied = match copy(source, folder, (&old, new), true, out).await? {
        (Err(_), true) => copy(source, folder, (&old, new), false, out).await?.0,
        (copied, _) => copied,
    };
    if let Err(misfit) = copied {
        return Err(Contradiction::of(misfit, kept, note).stop());
    }
    if new.size > old.size {
        folder.extend(entries, new.size, out)?;
    }
    if let Some(message) = entries.second_entry() {
        return Err(Contradiction::new(message).between(kept, note).stop());
    }
    // Every key of a log signs all that follow: those from the first time stay.
    if is_first_key && folder.keys()?.is_empty() {
        folder.write_keys(&policy.keys)?;
    }
    if kept.as_ref() != Some(&note) {
        folder.write(CHECKPOINT, note.as_bytes())?;
        folder.add_time(new.size, witnessed.signed_at)?;
    }
    for tile in Tile::all_since(old.size, new.size).filter(Tile::is_complete) {
        folder.remove_partial(tile)?;
    }
    Ok(Update { before: old.size, witnessed, note, unwitnessed })
}

/// Copies new files, as far as they fit; returns true if some existed already.
async fn copy(
    source: &Source,
    folder: &LogFolder,
    (old, new): (&Checkpoint, &Checkpoint),
    may_reuse: bool,
    out: &Output,
) -> Result<(Result<(), Misfit>, bool), Failure> {
    let is_old = |tile: Tile| Tile::within(tile.kind, tile.number, old.size) == Some(tile);
    let has_reused = Cell::new(false);
    let get = async |tile: Tile| {
        if (may_reuse || is_old(tile))
            && let Some(content) = folder.read(&tile.to_string())?
        {
            has_reused.set(has_reused.get() || !is_old(tile));
            return Ok(Some(content));
        }
        source.tile(tile).await
    };
    let progress = Progress::up_to(new.size.saturating_sub(old.size), "progress-entries", out);
    let mut follow_entries = progress.follow();
    // Names of new files are never those of files below the current checkpoint.
    let keep = |tile: Tile, content: &[u8]| {
        if tile.kind == TileKind::Entries {
            let end = new.size.min((tile.number + 1) * WIDTH);
            follow_entries(end.saturating_sub(old.size));
        }
        if is_old(tile) { Ok(()) } else { folder.write(&tile.to_string(), content) }
    };
    let copied = follow((old.size, old.root), (new.size, new.root), get, keep).await?;
    progress.finish();
    Ok((copied, has_reused.get()))
}

/// The checkpoint of the copy, if the copy has its tree.
fn own_checkpoint(folder: &LogFolder, policy: &LogPolicy, out: &Output) -> Result<Checkpoint, Failure> {
    let policy = LogPolicy { quorum: 0, ..policy.clone() };
    let (_, Witnessed { checkpoint, .. }) = folder.opened(&policy, out)?;
    if folder.tiles(tiles_of_root(checkpoint.size))?.root(checkpoint.size) != Some(checkpoint.root) {
        return Err(folder.damaged(CHECKPOINT, out));
    }
    Ok(checkpoint)
}

/// The keys in the folder; the first time those that the log lists.
async fn known_keys(source: &Source, folder: &LogFolder, out: &Output) -> Result<Vec<VerifierKey>, Failure> {
    let kept = folder.keys()?;
    let keys = if kept.is_empty() { source.keys().await? } else { kept };
    if keys.is_empty() { Err(out.failure(&Message::new("log-no-keys"))) } else { Ok(keys) }
}
