//! What is known of the log's checkpoints outside the database, which may be restored
//! from a backup (L2.5): in memory, and in a file.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use regicide::tlog::{Checkpoint, Note};

use crate::service::runtime::whole_file::write_whole;

/// Why no checkpoint is signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A checkpoint was signed that has more entries than the log has.
    Behind {
        /// How many entries the log has.
        size: u64,
        /// How many that checkpoint has.
        signed: u64,
        /// Where it is known from.
        source: CheckpointSource,
    },
    /// A checkpoint was signed whose tree the log does not have.
    Contradicts {
        /// How many entries that checkpoint has.
        signed: u64,
        /// Where it is known from.
        source: CheckpointSource,
    },
    /// The file for the last checkpoint cannot be read or written.
    File(String),
}

/// Where a checkpoint is known from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointSource {
    Database,
    /// This instance has seen it.
    Memory,
    File(PathBuf),
    /// The witness with this name has signed it.
    Witness(String),
}

impl fmt::Display for CheckpointSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database => f.write_str("the database"),
            Self::Memory => f.write_str("this instance"),
            Self::File(path) => write!(f, "the file {}", path.display()),
            Self::Witness(name) => write!(f, "the witness {name}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Behind { size, signed, source } => write!(
                f,
                "the log has {size} entries, but {source} has a checkpoint of {signed} that this service \
                 signed: the database was restored from a backup, or is another; `regicide log recover` takes \
                 the missing entries from a copy of the log"
            ),
            Self::Contradicts { signed, source } => write!(
                f,
                "the first {signed} entries are not those of the checkpoint that {source} has: entries were \
                 changed, or others were added after a backup was restored; no checkpoint can go on from both"
            ),
            Self::File(error) => write!(f, "the file for the last checkpoint: {error}"),
        }
    }
}

/// The largest checkpoint that is known outside the database.
pub(super) struct KnownCheckpoint {
    file: Option<PathBuf>,
    seen: Mutex<Option<(Checkpoint, CheckpointSource)>>,
}

impl KnownCheckpoint {
    pub(super) fn new(file: Option<PathBuf>) -> Self {
        Self { file, seen: Mutex::default() }
    }

    /// The largest one of a log. The file may be of another log, whose database was
    /// there before.
    pub(super) fn of(&self, origin: &str) -> Result<Option<(Checkpoint, CheckpointSource)>, Refusal> {
        let seen = self.seen.lock().clone();
        let filed = match &self.file {
            Some(path) => read(path).map_err(|error| refused(path, &error))?,
            None => None,
        };
        let filed = filed.zip(self.file.clone().map(CheckpointSource::File));
        let known = seen.into_iter().chain(filed).filter(|(checkpoint, _)| checkpoint.origin == origin);
        Ok(known.max_by_key(|(checkpoint, _)| checkpoint.size))
    }

    /// Notes a checkpoint that is signed, or that others have. It is in the file
    /// before anybody is shown it.
    pub(super) fn note(&self, note: &str, source: CheckpointSource) -> Result<(), Refusal> {
        let Some(checkpoint) = checkpoint_of(note) else { return Ok(()) };
        let known = self.of(&checkpoint.origin)?;
        if known.is_some_and(|(known, _)| known.size >= checkpoint.size) {
            return Ok(());
        }
        if let Some(path) = &self.file {
            write_whole(path, note.as_bytes()).map_err(|error| refused(path, &error))?;
        }
        *self.seen.lock() = Some((checkpoint, source));
        Ok(())
    }
}

fn refused(path: &Path, error: &io::Error) -> Refusal {
    Refusal::File(format!("{}: {error}", path.display()))
}

/// The checkpoint in a note of our own.
pub(super) fn checkpoint_of(note: &str) -> Option<Checkpoint> {
    note.parse::<Note>().ok()?.text.parse().ok()
}

fn read(path: &Path) -> io::Result<Option<Checkpoint>> {
    match fs::read_to_string(path) {
        Ok(note) => {
            let checkpoint = checkpoint_of(&note);
            checkpoint.map(Some).ok_or_else(|| io::Error::other("it holds no checkpoint"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
