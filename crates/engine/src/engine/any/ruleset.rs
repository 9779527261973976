//! Versions of the games' rules.

use std::str::FromStr;

use derive_more::{Display, From};

use crate::engine::message::Message;
use crate::engine::options::GameKind;
use crate::engine::rulebook::Rulebook;
use crate::engine::{regicide, tricks};

/// A version of a game's rules, such as `regicide/1`.
///
/// A game is played and validated by the version that it was created with; a
/// released version never changes. `Display` writes the first words of a header
/// line (docs/spec/record.md S5.1).
///
/// ```
/// use regicide_engine::engine::{GameKind, Ruleset};
///
/// let ruleset: Ruleset = "regicide/1".parse()?;
/// assert_eq!((ruleset.game(), ruleset.version()), (GameKind::Regicide, 1));
/// let unknown = "regicide/7".parse::<Ruleset>().unwrap_err();
/// assert_eq!(unknown.name(), "regicide/7");
/// # Ok::<(), regicide_engine::engine::UnknownRuleset>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, From)]
#[display("{}/{}", self.game(), self.version())]
pub enum Ruleset {
    /// Of the co-operative game.
    Regicide(regicide::RulesVersion),
    /// Of the trick-taking game.
    Tricks(tricks::RulesVersion),
}

/// An unknown version of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct UnknownRuleset(String);

impl UnknownRuleset {
    /// The game and the version as they were given, such as `regicide/7`.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// The message that names them.
    pub fn message(&self) -> Message {
        Message::new("unknown-rules").with("rules", self.name())
    }
}

impl Ruleset {
    /// The version that new games are played by.
    pub const fn current(game: GameKind) -> Self {
        match game {
            GameKind::Regicide => Self::Regicide(regicide::RulesVersion::CURRENT),
            GameKind::Tricks => Self::Tricks(tricks::RulesVersion::CURRENT),
        }
    }

    /// Every known version of every game, older ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        let regicide = regicide::RulesVersion::ALL.iter().copied().map(Self::from);
        regicide.chain(tricks::RulesVersion::ALL.iter().copied().map(Self::from))
    }

    /// The version of a game's rules with this number.
    pub fn find(game: &str, version: impl Into<i128>) -> Result<Self, UnknownRuleset> {
        let version = version.into();
        Self::all()
            .find(|known| known.game().as_ref() == game && i128::from(known.version()) == version)
            .ok_or_else(|| UnknownRuleset(format!("{game}/{version}")))
    }

    /// Co-operative game: how many enemies there are.
    #[must_use]
    pub const fn enemies(self) -> Option<u8> {
        match self {
            Self::Regicide(_) => Some(regicide::ENEMIES),
            Self::Tricks(_) => None,
        }
    }

    /// The kind of game.
    pub const fn game(self) -> GameKind {
        match self {
            Self::Regicide(_) => GameKind::Regicide,
            Self::Tricks(_) => GameKind::Tricks,
        }
    }

    /// The version's number, from 1.
    pub const fn version(self) -> u8 {
        dispatch!(self, Self(rules) => rules.version())
    }

    /// The rules as data.
    pub fn rulebook(self) -> Rulebook {
        dispatch!(self, Self(rules) => rules.rulebook())
    }
}

impl FromStr for Ruleset {
    type Err = UnknownRuleset;

    fn from_str(name: &str) -> Result<Self, UnknownRuleset> {
        Self::all().find(|known| known.to_string() == name).ok_or_else(|| UnknownRuleset(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_is_found_by_its_name_and_no_other() {
        for ruleset in Ruleset::all() {
            assert_eq!(ruleset.to_string().parse(), Ok(ruleset));
            assert_eq!(Ruleset::find(ruleset.game().as_ref(), ruleset.version()), Ok(ruleset));
        }
        for name in ["", "regicide", "regicide/", "regicide/0", "regicide/01", "regicide/7", "chess/1"] {
            let unknown = name.parse::<Ruleset>().unwrap_err();
            assert_eq!(unknown.name(), name);
        }
    }

    #[test]
    fn versions_for_tests_are_never_current() {
        for &game in GameKind::ALL {
            assert_eq!(Ruleset::current(game).game(), game);
            assert_eq!(Ruleset::current(game).version(), 1);
        }
    }
}
