//! `regicide log mirror`: copies a log, and checks that it has only grown.

use std::fs::File;
use std::path::PathBuf;

use clap::Args;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use regicide_engine::engine::{Hash, Message};
use regicide_engine::tlog::{
    Checkpoint, LogFault, LogPolicy, Tile, TileKind, TileSet, is_consistent, tiles_of_consistency,
    tiles_of_prefix,
};
use serde_json::json;
use url::Url;

use super::api::Api;
use super::copy::{LogCopy, LogEntries};
use super::evidence::Evidence;
use super::folder::{CHECKPOINT, LogFolder};
use super::policy::PolicyFile;
use super::service::service_url;
use super::stop::{Stop, suspect};
use crate::failures::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// The number of files that are requested concurrently.
const AT_ONCE: usize = 8;

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
  regicide log mirror https://regicide.example copy")]
pub struct Mirror {
    /// The service, such as `https://regicide.example`
    #[arg(value_name = "URL", value_parser = service_url)]
    service: Url,
    /// The folder for the copy
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    policy: PolicyFile,
}

impl Mirror {
    pub async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let folder = LogFolder::new(self.folder);
        let api = Api::new(&self.service, out);
        let interrupt = Interrupt::catch_resumable()?;
        let policy = interrupt.or(self.policy.policy(&api, &folder, out)).await??;
        let mut copy = None;
        let updated = interrupt.or(update(&api, &folder, &policy, &mut copy, out)).await?;
        let Update { copy, before, unwitnessed, .. } = match updated {
            Ok(update) => update,
            Err(stop) => return stop.report(&policy, &folder, out),
        };
        if let Some(fault) = unwitnessed {
            suspect(&fault.message(), out)?;
        }
        let Checkpoint { origin, size, root } = &copy.witnessed.checkpoint;
        let new = size - before;
        let summary = Message::new("log-mirrored").with("origin", origin.as_str());
        let summary = summary.with("size", *size).with("new", new);
        let object = json!({
            "type": "checkpoint", "origin": origin, "size": size, "root": root.to_base64(), "new": new,
        });
        Ok(out.report(&object, &summary)?)
    }
}

/// A copy that is up to date, and locked.
pub(super) struct Update<'a> {
    pub(super) copy: &'a LogCopy,
    pub(super) lock: File,
    /// The number of entries that it had before.
    pub(super) before: u64,
    /// The fault if too few witnesses have signed.
    pub(super) unwitnessed: Option<LogFault>,
}

/// Brings a copy up to date, which is read from its folder unless it is there already.
pub(super) async fn update<'a>(
    api: &Api,
    folder: &LogFolder,
    policy: &LogPolicy,
    copy: &'a mut Option<LogCopy>,
    out: &Output,
) -> Result<Update<'a>, Stop> {
    let lock = folder.lock(out)?;
    let note = api.checkpoint().await?;
    let quiet = policy.without_quorum();
    let (witnessed, unwitnessed) = match policy.open(&note) {
        Err(fault @ LogFault::NoQuorum(_)) => (quiet.open(&note).map_err(suspected)?, Some(fault)),
        opened => (opened.map_err(suspected)?, None),
    };
    let new = witnessed.checkpoint.clone();
    let read = || match folder.read_text(CHECKPOINT)? {
        Some(_) => LogCopy::open(folder, &quiet, out),
        None => Ok(LogCopy::empty(&new.origin)),
    };
    let earlier = match copy.take() {
        Some(copy) if folder.read_text(CHECKPOINT)?.as_ref() == Some(&copy.note) => copy,
        _ => read()?,
    };
    let LogCopy { note: kept, witnessed: earlier, mut entries } = earlier;
    let old = &earlier.checkpoint;
    if old.origin != new.origin {
        return Err(suspected(LogFault::OtherOrigin));
    }
    if new.size > old.size {
        let copied = fetch(api, folder, &mut entries, (old, &new), true, out).await;
        if let Err(Stop::Suspected(_)) = copied {
            if let Some((root, hashes)) = other_past(api, old, &new).await? {
                return Err(split_view([kept, note], root, &hashes));
            }
            // Files of an interrupted run may not fit.
            entries = read()?.entries;
            fetch(api, folder, &mut entries, (old, &new), false, out).await?;
        } else {
            copied?;
        }
    } else if entries.root(new.size) != Some(new.root) {
        let (root, hashes) = entries.tiles.growth(new.size, old.size).unwrap_or((old.root, Vec::new()));
        return Err(split_view([note, kept], root, &hashes));
    } else if new.size < old.size {
        let message = Message::new("log-smaller").with("old", old.size.to_string());
        return Err(Stop::Suspected(message.with("new", new.size.to_string())));
    }
    if let Some(twice) = entries.twice {
        let proven = twice.map(|index| entries.proven(index, new.size));
        return Err(Stop::Proven(Box::new(Evidence::second_entry(note, proven))));
    }
    copy_hashes(api, folder, &entries, (old, &new)).await?;
    let before = old.size;
    // An earlier checkpoint of this size says nothing new.
    let says_nothing = new.size == before && witnessed.signed_at < earlier.signed_at;
    let (note, witnessed) = if kept == note || says_nothing {
        (kept, earlier)
    } else {
        folder.write(CHECKPOINT, note.as_bytes())?;
        folder.add_time(new.size, witnessed.signed_at)?;
        (note, witnessed)
    };
    // Until now the checkpoint before needed them.
    for tile in Tile::all_since(before, new.size).filter(Tile::is_complete) {
        folder.remove_partial(tile)?;
    }
    let copy = copy.insert(LogCopy { note, witnessed, entries });
    Ok(Update { copy, lock, before, unwitnessed })
}

fn suspected(fault: LogFault) -> Stop {
    Stop::Suspected(fault.message())
}

fn split_view(notes: [String; 2], root: Hash, hashes: &[Hash]) -> Stop {
    Stop::Proven(Box::new(Evidence::split_view(notes, root, hashes)))
}

/// The root that a tree has at the size of an older one, if it is another, with the consistency
/// proof from that: by a few hashes of the service, which may withhold entries.
async fn other_past(
    api: &Api,
    old: &Checkpoint,
    new: &Checkpoint,
) -> Result<Option<(Hash, Vec<Hash>)>, Failure> {
    let mut tiles = TileSet::default();
    let wanted = [tiles_of_prefix(old.size, new.size), tiles_of_consistency(old.size, new.size)];
    for tile in wanted.concat() {
        if let Some(hashes) = api.tile(tile).await?.and_then(|file| tile.hashes_in(&file)) {
            tiles.insert(tile, hashes);
        }
    }
    Ok(tiles.growth(old.size, new.size).filter(|(root, hashes)| {
        *root != old.root && is_consistent((old.size, *root), (new.size, new.root), hashes)
    }))
}

/// Adds the entries of a log that are not there yet to those of a copy. Files of the folder behind
/// the old checkpoint are of a run that was interrupted.
async fn fetch(
    api: &Api,
    folder: &LogFolder,
    entries: &mut LogEntries,
    (old, new): (&Checkpoint, &Checkpoint),
    may_reuse: bool,
    out: &Output,
) -> Result<(), Stop> {
    let get = async |bundle: Tile| match folder.read(&bundle.to_string())?.filter(|_| may_reuse) {
        Some(content) => Ok(Some(content)),
        None => api.tile(bundle).await,
    };
    let progress = Progress::up_to(new.size - old.size, "progress-entries", out);
    let mut follow_entries = progress.follow();
    let bundles = stream::iter(Tile::since(TileKind::Entries, old.size, new.size));
    let read = bundles.map(async |bundle| Ok::<_, Failure>((bundle, get(bundle).await?)));
    let mut read = std::pin::pin!(read.buffered(AT_ONCE));
    while let Some((bundle, content)) = read.try_next().await? {
        let content = content.ok_or_else(|| missing(bundle))?;
        entries.extend(bundle, &content).ok_or_else(|| unfit(bundle))?;
        folder.write(&bundle.to_string(), &content)?;
        follow_entries(entries.size() - old.size);
    }
    progress.finish();
    let is_led_to = entries.root(new.size) == Some(new.root);
    is_led_to.then_some(()).ok_or_else(|| Stop::Suspected(Message::new("log-other-root")))
}

/// Compares the hashes of a log with those of its entries, and adds them to a copy.
async fn copy_hashes(
    api: &Api,
    folder: &LogFolder,
    entries: &LogEntries,
    (old, new): (&Checkpoint, &Checkpoint),
) -> Result<(), Stop> {
    let tiles = Tile::all_since(old.size, new.size).filter(|tile| tile.kind != TileKind::Entries);
    let read = stream::iter(tiles).map(async |tile| {
        let own = entries.file(tile);
        let copied = folder.read(&tile.to_string())?.filter(|copied| *copied == own);
        let found = if copied.is_some() { copied } else { api.tile(tile).await? };
        Ok::<_, Failure>((tile, own, found))
    });
    let mut read = std::pin::pin!(read.buffered(AT_ONCE));
    while let Some((tile, own, found)) = read.try_next().await? {
        match found {
            None => return Err(missing(tile)),
            Some(found) if found != own => return Err(unfit(tile)),
            Some(_) => folder.write(&tile.to_string(), &own)?,
        }
    }
    Ok(())
}

fn missing(file: Tile) -> Stop {
    Stop::Suspected(Message::new("log-missing-file").with("file", file.to_string()))
}

fn unfit(file: Tile) -> Stop {
    Stop::Suspected(Message::new("log-unfit-file").with("file", file.to_string()))
}
