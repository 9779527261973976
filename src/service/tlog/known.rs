//! Checkpoints of the log that are known outside the database, which may be restored
//! from a backup (L2.5): in memory, in a file, and from witnesses.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use regicide_engine::tlog::{Checkpoint, LogFault, LogPolicy, Note};
use regicide_store::{ClockFault, SignedCheckpoint};
use regicide_system::whole_file::{on_file_thread, read_whole, write_whole};

use crate::service::settings::{CheckpointGuard, TlogSettings};

/// The limit on the file's bytes: that of a note.
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
    /// The file has a checkpoint of another log, with this origin.
    OtherLog(String),
    /// Neither a file nor all witnesses have shown the last checkpoint since the start.
    Unguarded,
    /// The database's clock has a fault.
    Clock(ClockFault),
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
            Self::OtherLog(origin) => write!(
                f,
                "the file for the last checkpoint has one of another log, {origin}: the database was exchanged; \
                 move the file away if a new log is to begin"
            ),
            Self::Unguarded => f.write_str(
                "nothing outside the database has shown the last checkpoint since the start, neither the file of \
                 REGICIDE_LOG_CHECKPOINT_FILE nor all witnesses, so the database may have been restored from a \
                 backup; if it was, `regicide log recover` takes the missing entries from a copy of the log; the \
                 checkpoint of a copy replaces a lost file; only if the database was not restored, one start with \
                 `unguarded` in place of the file signs without it",
            ),
            Self::Clock(fault) => fault.fmt(f),
        }
    }
}

/// The checkpoints that are known outside the database.
pub(super) struct KnownCheckpoints {
    guard: CheckpointGuard,
    /// True once it is known that the database was not restored (L2.5).
    is_guarded: AtomicBool,
    /// The names of the witnesses that have not shown their last checkpoint yet.
    unanswered: Mutex<HashSet<String>>,
    /// The number of the last checkpoint when this instance looked first.
    first_number: OnceLock<Option<u64>>,
    /// The largest one.
    seen: Mutex<Option<(Checkpoint, CheckpointSource)>>,
    /// Held while one is noted, so that none replaces a larger one.
    noting: tokio::sync::Mutex<()>,
    /// One whose tree the log does not have.
    contrary: Mutex<Option<(Checkpoint, CheckpointSource)>>,
}

impl KnownCheckpoints {
    pub(super) fn new(settings: &TlogSettings) -> Self {
        let witnesses = settings.policy.witnesses.iter().map(|witness| witness.key.name().to_owned());
        Self {
            guard: settings.guard.clone(),
            is_guarded: AtomicBool::new(settings.guard == CheckpointGuard::Unguarded),
            unanswered: Mutex::new(witnesses.collect()),
            first_number: OnceLock::new(),
            seen: Mutex::default(),
            noting: tokio::sync::Mutex::default(),
            contrary: Mutex::default(),
        }
    }

    /// Notes that a witness has no later checkpoint than the database's last one. Only all of them
    /// are a guard: one may have missed what another has.
    pub(super) fn answer(&self, witness: &str) {
        let mut unanswered = self.unanswered.lock();
        if unanswered.remove(witness) && unanswered.is_empty() {
            self.is_guarded.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn is_guarded(&self) -> bool {
        self.is_guarded.load(Ordering::Relaxed)
    }

    /// The checkpoints of the log of a policy to compare it with: the largest one, and one
    /// that the log was seen to contradict.
    pub(super) async fn of(
        &self,
        policy: &LogPolicy,
        last: Option<&SignedCheckpoint>,
    ) -> Result<Vec<(Checkpoint, CheckpointSource)>, Refusal> {
        let filed = self.filed(policy).await?;
        let is_shown = match (&filed, last) {
            // The file is written before the database: an older one is of an instance that stood still.
            (Some((checkpoint, _)), Some(last)) => checkpoint.size >= last.size,
            (Some(_), None) => true,
            (None, _) => last.is_none() && matches!(self.guard, CheckpointGuard::File(_)),
        };
        let first_number = *self.first_number.get_or_init(|| last.map(|last| last.number));
        // Another instance has signed since then, and only one with a guard adds entries.
        let is_continued = last.is_some_and(|last| last.size > 0 && Some(last.number) > first_number);
        if is_shown || is_continued {
            self.is_guarded.store(true, Ordering::Relaxed);
        }
        Ok(self.largest(filed).into_iter().chain(self.contrary.lock().clone()).collect())
    }

    /// The checkpoint in the file, if there is one.
    async fn filed(&self, policy: &LogPolicy) -> Result<Option<(Checkpoint, CheckpointSource)>, Refusal> {
        let CheckpointGuard::File(path) = &self.guard else { return Ok(None) };
        let Some(note) = of_file(path, read).await? else { return Ok(None) };
        match policy.signed(&note) {
            Ok(checkpoint) => Ok(Some((checkpoint, CheckpointSource::File(path.clone())))),
            Err(LogFault::OtherOrigin) => {
                let origin = checkpoint_of(&note).map(|checkpoint| checkpoint.origin);
                Err(Refusal::OtherLog(origin.unwrap_or_default()))
            }
            Err(fault) => Err(Refusal::File(format!("{}: {fault}", path.display()))),
        }
    }

    /// The largest known checkpoint, with that of the file.
    fn largest(
        &self,
        filed: Option<(Checkpoint, CheckpointSource)>,
    ) -> Option<(Checkpoint, CheckpointSource)> {
        // Of equal ones the last is returned, for its source.
        filed.into_iter().chain(self.seen.lock().clone()).max_by_key(|(checkpoint, _)| checkpoint.size)
    }

    /// Notes a checkpoint that is signed, or that others have. It is in the file
    /// before it is published.
    pub(super) async fn note(
        &self,
        policy: &LogPolicy,
        note: &str,
        source: CheckpointSource,
    ) -> Result<(), Refusal> {
        let unreadable = || Refusal::File("the checkpoint for it is unreadable".to_owned());
        let checkpoint = checkpoint_of(note).ok_or_else(unreadable)?;
        let _noting = self.noting.lock().await;
        let known = self.largest(self.filed(policy).await?);
        if known.is_some_and(|(known, _)| known.size >= checkpoint.size) {
            return Ok(());
        }
        if let CheckpointGuard::File(path) = &self.guard {
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

fn read(path: &Path) -> io::Result<Option<String>> {
    match read_whole(path, MAX_FILE) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}
