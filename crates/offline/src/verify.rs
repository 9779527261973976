//! `regicide verify`: verifies records offline.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use chrono::{DateTime, SecondsFormat, Utc};
use clap::Args;
use regicide_engine::engine::{Hash, Message};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, CheckName, Checked, Expected, RecordFile, Verdict, verify};
use regicide_engine::tlog::{EntryKind, LogFault, LogPolicy, ProofSource, Receipt};
use regicide_system::text_file::read_text;
use serde::Serialize;
use serde_json::json;
use url::Url;

use super::failures::{Failure, named};
use super::interrupt::Interrupt;
use super::log::{
    ChallengeUrl, CheckedChallenge, CopyTimes, Evidence, LogCopy, LogFolder, PolicyFile, ServicePolicy,
    is_id, may_have_deleted, service_url,
};
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
/// before the game, a hash of the chain that was kept from an answer, or the
/// policy of the service's transparency log. Its key signs games, too, and confirms a record
/// by its signature, by the proof in it, or in a copy that `regicide log mirror` has made.
///
/// With --url policy, checkpoint and proofs are those that the service itself gives now. This
/// shows that the service confirms its records. A service that deceives you gives a policy of
/// its own: one from an earlier time or another place shows more.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide verify game.json
  regicide verify --json games.ndjson
  regicide verify --policy policy game.json
  regicide verify --url https://regicide.example game.json
  regicide verify --policy policy --receipt receipt.txt --log copy
  regicide verify --challenge https://regicide.example/challenges/ID board.ndjson
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
    /// A service, from which the policy, the checkpoint and the proofs are requested
    #[arg(long, value_name = "URL", value_parser = service_url, help_heading = "Sources of trust")]
    #[arg(conflicts_with_all = ["policy", "log", "checkpoint"])]
    url: Option<Url>,
    /// A challenge, such as `https://regicide.example/challenges/ID`: its service's log has to have
    /// had its commitment in time, and every record has to be of a game of it
    #[arg(long, value_name = "URL", help_heading = "Sources of trust")]
    #[arg(conflicts_with_all = ["url", "log", "checkpoint"])]
    challenge: Option<ChallengeUrl>,
    #[command(flatten)]
    policy: PolicyFile,
    /// A checkpoint of the log that was kept: each record needs a proof, of the same log
    #[arg(long, value_name = "FILE", requires = "policy", help_heading = "Transparency log")]
    checkpoint: Option<PathBuf>,
    /// A copy of the log, in which records without a proof are looked up
    #[arg(long = "log", value_name = "DIR", requires = "policy", help_heading = "Transparency log")]
    log: Option<PathBuf>,
    /// A receipt of the game: the record has to be the one that was promised, and to be logged in
    /// time. With --log and without a file, standard input is not read: the copy of the log shows
    /// if the promise was kept
    #[arg(long, value_name = "FILE", conflicts_with = "challenge", help_heading = "Transparency log")]
    receipt: Option<PathBuf>,
}

/// The policy and a copy of the transparency log.
struct KnownLog {
    policy: LogPolicy,
    copy: Option<TimedCopy>,
}

/// A copy of the log, with its folder and the times of its checkpoints.
struct TimedCopy {
    folder: LogFolder,
    copy: LogCopy,
    times: CopyTimes,
}

/// The state of a receipt's promise, as a copy of the log shows it (docs/spec/log.md L8.4).
#[derive(Clone, Copy, Serialize, strum::AsRefStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
enum PromiseState {
    /// The log had the game in time.
    Kept,
    /// The log has the game; the copy was made too late to show since when.
    Logged,
    /// The log does not have the game yet, and the promised time had not passed.
    Open,
    /// The log did not have the game in time.
    Broken,
}

/// What is known of a record from elsewhere.
struct Known<'a> {
    log: Option<&'a KnownLog>,
    challenge: Option<CheckedChallenge>,
    receipt: Option<Receipt>,
}

#[derive(Default)]
struct Sum {
    held: u64,
    failed: u64,
    /// The last hash of the chain of each game that ended, and when it was closed, by the game's subject in a
    /// log.
    ends: HashMap<Hash, (Hash, Option<DateTime<Utc>>)>,
}

impl Sum {
    /// Returns true if the game of a record that holds has ended in another way before (L4.6).
    fn has_other_end(&mut self, id: Option<String>, verdict: &Verdict) -> bool {
        let has_end = verdict.result.is_some() || verdict.closed_at.is_some();
        let subject = id.map(|id| EntryKind::Game.subject(&id)).filter(|_| has_end);
        let end = subject.zip(verdict.chain.map(|chain| (chain, verdict.closed_at)));
        end.is_some_and(|(subject, end)| *self.ends.entry(subject).or_insert(end) != end)
    }
}

impl Verify {
    pub async fn run(self, out: &mut Output) -> Result<(), Failure> {
        let interrupt = Interrupt::catch()?;
        let url = self.url.as_ref().or(self.challenge.as_ref().map(|challenge| &challenge.service));
        let service = match url {
            Some(url) => Some(interrupt.or(ServicePolicy::fetch(url, self.policy.read(out)?, out)).await??),
            None => None,
        };
        if let Some(service) = &service {
            service.report(out)?;
        }
        let mut challenges = HashMap::new();
        if let (Some(service), Some(ChallengeUrl { id, .. })) = (&service, &self.challenge) {
            let found = interrupt.or(service.challenge(id)).await??;
            report_challenge(id, &found, out)?;
            challenges.insert(id.clone(), found);
            if self.files.is_empty() {
                return Ok(interrupt.check()?);
            }
        }
        let log = match &service {
            Some(service) => Some(KnownLog { policy: service.policy.clone(), copy: None }),
            None => self.known_log(out)?,
        };
        let receipt = self.receipt.as_ref().map(|file| read_receipt(file, log.as_ref(), out)).transpose()?;
        if let (Some((receipt, note)), Some(KnownLog { policy, copy: Some(copy) }), true) =
            (&receipt, &log, self.files.is_empty())
        {
            copy.judge(receipt, note, policy, out)?;
            return Ok(interrupt.check()?);
        }
        let inputs = Inputs::new(&self.files, interrupt, out)?;
        let (interrupt, progress) = (&inputs.interrupt, &inputs.progress);
        let mut sum = Sum::default();
        for found in inputs.records() {
            let (name, piece) = found?;
            let (line, mut record) = (piece.line, piece.record(out.language()));
            let mut challenge = None;
            if let (Some(service), Ok(record)) = (&service, &mut record) {
                let Ok(added) = interrupt.or(service.add_proof(record)).await else { break };
                added?;
                let id = self.challenge.as_ref().map(|challenge| challenge.id.clone());
                // A record from elsewhere may be of a challenge from elsewhere.
                let own = challenge_id(record).filter(|_| record.proof.is_some());
                if let Some(id) = id.or(own) {
                    if !challenges.contains_key(&id) {
                        let Ok(found) = interrupt.or(service.challenge(&id)).await else { break };
                        challenges.insert(id.clone(), found?);
                    }
                    challenge = challenges.get(&id).cloned();
                }
            }
            let receipt = receipt.as_ref().map(|(receipt, _)| receipt.clone());
            let known = Known { log: log.as_ref(), challenge, receipt };
            progress.aside(|| self.verify((&name, line), record, &known, &mut sum, out))?;
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

    fn known_log(&self, out: &Output) -> Result<Option<KnownLog>, Failure> {
        let Some(mut policy) = self.policy.read(out)? else { return Ok(None) };
        if let Some(file) = &self.checkpoint {
            let name = file.display().to_string();
            let note = read_text(file).map_err(|error| named(&name, error))?;
            let kept = policy.with_kept(&note);
            policy = kept.map_err(|fault| format!("{name}: {}", out.text(&fault.message())))?;
        }
        let Some(folder) = self.log.clone().map(LogFolder::new) else {
            return Ok(Some(KnownLog { policy, copy: None }));
        };
        // A copy may have fewer witnesses.
        let copy = LogCopy::open(&folder, &policy.without_quorum(), out)?;
        if let Some(message) = copy.entries.second_entry() {
            return Err(out.failure(&message));
        }
        let times = folder.times()?.with(copy.size(), copy.witnessed.signed_at);
        Ok(Some(KnownLog { policy, copy: Some(TimedCopy { folder, copy, times }) }))
    }

    /// The verdict about a record. A record without a proof is looked up in the copy of
    /// the log.
    fn verdict(&self, mut record: RecordFile, known: &Known<'_>, language: Language) -> Verdict {
        let log = known.log;
        let keys = log.map_or_else(Vec::new, |log| log.policy.signing_keys());
        let expected = |log| {
            let (commitment, chain, keys) = (self.commitment, self.chain, keys.clone());
            let (challenge, receipt) = (known.challenge.clone(), known.receipt.clone());
            Expected { commitment, chain, keys, log, challenge, receipt }
        };
        let is_wanted = record.proof.is_some() || self.checkpoint.is_some();
        let is_looked_up = |log: &&KnownLog| log.copy.is_some() || is_wanted;
        let Some(KnownLog { policy, copy }) = log.filter(is_looked_up) else {
            return verify(&record, &expected(None), language);
        };
        let copy = copy.as_ref().filter(|_| record.proof.is_none());
        let mut policy = policy.clone();
        if let Some(TimedCopy { copy, times, .. }) = copy {
            let entry = verify(&record, &expected(None), language).entry;
            if let Some(index) = entry.and_then(|entry| copy.entries.place(&entry)) {
                let since = policy.kept.as_ref().map(|kept| kept.size).filter(|size| *size > 0);
                policy.source = ProofSource::Copy(times.without(index));
                record.proof = Some(copy.proof(index, since).to_string());
            }
        }
        let mut verdict = verify(&record, &expected(Some(policy)), language);
        if copy.is_some() && record.proof.is_none() && verdict.entry.is_some() {
            // The record no longer contains the id of a deleted player.
            let id = if may_have_deleted(&record) { "log-not-in-copy-deleted" } else { "log-not-in-copy" };
            let failed = verdict.checks.iter_mut().find(|check| check.name == CheckName::Log);
            if let Some(check) = failed {
                check.detail = Some(language.text(&Message::new(id)));
            }
        }
        verdict
    }

    fn verify(
        &self,
        place: (&str, u64),
        record: Result<RecordFile, String>,
        known: &Known<'_>,
        sum: &mut Sum,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let ((file, line), language) = (place, out.language());
        let id = record.as_ref().ok().and_then(|record| record.id.clone());
        let verdict = match record {
            Ok(record) => Ok(self.verdict(record, known, language)),
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

/// The receipt in a file, with its note.
fn read_receipt(file: &Path, log: Option<&KnownLog>, out: &Output) -> Result<(Receipt, String), Failure> {
    let name = file.display().to_string();
    let log = log.ok_or_else(|| out.failure(&Message::new("log-no-policy")))?;
    let note = read_text(file).map_err(|error| named(&name, error))?;
    let receipt = log.policy.receipt(&note);
    let receipt = receipt.map_err(|fault| format!("{name}: {}", out.text(&fault.message())))?;
    Ok((receipt, note))
}

impl TimedCopy {
    /// Reports if the log has kept the promise of a receipt (docs/spec/log.md L8.4).
    fn judge(
        &self,
        receipt: &Receipt,
        note: &str,
        policy: &LogPolicy,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Self { folder, copy, times } = self;
        if receipt.origin != copy.witnessed.checkpoint.origin {
            return Err(out.failure(&LogFault::OtherOrigin.message()));
        }
        let (state, late) = match copy.entries.of_subject(receipt.entry.subject) {
            Some((index, hash)) if hash != receipt.entry.hash => {
                let entry = copy.entries.proven(index, copy.size());
                let evidence = Evidence::other_receipt(copy.note.clone(), entry, note.to_owned());
                return evidence.report(policy, folder, out);
            }
            // A copy that was made later shows that it is there, but not since when.
            Some((index, _)) => {
                let is_kept = times.first_with(index).is_some_and(|at| at <= receipt.by);
                let state = if is_kept { PromiseState::Kept } else { PromiseState::Logged };
                (state, times.without(index))
            }
            None => (PromiseState::Open, times.without(copy.size())),
        };
        let is_broken = late.is_some_and(|at| at > receipt.by);
        let state = if is_broken { PromiseState::Broken } else { state };
        if is_broken {
            out.record_failure();
        }
        let by = receipt.by.to_rfc3339_opts(SecondsFormat::Secs, true);
        let message = Message::new("command-receipt").with("state", state.as_ref()).with("by", by.as_str());
        let object =
            json!({ "type": "receipt", "state": state, "by": by, "entry": receipt.entry.to_string() });
        Ok(out.report(&object, &message)?)
    }
}

/// The id of the challenge that a record is an attempt at. A record is untrusted: it could be any
/// path.
fn challenge_id(record: &RecordFile) -> Option<String> {
    record.played_as.as_ref()?.challenge_id.clone().filter(|id| is_id(id))
}

fn report_challenge(id: &str, logged: &CheckedChallenge, out: &mut Output) -> Result<(), Failure> {
    let (message, error) = match logged {
        Ok(logged) => {
            let at = logged.logged_at.to_rfc3339_opts(SecondsFormat::Secs, true);
            let message = Message::new("command-challenge").with("id", id).with("at", at);
            let witnesses = u64::try_from(logged.cosigned_by.len()).unwrap_or(u64::MAX);
            let message = message.with("entry", logged.index.to_string()).with("witnesses", witnesses);
            (message, None)
        }
        Err(error) => {
            out.record_failure();
            let what = format!("{id}: {}", out.text(error));
            (Message::new("command-failed").with("what", what), Some(out.text(error)))
        }
    };
    let logged = logged.as_ref().ok();
    let object = json!({
        "type": "challenge", "id": id, "holds": logged.is_some(), "index": logged.map(|logged| logged.index),
        "logged_at": logged.map(|logged| logged.logged_at),
        "cosigned_by": logged.map(|logged| &logged.cosigned_by), "error": error,
    });
    Ok(out.report(&object, &message)?)
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
    let end = Message::new(match (&verdict.result, verdict.closed_at) {
        (Some(_), _) => "command-ended",
        (None, Some(_)) => "command-closed",
        (None, None) => "command-no-end",
    });
    let message = Message::new("command-held").with("moves", moves).with("end", end);
    Ok(language.text(&message.with("authenticity", authenticity)))
}
