//! The policy of a verifier for a log (L4.3).

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use super::checkpoint::Checkpoint;
use super::entry::Entry;
use super::note::{KeyType, Note, NoteSignature, VerifierKey};
use super::proof::Proof;
use super::tree::{is_consistent, is_included};
use crate::engine::Message;

/// The facts about a log from another source, and the signatures that it needs.
#[derive(Clone, Debug, Default)]
pub struct LogPolicy {
    /// Its keys, whose name is its origin: one of them has to have signed.
    pub keys: Vec<VerifierKey>,
    /// Witnesses that are believed.
    pub witnesses: Vec<VerifierKey>,
    /// How many of these have to have signed.
    pub quorum: usize,
    /// The source of the proof.
    pub source: ProofSource,
    /// A checkpoint that was kept: that of the same log at another time.
    pub kept: Option<Checkpoint>,
}

/// The source of a proof, by which a record was logged in time or late (L4.5).
#[derive(Clone, Copy, Debug, Default)]
pub enum ProofSource {
    /// The log: the entry is about as old as the checkpoint.
    #[default]
    Log,
    /// A copy, which had a checkpoint without the entry at this time.
    Copy(Option<DateTime<Utc>>),
}

/// A checkpoint that a policy accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witnessed {
    /// The checkpoint.
    pub checkpoint: Checkpoint,
    /// The time of the log's own signature.
    pub signed_at: DateTime<Utc>,
    /// The time by which the entries were in the log (L4.5).
    pub logged_at: DateTime<Utc>,
    /// The names of the witnesses whose signatures hold, with the times of these.
    pub witnesses: Vec<(String, DateTime<Utc>)>,
}

/// The longest time from the last move of a game to its entry (L4.5).
pub const MAX_DELAY: TimeDelta = TimeDelta::days(1);

/// Why a proof or a checkpoint is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum LogFault {
    /// It has another form.
    Malformed,
    /// No key is known of the log that it is of.
    OtherOrigin,
    /// No known key of the log has signed it, and a time.
    NotSigned,
    /// A signature names a known key, and does not hold.
    BadSignature,
    /// Fewer witnesses have signed than are wanted.
    FewWitnesses {
        /// How many have.
        found: usize,
        /// How many should have.
        wanted: usize,
    },
    /// The log does not show the entry at its index.
    NotIncluded,
    /// It is not shown that this is the log of the checkpoint that was kept.
    NotGrown,
    /// The game was logged at this time, long after its last move.
    Late(DateTime<Utc>),
}

impl LogFault {
    /// The fault as a message for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Malformed => Message::new("log-malformed"),
            Self::OtherOrigin => Message::new("log-other-origin"),
            Self::NotSigned => Message::new("log-not-signed"),
            Self::BadSignature => Message::new("log-bad-signature"),
            Self::FewWitnesses { found, wanted } => Message::new("log-few-witnesses")
                .with("found", found.to_string())
                .with("wanted", wanted.to_string()),
            Self::NotIncluded => Message::new("log-not-included"),
            Self::NotGrown => Message::new("log-not-grown"),
            Self::Late(at) => {
                Message::new("log-late").with("at", at.to_rfc3339_opts(SecondsFormat::Secs, true))
            }
        }
    }
}

impl LogPolicy {
    /// The checkpoint in a note that a key of the log has signed, perhaps without a time: a
    /// witness passes on one signature alone.
    pub fn signed(&self, note: &str) -> Result<Checkpoint, LogFault> {
        let note: Note = note.parse()?;
        let checkpoint: Checkpoint = note.text.parse()?;
        for key in self.keys_of(&checkpoint)? {
            if key.signature_on(&note)?.is_some() {
                return Ok(checkpoint);
            }
        }
        Err(LogFault::NotSigned)
    }

    /// The keys of the log that a checkpoint is of.
    fn keys_of(&self, checkpoint: &Checkpoint) -> Result<Vec<&VerifierKey>, LogFault> {
        let of_log = |key: &&VerifierKey| key.kind() == KeyType::Log && key.name() == checkpoint.origin;
        let keys: Vec<_> = self.keys.iter().filter(of_log).collect();
        if keys.is_empty() { Err(LogFault::OtherOrigin) } else { Ok(keys) }
    }

    /// The checkpoint in a signed note, if keys and witnesses confirm it.
    pub fn open(&self, note: &str) -> Result<Witnessed, LogFault> {
        let note: Note = note.parse()?;
        let checkpoint: Checkpoint = note.text.parse()?;
        // A key counts once, under whatever names, and none of the log as a witness.
        let (mut signed_at, mut counted) = (None, Vec::new());
        for key in self.keys_of(&checkpoint)? {
            counted.push(key.key());
            let (plain, timed) = (key.signature_on(&note)?, key.timed());
            let time = timed.signature_on(&note)?.and_then(NoteSignature::signed_at);
            signed_at = signed_at.or(plain.and(time));
        }
        let signed_at = signed_at.ok_or(LogFault::NotSigned)?;
        let mut witnesses = Vec::new();
        for witness in self.witnesses.iter().filter(|witness| witness.kind() == KeyType::Witness) {
            let time = witness.signature_on(&note)?.and_then(NoteSignature::signed_at);
            if let Some(time) = time.filter(|_| !counted.contains(&witness.key())) {
                counted.push(witness.key());
                witnesses.push((witness.name().to_owned(), time));
            }
        }
        let (found, wanted) = (witnesses.len(), self.quorum);
        if found < wanted {
            return Err(LogFault::FewWitnesses { found, wanted });
        }
        // Of as many witnesses as are wanted, one at least is honest.
        let mut times: Vec<_> = witnesses.iter().map(|(_, time)| *time).collect();
        times.sort_unstable();
        let logged_at = times.get(wanted.saturating_sub(1)).copied().unwrap_or(signed_at);
        Ok(Witnessed { checkpoint, signed_at, logged_at, witnesses })
    }

    /// Checks that a proof shows an entry of the log.
    pub fn check(&self, entry: &Entry, proof: &Proof) -> Result<Witnessed, LogFault> {
        let witnessed = self.open(&proof.checkpoint)?;
        let Checkpoint { origin, size, root } = &witnessed.checkpoint;
        if !is_included(entry.to_string().as_bytes(), proof.index, *size, *root, &proof.hashes) {
            return Err(LogFault::NotIncluded);
        }
        if let Some(kept) = &self.kept {
            let since = proof.extra.since.as_ref().filter(|since| since.size == kept.size);
            let hashes = since.map_or(&[][..], |since| &since.hashes);
            let mut trees = [(kept.size, kept.root), (*size, *root)];
            trees.sort_unstable_by_key(|(size, _)| *size);
            if kept.origin != *origin || !is_consistent(trees[0], trees[1], hashes) {
                return Err(LogFault::NotGrown);
            }
        }
        Ok(witnessed)
    }
}
