//! `regicide verify`: verifies records offline.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::{Hash, Message};
use regicide_engine::i18n::Language;
use regicide_engine::record::{
    Authenticity, CheckName, Checked, Expected, PublicKey, RecordFile, Verdict, verify,
};
use regicide_engine::tlog::{EntryKind, LogPolicy, ProofSource};
use regicide_system::text_file::read_text;
use serde_json::json;
use url::Url;

use super::failures::{Failure, named};
use super::interrupt::Interrupt;
use super::log::{CopyTimes, LogEntries, LogFolder, LogKeys, LogWitnesses, ServiceKeys, service_url};
use super::output::Output;
use super::records::Inputs;

/// Verify record files: one line for each record, then a summary
///
/// A file holds one record or many, one after the other or one a line
/// (NDJSON). Exit status 1 if any record is invalid, 2 if something cannot
/// be read, or if there is no record.
///
/// A consistent record may still be forged as a whole. Only information
/// from another source can show that: a commitment that was published
/// before the game, a hash of the chain that was kept from an answer, the
/// service's public key, or its transparency log: with a proof in the record, or
/// in a copy that `regicide log mirror` has made.
///
/// With --url keys, checkpoint and proofs are those that the service itself gives now. This
/// shows that the service confirms its records. A service that deceives you gives keys of
/// its own: keys and checkpoints from an earlier time or another place show more.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide verify game.json
  regicide verify --json games.ndjson
  regicide verify --url https://regicide.example game.json
  curl https://regicide.example/v1/records | regicide verify")]
pub struct Verify {
    /// Record files; standard input if none is named, or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The commitment that every record has to match, 64 hex digits
    #[arg(long, value_name = "HASH", help_heading = "Sources of trust")]
    commitment: Option<Hash>,
    /// The last hash of the chain that every record has to match
    #[arg(long, value_name = "HASH", help_heading = "Sources of trust")]
    chain: Option<Hash>,
    /// A public key of the service, 64 hex digits; may be given several times
    #[arg(long = "key", value_name = "KEY", help_heading = "Sources of trust")]
    keys: Vec<PublicKey>,
    /// A service, from which the keys, the checkpoint and the proofs are requested
    #[arg(long, value_name = "URL", value_parser = service_url, help_heading = "Sources of trust")]
    #[arg(conflicts_with_all = ["log_keys", "log", "checkpoint"])]
    url: Option<Url>,
    #[command(flatten)]
    log_keys: LogKeys,
    #[command(flatten)]
    witnesses: LogWitnesses,
    /// A checkpoint of the log that was kept: it has to be of the same log
    #[arg(long, value_name = "FILE", requires = "log_keys", help_heading = "Transparency log")]
    checkpoint: Option<PathBuf>,
    /// A copy of the log, in which records without a proof are looked up
    #[arg(long = "log", value_name = "DIR", requires = "log_keys", help_heading = "Transparency log")]
    log: Option<PathBuf>,
}

/// The keys, witnesses and copy of the transparency log.
struct KnownLog {
    policy: LogPolicy,
    /// True if a record that the log does not show is invalid.
    is_required: bool,
    copy: Option<LogCopy>,
}

/// A copy of the log.
struct LogCopy {
    folder: LogFolder,
    size: u64,
    note: String,
    entries: LogEntries,
    times: CopyTimes,
}

#[derive(Default)]
struct Sum {
    held: u64,
    failed: u64,
    /// The last hash of the chain of each game that ended, by the game's subject in a log.
    ends: HashMap<Hash, Hash>,
}

impl Sum {
    /// Returns true if the game of a record that holds has ended in another way before (L4.6).
    fn has_other_end(&mut self, id: Option<String>, verdict: &Verdict) -> bool {
        let subject = id.map(|id| EntryKind::Game.subject(&id)).filter(|_| verdict.result.is_some());
        let end = subject.zip(verdict.chain);
        end.is_some_and(|(subject, chain)| *self.ends.entry(subject).or_insert(chain) != chain)
    }
}

impl Verify {
    pub async fn run(mut self, out: &mut Output) -> Result<(), Failure> {
        let inputs = Inputs::new(&self.files, Interrupt::catch()?, out)?;
        let (interrupt, progress) = (&inputs.interrupt, &inputs.progress);
        let service = match &self.url {
            Some(url) => Some(interrupt.or(ServiceKeys::fetch(url, out)).await??),
            None => None,
        };
        let log = match &service {
            Some(service) => {
                self.keys.extend(&service.keys);
                let policy = self.policy_of(service, out)?;
                service.report(&policy, out)?;
                Some(KnownLog { policy, is_required: false, copy: None })
            }
            None => self.known_log(out)?,
        };
        let mut sum = Sum::default();
        for found in inputs.records() {
            let (name, piece) = found?;
            let (line, mut record) = (piece.line, piece.record(out.language()));
            if let (Some(service), Some(log), Ok(record)) = (&service, &log, &mut record) {
                let added = interrupt.or(service.add_proof(record, &log.policy)).await;
                let Ok(added) = added else { break };
                added?;
            }
            progress.aside(|| self.verify((&name, line), record, log.as_ref(), &mut sum, out))?;
            progress.advance(1);
        }
        progress.finish();
        let Sum { held, failed, .. } = sum;
        let records = held + failed;
        let summary = Message::new("command-sum").with("records", records).with("held", held);
        let summary = summary.with("failed", failed);
        let object = json!({ "type": "sum", "records": records, "held": held, "failed": failed });
        out.report(&object, &summary)?;
        Ok(interrupt.check()?)
    }

    /// The policy for the log of a service, by its own keys and checkpoint.
    fn policy_of(&self, service: &ServiceKeys, out: &Output) -> Result<LogPolicy, Failure> {
        let mut policy = self.witnesses.policy(service.log_keys.clone(), out)?;
        if let Some(note) = &service.checkpoint {
            let opened = policy.open(note).map_err(|fault| out.failure(&fault.message()))?;
            policy.kept = Some(opened.checkpoint).filter(|checkpoint| checkpoint.size > 0);
        }
        Ok(policy)
    }

    fn known_log(&self, out: &Output) -> Result<Option<KnownLog>, Failure> {
        let keys = self.log_keys.log_keys.clone();
        if keys.is_empty() {
            let none = self.witnesses.witnesses.is_empty();
            return if none { Ok(None) } else { Err(out.failure(&Message::new("log-no-keys"))) };
        }
        let mut policy = self.witnesses.policy(keys, out)?;
        // An older checkpoint may have had other witnesses.
        let quiet = LogPolicy { quorum: 0, ..policy.clone() };
        if let Some(file) = &self.checkpoint {
            let name = file.display().to_string();
            let note = read_text(file).map_err(|error| named(&name, error))?;
            let opened = quiet.open(&note);
            let kept = opened.map_err(|fault| format!("{name}: {}", out.text(&fault.message())))?.checkpoint;
            policy.kept = Some(kept).filter(|kept| kept.size > 0);
        }
        let Some(folder) = self.log.clone().map(LogFolder::new) else {
            return Ok(Some(KnownLog { policy, is_required: true, copy: None }));
        };
        let (note, opened) = folder.opened(&quiet, out)?;
        let size = opened.checkpoint.size;
        let mut entries = LogEntries::default();
        folder.extend(&mut entries, size, out)?;
        if let Some(message) = entries.second_entry() {
            return Err(out.failure(&message));
        }
        let times = folder.times()?;
        let copy = Some(LogCopy { folder, size, note, entries, times });
        Ok(Some(KnownLog { policy, is_required: true, copy }))
    }

    /// The verdict about a record. A record without a proof is looked up in the copy of
    /// the log.
    fn verdict(
        &self,
        mut record: RecordFile,
        log: Option<&KnownLog>,
        out: &Output,
    ) -> Result<Verdict, Failure> {
        let language = out.language();
        let known =
            |log| Expected { commitment: self.commitment, chain: self.chain, keys: self.keys.clone(), log };
        let log = log.filter(|log| log.is_required || record.proof.is_some());
        let Some(KnownLog { policy, copy, .. }) = log else {
            return Ok(verify(&record, &known(None), language));
        };
        let copy = copy.as_ref().filter(|_| record.proof.is_none());
        let mut policy = policy.clone();
        if let Some(copy) = copy {
            let entry = verify(&record, &known(None), language).entry;
            if let Some(index) = entry.and_then(|entry| copy.entries.place(&entry)) {
                let since = policy.kept.as_ref().map(|kept| kept.size);
                policy.source = ProofSource::Copy(copy.times.without(index));
                record.proof =
                    Some(copy.folder.proof(index, (copy.size, &copy.note), since, out)?.to_string());
            }
        }
        let mut verdict = verify(&record, &known(Some(policy)), language);
        if copy.is_some() && record.proof.is_none() && verdict.entry.is_some() {
            // The record no longer contains the id of a deleted player.
            let former = record.former_players.iter().map(|former| &former.player_id);
            let may_be_deleted = record.player_ids.iter().flatten().chain(former).any(Option::is_none);
            let id = if may_be_deleted { "log-not-in-copy-deleted" } else { "log-not-in-copy" };
            let failed = verdict.checks.iter_mut().find(|check| check.name == CheckName::Log);
            if let Some(check) = failed {
                check.detail = Some(language.text(&Message::new(id)));
            }
        }
        Ok(verdict)
    }

    fn verify(
        &self,
        place: (&str, u64),
        record: Result<RecordFile, String>,
        log: Option<&KnownLog>,
        sum: &mut Sum,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let ((file, line), language) = (place, out.language());
        let id = record.as_ref().ok().and_then(|record| record.id.clone());
        let verdict = match record {
            Ok(record) => Ok(self.verdict(record, log, out)?),
            Err(error) => Err(error),
        };
        let described = verdict.as_ref().map_err(Clone::clone).and_then(|verdict| {
            let held = describe(verdict, language)?;
            let is_other = sum.has_other_end(id, verdict);
            if is_other { Err(language.text(&Message::new("command-other-end"))) } else { Ok(held) }
        });
        let holds = described.is_ok();
        let text = match described {
            Ok(text) => {
                sum.held += 1;
                text
            }
            Err(what) => {
                sum.failed += 1;
                out.record_failure();
                language.text(&Message::new("command-failed").with("what", what))
            }
        };
        let (verdict, error) = (verdict.as_ref().ok(), verdict.as_ref().err());
        let object = json!({
            "type": "record", "file": file, "line": line, "holds": holds, "verdict": verdict, "error": error,
        });
        Ok(out.verified(&object, place, &text)?)
    }
}

fn describe(verdict: &Verdict, language: Language) -> Result<String, String> {
    let moves = verdict.moves_valid;
    if let Some(check) = verdict.checks.iter().find(|check| check.outcome == Checked::Failed) {
        let detail = check.detail.as_deref().unwrap_or_default();
        let bad = verdict.bad_move.as_ref().filter(|_| check.name == CheckName::Moves);
        let message = match bad {
            Some(bad) => Message::new("command-failed-move").with("rule", bad.rule).with("moves", moves),
            None => Message::new("command-failed-check"),
        };
        return Err(language.text(&message.with("check", check.name.as_ref()).with("detail", detail)));
    }
    let authenticity = match verdict.authenticity {
        Authenticity::Authenticated => {
            Message::new("command-authenticated").with("coverage", verdict.coverage.as_str())
        }
        Authenticity::Unauthenticated => Message::new("command-unauthenticated"),
        Authenticity::Contradicted => Message::new("command-contradicted"),
    };
    let end = Message::new(if verdict.result.is_some() { "command-ended" } else { "command-no-end" });
    let message = Message::new("command-held").with("moves", moves).with("end", end);
    Ok(language.text(&message.with("authenticity", authenticity)))
}
