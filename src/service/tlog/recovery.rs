//! Entries that a database has lost, back from a copy of the log (L2.5).

use std::collections::HashMap;

use regicide::engine::Hash;
use regicide::tlog::{Checkpoint, Entry, LogFault, empty_root, tiles_of_root};

use super::checkpoints::{origin, own_policy};
use super::entries::{entries_of_challenges, entries_of_games};
use crate::service::Service;
use crate::service::error::Error;
use crate::service::operators::keys::Signer;
use crate::store::{NewTlogEntry, TlogSubject, Unlogged};

/// How many games and challenges without an entry are compared with those that are
/// added. They got their entries in the order that they wait in, so what is here
/// comes first.
const WAITING: u32 = 1000;

/// What a copy of the log is compared with.
#[derive(Clone, Debug)]
pub struct MissingEntries {
    /// The checkpoint of the copy.
    pub checkpoint: Checkpoint,
    /// How many entries the database has.
    pub size: u64,
    /// The root of their tree.
    pub root: Hash,
}

impl Service {
    /// What the database has of a log that a checkpoint is of. One of this service's own
    /// keys has to have signed that.
    pub async fn missing_tlog_entries(&self, note: &str) -> Result<Result<MissingEntries, LogFault>, Error> {
        let Some(found) = super::known::checkpoint_of(note) else { return Ok(Err(LogFault::Malformed)) };
        let own = match self.store.checkpoints(1).await?.pop() {
            Some(last) => origin(&last)?,
            // The log may have begun after the backup.
            None => found.origin,
        };
        let keys: Vec<_> = self.signing_keys().await?.into_iter().map(|Signer { key, .. }| key).collect();
        let checkpoint = match own_policy(&own, &keys).open(note) {
            Ok(witnessed) => witnessed.checkpoint,
            Err(fault) => return Ok(Err(fault)),
        };
        let size = self.store.tlog_size().await?;
        let root = self.tlog_root(size).await?.unwrap_or_else(empty_root);
        Ok(Ok(MissingEntries { checkpoint, size, root }))
    }

    /// The root of the tree of the log's entries, if there are `size`.
    pub async fn tlog_root(&self, size: u64) -> Result<Option<Hash>, Error> {
        Ok(self.store.tlog_tiles(&tiles_of_root(size)).await?.root(size))
    }

    /// Adds entries of a copy behind the first `after` ones, which have to be all there
    /// are; returns how many of them are of games and challenges that are here.
    pub async fn recover_tlog_entries(&self, entries: &[Entry], after: u64) -> Result<usize, Error> {
        let now = self.now().await?;
        let Unlogged { challenges, games } = self.store.unlogged(WAITING).await?;
        let waiting = entries_of_challenges(challenges).into_iter().chain(entries_of_games(games, now).await);
        let mut here: HashMap<Entry, NewTlogEntry> = waiting.map(|new| (new.entry, new)).collect();
        let lost = |entry| NewTlogEntry { subject: TlogSubject::Lost, entry, players: None };
        let new: Vec<NewTlogEntry> =
            entries.iter().map(|entry| here.remove(entry).unwrap_or_else(|| lost(*entry))).collect();
        self.store.recover_tlog_entries(&new, after, now).await?;
        Ok(new.iter().filter(|new| new.subject != TlogSubject::Lost).count())
    }
}
