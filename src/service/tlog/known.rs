//! Checkpoints of the log that are known outside the database, which may be restored
//! from a backup (L2.5): in memory, in a file, and from witnesses.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use regicide_engine::tlog::{Checkpoint, Note};
use regicide_system::whole_file::{on_file_thread, read_whole, write_whole};

/// The limit on the file's bytes: a checkpoint with two signatures has less than 1
/// KiB.
const MAX_FILE: u64 = 64 << 10;

/// The reason why no checkpoint is signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A checkpoint was signed that has more entries than the log has.
    Behind {
        /// The number of the log's entries.
        size: u64,
        /// The number of that checkpoint's entries.
        signed: u64,
        /// Its source.
        source: CheckpointSource,
    },
    /// A checkpoint was signed whose tree the log does not have.
    Contradicts {
        /// The number of that checkpoint's entries.
        signed: u64,
        /// Its source.
        source: CheckpointSource,
    },
    /// The file for the last checkpoint cannot be read or written.
    File(String),
}

/// The source of a known checkpoint.
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

/// The checkpoints that are known outside the database.
pub(super) struct KnownCheckpoints {
    file: Option<PathBuf>,
    /// The largest one.
    seen: Mutex<Option<(Checkpoint, CheckpointSource)>>,
    /// One whose tree the log does not have.
    contrary: Mutex<Option<(Checkpoint, CheckpointSource)>>,
}

impl KnownCheckpoints {
    pub(super) fn new(file: Option<PathBuf>) -> Self {
        Self { file, seen: Mutex::default(), contrary: Mutex::default() }
    }

    /// The checkpoints of a log to compare it with: the largest one, and one that the
    /// log was seen to contradict.
    pub(super) async fn of(
        &self,
        origin: &str,
    ) -> Result<impl Iterator<Item = (Checkpoint, CheckpointSource)> + use<>, Refusal> {
        let contrary = self.contrary.lock().clone().filter(|(checkpoint, _)| checkpoint.origin == origin);
        Ok(self.largest(origin).await?.into_iter().chain(contrary))
    }

    /// The largest checkpoint of a log. The file may be of another log, of an earlier
    /// database.
    async fn largest(&self, origin: &str) -> Result<Option<(Checkpoint, CheckpointSource)>, Refusal> {
        let seen = self.seen.lock().clone();
        let filed = match &self.file {
            Some(path) => of_file(path, read).await?,
            None => None,
        };
        let filed = filed.zip(self.file.clone().map(CheckpointSource::File));
        // Of equal ones the last is returned, for its source.
        let known = filed.into_iter().chain(seen).filter(|(checkpoint, _)| checkpoint.origin == origin);
        Ok(known.max_by_key(|(checkpoint, _)| checkpoint.size))
    }

    /// Notes a checkpoint that is signed, or that others have. It is in the file
    /// before it is published.
    pub(super) async fn note(&self, note: &str, source: CheckpointSource) -> Result<(), Refusal> {
        let Some(checkpoint) = checkpoint_of(note) else { return Ok(()) };
        let known = self.largest(&checkpoint.origin).await?;
        if known.is_some_and(|(known, _)| known.size >= checkpoint.size) {
            return Ok(());
        }
        if let Some(path) = &self.file {
            let note = note.to_owned();
            of_file(path, move |path| write_whole(path, note.as_bytes())).await?;
        }
        *self.seen.lock() = Some((checkpoint, source));
        Ok(())
    }

    /// Notes a checkpoint whose tree the log does not have, however small it is.
    pub(super) fn note_contrary(&self, checkpoint: Checkpoint, source: CheckpointSource) {
        *self.contrary.lock() = Some((checkpoint, source));
    }
}

/// Uses the file on a thread of its own.
async fn of_file<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce(&Path) -> io::Result<T> + Send + 'static,
) -> Result<T, Refusal> {
    let file = path.to_owned();
    on_file_thread(move || work(&file))
        .await
        .map_err(|error| Refusal::File(format!("{}: {error}", path.display())))
}

/// The checkpoint in a note of our own.
pub(super) fn checkpoint_of(note: &str) -> Option<Checkpoint> {
    note.parse::<Note>().ok()?.text.parse().ok()
}

fn read(path: &Path) -> io::Result<Option<Checkpoint>> {
    match read_whole(path, MAX_FILE) {
        Ok(note) => {
            let checkpoint = checkpoint_of(&note);
            checkpoint.map(Some).ok_or_else(|| io::Error::other("it holds no checkpoint"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
