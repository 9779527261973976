//! A copy of a log in a folder (docs/spec/log.md L3.1).

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Hash, Message};
use regicide_engine::tlog::{
    Entry, EntryKind, LogPolicy, Proof, ProofRequest, Tile, TileKind, TileSet, WIDTH, Witnessed,
    decode_bundle,
};
use regicide_system::clock::{Clock as _, SystemClock};
use regicide_system::text_file::read_text;
use regicide_system::whole_file::write_whole;

use super::evidence::ProvenEntry;
use crate::failures::{Failure, named};
use crate::output::Output;

pub(crate) const CHECKPOINT: &str = "checkpoint";
/// The sizes of the checkpoints that were copied, and their times in seconds since 1970.
const TIMES: &str = "times";
/// The file with the policy for the log.
pub(super) const POLICY: &str = "policy";

/// A folder with files of a log.
#[derive(Clone, Debug)]
pub struct LogFolder(PathBuf);

/// The sizes and times of the checkpoints that were copied, in their order.
#[derive(Debug)]
pub(crate) struct CopyTimes(Vec<(u64, DateTime<Utc>)>);

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

/// The entries of a copy, with their indexes.
#[derive(Debug, Default)]
pub(crate) struct LogEntries {
    /// The index and the hash of the entry of each subject.
    places: HashMap<Hash, (u64, Hash)>,
    /// The index of an entry, and a second one of its subject with its index (L1.7).
    pub(super) twice: Option<(u64, Entry, u64)>,
    /// The number of entries of games.
    pub(super) games: u64,
    size: u64,
}

impl LogFolder {
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A file; nothing if it is not there.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.path(name);
        match fs::read(&path) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(named(path.display(), error).into()),
        }
    }

    pub(super) fn read_text(&self, name: &str) -> Result<Option<String>, Failure> {
        let path = self.path(name);
        match read_text(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(named(path.display(), error).into()),
        }
    }

    /// Writes a file with its folders, as a whole or not at all.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(Path::new("."));
        let written = fs::create_dir_all(folder).and_then(|()| write_whole(&path, content));
        Ok(written.map_err(|error| named(path.display(), error))?)
    }

    /// Removes the partial tiles that a complete one replaces.
    pub(super) fn remove_partial(&self, complete: Tile) -> Result<(), Failure> {
        let path = self.path(&format!("{complete}.p"));
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(named(path.display(), error).into()),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Adds the size and time of a checkpoint to those that were copied. A log whose clock is ahead
    /// was not signed later than now.
    pub(super) fn add_time(&self, size: u64, signed_at: DateTime<Utc>) -> Result<(), Failure> {
        self.append(TIMES, &format!("{size} {}", signed_at.min(SystemClock.now()).timestamp()))
    }

    /// The sizes and times of the checkpoints that were copied.
    pub(crate) fn times(&self) -> Result<CopyTimes, Failure> {
        let read = |line: &String| {
            let (size, seconds) = line.split_once(' ')?;
            Some((size.parse().ok()?, DateTime::from_timestamp_secs(seconds.parse().ok()?)?))
        };
        Ok(CopyTimes(self.lines(TIMES)?.iter().filter_map(read).collect()))
    }

    /// The lines of a file, but for one at its end that was cut off.
    pub(super) fn lines(&self, name: &str) -> Result<Vec<String>, Failure> {
        let text = self.read_text(name)?.unwrap_or_default();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            self.write(name, &text.as_bytes()[..whole])?;
        }
        Ok(text[..whole].lines().map(str::to_owned).collect())
    }

    /// Adds a line to a file.
    pub(super) fn append(&self, name: &str, line: &str) -> Result<(), Failure> {
        let path = self.path(name);
        let opened = fs::OpenOptions::new().create(true).append(true).open(&path);
        let written = opened.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        Ok(written.map_err(|error| named(path.display(), error))?)
    }

    /// A file that must exist.
    fn required(&self, name: &str) -> Result<Vec<u8>, Failure> {
        self.read(name)?.ok_or_else(|| self.missing(name))
    }

    fn missing(&self, name: &str) -> Failure {
        named(self.path(name).display(), io::ErrorKind::NotFound.into()).into()
    }

    /// The failure of a file that does not fit the checkpoint.
    pub(super) fn damaged(&self, name: &str, out: &Output) -> Failure {
        let file = self.path(name).display().to_string();
        out.failure(&Message::new("log-copy-damaged").with("file", file))
    }

    /// The hashes of tiles, without those of files with another length.
    pub(super) fn tiles(&self, wanted: impl IntoIterator<Item = Tile>) -> Result<TileSet, Failure> {
        let mut tiles = TileSet::default();
        for tile in wanted {
            if let Some(hashes) = tile.hashes_in(&self.required(&tile.to_string())?) {
                tiles.insert(tile, hashes);
            }
        }
        Ok(tiles)
    }

    /// The signed checkpoint, which must exist.
    pub(crate) fn checkpoint(&self) -> Result<String, Failure> {
        self.required_text(CHECKPOINT)
    }

    /// A text that must exist.
    pub(super) fn required_text(&self, name: &str) -> Result<String, Failure> {
        self.read_text(name)?.ok_or_else(|| self.missing(name))
    }

    /// The checkpoint, if a policy accepts it.
    pub(crate) fn opened(&self, policy: &LogPolicy, out: &Output) -> Result<(String, Witnessed), Failure> {
        let note = self.checkpoint()?;
        let name = self.path(CHECKPOINT);
        let opened = policy.open(&note);
        let opened = opened.map_err(|fault| format!("{}: {}", name.display(), out.text(&fault.message())))?;
        Ok((note, opened))
    }

    /// Adds the entries from the number that is already read up to `size`.
    pub(crate) fn extend(&self, entries: &mut LogEntries, size: u64, out: &Output) -> Result<(), Failure> {
        let bundles = Tile::all_since(entries.size, size).filter(|tile| tile.kind == TileKind::Entries);
        for bundle in bundles {
            let name = bundle.to_string();
            let content = self.required(&name)?;
            let found = bundle.entries_in(&content);
            let found = found.ok_or_else(|| self.damaged(&name, out))?;
            for (index, entry) in (bundle.number * WIDTH..).zip(found) {
                let entry = str::from_utf8(entry).ok().and_then(|entry| entry.parse().ok());
                if let Some(entry) = entry.filter(|_| index >= entries.size) {
                    entries.add(entry, index);
                }
            }
        }
        entries.size = size;
        Ok(())
    }

    /// The entry of the log of a checkpoint with an index, and its proof.
    pub(crate) fn proven_entry(
        &self,
        index: u64,
        (size, note): (u64, &str),
        out: &Output,
    ) -> Result<ProvenEntry, Failure> {
        let hashes = self.proof(index, (size, note), None, out)?.hashes;
        let hashes = hashes.iter().map(|hash| hash.to_base64()).collect();
        let bundle = Tile::within(TileKind::Entries, index / WIDTH, size);
        let bundle = bundle.map(|bundle| bundle.to_string()).unwrap_or_default();
        let content = self.required(&bundle)?;
        let entries = decode_bundle(&content).unwrap_or_default();
        let entry = entries.get(usize::try_from(index % WIDTH).unwrap_or(usize::MAX));
        let entry =
            entry.and_then(|entry| str::from_utf8(entry).ok()).ok_or_else(|| self.damaged(&bundle, out))?;
        Ok(ProvenEntry { entry: entry.to_owned(), index, hashes })
    }

    /// The proof that the log of a checkpoint contains the entry with an index, and that
    /// this log extends that of another checkpoint.
    pub(crate) fn proof(
        &self,
        index: u64,
        (size, note): (u64, &str),
        since: Option<u64>,
        out: &Output,
    ) -> Result<Proof, Failure> {
        let request = ProofRequest { index, size, since: since.filter(|since| *since <= size) };
        let tiles = self.tiles(request.tiles())?;
        let proof = request.prove(&tiles, None, note.to_owned());
        proof.ok_or_else(|| self.damaged(CHECKPOINT, out))
    }
}

impl LogEntries {
    fn add(&mut self, entry: Entry, index: u64) {
        if entry.kind == EntryKind::Game {
            self.games += 1;
        }
        let (first, _) = *self.places.entry(entry.subject).or_insert((index, entry.hash));
        if first != index {
            self.twice.get_or_insert((first, entry, index));
        }
    }

    /// The message about a second entry of a subject.
    pub(crate) fn second_entry(&self) -> Option<Message> {
        let (_, entry, index) = self.twice?;
        Some(
            Message::new("log-subject-twice")
                .with("entry", entry.to_string())
                .with("index", index.to_string()),
        )
    }

    /// The index and the hash of the entry of a subject.
    pub(crate) fn of_subject(&self, subject: Hash) -> Option<(u64, Hash)> {
        self.places.get(&subject).copied()
    }

    /// The index of an entry.
    pub(crate) fn place(&self, entry: &Entry) -> Option<u64> {
        self.places.get(&entry.subject).filter(|(_, hash)| *hash == entry.hash).map(|(index, _)| *index)
    }
}
