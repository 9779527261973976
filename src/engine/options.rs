//! Which game is played, and what can be chosen about it.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::message::Message;
use super::moves::Seat;

/// The games that the service knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum GameKind {
    /// The co-operative game (RULES.md).
    #[default]
    #[serde(rename = "regicide")]
    Regicide,
    /// The trick-taking game (TRICKS.md).
    #[serde(rename = "regicide-tricks")]
    Tricks,
}

impl GameKind {
    /// Every game.
    pub const ALL: [Self; 2] = [Self::Regicide, Self::Tricks];

    /// The name in records and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regicide => "regicide",
            Self::Tricks => "regicide-tricks",
        }
    }

    /// The version of the rules that new games are played by.
    #[must_use]
    pub const fn rules(self) -> u8 {
        match self {
            Self::Regicide | Self::Tricks => 1,
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The choices of all games side by side, as people write them: what is left
/// out has its default, what belongs to another game is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The seat that goes first (R3.4), in the trick-taking game the first
    /// dealer (T4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Whether a solo player may yield (R7.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solo_yield: Option<SoloYield>,
    /// Variants of the co-operative game (R10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<Variant>>,
    /// How many jokers the trick-taking game is played with, 0 or 2 (T1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 2)]
    pub jokers: Option<u8>,
    /// Whether four players play the trick-taking game as partners (T2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partners: Option<bool>,
    /// The points that end the trick-taking game, 10 to 100 (T10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 10, maximum = 100)]
    pub target: Option<u16>,
}

/// Whether a solo player may yield (R7.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SoloYield {
    /// Never.
    #[default]
    Never,
    /// Yes, but not twice running.
    Once,
}

/// A variant of the co-operative game (R10), ordered by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Hands without a diamond are dealt anew (R10.1).
    Mulligan,
    /// No combos (R10.3).
    NoCombos,
    /// Damage too great for one player is passed on (R10.2).
    SharedDamage,
}

impl Variant {
    /// Every variant, by name.
    pub const ALL: [Self; 3] = [Self::Mulligan, Self::NoCombos, Self::SharedDamage];

    /// The name in records and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mulligan => "mulligan",
            Self::NoCombos => "no_combos",
            Self::SharedDamage => "shared_damage",
        }
    }
}

/// A set-up that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason} ({clause})")]
pub struct SetupError {
    /// The field that is wrong.
    pub field: &'static str,
    /// Why: the id of a message.
    pub reason: &'static str,
    /// The clause of the rules that says so.
    pub clause: &'static str,
}

impl SetupError {
    /// Why, to be said to people.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::new(self.reason)
    }
}
