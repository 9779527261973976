//! The versions of the rules, and all that differs between them.

use strum::VariantArray;

/// A version of the rules of the trick-taking game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
#[repr(u8)]
pub enum RulesVersion {
    /// `regicide-tricks/1`: docs/spec/tricks.md.
    V1 = 1,
}

impl RulesVersion {
    /// The version that new games are played by.
    pub const CURRENT: Self = Self::V1;
    /// Every known version, older ones first.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The version's number.
    pub const fn version(self) -> u8 {
        self as u8
    }
}
