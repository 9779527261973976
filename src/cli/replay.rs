//! `regicide replay`: reading a game.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::language::Speak;
use crate::engine::{Game as _, Hash, Message, Picture, Position, Seat};
use crate::record::{RecordFile, Replay as Steps};
use crate::words::Language;

/// Print a recorded game move by move, and the table
#[derive(Args, Debug)]
pub(super) struct Replay {
    /// The record file; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after this many moves and show the table there
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    #[command(flatten)]
    speak: Speak,
}

impl Replay {
    /// Prints the game as far as it is good.
    ///
    /// # Errors
    /// If the file cannot be read, is no record, has fewer moves than `--at`
    /// says, or a move in it is bad.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let text = if self.file.as_os_str() == "-" {
            io::read_to_string(io::stdin())?
        } else {
            fs::read_to_string(&self.file).map_err(|error| format!("{}: {error}", self.file.display()))?
        };
        let language = self.speak.language();
        let record = RecordFile::from_json(&text).map_err(|error| error.told(language))?;
        let printed = self.print(&record, language, &mut io::stdout().lock());
        match printed {
            Err(error) if is_broken_pipe(&*error) => Ok(()),
            printed => printed,
        }
    }

    fn print(&self, record: &RecordFile, language: Language, out: &mut impl Write) -> Result<(), Failure> {
        let say = |message: Message| language.say(&message);
        let setup = record.setup().map_err(|error| format!("{}: {}", error.field, say(error.message())))?;
        let seed = record.seed().map_err(|_| say(Message::new("seed-malformed")))?;
        let title = Message::new("command-seed").with("seed", seed.as_str());
        writeln!(out, "{setup}\n{}", say(title.with("commitment", seed.commitment().to_string())))?;
        for (seat, name) in Seat::all(setup.players()).zip(record.seats.iter().flatten()) {
            let name = name.as_deref().unwrap_or("-");
            writeln!(out, "{}", say(Message::new("command-seat").with("seat", seat).with("name", name)))?;
        }
        let last = self.at.unwrap_or(record.moves.len());
        if last > record.moves.len() {
            let count = record.moves.len().to_string();
            return Err(say(Message::new("command-moves-there").with("count", count)).into());
        }
        let mut position = Position::deal(&setup, seed.key());
        let entries = record.entries().take(last).map_while(Result::ok);
        let mut steps = Steps::new(&setup, &seed, entries);
        let bad = loop {
            let Some(step) = steps.next() else { break None };
            let step = match step {
                Ok(step) => step,
                Err(bad) => break Some(bad),
            };
            let player = say(seat_name(record, step.entry.seat));
            writeln!(out, "\n{:>3}. {player}: {}", step.entry.seq, step.entry.mv)?;
            for effect in &step.effects {
                writeln!(out, "     {}", say(effect.message()))?;
            }
            position = step.position;
        };
        print_table(&position, language, out)?;
        let misspelt = record.entries().take(last).find_map(Result::err);
        match bad.or(misspelt) {
            Some(bad) => Err(format!("{} ({})", say(bad.message()), bad.fault.clause()).into()),
            None => Ok(()),
        }
    }
}

fn print_table(position: &Position, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let say = |message: &Message| language.say(message);
    let Picture { rows, next } = position.picture();
    let rows: Vec<(String, String)> = rows.iter().map(|(label, text)| (say(label), say(text))).collect();
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or_default();
    writeln!(out, "\n{}\n", say(&Message::new("command-after").with("seq", position.seq())))?;
    for (label, text) in rows {
        writeln!(out, "{label:width$}  {text}")?;
    }
    let line = position.to_string();
    writeln!(out, "{}\n", say(&next))?;
    writeln!(out, "{} {line}", say(&Message::new("command-position")))?;
    writeln!(out, "{} {}", say(&Message::new("command-digest")), Hash::of(line.as_bytes()))?;
    Ok(())
}

fn seat_name(record: &RecordFile, seat: Seat) -> Message {
    let name = record.seats.as_ref().and_then(|names| names.get(seat.index()).cloned().flatten());
    match name {
        Some(name) => Message::new("command-seat-name").with("name", name).with("seat", seat),
        None => Message::new("command-seat-unnamed").with("seat", seat),
    }
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
