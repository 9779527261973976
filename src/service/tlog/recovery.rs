//! Recovery of entries that a database has lost, from a copy of the log (L2.5).

use std::collections::HashMap;

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Checkpoint, Entry, LogPolicy, Note, Witnessed, empty_root, tiles_of_root};

use super::Tlog;
use super::checkpoints::{origin, own_policy};
use super::entries::{entries_of_challenges, entries_of_games};
use super::known::checkpoint_of;
use crate::service::error::Error;
use regicide_store::{NewTlogEntry, SignedCheckpoint, TlogSubject, Unlogged, UnloggedCursor};

/// The number of games and challenges without an entry that are compared with the
/// added entries. Entries are given in the order of waiting, so stored games and
/// challenges come first.
const WAITING: u32 = 1000;

impl Tlog {
    /// The policy for copies of this log, of which one has a checkpoint: the log may have begun
    /// after the backup that a database was restored from.
    pub async fn policy_of_copies(&self, note: &str) -> Result<LogPolicy, Error> {
        let origin = match self.core.store.tlog.checkpoints(1).await?.pop() {
            Some(last) => origin(&last)?,
            None => checkpoint_of(note).map(|found| found.origin).unwrap_or_default(),
        };
        Ok(own_policy(&origin, &self.keys().await?))
    }

    /// Stores the checkpoint of a copy, once the log has its entries.
    pub async fn recover_checkpoint(&self, mut note: Note, copied: &Witnessed) -> Result<(), Error> {
        let Checkpoint { origin, size, .. } = &copied.checkpoint;
        let number = self.core.store.tlog.checkpoints(1).await?.pop().map_or(0, |last| last.number + 1);
        note.signatures.retain(|signature| signature.name == *origin);
        let signed = SignedCheckpoint { number, size: *size, note: note.to_string(), at: copied.signed_at };
        Ok(self.core.store.tlog.add_checkpoint(&signed).await?)
    }

    /// The number of entries in the last checkpoint.
    pub async fn signed_size(&self) -> Result<u64, Error> {
        Ok(self.core.store.tlog.checkpoints(1).await?.first().map_or(0, |last| last.size))
    }

    /// The number of the log's entries, and the root of their tree.
    pub async fn tree(&self) -> Result<(u64, Hash), Error> {
        let size = self.core.store.tlog.size().await?;
        Ok((size, self.root(size).await?.unwrap_or_else(empty_root)))
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
