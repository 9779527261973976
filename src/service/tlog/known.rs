//! Checkpoints of the log that are known outside the database, which may be restored
//! from a backup (L2.5): in memory, in a file, and from witnesses.

use std::collections::HashSet;
use std::io;
use std::path::Path;
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A checkpoint was signed that has more entries than the log has.
    #[error(
        "the log has {size} entries, but {shown_by} has a checkpoint of {signed} that this service signed: the \
         database was restored from a backup, or is another; `regicide log recover` takes the missing entries \
         from a copy of the log"
    )]
    Behind { size: u64, signed: u64, shown_by: String },
    /// A checkpoint was signed whose tree the log does not have.
    #[error(
        "the first {signed} entries are not those of the checkpoint that {shown_by} has: entries were changed, or \
         others were added after a backup was restored; no checkpoint can go on from both"
    )]
    Contradicts { signed: u64, shown_by: String },
    /// The file for the last checkpoint cannot be read or written.
    #[error("the file for the last checkpoint: {0}")]
    File(String),
    /// The file has a checkpoint of another log, with this origin.
    #[error(
        "the file for the last checkpoint has one of another log, {0}: the database was exchanged; move the file \
         away if a new log is to begin"
    )]
    OtherLog(String),
    /// Neither a file nor all witnesses have shown the last checkpoint since the start.
    #[error(
        "nothing outside the database has shown the last checkpoint since the start, neither the file of \
         REGICIDE_LOG_CHECKPOINT_FILE nor all witnesses, so the database may have been restored from a backup; if \
         it was, `regicide log recover` takes the missing entries from a copy of the log; the checkpoint of a copy \
         replaces a lost file; only if the database was not restored, one start with `unguarded` in place of the \
         file signs without it, and its `/log/checkpoint` is then the new file"
    )]
    Unguarded,
    /// The database's clock has a fault.
    #[error(transparent)]
    Clock(#[from] ClockFault),
}

/// A checkpoint of the log, as it is outside the stored log.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) checkpoint: Checkpoint,
    /// The file, witness or instance that has it.
    pub(super) by: String,
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
    /// Those in memory: the largest, and all that the log was not compared with yet. Locked while
    /// one is added, so that none replaces a larger one in the file.
    seen: tokio::sync::Mutex<Vec<Shown>>,
}

impl KnownCheckpoints {
    pub(super) fn new(settings: &TlogSettings) -> Self {
        let witnesses = settings.policy.parsed.witnesses.iter();
        Self {
            guard: settings.guard.clone(),
            is_guarded: AtomicBool::new(settings.guard == CheckpointGuard::Unguarded),
            unanswered: Mutex::new(witnesses.map(|witness| witness.key.name().to_owned()).collect()),
            first_number: OnceLock::new(),
            seen: tokio::sync::Mutex::default(),
        }
    }

    /// Marks that a witness has no later checkpoint than the database's last one. Only all of them
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

    /// Judges if the file or another instance is a guard: the checkpoints of the log of a policy to
    /// compare it with.
    pub(super) async fn of(
        &self,
        policy: &LogPolicy,
        last: Option<&SignedCheckpoint>,
    ) -> Result<Vec<Shown>, Refusal> {
        let filed = self.filed(policy).await?;
        let is_shown = match (&filed, last) {
            // The file is written before the database: an older one is of an instance that stood still.
            (Some(filed), Some(last)) => filed.checkpoint.size >= last.size,
            (Some(_), None) => true,
            (None, _) => last.is_none() && matches!(self.guard, CheckpointGuard::File(_)),
        };
        let first_number = *self.first_number.get_or_init(|| last.map(|last| last.number));
        // Another instance has signed since then, and only one with a guard adds entries.
        let is_continued = last.is_some_and(|last| last.size > 0 && Some(last.number) > first_number);
        if is_shown || is_continued {
            self.is_guarded.store(true, Ordering::Relaxed);
        }
        Ok(self.seen.lock().await.iter().cloned().chain(filed).collect())
    }

    /// Forgets those in memory that the log goes on from, but the largest.
    pub(super) async fn forget_smaller(&self, compared: &[Shown]) {
        let mut seen = self.seen.lock().await;
        let largest = seen.iter().max_by_key(|shown| shown.checkpoint.size).cloned();
        seen.retain(|shown| largest.as_ref() == Some(shown) || !compared.contains(shown));
    }

    /// The checkpoint in the file, if there is one.
    async fn filed(&self, policy: &LogPolicy) -> Result<Option<Shown>, Refusal> {
        let CheckpointGuard::File(path) = &self.guard else { return Ok(None) };
        let Some(note) = of_file(path, read).await? else { return Ok(None) };
        match policy.signed(&note) {
            Ok(checkpoint) => Ok(Some(Shown { checkpoint, by: format!("the file {}", path.display()) })),
            Err(LogFault::OtherOrigin) => {
                let origin = checkpoint_of(&note).map(|checkpoint| checkpoint.origin);
                Err(Refusal::OtherLog(origin.unwrap_or_default()))
            }
            Err(fault) => Err(Refusal::File(format!("{}: {fault}", path.display()))),
        }
    }

    /// Adds a checkpoint of the log of a policy, with its note. One that is signed is in the file
    /// before it is published. That of one witness alone must not make the file a guard.
    pub(super) async fn add(&self, policy: &LogPolicy, shown: Shown, note: &str) -> Result<(), Refusal> {
        let mut seen = self.seen.lock().await;
        let size = shown.checkpoint.size;
        if !seen.contains(&shown) {
            seen.push(shown);
        }
        if let CheckpointGuard::File(path) = &self.guard
            && self.is_guarded()
            && self.filed(policy).await?.is_none_or(|filed| filed.checkpoint.size < size)
        {
            let note = note.to_owned();
            of_file(path, move |path| write_whole(path, note.as_bytes())).await?;
        }
        Ok(())
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
