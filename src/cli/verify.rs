//! `regicide verify`: verifies records offline.

use std::io;
use std::path::PathBuf;

use clap::Args;
use regicide::engine::{Hash, Message};
use regicide::i18n::Language;
use regicide::record::{Authenticity, CheckName, Checked, Expected, PublicKey, Verdict, verify};
use serde_json::json;

use super::Failure;
use super::failures::named;
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
/// before the game, a hash of the chain that was kept from an answer, or the
/// service's public key.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide verify game.json
  regicide verify --json games.ndjson
  curl https://regicide.example/v1/records | regicide verify")]
pub(super) struct Verify {
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
}

#[derive(Default)]
struct Sum {
    held: u64,
    failed: u64,
}

impl Verify {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let files = named_or_input(&self.files, out)?;
        let progress = Progress::of("progress-records", out);
        let mut sum = Sum::default();
        for file in &files {
            let name = file.display().to_string();
            for piece in Records::new(open(file)?) {
                let piece = piece.map_err(|error| named(&name, error))?;
                progress.aside(|| self.verify(&name, piece, &mut sum, out))?;
                progress.advance(1);
            }
        }
        progress.finish();
        let Sum { held, failed } = sum;
        let records = held + failed;
        if records == 0 {
            return Err(out.failure(&Message::new("command-no-record")));
        }
        let told = Message::new("command-sum").with("records", records).with("held", held);
        let told = told.with("failed", failed);
        let object = json!({ "type": "sum", "records": records, "held": held, "failed": failed });
        Ok(out.tell(&object, &told)?)
    }

    fn verify(&self, file: &str, piece: Piece, sum: &mut Sum, out: &mut Output) -> io::Result<()> {
        let (line, language) = (piece.line, out.language());
        let read = piece.record(language);
        let expected =
            Expected { commitment: self.commitment, chain: self.chain, keys: self.keys.clone(), log: None };
        let verdict = read.map(|record| verify(&record, &expected, language));
        let told = verdict.as_ref().map_err(Clone::clone).and_then(|verdict| describe(verdict, language));
        let holds = told.is_ok();
        let told = match told {
            Ok(told) => {
                sum.held += 1;
                told
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
        out.verified(&object, (file, line), &told)
    }
}

fn describe(verdict: &Verdict, language: Language) -> Result<String, String> {
    let moves = verdict.moves_valid;
    if let Some(check) = verdict.checks.iter().find(|check| check.outcome == Checked::Failed) {
        let detail = check.detail.as_deref().unwrap_or_default();
        let bad = verdict.bad_move.as_ref().filter(|_| check.name == CheckName::Moves);
        let told = match bad {
            Some(bad) => Message::new("command-failed-move").with("rule", bad.rule).with("moves", moves),
            None => Message::new("command-failed-check"),
        };
        return Err(language.text(&told.with("check", check.name.as_ref()).with("detail", detail)));
    }
    let authenticity = match verdict.authenticity {
        Authenticity::Authenticated => {
            Message::new("command-authenticated").with("coverage", verdict.coverage.as_str())
        }
        Authenticity::Unauthenticated => Message::new("command-unauthenticated"),
        Authenticity::Contradicted => Message::new("command-contradicted"),
    };
    let end = Message::new(if verdict.result.is_some() { "command-ended" } else { "command-no-end" });
    let told = Message::new("command-held").with("moves", moves).with("end", end);
    Ok(language.text(&told.with("authenticity", authenticity)))
}
