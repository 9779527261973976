//! `regicide replay`: prints a recorded game.

use std::io;
use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::{Effect, Hash, Message, PlayerName, Position, Seat, Seed, Setup};
use regicide_engine::record::{BadSetup, RecordFile, Replay as Steps, Step};
use serde_json::json;

use super::failures::Failure;
use super::layout::drawn;
use super::output::Output;
use super::records::only;

/// Print a recorded game move by move, and the table
///
/// Exit status 1 if a move is invalid: the game is printed up to it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide replay game.json
  regicide replay --at 3 game.json
  head -n 1 games.ndjson | regicide replay - --lang es")]
pub struct Replay {
    /// The record file; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after this many moves and show the table there
    #[arg(long, value_name = "N")]
    at: Option<usize>,
}

pub(super) struct Recorded {
    pub(super) record: RecordFile,
    pub(super) setup: Setup,
    pub(super) seed: Seed,
}

impl Recorded {
    /// Reads a record file; `-` is standard input.
    pub(super) fn read(file: &PathBuf, out: &Output) -> Result<Self, Failure> {
        let record = only(file, out)?;
        let name = file.display();
        let setup = record.setup().map_err(|error| match error {
            BadSetup::UnknownRules(unknown) => format!("{name}: {}", out.text(&unknown.message())),
            BadSetup::Options(error) => format!("{name}: {}: {}", error.field, out.text(&error.message())),
        })?;
        let seed = record.seed();
        let seed =
            seed.map_err(|_| format!("{name}: seed: {}", out.text(&Message::new("seed-malformed"))))?;
        Ok(Self { record, setup, seed })
    }
}

impl Replay {
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let Recorded { record, setup, seed } = Recorded::read(&self.file, out)?;
        let last = self.at.unwrap_or(record.moves.len());
        if last > record.moves.len() {
            return Err(out.failure(&Message::new("command-moves-there").with("count", record.moves.len())));
        }
        let title = Message::new("command-seed").with("seed", seed.as_str());
        let title = out.text(&title.with("commitment", seed.commitment().to_string()));
        out.result(
            &json!({
                "type": "setup", "setup": setup.to_string(), "seed": seed.as_str(),
                "commitment": seed.commitment(), "names": record.names,
            }),
            format_args!("{setup}\n{title}"),
        )?;
        let names = names(&record);
        for (seat, name) in Seat::all(setup.players()).zip(&names) {
            let name = known(name).unwrap_or("-");
            let seat = Message::new("command-seat").with("seat", seat.ordinal()).with("name", name);
            let seat = out.text(&seat);
            out.only_line(seat)?;
        }
        print_moves(&record, setup, &seed, last, &names, out)
    }
}

fn print_moves(
    record: &RecordFile,
    setup: Setup,
    seed: &Seed,
    last: usize,
    names: &[PlayerName],
    out: &mut Output,
) -> Result<(), Failure> {
    let mut position = Position::deal(&setup, seed.key());
    print_comments(record, 0, out)?;
    let entries = record.entries().take(last).map_while(Result::ok);
    let mut bad = None;
    for step in Steps::new(&setup, seed, entries) {
        match step {
            Ok(step) => {
                print_step(&step, setup, names, out)?;
                print_comments(record, step.entry.seq, out)?;
                position = step.position;
            }
            Err(fault) => bad = Some(fault),
        }
    }
    print_table(&position, names, out)?;
    let misspelt = record.entries().take(last).find_map(Result::err);
    if let Some(bad) = bad.or(misspelt) {
        out.record_failure();
        let reason = format!("{} ({})", out.text(&bad.message()), bad.fault.clause());
        out.result(&json!({ "type": "bad_move", "seq": bad.seq, "what": reason }), &reason)?;
    }
    Ok(())
}

fn print_step(step: &Step, setup: Setup, names: &[PlayerName], out: &mut Output) -> io::Result<()> {
    let entry = &step.entry;
    let sentence = |effect: &Effect| out.text(&effect.message(&setup).naming(names));
    let narration: Vec<String> = step.effects.iter().map(sentence).collect();
    out.only_object(&json!({
        "type": "move", "seq": entry.seq, "seat": entry.seat, "text": entry.mv.to_string(),
        "effects": step.effects, "narration": narration, "position": step.position.to_string(), "chain": step.h,
    }))?;
    let player = out.text(&seat_name(names, entry.seat));
    out.only_line(format_args!("\n{:>3}. {player}: {}", entry.seq, entry.mv))?;
    narration.iter().try_for_each(|sentence| out.only_line(format_args!("     {sentence}")))
}

/// The comments on a position.
fn print_comments(record: &RecordFile, seq: u32, out: &mut Output) -> io::Result<()> {
    for comment in record.comments.iter().flatten().filter(|comment| comment.seq == seq) {
        out.only_object(&json!({ "type": "comment", "seq": seq, "text": comment.text }))?;
        comment.text.lines().try_for_each(|line| out.only_line(format_args!("     # {line}")))?;
    }
    Ok(())
}

fn print_table(position: &Position, names: &[PlayerName], out: &mut Output) -> io::Result<()> {
    let line = position.to_string();
    let digest = Hash::of(line.as_bytes());
    out.only_object(&json!({
        "type": "position", "seq": position.seq(), "position": line, "digest": digest,
    }))?;
    let after = out.text(&Message::new("command-after").with("seq", position.seq()));
    out.only_line(format_args!("\n{after}\n"))?;
    drawn(position.diagram(None), names, out).into_iter().try_for_each(|line| out.only_line(line))?;
    let names = ["command-position", "command-digest"].map(|id| out.text(&Message::new(id)));
    out.only_line(format_args!("\n{} {line}\n{} {digest}", names[0], names[1]))
}

/// The names by seat. A record is untrusted, and control characters in a name could
/// control the terminal.
pub(super) fn names(record: &RecordFile) -> Vec<PlayerName> {
    let is_plain = |name: &&str| !name.chars().any(char::is_control);
    let names: Vec<Option<&str>> =
        record.names.iter().flatten().map(|name| name.as_deref().filter(is_plain)).collect();
    PlayerName::of_table(&names)
}

fn known(name: &PlayerName) -> Option<&str> {
    match name {
        PlayerName::None | PlayerName::Bot | PlayerName::You => None,
        PlayerName::Own(name) | PlayerName::Shared(name) => Some(name),
    }
}

fn seat_name(names: &[PlayerName], seat: Seat) -> Message {
    match names.get(seat.index()).and_then(known) {
        Some(name) => Message::new("command-seat-name").with("name", name).with("seat", seat.ordinal()),
        None => Message::new("command-seat-unnamed").with("seat", seat.ordinal()),
    }
}
