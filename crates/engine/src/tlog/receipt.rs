//! Receipts: the promise that a game will be in a log (L8).

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, SubsecRound as _, Utc};

use super::entry::{Entry, EntryKind};
use super::key::SigningKey;
use super::note::{Note, note_time, sign_note};
use super::number;
use super::policy::{LogFault, LogPolicy, MAX_DELAY};

const LABEL: &str = "regicide/log/receipt/v1";

/// The promise that a log will have the entry of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The log, by its origin.
    pub origin: String,
    /// The entry.
    pub entry: Entry,
    /// The time by which the log has it, to the second.
    pub by: DateTime<Utc>,
}

impl Receipt {
    /// The promise for a game that ended at a time.
    pub fn new(origin: String, entry: Entry, ended_at: DateTime<Utc>) -> Self {
        Self { origin, entry, by: Self::due(ended_at) }
    }

    /// The time by which a game that ended at a time has to be logged.
    pub fn due(ended_at: DateTime<Utc>) -> DateTime<Utc> {
        (ended_at + MAX_DELAY).trunc_subsecs(0)
    }

    /// The receipt as a note that the log's keys have signed (L8.1).
    pub fn sign(&self, keys: &[SigningKey]) -> Note {
        sign_note(&self.origin, self.to_string(), keys)
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, entry, by } = self;
        write!(f, "{LABEL}\n{origin}\n{entry}\nby {}\n", by.timestamp())
    }
}

impl FromStr for Receipt {
    type Err = LogFault;

    fn from_str(text: &str) -> Result<Self, LogFault> {
        let read = || {
            let mut lines = text.strip_suffix('\n')?.split('\n');
            (lines.next()? == LABEL).then_some(())?;
            let origin = lines.next().filter(|origin| !origin.is_empty())?.to_owned();
            let entry: Entry = lines.next()?.parse().ok()?;
            let by = note_time(number(lines.next()?.strip_prefix("by ")?)?)?;
            let is_one = entry.kind == EntryKind::Game && lines.next().is_none();
            is_one.then_some(Self { origin, entry, by })
        };
        read().ok_or(LogFault::Malformed)
    }
}

impl LogPolicy {
    /// The receipt in a note, if a key of the log has signed it (L8.3).
    pub fn receipt(&self, note: &str) -> Result<Receipt, LogFault> {
        let note: Note = note.parse()?;
        let receipt: Receipt = note.text.parse()?;
        self.require_key_of(&receipt.origin)?;
        let mut is_signed = false;
        for key in self.keys.iter().filter(|key| key.name() == receipt.origin) {
            is_signed |= key.signature_on(&note)?.is_some();
        }
        is_signed.then_some(receipt).ok_or(LogFault::NotSigned)
    }
}
