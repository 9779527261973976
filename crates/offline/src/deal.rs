//! The choices before a deal, as arguments of commands.

use clap::Args;
use regicide_engine::engine::{GameKind, Options, Ruleset, Seat, Setup, SoloYield, Variant};

use super::arguments::{one_of, seat};
use super::output::Output;

/// The game that is dealt, and its options.
#[derive(Args, Debug)]
#[command(next_help_heading = "Game")]
pub(super) struct Deal {
    /// The kind of game
    #[arg(long, value_name = "KIND", default_value_t, value_parser = one_of(GameKind::ALL))]
    kind: GameKind,
    /// The seat that goes first, or deals first, from 0
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    first: Option<Seat>,
    /// When a solo player may yield
    #[arg(long, value_name = "WHEN", value_parser = one_of(SoloYield::ALL))]
    solo_yield: Option<SoloYield>,
    /// Variants of the co-operative game, separated by commas
    #[arg(long, value_name = "VARIANTS", value_delimiter = ',', value_parser = one_of(Variant::ALL))]
    variants: Option<Vec<Variant>>,
    /// The number of jokers in the trick-taking game: 0 or 2
    #[arg(long, value_name = "N")]
    jokers: Option<u8>,
    /// Play the trick-taking game as partners
    #[arg(long)]
    partners: bool,
    /// The points that end the trick-taking game
    #[arg(long, value_name = "POINTS")]
    target: Option<u16>,
}

impl Deal {
    /// The set-up for a number of players.
    pub(super) fn setup(&self, players: u8, out: &Output) -> Result<Setup, String> {
        let options = Options {
            first: self.first,
            solo_yield: self.solo_yield,
            variants: self.variants.clone(),
            jokers: self.jokers,
            partners: self.partners.then_some(true),
            target: self.target,
        };
        let setup = Setup::new(Ruleset::current(self.kind), players, &options);
        setup.map_err(|error| format!("{}: {} ({})", error.field, out.text(&error.message()), error.clause))
    }

    /// The set-ups for all numbers of players that the choices allow.
    pub(super) fn setups(&self, out: &Output) -> Result<Vec<Setup>, String> {
        let all: Vec<Setup> = (1..=4).filter_map(|players| self.setup(players, out).ok()).collect();
        if all.is_empty() { Err(self.setup(1, out).err().unwrap_or_default()) } else { Ok(all) }
    }
}
