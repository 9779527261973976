//! The policy of a verifier for a log (L4.3).

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use super::checkpoint::Checkpoint;
use super::entry::Entry;
use super::key::PublicKey;
use super::note::{KeyType, Note, NoteSignature, VerifierKey};
use super::proof::Proof;
use super::quorum::{Quorum, Witness};
use super::tree::{is_consistent, is_included};
use crate::engine::Message;

/// The facts about a log from another source, and the signatures that it needs. Its text is that
/// of C2SP `tlog-policy`.
#[derive(Clone, Debug, Default)]
pub struct LogPolicy {
    /// Its keys, whose name is its origin: one of them has to have signed.
    pub keys: Vec<VerifierKey>,
    /// Witnesses that are believed.
    pub witnesses: Vec<Witness>,
    /// Those of these that have to have signed.
    pub quorum: Quorum,
    /// The source of the proof.
    pub source: ProofSource,
    /// A checkpoint that was kept: that of the same log at another time.
    pub kept: Option<Checkpoint>,
}

/// A text that is no policy: the number of the line that is wrong, or of the one after the last
/// if there is no quorum, or no key of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {0} of the policy is none of `log`, `witness`, `group` and `quorum` (C2SP tlog-policy)")]
pub struct PolicyError(pub usize);

impl PolicyError {
    fn at_end(text: &str) -> Self {
        Self(lines_of(text).count() + 1)
    }
}

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.strip_suffix('\n').unwrap_or(text).split('\n')
}

/// The most lines of a policy.
const MAX_LINES: usize = 1000;

/// A policy whose lines are being read.
#[derive(Default)]
struct Lines<'a> {
    policy: LogPolicy,
    keys: HashSet<PublicKey>,
    /// The witnesses and groups by their names; true for members of a group.
    named: HashMap<&'a str, (Quorum, bool)>,
    quorum: Option<Quorum>,
}

impl<'a> Lines<'a> {
    /// Reads a line; nothing if it is none.
    fn read(&mut self, line: &'a str) -> Option<()> {
        let is_allowed = |byte: u8| byte == b'\t' || byte >= b' ' && byte != 0x7f;
        let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        match words[..] {
            _ if !line.bytes().all(is_allowed) => return None,
            [] => {}
            [comment, ..] if comment.starts_with('#') => {}
            ["log", key] | ["log", key, _] => {
                let key = self.key(KeyType::Log, key)?;
                self.policy.keys.push(key);
            }
            ["witness", name, key, ref url @ ..] if url.len() < 2 => {
                let key = self.key(KeyType::Witness, key)?;
                self.name(name, Quorum::Witness(key.key()))?;
                let url = url.first().map(|url| (*url).to_owned());
                self.policy.witnesses.push(Witness { key, url });
            }
            ["group", name, wanted, ref members @ ..] => {
                let wanted = match wanted {
                    "all" => members.len(),
                    "any" => 1,
                    number => super::number(number)?.try_into().ok()?,
                };
                let members = members.iter().map(|member| self.member(member)).collect::<Option<Vec<_>>>()?;
                (1..=members.len()).contains(&wanted).then_some(())?;
                self.name(name, Quorum::Group(wanted, members))?;
            }
            ["quorum", name] if self.quorum.is_none() => {
                let named = self.named.get(name).map(|(named, _)| named.clone());
                self.quorum = Some(if name == "none" { Quorum::None } else { named? });
            }
            _ => return None,
        }
        Some(())
    }

    /// A key of a type, which no other line has.
    fn key(&mut self, kind: KeyType, text: &str) -> Option<VerifierKey> {
        let key: VerifierKey = text.parse().ok()?;
        (key.kind() == kind && self.keys.insert(key.key())).then_some(key)
    }

    /// Names a witness or a group.
    fn name(&mut self, name: &'a str, named: Quorum) -> Option<()> {
        let is_free = name != "none" && self.named.insert(name, (named, false)).is_none();
        is_free.then_some(())
    }

    /// A witness or group, which is a member once.
    fn member(&mut self, name: &str) -> Option<Quorum> {
        let (named, is_member) = self.named.get_mut(name)?;
        (!std::mem::replace(is_member, true)).then(|| named.clone())
    }
}

impl FromStr for LogPolicy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let mut lines = Lines::default();
        for (number, line) in (1..).zip(lines_of(text)) {
            lines.read(line).filter(|()| number <= MAX_LINES).ok_or(PolicyError(number))?;
        }
        let quorum = lines.quorum.ok_or_else(|| PolicyError::at_end(text))?;
        Ok(Self { quorum, ..lines.policy })
    }
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
    /// The witnesses that have signed, so many, are not enough.
    NoQuorum(usize),
    /// The log does not show the entry at its index.
    NotIncluded,
    /// It is not shown that this is the log of the checkpoint that was kept.
    NotGrown,
    /// The material does not show a contradiction.
    NoContradiction,
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
            Self::NoQuorum(found) => Message::new("log-no-quorum").with("found", found.to_string()),
            Self::NotIncluded => Message::new("log-not-included"),
            Self::NotGrown => Message::new("log-not-grown"),
            Self::NoContradiction => Message::new("log-no-contradiction"),
            Self::Late(at) => {
                Message::new("log-late").with("at", at.to_rfc3339_opts(SecondsFormat::Secs, true))
            }
        }
    }
}

impl LogPolicy {
    /// The public keys of the log, which sign games, too.
    pub fn signing_keys(&self) -> Vec<PublicKey> {
        self.keys.iter().map(VerifierKey::key).collect()
    }

    /// Reads the policy of a verifier, which has a key of a log.
    pub fn of_verifier(text: &str) -> Result<Self, PolicyError> {
        let policy: Self = text.parse()?;
        if policy.keys.is_empty() { Err(PolicyError::at_end(text)) } else { Ok(policy) }
    }

    /// The policy for checkpoints that may lack cosignatures.
    #[must_use]
    pub fn without_quorum(&self) -> Self {
        Self { quorum: Quorum::None, ..self.clone() }
    }

    /// The policy with a checkpoint that was kept, from its note. An older one may have had other
    /// witnesses.
    pub fn with_kept(self, note: &str) -> Result<Self, LogFault> {
        let kept = Some(self.without_quorum().open(note)?.checkpoint);
        Ok(Self { kept, ..self })
    }

    /// The checkpoint in a note that a key of the log has signed, perhaps without a time: a
    /// witness passes on one signature alone.
    pub fn signed(&self, note: &str) -> Result<Checkpoint, LogFault> {
        let note: Note = note.parse()?;
        let checkpoint: Checkpoint = note.text.parse()?;
        self.require_key_of(&checkpoint.origin)?;
        for key in self.keys.iter().filter(|key| key.name() == checkpoint.origin) {
            if matches!(key.signature_on(&note), Ok(Some(_))) {
                return Ok(checkpoint);
            }
        }
        Err(LogFault::NotSigned)
    }

    pub(super) fn require_key_of(&self, origin: &str) -> Result<(), LogFault> {
        let is_known = self.keys.iter().any(|key| key.name() == origin);
        is_known.then_some(()).ok_or(LogFault::OtherOrigin)
    }

    /// The checkpoint in a signed note, if keys and witnesses confirm it.
    pub fn open(&self, note: &str) -> Result<Witnessed, LogFault> {
        let note: Note = note.parse()?;
        let checkpoint: Checkpoint = note.text.parse()?;
        self.require_key_of(&checkpoint.origin)?;
        let mut signed_at = None;
        for key in &self.keys {
            let (plain, timed) = (key.signature_on(&note)?, key.timed());
            let time = timed.signature_on(&note)?.and_then(NoteSignature::signed_at);
            let own = plain.and(time).filter(|_| key.name() == checkpoint.origin);
            signed_at = signed_at.or(own);
        }
        let signed_at = signed_at.ok_or(LogFault::NotSigned)?;
        let (mut witnesses, mut signed) = (Vec::new(), HashMap::new());
        for Witness { key, .. } in &self.witnesses {
            if let Some(time) = key.signature_on(&note)?.and_then(NoteSignature::signed_at) {
                signed.insert(key.key(), time);
                witnesses.push((key.name().to_owned(), time));
            }
        }
        let logged_at = match self.quorum.reached_at(&signed) {
            None if self.quorum != Quorum::None => return Err(LogFault::NoQuorum(signed.len())),
            reached => reached.unwrap_or(signed_at),
        };
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
