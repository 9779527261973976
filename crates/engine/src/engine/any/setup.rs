//! Set-ups.

use std::fmt;

use derive_more::From;

use super::Ruleset;
use crate::engine::moves::Seat;
use crate::engine::options::{GameKind, Options, SetupError};
use crate::engine::{regicide, tricks};

/// A checked set-up of any game, with the version of its rules. `Display`
/// writes its part of the header line (docs/spec/record.md S5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, From)]
pub enum Setup {
    /// Of the co-operative game.
    Regicide(regicide::Setup),
    /// Of the trick-taking game.
    Tricks(tricks::Setup),
}

impl Setup {
    /// Checks a set-up by the rules of its game.
    pub fn new(ruleset: Ruleset, players: u8, options: &Options) -> Result<Self, SetupError> {
        Ok(match ruleset {
            Ruleset::Regicide(rules) => regicide::Setup::new(rules, players, options)?.into(),
            Ruleset::Tricks(rules) => tricks::Setup::new(rules, players, options)?.into(),
        })
    }

    /// The set-up by the version of the rules for tests, if its game has one.
    #[cfg(feature = "test-rules")]
    pub(crate) fn by_test_rules(self) -> Self {
        let test = Ruleset::Regicide(regicide::RulesVersion::Test);
        match self {
            Self::Regicide(own) => Self::new(test, own.players(), &own.options()).unwrap_or(self),
            Self::Tricks(_) => self,
        }
    }

    /// The version of the rules that the game is played by.
    pub fn ruleset(&self) -> Ruleset {
        dispatch!(self, Self(setup) => setup.rules().into())
    }

    /// The kind of game.
    pub fn kind(&self) -> GameKind {
        self.ruleset().game()
    }

    /// The number of players.
    pub const fn players(&self) -> u8 {
        dispatch!(self, Self(setup) => setup.players())
    }

    /// The most moves that a game's log holds (docs/spec/record.md S6.5).
    pub const fn max_moves(&self) -> u32 {
        dispatch!(self, Self(setup) => setup.max_moves())
    }

    /// Returns true if each seat wins or loses by itself.
    pub const fn ranks_seats(&self) -> bool {
        match self {
            Self::Regicide(_) => false,
            Self::Tricks(_) => true,
        }
    }

    /// How the seats form sides where sides win or lose.
    pub(super) const fn teams(self) -> tricks::Teams {
        match self {
            Self::Regicide(_) => tricks::Teams::Single,
            Self::Tricks(setup) => setup.teams(),
        }
    }

    /// Returns true if two seats win or lose together.
    pub fn same_side(&self, one: Seat, other: Seat) -> bool {
        match self {
            Self::Regicide(_) => true,
            Self::Tricks(setup) => setup.side(one) == setup.side(other),
        }
    }

    /// The set-up as options, none of the game's own left out.
    pub fn options(&self) -> Options {
        dispatch!(self, Self(setup) => setup.options())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.ruleset())?;
        dispatch!(self, Self(setup) => setup.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::MAX_MOVES;

    #[test]
    fn s6_no_set_up_has_a_longer_log_than_the_longest() {
        let longest = |kind, players, target| {
            let options = Options { target, ..Options::default() };
            Setup::new(Ruleset::current(kind), players, &options).unwrap().max_moves()
        };
        let mut all: Vec<u32> =
            (2..=4).map(|players| longest(GameKind::Tricks, players, Some(100))).collect();
        all.extend((1..=4).map(|players| longest(GameKind::Regicide, players, None)));
        assert_eq!(all.into_iter().max(), Some(MAX_MOVES));
    }

    #[test]
    fn each_game_has_its_name_and_checks_its_options() {
        for &kind in GameKind::ALL {
            let name = serde_json::to_value(kind).unwrap();
            assert_eq!(name, kind.as_ref());
            let ruleset = Ruleset::current(kind);
            let setup = Setup::new(ruleset, 2, &Options::default()).unwrap();
            assert_eq!((setup.ruleset(), setup.kind(), setup.players()), (ruleset, kind, 2));
            assert_eq!(Setup::new(ruleset, 2, &setup.options()), Ok(setup));
            assert!(setup.to_string().starts_with(&format!("{kind}/1 players=2 ")));
            for other in GameKind::ALL.iter().copied().filter(|&other| other != kind) {
                let error = Setup::new(Ruleset::current(other), 2, &setup.options()).unwrap_err();
                assert_eq!(error.clause, "R10.4");
            }
        }
    }
}
