//! `regicide difficulty`: the difficulty of a deal.

use clap::Args;
use regicide_engine::bots::difficulty::{GAMES, Measured, measure};
use regicide_engine::engine::{Message, Seed};
use serde_json::json;

use super::deal::Deal;
use super::failures::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;
use super::share::{Mean, Share};
use super::workers::on_all_cores;

/// Measure how difficult a deal of the co-operative game is
///
/// Bots that look ahead a little play the deal many times. The mean of the enemies that
/// they defeat is the measure, in four levels. It describes the results of bots, and
/// roughly those of people. A repeated command gives equal figures.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide difficulty --seed banana
  regicide difficulty --seed banana --players 3 --variants no_combos --json")]
pub struct Difficulty {
    /// The seed of the deal
    #[arg(long, value_name = "SEED", help_heading = "Game")]
    seed: Seed,
    #[command(flatten)]
    deal: Deal,
    /// The number of players
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Game")]
    players: u8,
    /// The number of games that are played; the levels are calibrated for the default
    #[arg(long, value_name = "K", default_value_t = GAMES, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
}

impl Difficulty {
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let setup = self.deal.setup(self.players, out)?;
        if setup.ranks_seats() {
            return Err(out.failure(&Message::new("difficulty-together")));
        }
        let progress = Progress::up_to(self.games.into(), "progress-games", out);
        let interrupt = Interrupt::catch()?;
        let mut sum = Measured::default();
        let mut squares = 0;
        let measured = on_all_cores(
            self.games.into(),
            |number| measure(&setup, &self.seed, number),
            |measured| {
                sum = sum.and(measured);
                squares += measured.enemies_defeated.pow(2);
                progress.advance(1);
                Ok(interrupt.check()?)
            },
        );
        progress.finish();
        let is_enough = sum.games >= self.games.min(GAMES);
        let difficulty = is_enough.then(|| sum.difficulty(self.players));
        let share = Share::of(sum.won, sum.games);
        // Rounded down, as for the level.
        let mean = f64::from(sum.mean_hundredths()) / 100.0;
        let enemies = Mean { mean, ..Mean::of(sum.games, sum.enemies_defeated, squares) };
        let level = difficulty.as_ref().map_or("none", AsRef::as_ref);
        let summary = Message::new("difficulty-summary").with("level", level);
        let summary = summary.with("mean", format!("{mean:.2}")).with("games", sum.games);
        let summary = summary.with("won", sum.won);
        let object = json!({
            "type": "difficulty", "seed": self.seed.as_str(), "setup": setup.to_string(), "games": sum.games,
            "won": sum.won, "share": share, "enemies_defeated": enemies, "difficulty": difficulty,
        });
        out.report(&object, &summary)?;
        measured
    }
}
