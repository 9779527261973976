//! `regicide log mirror`: copies a log, and checks that it has only grown.

use std::cell::Cell;
use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::{Hash, Message};
use regicide_engine::tlog::{
    Checkpoint, Entry, LogFault, LogPolicy, Quorum, Tile, TileKind, TileSet, WIDTH, Witnessed, empty_root,
    roots_of_parts, tiles_of_parts, tiles_of_root,
};
use serde_json::json;

use super::evidence::Evidence;
use super::folder::{CHECKPOINT, LogEntries, LogFolder};
use super::growth::{Misfit, follow};
use super::place::{Place, Source};
use super::policy::PolicyFile;
use super::stop::{Stop, suspect};
use crate::failures::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// Copy a transparency log into a folder, and check that it has only grown
///
/// Repeated runs fetch only new files. Everything has to lead to the signed root, and the
/// previous log has to be the beginning of the new one; only then the new checkpoint is
/// stored. Otherwise the copy stays as it is. If what the log has signed contradicts itself, the
/// exit status is 1, and the proof is in `evidence.json` in the folder, for `log check-evidence`.
/// If what is not signed does not fit, such as a file, it is 3: a later run may succeed.
///
/// Without a policy that of the service at the first run is trusted from then on: each
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
    policy: PolicyFile,
}

impl Mirror {
    pub async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let folder = LogFolder::new(self.folder);
        let source = self.from.open(out);
        let interrupt = Interrupt::catch_resumable()?;
        let policy = interrupt.or(self.policy.policy(&source, &folder, out)).await??;
        let mut entries = LogEntries::default();
        match interrupt.or(update(&source, &folder, &policy, &mut entries, out)).await? {
            Ok(update) => update.report(out),
            Err(stop) => stop.report(&policy, &folder, out),
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
        if let Some(fault) = &self.unwitnessed {
            suspect(&fault.message(), out)?;
        }
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

/// Brings a copy and its entries up to date.
pub(super) async fn update(
    source: &Source,
    folder: &LogFolder,
    policy: &LogPolicy,
    entries: &mut LogEntries,
    out: &Output,
) -> Result<Update, Stop> {
    let quiet = LogPolicy { quorum: Quorum::None, ..policy.clone() };
    let kept = folder.read_text(CHECKPOINT)?;
    let note = source.checkpoint().await?;
    let (witnessed, unwitnessed) = match policy.open(&note) {
        Err(fault @ LogFault::NoQuorum(_)) => (quiet.open(&note).map_err(suspected)?, Some(fault)),
        opened => (opened.map_err(suspected)?, None),
    };
    let new = &witnessed.checkpoint;
    let (old, kept_at) = match &kept {
        Some(_) => {
            let Witnessed { checkpoint, signed_at, .. } = own_checkpoint(folder, &quiet, out)?;
            (checkpoint, Some(signed_at))
        }
        None => (Checkpoint { size: 0, root: empty_root(), ..new.clone() }, None),
    };
    if old.origin != new.origin {
        return Err(suspected(LogFault::OtherOrigin));
    }
    if new.size <= old.size {
        let tiles = folder.tiles(tiles_of_parts(new.size, old.size))?;
        if let Some(kept) = kept.as_ref().filter(|_| tiles.root(new.size) != Some(new.root)) {
            let parts = tiles.parts(new.size, old.size).unwrap_or_default();
            return Err(split_view(note, kept.clone(), &parts));
        }
        if new.size < old.size {
            let message = Message::new("log-smaller").with("old", old.size.to_string());
            return Err(Stop::Suspected(message.with("new", new.size.to_string())));
        }
    } else {
        // Files of an interrupted run are used first, and fetched again if they do not fit.
        let copied = match copy(source, folder, (&old, new), true, out).await? {
            (Err(_), true) => copy(source, folder, (&old, new), false, out).await?.0,
            (copied, _) => copied,
        };
        if let Err(misfit) = copied {
            return Err(match (other_past(source, &old, new).await?, kept) {
                (Some(parts), Some(kept)) => split_view(kept, note, &parts),
                _ => Stop::Suspected(misfit.message()),
            });
        }
        folder.extend(entries, new.size, out)?;
    }
    if let Some(twice) = entries.twice {
        return Err(second_entry(folder, twice, (new.size, note), out)?);
    }
    // An earlier checkpoint of this size says nothing new.
    let is_earlier = kept_at.is_some_and(|kept_at| new.size == old.size && witnessed.signed_at < kept_at);
    if kept.as_ref() != Some(&note) && !is_earlier {
        folder.write(CHECKPOINT, note.as_bytes())?;
        folder.add_time(new.size, witnessed.signed_at)?;
    }
    for tile in Tile::all_since(old.size, new.size).filter(Tile::is_complete) {
        folder.remove_partial(tile)?;
    }
    Ok(Update { before: old.size, witnessed, note, unwitnessed })
}

/// The subtrees of the source that lead to its new root and to another old one: the source may have
/// other old tiles than the copy.
async fn other_past(
    source: &Source,
    old: &Checkpoint,
    new: &Checkpoint,
) -> Result<Option<Vec<Hash>>, Failure> {
    let mut tiles = TileSet::default();
    for tile in tiles_of_parts(old.size, new.size) {
        if let Some(hashes) = source.tile(tile).await?.and_then(|file| tile.hashes_in(&file)) {
            tiles.insert(tile, hashes);
        }
    }
    let parts = tiles.parts(old.size, new.size);
    let is_other = |parts: &Vec<Hash>| {
        let roots = roots_of_parts(old.size, new.size, parts);
        roots.is_some_and(|roots| roots[0] != old.root && roots[1] == new.root)
    };
    Ok(parts.filter(is_other))
}

fn suspected(fault: LogFault) -> Stop {
    Stop::Suspected(fault.message())
}

fn split_view(smaller: String, larger: String, parts: &[Hash]) -> Stop {
    Stop::Proven(Box::new(Evidence::split_view(smaller, larger, parts)))
}

/// The evidence of a second entry in a copy, which has the tree of a checkpoint.
fn second_entry(
    folder: &LogFolder,
    (first, _, second): (u64, Entry, u64),
    (size, checkpoint): (u64, String),
    out: &Output,
) -> Result<Stop, Failure> {
    let entries = [
        folder.proven_entry(first, (size, &checkpoint), out)?,
        folder.proven_entry(second, (size, &checkpoint), out)?,
    ];
    Ok(Stop::Proven(Box::new(Evidence::second_entry(checkpoint, entries))))
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
fn own_checkpoint(folder: &LogFolder, policy: &LogPolicy, out: &Output) -> Result<Witnessed, Failure> {
    let (_, witnessed) = folder.opened(policy, out)?;
    let checkpoint = &witnessed.checkpoint;
    if folder.tiles(tiles_of_root(checkpoint.size))?.root(checkpoint.size) != Some(checkpoint.root) {
        return Err(folder.damaged(CHECKPOINT, out));
    }
    Ok(witnessed)
}
