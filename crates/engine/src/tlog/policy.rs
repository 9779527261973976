//! The policy of a verifier for a log (L4.3).

use super::checkpoint::Checkpoint;
use super::entry::Entry;
use super::note::{KeyType, Note, VerifierKey};
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
    /// A checkpoint that was kept: the log may only have grown since.
    pub kept: Option<Checkpoint>,
}

/// A checkpoint that a policy accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witnessed {
    /// The checkpoint.
    pub checkpoint: Checkpoint,
    /// The names of the witnesses whose signatures hold, with the times of these,
    /// in seconds since 1970.
    pub witnesses: Vec<(String, u64)>,
}

/// Why a proof or a checkpoint is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum LogFault {
    /// It has another form.
    Malformed,
    /// No key is known of the log that it is of.
    OtherOrigin,
    /// No known key of the log has signed it.
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
    /// It is not shown that the log has only grown since the checkpoint that was kept.
    NotGrown,
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
        }
    }
}

impl LogPolicy {
    /// The checkpoint in a signed note, if keys and witnesses confirm it.
    pub fn open(&self, note: &str) -> Result<Witnessed, LogFault> {
        let note: Note = note.parse()?;
        let checkpoint: Checkpoint = note.text.parse()?;
        let of_log = |key: &&VerifierKey| key.kind() == KeyType::Log && key.name() == checkpoint.origin;
        let mut keys = self.keys.iter().filter(of_log).peekable();
        keys.peek().ok_or(LogFault::OtherOrigin)?;
        let signatures = keys.map(|key| key.signature_on(&note));
        if signatures.collect::<Result<Vec<_>, _>>()?.iter().all(Option::is_none) {
            return Err(LogFault::NotSigned);
        }
        let mut witnesses = Vec::new();
        let mut counted = Vec::new();
        for witness in self.witnesses.iter().filter(|witness| witness.kind() == KeyType::Witness) {
            // A key counts once, under whatever names.
            if counted.contains(&witness.key()) {
                continue;
            }
            if let Some(signature) = witness.signature_on(&note)? {
                counted.push(witness.key());
                witnesses.push((witness.name().to_owned(), signature.witnessed_at()));
            }
        }
        let (found, wanted) = (witnesses.len(), self.quorum);
        if found < wanted {
            return Err(LogFault::FewWitnesses { found, wanted });
        }
        Ok(Witnessed { checkpoint, witnesses })
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
            if kept.origin != *origin || !is_consistent((kept.size, kept.root), (*size, *root), hashes) {
                return Err(LogFault::NotGrown);
            }
        }
        Ok(witnessed)
    }
}
