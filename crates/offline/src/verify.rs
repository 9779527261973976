//! `regicide verify`: verifies records offline.

use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::{Hash, Message};
use regicide_engine::i18n::Language;
use regicide_engine::record::{
    Authenticity, CheckName, Checked, Expected, PublicKey, RecordFile, Verdict, verify,
};
use regicide_engine::tlog::LogPolicy;
use regicide_system::text_file::read_text;
use serde_json::json;

use super::failures::{Failure, named};
use super::log::{LogEntries, LogFolder, LogKeys, LogWitnesses};
use super::output::Output;
use super::progress::Progress;
use super::records::{Piece, Records, named_or_input, open};

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
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide verify game.json
  regicide verify --json games.ndjson
  curl https://regicide.example/v1/records | regicide verify")]
pub struct Verify {
    /// Record files; standard input if none is named, or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The commitment that every record has to match, 64 hex digits
    #[arg(long, value_name = "HASH")]
    commitment: Option<Hash>,
    /// The last hash of the chain that every record has to match
    #[arg(long, value_name = "HASH")]
    chain: Option<Hash>,
    /// A public key of the service, 64 hex digits; may be given several times
    #[arg(long = "key", value_name = "KEY")]
    keys: Vec<PublicKey>,
    #[command(flatten)]
    log_keys: LogKeys,
    #[command(flatten)]
    witnesses: LogWitnesses,
    /// An earlier checkpoint of the log: the log may only have grown since
    #[arg(long, value_name = "FILE", requires = "log_keys")]
    checkpoint: Option<PathBuf>,
    /// A copy of the log, in which records without a proof are looked up
    #[arg(long = "log", value_name = "DIR", requires = "log_keys")]
    log: Option<PathBuf>,
}

/// The keys, witnesses and copy of the transparency log.
struct KnownLog {
    policy: LogPolicy,
    copy: Option<LogCopy>,
}

/// A copy of the log.
struct LogCopy {
    folder: LogFolder,
    size: u64,
    note: String,
    entries: LogEntries,
}

#[derive(Default)]
struct Sum {
    held: u64,
    failed: u64,
}

impl Verify {
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let files = named_or_input(&self.files, out)?;
        let log = self.known_log(out)?;
        let progress = Progress::of("progress-records", out);
        let mut sum = Sum::default();
        for file in &files {
            let name = file.display().to_string();
            for piece in Records::new(open(file)?) {
                let piece = piece.map_err(|error| named(&name, error))?;
                progress.aside(|| self.verify(&name, piece, log.as_ref(), &mut sum, out))?;
                progress.advance(1);
            }
        }
        progress.finish();
        let Sum { held, failed } = sum;
        let records = held + failed;
        let summary = Message::new("command-sum").with("records", records).with("held", held);
        let summary = summary.with("failed", failed);
        let object = json!({ "type": "sum", "records": records, "held": held, "failed": failed });
        Ok(out.report(&object, &summary)?)
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
            return Ok(Some(KnownLog { policy, copy: None }));
        };
        let (note, opened) = folder.opened(&quiet, out)?;
        let size = opened.checkpoint.size;
        let mut entries = LogEntries::default();
        folder.extend(&mut entries, size, out)?;
        Ok(Some(KnownLog { policy, copy: Some(LogCopy { folder, size, note, entries }) }))
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
        let Some(KnownLog { policy, copy }) = log else { return Ok(verify(&record, &known(None), language)) };
        let copy = copy.as_ref().filter(|_| record.proof.is_none());
        if let Some(copy) = copy {
            let entry = verify(&record, &known(None), language).entry;
            if let Some(index) = entry.and_then(|entry| copy.entries.place(&entry)) {
                let since = policy.kept.as_ref().map(|kept| kept.size);
                record.proof =
                    Some(copy.folder.proof(index, (copy.size, &copy.note), since, out)?.to_string());
            }
        }
        let mut verdict = verify(&record, &known(Some(policy.clone())), language);
        if copy.is_some() && record.proof.is_none() && verdict.entry.is_some() {
            // The record no longer contains the id of a deleted player.
            let may_be_deleted = record.player_ids.iter().flatten().any(Option::is_none);
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
        file: &str,
        piece: Piece,
        log: Option<&KnownLog>,
        sum: &mut Sum,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let (line, language) = (piece.line, out.language());
        let read = piece.record(language);
        let verdict = match read {
            Ok(record) => Ok(self.verdict(record, log, out)?),
            Err(error) => Err(error),
        };
        let described =
            verdict.as_ref().map_err(Clone::clone).and_then(|verdict| describe(verdict, language));
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
        Ok(out.verified(&object, (file, line), &text)?)
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
