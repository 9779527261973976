//! Evidence that a log, or the service that keeps it, contradicts itself (docs/spec/log.md L7):
//! signed material alone, so that everybody can judge it.

use regicide_engine::engine::{Hash, Message};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, Expected, RecordFile, verify};
use regicide_engine::tlog::{Checkpoint, Entry, LogFault, LogPolicy, is_consistent, is_included};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::folder::{CHECKPOINT, LogFolder};
use crate::failures::Failure;
use crate::output::Output;

/// The maximum number of files with different evidence in a folder.
const FILES: u32 = 99;

/// Evidence, in the form of its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Evidence {
    kind: EvidenceKind,
    /// The notes of checkpoints: one, or of a split view the smaller and the larger.
    checkpoints: Vec<String>,
    /// The root that the larger tree of a split view has at the size of the smaller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    /// The consistency proof from that to the larger tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hashes: Vec<String>,
    /// Entries of the checkpoint's tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    entries: Vec<ProvenEntry>,
    /// A signed record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<Box<RecordFile>>,
    /// A receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EvidenceKind {
    /// Two checkpoints of which the larger does not go on from the smaller.
    SplitView,
    /// A tree with two entries of one subject (L1.7).
    SecondEntry,
    /// A signed record of a game whose entry is of another end.
    OtherEnd,
    /// A receipt of a game whose entry is another one (L8).
    OtherReceipt,
}

/// An entry with the proof that a tree has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProvenEntry {
    pub(super) entry: String,
    pub(super) index: u64,
    pub(super) hashes: Vec<String>,
}

impl ProvenEntry {
    /// The entry, if the tree of a checkpoint has it.
    fn check(&self, Checkpoint { size, root, .. }: &Checkpoint) -> Result<Entry, LogFault> {
        let hashes = read(&self.hashes)?;
        if !is_included(self.entry.as_bytes(), self.index, *size, *root, &hashes) {
            return Err(LogFault::NotIncluded);
        }
        self.entry.parse().map_err(|_| LogFault::Malformed)
    }
}

pub(super) fn in_base64(hashes: &[Hash]) -> Vec<String> {
    hashes.iter().map(|hash| hash.to_base64()).collect()
}

fn read(hashes: &[String]) -> Result<Vec<Hash>, LogFault> {
    hashes.iter().map(|hash| Hash::from_base64(hash).ok_or(LogFault::Malformed)).collect()
}

impl Evidence {
    const fn new(kind: EvidenceKind, checkpoints: Vec<String>, entries: Vec<ProvenEntry>) -> Self {
        Self { kind, checkpoints, root: None, hashes: Vec::new(), entries, record: None, receipt: None }
    }

    /// Evidence by two notes, and the root that the larger tree has at the size of the smaller, with
    /// the consistency proof from that.
    pub(super) fn split_view(notes: [String; 2], root: Hash, hashes: &[Hash]) -> Self {
        let (root, hashes) = (Some(root.to_base64()), in_base64(hashes));
        Self { root, hashes, ..Self::new(EvidenceKind::SplitView, notes.into(), Vec::new()) }
    }

    pub(super) fn second_entry(checkpoint: String, entries: [ProvenEntry; 2]) -> Self {
        Self::new(EvidenceKind::SecondEntry, vec![checkpoint], entries.into())
    }

    pub(super) fn other_end(checkpoint: String, entry: ProvenEntry, record: RecordFile) -> Self {
        let record = Some(Box::new(record));
        Self { record, ..Self::new(EvidenceKind::OtherEnd, vec![checkpoint], vec![entry]) }
    }

    pub(crate) fn other_receipt(checkpoint: String, entry: ProvenEntry, receipt: String) -> Self {
        let receipt = Some(receipt);
        Self { receipt, ..Self::new(EvidenceKind::OtherReceipt, vec![checkpoint], vec![entry]) }
    }

    /// The contradiction that the evidence shows, by the keys of a policy. Witnesses are not needed.
    pub(super) fn check(&self, policy: &LogPolicy) -> Result<Message, LogFault> {
        let checkpoints = self.checkpoints.iter().map(|note| policy.signed(note));
        let checkpoints: Vec<Checkpoint> = checkpoints.collect::<Result<_, _>>()?;
        let last = checkpoints.last().ok_or(LogFault::Malformed)?;
        let entries = self.entries.iter().map(|entry| entry.check(last));
        let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
        let other = (&self.record, &self.receipt);
        let (is_shown, message) = match (self.kind, &checkpoints[..], &entries[..], other) {
            (EvidenceKind::SplitView, [smaller, larger], [], (None, None)) => {
                let other = self.root.as_ref().and_then(|root| Hash::from_base64(root));
                let other = other.ok_or(LogFault::Malformed)?;
                let (old, new) = ((smaller.size, other), (larger.size, larger.root));
                let is_split = smaller.origin == larger.origin && other != smaller.root;
                let is_split = is_split && is_consistent(old, new, &read(&self.hashes)?);
                let message = Message::new("log-split-view").with("old", smaller.size);
                (is_split, message.with("new", larger.size.to_string()))
            }
            (EvidenceKind::SecondEntry, [_], [one, other], (None, None)) => {
                let is_second =
                    one.subject == other.subject && self.entries[0].index != self.entries[1].index;
                let message = Message::new("log-subject-twice").with("entry", other.to_string());
                (is_second, message.with("index", self.entries[1].index.to_string()))
            }
            (EvidenceKind::OtherEnd, [_], [logged], (Some(record), None)) => {
                // It may have another format.
                let record = RecordFile::from_value(json!(record)).map_err(|_| LogFault::Malformed)?;
                let signed = entry_of_signed(&record, policy).ok_or(LogFault::NotSigned)?;
                let is_other = signed.subject == logged.subject && signed.hash != logged.hash;
                (is_other, Message::new("log-other-end").with("id", record.id.as_deref().unwrap_or("-")))
            }
            (EvidenceKind::OtherReceipt, [checkpoint], [logged], (None, Some(receipt))) => {
                let receipt = policy.receipt(receipt)?;
                let is_other = receipt.entry.subject == logged.subject && receipt.entry != *logged;
                let message = Message::new("receipt-broken-other").with("entry", receipt.entry.to_string());
                (is_other && receipt.origin == checkpoint.origin, message)
            }
            _ => return Err(LogFault::Malformed),
        };
        is_shown.then_some(message).ok_or(LogFault::NoContradiction)
    }

    /// Stores the evidence in a folder and reports it. A monitor may find it in each round: it is
    /// stored once.
    pub(crate) fn report(
        &self,
        policy: &LogPolicy,
        folder: &LogFolder,
        out: &mut Output,
    ) -> Result<(), Failure> {
        // Tiles of the copy that were changed lead to no contradiction.
        let message = self.check(policy).map_err(|_| folder.damaged(CHECKPOINT, out))?;
        out.record_failure();
        let what = out.text(&message);
        let content = serde_json::to_vec_pretty(self)?;
        let mut name = "evidence.json".to_owned();
        for next in 2.. {
            match folder.read(&name)? {
                Some(earlier) if earlier != content && next <= FILES => {
                    name = format!("evidence-{next}.json");
                }
                Some(_) => break,
                None => {
                    folder.write(&name, &content)?;
                    break;
                }
            }
        }
        let file = folder.path(&name).display().to_string();
        let message =
            Message::new("log-contradiction").with("what", what.as_str()).with("file", file.as_str());
        let object = json!({ "type": "contradiction", "what": what, "file": file });
        Ok(out.report(&object, &message)?)
    }
}

/// Returns true if a player of a record may have been deleted.
pub(crate) fn may_have_deleted(record: &RecordFile) -> bool {
    let former = record.former_players.iter().map(|former| &former.player_id);
    record.player_ids.iter().flatten().chain(former).any(Option::is_none)
}

/// The entry of a record that a key of a policy has signed; nothing if a player may have been
/// deleted since, as it has another entry then (L1.4).
pub(super) fn entry_of_signed(record: &RecordFile, policy: &LogPolicy) -> Option<Entry> {
    if may_have_deleted(record) {
        return None;
    }
    let keys = policy.signing_keys();
    let verdict = verify(record, &Expected { keys, ..Expected::default() }, Language::default());
    verdict.entry.filter(|_| verdict.consistent && verdict.authenticity == Authenticity::Authenticated)
}
