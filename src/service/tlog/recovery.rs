//! Recovery of entries that a database has lost, from a copy of the log (L2.5).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Checkpoint, Entry, LogFault, Note, Witnessed, empty_root, tiles_of_root};

use super::Tlog;
use super::checkpoints::{origin, own_policy};
use super::entries::{entries_of_challenges, entries_of_games};
use crate::service::error::Error;
use regicide_store::{NewTlogEntry, SignedCheckpoint, TlogSubject, Unlogged, UnloggedCursor};

/// The number of games and challenges without an entry that are compared with the
/// added entries. Entries are given in the order of waiting, so stored games and
/// challenges come first.
const WAITING: u32 = 1000;

/// The database's state to compare a copy of the log with.
#[derive(Clone, Debug)]
pub struct MissingEntries {
    /// The checkpoint of the copy.
    pub checkpoint: Checkpoint,
    /// Its note, with the signatures of the log alone, and their time.
    note: String,
    signed_at: DateTime<Utc>,
    /// The number of the database's entries.
    pub size: u64,
    /// The root of their tree.
    pub root: Hash,
}

impl Tlog {
    /// The database's state for the log of a checkpoint, which one of this service's
    /// own keys has to have signed.
    pub async fn missing_entries(&self, note: &str) -> Result<Result<MissingEntries, LogFault>, Error> {
        let Some(found) = super::known::checkpoint_of(note) else { return Ok(Err(LogFault::Malformed)) };
        let own = match self.core.store.tlog.checkpoints(1).await?.pop() {
            Some(last) => origin(&last)?,
            // The log may have begun after the backup.
            None => found.origin,
        };
        let Witnessed { checkpoint, signed_at, .. } = match own_policy(&own, &self.keys().await?).open(note) {
            Ok(witnessed) => witnessed,
            Err(fault) => return Ok(Err(fault)),
        };
        let mut note: Note = match note.parse() {
            Ok(note) => note,
            Err(fault) => return Ok(Err(fault)),
        };
        note.signatures.retain(|signature| signature.name == own);
        let size = self.core.store.tlog.size().await?;
        let root = self.root(size).await?.unwrap_or_else(empty_root);
        Ok(Ok(MissingEntries { checkpoint, note: note.to_string(), signed_at, size, root }))
    }

    /// Stores the checkpoint of a copy, once the log has its entries.
    pub async fn recover_checkpoint(&self, missing: &MissingEntries) -> Result<(), Error> {
        let number = self.core.store.tlog.checkpoints(1).await?.pop().map_or(0, |last| last.number + 1);
        let MissingEntries { checkpoint: Checkpoint { size, .. }, note, signed_at, .. } = missing;
        let signed = SignedCheckpoint { number, size: *size, note: note.clone(), at: *signed_at };
        Ok(self.core.store.tlog.add_checkpoint(&signed).await?)
    }

    /// The root of the tree of the log's entries, if there are `size`.
    pub async fn root(&self, size: u64) -> Result<Option<Hash>, Error> {
        Ok(self.core.store.tlog.tiles(&tiles_of_root(size)).await?.root(size))
    }

    /// Adds entries of a copy after the first `after` ones, which have to be all
    /// stored entries; returns the number of those whose games and challenges are
    /// stored here.
    pub async fn recover_entries(&self, entries: &[Entry], after: u64) -> Result<usize, Error> {
        let now = self.core.now().await?;
        let Unlogged { challenges, games, .. } =
            self.core.store.tlog.unlogged(UnloggedCursor::default(), now, WAITING).await?;
        let waiting = entries_of_challenges(challenges).into_iter().chain(entries_of_games(games, now).await);
        let mut here: HashMap<Entry, NewTlogEntry> = waiting.map(|new| (new.entry, new)).collect();
        let lost = |entry| NewTlogEntry { subject: TlogSubject::Lost, entry, players: None };
        let new: Vec<NewTlogEntry> =
            entries.iter().map(|entry| here.remove(entry).unwrap_or_else(|| lost(*entry))).collect();
        self.core.store.tlog.recover_entries(&new, after, now).await?;
        Ok(new.iter().filter(|new| new.subject != TlogSubject::Lost).count())
    }
}
