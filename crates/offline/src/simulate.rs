//! `regicide simulate`: games of bots.

use std::io;
use std::str::FromStr;

use clap::Args;
use regicide_engine::bots::{Player, play};
use regicide_engine::engine::{Message, Seat, SeatResult, Seed, Setup};
use regicide_engine::record::{Entry, RecordFile};
use serde_json::json;

use super::deal::Deal;
use super::failures::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;
use super::records_out::RecordsOut;
use super::share::{Mean, Share};
use super::workers::on_all_cores;

/// Let bots play many games: print their results, and keep the games as records
///
/// One line for each number of players and each bot: the games won, with the confidence
/// interval of 95 %, and in the co-operative game the enemies defeated. There all seats
/// are bots of one kind; in the trick-taking game the bot sits on each seat in turn, with
/// its partner if it has one, and plays against --against. A repeated command gives equal
/// games.
///
/// Ctrl-C stops: results of the games so far are printed, and their records are kept.
///
/// `regicide verify` and `regicide import` read the records; the names of the seats are
/// those of the bots. `--out -` prints them in place of the figures.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide simulate --players 2 --bots steady,500 --games 50
  regicide simulate --kind regicide-tricks --bots strong --against steady
  regicide simulate --players 1..3 --bots novice --out games.ndjson
  regicide simulate --games 10 --bots novice --out - | regicide verify")]
pub struct Simulate {
    #[command(flatten)]
    deal: Deal,
    /// The number of players, or the lowest and the highest as `1..4`; by default every
    /// number that the game allows
    #[arg(long, value_name = "N", help_heading = "Game")]
    players: Option<Range>,
    /// The number of games that each bot plays with each number of players
    #[arg(long, value_name = "K", default_value_t = 100, help_heading = "Simulation")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The number of the first game: so that many games can be played in parts, one after
    /// the other or on several machines
    #[arg(long, value_name = "NUMBER", default_value_t = 0, help_heading = "Simulation")]
    from: u32,
    /// The bots, separated by commas: `novice`, `steady`, `strong`, or the number of
    /// deals that one samples before each move
    #[arg(long, value_name = "BOTS", value_delimiter = ',', help_heading = "Simulation")]
    #[arg(default_values = ["novice", "steady", "strong"])]
    bots: Vec<Player>,
    /// The bot on the other seats of the trick-taking game
    #[arg(long, value_name = "BOT", default_value = "novice", help_heading = "Simulation")]
    against: Player,
    /// The beginning of the deals' seeds; a dash and the game's number follow
    #[arg(long, value_name = "TEXT", default_value = "bot", help_heading = "Simulation")]
    seed_prefix: String,
    #[command(flatten)]
    out: RecordsOut,
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

#[derive(Default)]
struct Tally {
    games: u32,
    won: u32,
    enemies: u32,
    squares: u32,
}

impl Tally {
    fn count(&mut self, result: SeatResult) {
        let enemies = u32::from(result.enemies_defeated.unwrap_or_default());
        self.games += 1;
        self.won += u32::from(result.won);
        self.enemies += enemies;
        self.squares += enemies * enemies;
    }

    fn print(&self, setup: Setup, bot: Player, out: &mut Output) -> io::Result<()> {
        let &Self { games, won, enemies, squares } = self;
        let share = Share::of(won, games);
        let mean = (!setup.ranks_seats()).then(|| Mean::of(games, enemies, squares));
        let tenths = |number: f64| format!("{number:.1}");
        let row = Message::new(if mean.is_some() { "simulate-row-enemies" } else { "simulate-row" })
            .with("players", setup.players())
            .with("bot", bot.to_string())
            .with("won", won)
            .with("games", games)
            .with("percent", tenths(share.percent))
            .with("low", tenths(share.low))
            .with("high", tenths(share.high));
        let row = match mean {
            Some(Mean { mean, margin }) => {
                row.with("mean", format!("{mean:.2}")).with("margin", format!("{margin:.2}"))
            }
            None => row,
        };
        let mut object = json!({
            "type": "bot", "setup": setup.to_string(), "bot": bot.to_string(), "games": games, "won": won,
            "share": share,
        });
        if let Some(mean) = mean {
            object["enemies_defeated"] = json!(mean);
        }
        out.report(&object, &row)
    }
}

impl Simulate {
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let setups = match self.players {
            Some(Range { low, high }) => {
                (low..=high).map(|players| self.deal.setup(players, out)).collect::<Result<_, _>>()?
            }
            None => self.deal.setups(out)?,
        };
        let mut records = self.out.open(out)?;
        let interrupt = Interrupt::catch()?;
        let total = u64::from(self.games) * (setups.len() * self.bots.len()) as u64;
        let progress = Progress::up_to(total, "progress-games", out);
        for setup in setups {
            for &bot in &self.bots {
                let mut tally = Tally::default();
                let played = self.play(setup, bot, &mut tally, |record| {
                    progress.advance(1);
                    if let Some(records) = &mut records {
                        progress.aside(|| records.write(record))?;
                    }
                    Ok(interrupt.check()?)
                });
                if !self.out.is_printed() && tally.games > 0 {
                    progress.aside(|| tally.print(setup, bot, out))?;
                }
                played?;
            }
        }
        progress.finish();
        Ok(())
    }

    /// Plays the games of a bot, counts their results, and passes on their records.
    fn play(
        &self,
        setup: Setup,
        bot: Player,
        tally: &mut Tally,
        mut each: impl FnMut(&RecordFile) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let seeds: Vec<Seed> = (u64::from(self.from)..)
            .take(self.games as usize)
            .map(|number| format!("{}-{number}", self.seed_prefix).parse())
            .collect::<Result<_, _>>()?;
        on_all_cores(
            self.games.into(),
            |place| {
                let seed = &seeds[usize::try_from(place).unwrap_or_default()];
                self.play_one(setup, bot, seed, u64::from(self.from) + place)
            },
            |(result, record)| {
                tally.count(result);
                each(&record)
            },
        )
    }

    /// Plays a game; returns its result for the bot, and its record.
    fn play_one(&self, setup: Setup, bot: Player, seed: &Seed, number: u64) -> (SeatResult, RecordFile) {
        let own = u8::try_from(number % u64::from(setup.players())).map(Seat::try_from);
        let own = own.ok().and_then(Result::ok).unwrap_or_default();
        let player = |seat| if setup.same_side(seat, own) { bot } else { self.against };
        let game = play(&setup, seed, 0, player);
        let entries = (1..).zip(&game.moves).map(|(seq, &(seat, mv))| Entry { seq, seat, mv, at: None });
        let record = RecordFile {
            names: Some(Seat::all(setup.players()).map(|seat| Some(player(seat).to_string())).collect()),
            ..RecordFile::ending(&setup, seed, entries, &game.position)
        };
        (game.result(&setup, own), record)
    }
}
