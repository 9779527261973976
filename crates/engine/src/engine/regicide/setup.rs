//! The set-up of a game.

use std::fmt;

use super::rules::RulesVersion;
use crate::engine::moves::Seat;
use crate::engine::notation::write_separated;
use crate::engine::options::{Options, SetupError, SoloYield, Variant};

/// The most moves of a game (docs/spec/record.md S6.5): players who only play
/// for time, with all cards face up, do not come to half of them.
const MAX_MOVES: u32 = 1000;

/// A checked set-up of the co-operative game. `Display` writes the part of
/// the header line between the rules and the commitment (docs/spec/record.md S5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    rules: RulesVersion,
    players: u8,
    first: Seat,
    solo_yield: SoloYield,
    /// Which variants were chosen, in the order of [`Variant::ALL`].
    variants: [bool; Variant::ALL.len()],
}

impl Setup {
    /// The fewest and the most players (R3.1).
    pub const PLAYERS: std::ops::RangeInclusive<u8> = 1..=4;

    /// Checks a set-up (R3.1, R3.4, R10.4).
    pub fn new(rules: RulesVersion, players: u8, options: &Options) -> Result<Self, SetupError> {
        let refuse = |field, reason, clause| Err(SetupError { field, reason, clause });
        if !Self::PLAYERS.contains(&players) {
            return refuse("players", "setup-one-to-four-players", "R3.1");
        }
        let first = options.first.unwrap_or_default();
        if first.index() >= usize::from(players) {
            return refuse("first", "setup-first-player-not-here", "R10.4");
        }
        let solo_yield = options.solo_yield.unwrap_or_default();
        if solo_yield == SoloYield::Once && players > 1 {
            return refuse("solo_yield", "setup-solo-yield-for-one", "R10.4");
        }
        let variants = options.variants.as_deref().unwrap_or_default();
        let chosen = |variant| variants.contains(&variant);
        if Variant::ALL.iter().any(|variant| variants.iter().filter(|&v| v == variant).count() > 1) {
            return refuse("variants", "setup-variant-twice", "R10.4");
        }
        if chosen(Variant::SharedDamage) && players == 1 {
            return refuse("variants", "setup-shared-damage-for-several", "R10.4");
        }
        let setup = Self {
            rules,
            players,
            first,
            solo_yield,
            variants: std::array::from_fn(|index| chosen(Variant::ALL[index])),
        };
        options.refuse_others(&setup.options())?;
        Ok(setup)
    }

    /// The set-up as options, none left out.
    pub fn options(&self) -> Options {
        Options {
            first: Some(self.first),
            solo_yield: Some(self.solo_yield),
            variants: Some(self.variants().collect()),
            ..Options::default()
        }
    }

    /// The version of the rules.
    pub const fn rules(&self) -> RulesVersion {
        self.rules
    }

    /// The number of players, 1 to 4.
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// The seat that goes first.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The right of a solo player to yield (R7.3).
    pub const fn solo_yield(&self) -> SoloYield {
        self.solo_yield
    }

    /// Returns true if a variant was chosen (R10).
    pub const fn has(&self, variant: Variant) -> bool {
        self.variants[variant as usize]
    }

    /// The most moves that a game's log holds (docs/spec/record.md S6.5).
    pub const fn max_moves(&self) -> u32 {
        MAX_MOVES
    }

    /// How many cards a full hand holds (R3.1).
    pub const fn hand_size(&self) -> u8 {
        self.rules.hand_size(self.players)
    }

    /// How many jesters are in the tavern (R3.1).
    pub const fn jesters(&self) -> u8 {
        self.players.saturating_sub(2)
    }

    /// How many jesters lie beside the game (R9.1).
    pub const fn solo_jesters(&self) -> u8 {
        if self.players == 1 { 2 } else { 0 }
    }

    fn variants(&self) -> impl Iterator<Item = Variant> {
        Variant::ALL.iter().copied().filter(|&variant| self.has(variant))
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { players, first, solo_yield, .. } = self;
        write!(f, "players={players} first={first} solo_yield={solo_yield} variants=")?;
        if self.variants().next().is_none() {
            return f.write_str("-");
        }
        write_separated(f, self.variants(), ',')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(players: u8, options: &Options) -> &'static str {
        Setup::new(RulesVersion::CURRENT, players, options).unwrap_err().field
    }

    #[test]
    fn r10_4_what_does_not_fit_is_refused() {
        let options = Options::default;
        assert_eq!(refused(0, &options()), "players");
        assert_eq!(refused(5, &options()), "players");
        assert_eq!(refused(1, &Options { first: Seat::try_from(1).ok(), ..options() }), "first");
        let once = Options { solo_yield: Some(SoloYield::Once), ..options() };
        assert_eq!(refused(2, &once), "solo_yield");
        let shared = Options { variants: Some(vec![Variant::SharedDamage]), ..options() };
        assert_eq!(refused(1, &shared), "variants");
        let twice = Options { variants: Some(vec![Variant::Mulligan; 2]), ..options() };
        assert_eq!(refused(2, &twice), "variants");
    }

    #[test]
    fn r10_4_the_other_games_options_are_refused() {
        let options = Options::default;
        assert_eq!(refused(2, &Options { jokers: Some(2), ..options() }), "jokers");
        assert_eq!(refused(2, &Options { partners: Some(false), ..options() }), "partners");
        assert_eq!(refused(2, &Options { target: Some(50), ..options() }), "target");
    }

    #[test]
    fn s5_1_the_header_names_variants_by_name() {
        let variants = vec![Variant::SharedDamage, Variant::Mulligan];
        let setup =
            Setup::new(RulesVersion::CURRENT, 3, &Options { variants: Some(variants), ..Options::default() })
                .unwrap();
        let header = "players=3 first=0 solo_yield=never variants=mulligan,shared_damage";
        assert_eq!(setup.to_string(), header);
        assert_eq!(Setup::new(RulesVersion::CURRENT, 3, &setup.options()), Ok(setup));
    }
}
