//! Which game is played, and what can be chosen about it.

use serde::{Deserialize, Serialize};
use strum::VariantArray as _;
use utoipa::ToSchema;

use super::deserialize_some;
use super::message::Message;
use super::moves::Seat;

/// The kinds of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[derive(strum::Display, strum::EnumString, strum::AsRefStr, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum GameKind {
    /// The co-operative game (docs/spec/rules.md).
    #[default]
    Regicide,
    /// The trick-taking game (docs/spec/tricks.md).
    #[serde(rename = "regicide-tricks")]
    #[strum(serialize = "regicide-tricks")]
    Tricks,
}

impl GameKind {
    /// Every game.
    pub const ALL: &[Self] = Self::VARIANTS;
}

/// The options of all games side by side: one that is left out has its default, one
/// of another game is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The seat that goes first (R3.4), in the trick-taking game the first
    /// dealer (T4).
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub first: Option<Seat>,
    /// The right of a solo player to yield (R7.3).
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub solo_yield: Option<SoloYield>,
    /// Variants of the co-operative game (R10).
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub variants: Option<Vec<Variant>>,
    /// The number of jokers in the trick-taking game, 0 or 2 (T1).
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false, minimum = 0, maximum = 2)]
    pub jokers: Option<u8>,
    /// True if four players play the trick-taking game as partners (T2).
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false)]
    pub partners: Option<bool>,
    /// The points that end the trick-taking game, 10 to 100 (T10).
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_some")]
    #[schema(nullable = false, minimum = 10, maximum = 100)]
    pub target: Option<u16>,
}

impl Options {
    /// The names of the options that are chosen.
    fn chosen(&self) -> impl Iterator<Item = &'static str> {
        let Self { first, solo_yield, variants, jokers, partners, target } = self;
        let all = [
            ("first", first.is_some()),
            ("solo_yield", solo_yield.is_some()),
            ("variants", variants.is_some()),
            ("jokers", jokers.is_some()),
            ("partners", partners.is_some()),
            ("target", target.is_some()),
        ];
        all.into_iter().filter_map(|(name, is_chosen)| is_chosen.then_some(name))
    }

    /// Refuses options that a game does not have (R10.4); `own` are all options
    /// of a set-up of that game.
    pub(super) fn refuse_others(&self, own: &Self) -> Result<(), SetupError> {
        let other = self.chosen().find(|name| own.chosen().all(|own| own != *name));
        let error = |field| SetupError { field, reason: "setup-option-of-another-game", clause: "R10.4" };
        other.map_or(Ok(()), |field| Err(error(field)))
    }
}

/// The right of a solo player to yield (R7.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum SoloYield {
    /// Never.
    #[default]
    Never,
    /// Yes, but not twice running.
    Once,
}

impl SoloYield {
    /// Every choice.
    pub const ALL: &[Self] = Self::VARIANTS;
}

/// A variant of the co-operative game (R10), ordered by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Variant {
    /// Hands without a diamond are dealt again (R10.1).
    Mulligan,
    /// No combos (R10.3).
    NoCombos,
    /// Damage too great for one player is passed on (R10.2).
    SharedDamage,
}

impl Variant {
    /// Every variant, by name.
    pub const ALL: &[Self] = Self::VARIANTS;
}

/// A set-up that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason} ({clause})")]
pub struct SetupError {
    /// The field that is wrong.
    pub field: &'static str,
    /// Why: the id of a message.
    pub reason: &'static str,
    /// The clause of the rules that it is against.
    pub clause: &'static str,
}

impl SetupError {
    /// The reason as a message for people.
    pub fn message(&self) -> Message {
        Message::new(self.reason)
    }
}
