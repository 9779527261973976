//! The versions of the rules, and all that differs between them.

use strum::VariantArray;

/// A version of the rules of the co-operative game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
#[repr(u8)]
pub enum RulesVersion {
    /// `regicide/1`: docs/spec/rules.md.
    V1 = 1,
    /// `regicide/200`: hands are one card smaller. It was never released, and
    /// is there for tests of several versions side by side.
    #[cfg(feature = "test-rules")]
    Test = 200,
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

    /// How many cards a full hand holds (R3.1).
    pub(super) const fn hand_size(self, players: u8) -> u8 {
        match self {
            Self::V1 => 9 - players,
            #[cfg(feature = "test-rules")]
            Self::Test => 8 - players,
        }
    }
}
