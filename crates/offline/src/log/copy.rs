//! A copy of a log in memory.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Hash, Message};
use regicide_engine::tlog::{
    Checkpoint, Entry, EntryKind, LogPolicy, Proof, ProofRequest, Tile, TileKind, TileSet, WIDTH, Witnessed,
    empty_root,
};

use super::evidence::{ProvenEntry, in_base64};
use super::folder::{CHECKPOINT, LogFolder};
use crate::failures::Failure;
use crate::output::Output;

/// A copy of a log, whose entries lead to its checkpoint.
#[derive(Debug)]
pub struct LogCopy {
    /// The signed checkpoint.
    pub note: String,
    pub witnessed: Witnessed,
    pub entries: LogEntries,
}

/// The entries of a log, and the hashes above them.
#[derive(Debug, Default)]
pub struct LogEntries {
    entries: Vec<Entry>,
    pub(super) tiles: TileSet,
    /// The index of the first entry of each subject.
    places: HashMap<Hash, u64>,
    /// The indexes of two entries of one subject (L1.7).
    pub(super) twice: Option<[u64; 2]>,
    /// The number of entries of games.
    pub(super) games: u64,
}

/// The sizes and times of the checkpoints that were copied, in their order.
#[derive(Debug)]
pub(crate) struct CopyTimes(pub(super) Vec<(u64, DateTime<Utc>)>);

impl LogCopy {
    /// Reads the copy in a folder, whose checkpoint a policy has to accept.
    pub fn open(folder: &LogFolder, policy: &LogPolicy, out: &Output) -> Result<Self, Failure> {
        let note = folder.checkpoint()?;
        let name = folder.path(CHECKPOINT);
        let opened = policy.open(&note);
        let witnessed =
            opened.map_err(|fault| format!("{}: {}", name.display(), out.text(&fault.message())))?;
        let (mut entries, checkpoint) = (LogEntries::default(), &witnessed.checkpoint);
        for bundle in Tile::since(TileKind::Entries, 0, checkpoint.size) {
            let name = bundle.to_string();
            let file = folder.read(&name)?.ok_or_else(|| folder.missing(&name))?;
            entries.extend(bundle, &file).ok_or_else(|| folder.damaged(&name, out))?;
        }
        if entries.root(checkpoint.size) != Some(checkpoint.root) {
            return Err(folder.damaged(CHECKPOINT, out));
        }
        Ok(Self { note, witnessed, entries })
    }

    /// The copy of a log before its first checkpoint.
    pub(super) fn empty(origin: &str) -> Self {
        let checkpoint = Checkpoint { origin: origin.to_owned(), size: 0, root: empty_root() };
        let never = DateTime::<Utc>::MIN_UTC;
        let witnessed = Witnessed { checkpoint, signed_at: never, logged_at: never, witnesses: Vec::new() };
        Self { note: String::new(), witnessed, entries: LogEntries::default() }
    }

    pub fn size(&self) -> u64 {
        self.witnessed.checkpoint.size
    }

    /// The proof that the log contains the entry with an index, and that it extends, or is the
    /// beginning of, that of another checkpoint.
    pub(crate) fn proof(&self, index: u64, since: Option<u64>) -> Proof {
        let size = self.size();
        let request = ProofRequest { index, size, since: since.filter(|since| *since <= size) };
        let proof = request.prove(&self.entries.tiles, None, self.note.clone());
        proof.expect("all its tiles are there")
    }
}

impl LogEntries {
    /// Adds the entries of a bundle that are not there yet; nothing if it is none, or if it has
    /// others in place of those that are there.
    pub(super) fn extend(&mut self, bundle: Tile, file: &[u8]) -> Option<()> {
        for (index, entry) in (bundle.number * WIDTH..).zip(bundle.entries_in(file)?) {
            let entry: Entry = str::from_utf8(entry).ok()?.parse().ok()?;
            match self.after(index).first() {
                Some(own) if *own != entry => return None,
                Some(_) => {}
                None => self.push(entry),
            }
        }
        Some(())
    }

    fn push(&mut self, entry: Entry) {
        let index = self.size();
        let first = *self.places.entry(entry.subject).or_insert(index);
        if first != index {
            self.twice.get_or_insert([first, index]);
        }
        self.games += u64::from(entry.kind == EntryKind::Game);
        self.tiles.push(index, entry.leaf_hash());
        self.entries.push(entry);
    }

    pub(super) fn size(&self) -> u64 {
        u64::try_from(self.entries.len()).unwrap_or(u64::MAX)
    }

    /// Those after the first `size` ones.
    pub fn after(&self, size: u64) -> &[Entry] {
        usize::try_from(size).ok().and_then(|size| self.entries.get(size..)).unwrap_or_default()
    }

    /// The root of the tree of the first `size` ones; nothing if there are fewer.
    pub fn root(&self, size: u64) -> Option<Hash> {
        self.tiles.root(size)
    }

    /// The hashes of a tile, as its file has them.
    pub(super) fn file(&self, tile: Tile) -> Vec<u8> {
        self.tiles.get(tile).iter().take(tile.width.into()).flat_map(|hash| hash.0).collect()
    }

    /// An entry with the proof that the tree of the first `size` ones has it.
    pub(crate) fn proven(&self, index: u64, size: u64) -> ProvenEntry {
        let entry = self.after(index).first().map(Entry::to_string).unwrap_or_default();
        let hashes = self.tiles.inclusion(index, size).unwrap_or_default();
        ProvenEntry { entry, index, hashes: in_base64(&hashes) }
    }

    /// The message about a second entry of a subject.
    pub fn second_entry(&self) -> Option<Message> {
        let [_, second] = self.twice?;
        let entry = self.after(second).first()?;
        let message = Message::new("log-subject-twice").with("entry", entry.to_string());
        Some(message.with("index", second.to_string()))
    }

    /// The index and the hash of the entry of a subject.
    pub(crate) fn of_subject(&self, subject: Hash) -> Option<(u64, Hash)> {
        let index = *self.places.get(&subject)?;
        self.after(index).first().map(|entry| (index, entry.hash))
    }

    /// The index of an entry.
    pub(crate) fn place(&self, entry: &Entry) -> Option<u64> {
        self.of_subject(entry.subject).filter(|(_, hash)| *hash == entry.hash).map(|(index, _)| index)
    }
}

impl CopyTimes {
    /// Adds the checkpoint of the copy: files that no command has copied have no other times.
    pub(crate) fn with(mut self, size: u64, signed_at: DateTime<Utc>) -> Self {
        self.0.push((size, signed_at));
        self
    }

    /// The time of the first of them with the entry at an index.
    pub(crate) fn first_with(&self, index: u64) -> Option<DateTime<Utc>> {
        let first = self.0.partition_point(|(size, _)| *size <= index);
        self.0.get(first).map(|(_, signed_at)| *signed_at)
    }

    /// The time of the last of them without the entry at an index (L4.5).
    pub(crate) fn without(&self, index: u64) -> Option<DateTime<Utc>> {
        let without = self.0.partition_point(|(size, _)| *size <= index).checked_sub(1)?;
        Some(self.0[without].1)
    }
}
