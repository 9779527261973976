//! `regicide replay`: reading a game.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::engine::{Game as _, Hash, Position};
use crate::record::{RecordFile, Replay as Steps};

/// Print a recorded game move by move, and the table
#[derive(Args, Debug)]
pub(super) struct Replay {
    /// The record file; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after this many moves and show the table there
    #[arg(long, value_name = "N")]
    at: Option<usize>,
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
        let record = RecordFile::from_json(&text)?;
        let printed = self.print(&record, &mut io::stdout().lock());
        match printed {
            Err(error) if is_broken_pipe(&*error) => Ok(()),
            printed => printed,
        }
    }

    fn print(&self, record: &RecordFile, out: &mut impl Write) -> Result<(), Failure> {
        let setup = record.setup().map_err(|error| format!("{}: {error}", error.field))?;
        let seed = record.seed()?;
        writeln!(out, "{setup}")?;
        writeln!(out, "seed {}, commitment {}", seed.as_str(), seed.commitment())?;
        for (seat, name) in record.seats.iter().flatten().enumerate() {
            writeln!(out, "seat {seat}: {}", name.as_deref().unwrap_or("-"))?;
        }
        let last = self.at.unwrap_or(record.moves.len());
        if last > record.moves.len() {
            return Err(format!("the record has {} moves", record.moves.len()).into());
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
            writeln!(
                out,
                "\n{:>3}. {}: {}",
                step.entry.seq,
                seat_name(record, step.entry.seat),
                step.entry.mv
            )?;
            for effect in &step.effects {
                writeln!(out, "     {effect}")?;
            }
            position = step.position;
        };
        print_table(&position, out)?;
        let misspelt = record.entries().take(last).find_map(Result::err);
        match bad.or(misspelt) {
            Some(bad) => Err(format!("{bad} ({})", bad.fault.clause()).into()),
            None => Ok(()),
        }
    }
}

fn print_table(position: &Position, out: &mut impl Write) -> Result<(), Failure> {
    let mut table = String::new();
    position.draw(&mut table)?;
    let line = position.to_string();
    writeln!(out, "\nAfter move {}:\n\n{table}\n", position.seq())?;
    writeln!(out, "position {line}\ndigest   {}", Hash::of(line.as_bytes()))?;
    Ok(())
}

fn seat_name(record: &RecordFile, seat: crate::engine::Seat) -> String {
    let name = record.seats.as_ref().and_then(|names| names.get(seat.index()).cloned().flatten());
    name.map_or_else(|| format!("seat {seat}"), |name| format!("{name} (seat {seat})"))
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
