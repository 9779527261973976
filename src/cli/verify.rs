//! `regicide verify`: judging records offline.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::language::Speak;
use super::progress::Progress;
use super::records::{Piece, Records};
use crate::engine::{Hash, Message};
use crate::record::{Authenticity, CheckName, Checked, Expected, PublicKey, RecordFile, Verdict, verify};
use crate::words::Language;

/// Judge record files: one line a record, then a sum
///
/// A file holds one record or many, one after the other or one a line
/// (NDJSON). Exit status 1 if any record does not hold, 2 if something cannot
/// be read.
///
/// A record that is consistent may still be a forgery made as a whole. Only
/// something known from elsewhere can tell: a commitment that was published
/// before the game, a hash of the chain that was kept from an answer, or the
/// service's public key.
#[derive(Args, Debug)]
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
    #[command(flatten)]
    speak: Speak,
}

/// How many records held, and how many did not.
#[derive(Default)]
struct Sum {
    held: u64,
    failed: u64,
}

impl Verify {
    /// Judges everything there is and says so.
    pub(super) fn run(&self) -> ExitCode {
        let mut sum = Sum::default();
        match self.judge_all(&mut sum, &mut io::stdout().lock()) {
            // Whoever read the output has seen enough; what failed has failed.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                eprintln!("regicide: {error}");
                ExitCode::from(2)
            }
            Ok(()) | Err(_) => ExitCode::from(u8::from(sum.failed > 0)),
        }
    }

    fn judge_all(&self, sum: &mut Sum, out: &mut impl Write) -> io::Result<()> {
        let progress = Progress::of("records");
        let language = self.speak.language();
        let stdin = PathBuf::from("-");
        let files = if self.files.is_empty() { std::slice::from_ref(&stdin) } else { &self.files };
        for file in files {
            let name = file.display().to_string();
            let input: Box<dyn BufRead> = if *file == stdin {
                Box::new(io::stdin().lock())
            } else {
                let open = File::open(file);
                Box::new(BufReader::new(open.map_err(|error| named(&name, &error))?))
            };
            for piece in Records::new(input) {
                let Piece { line, text } = piece.map_err(|error| named(&name, &error))?;
                let told = self.judge(text, sum, language);
                progress.aside(|| writeln!(out, "{name}:{line}: {told}"))?;
                progress.advance(1);
            }
        }
        progress.finish();
        let told = Message::new("command-sum").with("records", (sum.held + sum.failed).to_string());
        let told = told.with("held", sum.held.to_string()).with("failed", sum.failed.to_string());
        writeln!(out, "{}", language.say(&told))
    }

    /// One record, in one line.
    fn judge(&self, text: Result<String, &'static str>, sum: &mut Sum, language: Language) -> String {
        let read = text
            .map_err(|what| language.say(&Message::new(what)))
            .and_then(|text| RecordFile::from_json(&text).map_err(|error| error.told(language)));
        let expected = Expected { commitment: self.commitment, chain: self.chain, keys: self.keys.clone() };
        let told = read.and_then(|record| describe(&verify(&record, &expected, language), language));
        match told {
            Ok(told) => {
                sum.held += 1;
                told
            }
            Err(what) => {
                sum.failed += 1;
                language.say(&Message::new("command-failed").with("what", what))
            }
        }
    }
}

fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

/// What is to be said of a verdict, good or bad.
fn describe(verdict: &Verdict, language: Language) -> Result<String, String> {
    let moves = verdict.moves_valid;
    if let Some(check) = verdict.checks.iter().find(|check| check.outcome == Checked::Failed) {
        let detail = check.detail.as_deref().unwrap_or_default();
        let bad = verdict.bad_move.as_ref().filter(|_| check.name == CheckName::Moves);
        let told = match bad {
            Some(bad) => Message::new("command-failed-move").with("rule", bad.rule).with("moves", moves),
            None => Message::new("command-failed-check"),
        };
        return Err(language.say(&told.with("check", check.name.name()).with("detail", detail)));
    }
    let authenticity = Message::new(match verdict.authenticity {
        Authenticity::Authenticated => "command-authenticated",
        Authenticity::Unauthenticated => "command-unauthenticated",
        Authenticity::Contradicted => "command-contradicted",
    });
    let end = Message::new(if verdict.result.is_some() { "command-ended" } else { "command-no-end" });
    let told = Message::new("command-held").with("moves", moves).with("end", end);
    Ok(language.say(&told.with("authenticity", authenticity)))
}
