//! `regicide simulate`: games of bots, as records.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use regicide::bots::{MatchGame, Player, play};
use regicide::engine::{Game as _, Message, Seat, Seed, Setup};
use regicide::record::{Entry, RecordFile};

use super::Failure;
use super::bot::seeds;
use super::deal::Deal;
use super::output::Output;
use super::progress::Progress;
use super::workers::on_all_cores;

/// Let bots play, and keep their games as records, one a line
///
/// The records are those that `regicide verify` and `regicide import` read; all
/// seats are bots of one kind, which the names of the seats tell. The same
/// command always gives the same records.
#[derive(Args, Debug)]
pub(super) struct Simulate {
    #[command(flatten)]
    deal: Deal,
    /// How many play: a number, or the lowest and the highest as `1..4`; every
    /// number that the game allows if not said
    #[arg(long, value_name = "N")]
    players: Option<Range>,
    /// How many games are played for each number of players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The number of the first game: so that many games can be played in parts,
    /// one after the other or on several machines
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    from: u32,
    /// The bot: `novice`, `steady`, `strong`, or how many worlds it looks at
    /// before each move
    #[arg(long, value_name = "BOT", default_value = "steady")]
    bot: Player,
    /// What the seeds of the deals begin with; a dash and the game's number
    /// follow
    #[arg(long, value_name = "TEXT", default_value = "bot")]
    seed: String,
    /// The file to write; standard output if none is named
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Numbers of players, both ends included.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: u8,
    high: u8,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is no number of players"));
        let range = Self { low: number(low)?, high: number(high)? };
        if range.low <= range.high { Ok(range) } else { Err("the lowest number comes first".to_owned()) }
    }
}

impl Simulate {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let setups = match self.players {
            Some(Range { low, high }) => {
                (low..=high).map(|players| self.deal.setup(players, out)).collect::<Result<_, _>>()?
            }
            None => self.deal.setups(out)?,
        };
        let Some(path) = &self.out else {
            return self.write(&setups, &mut |record| Ok(out.object(record)?));
        };
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = BufWriter::new(File::create(path).map_err(failed)?);
        self.write(&setups, &mut |record| {
            serde_json::to_writer(&mut file, record)?;
            Ok(file.write_all(b"\n").map_err(failed)?)
        })?;
        file.flush().map_err(failed)?;
        let written = Message::new("simulate-written").with("file", path.display().to_string());
        let written = out.text(&written);
        Ok(out.only_line(written)?)
    }

    fn write(
        &self,
        setups: &[Setup],
        write: &mut dyn FnMut(&RecordFile) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let seeds = seeds(&self.seed, self.from, self.games)?;
        let progress = Progress::of("games");
        for &setup in setups {
            on_all_cores(
                self.games.into(),
                |number| {
                    let seed = &seeds[usize::try_from(number).unwrap_or_default()];
                    self.record(setup, seed, &play(&setup, seed, 0, |_| self.bot))
                },
                |record| {
                    progress.advance(1);
                    progress.aside(|| write(&record))
                },
            )?;
        }
        progress.finish();
        Ok(())
    }

    fn record(&self, setup: Setup, seed: &Seed, game: &MatchGame) -> RecordFile {
        let entries = (1..).zip(&game.moves).map(|(seq, &(seat, mv))| Entry { seq, seat, mv, at: None });
        let outcome = game.position.outcome();
        RecordFile {
            seats: Some(Seat::all(setup.players()).map(|_| Some(self.bot.to_string())).collect()),
            commitment: Some(seed.commitment()),
            result: outcome.and_then(|outcome| serde_json::to_value(outcome).ok()),
            position: Some(game.position.to_string()),
            ..RecordFile::new(&setup, seed, entries)
        }
    }
}
