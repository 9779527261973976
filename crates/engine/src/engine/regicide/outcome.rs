//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::{Phase, Position};
use crate::engine::moves::Seat;
use crate::engine::notation::write_or_dash;

/// How a game ended (docs/spec/record.md S6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RegicideOutcome)]
pub struct Outcome {
    /// Won or lost.
    pub outcome: WonOrLost,
    /// The seat that conceded, or proposed to, if the game was conceded (R11.1).
    pub conceded_by: Option<Seat>,
    /// The number of defeated enemies, of twelve.
    #[schema(minimum = 0, maximum = 12)]
    pub enemies_defeated: u8,
    /// Solo wins: the medal (R9.3).
    pub medal: Option<Medal>,
}

/// The players win or lose together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WonOrLost {
    /// The last king was defeated (R5.6).
    Won,
    /// Everything else.
    Lost,
}

/// The medal of a solo win (R9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Medal {
    /// Both jesters flipped.
    Bronze,
    /// One jester flipped.
    Silver,
    /// No jester flipped.
    Gold,
}

impl Medal {
    /// The medal of a win with so many jesters left to flip (R9.3).
    pub(super) const fn with_jesters_left(jesters: u8) -> Self {
        match jesters {
            0 => Self::Bronze,
            1 => Self::Silver,
            _ => Self::Gold,
        }
    }
}

/// The reason why a game was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LossReason {
    /// The damage could not be covered (R4.13, R10.2).
    Damage,
    /// A player could neither play nor yield (R7.4).
    Stuck,
}

impl Position {
    /// How the game ended, or nothing while it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = match self.phase {
            Phase::Play | Phase::Discard { .. } | Phase::Next => return None,
            Phase::Won => WonOrLost::Won,
            Phase::Lost => WonOrLost::Lost,
        };
        let enemies_defeated = self.enemies_defeated();
        Some(Outcome { outcome, conceded_by: self.conceded_by, enemies_defeated, medal: self.medal() })
    }
}

/// As it is signed (docs/spec/record.md S6.7).
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { outcome, conceded_by, enemies_defeated, medal } = self;
        write!(f, "outcome={outcome} conceded_by=")?;
        write_or_dash(f, conceded_by.as_ref())?;
        write!(f, " enemies_defeated={enemies_defeated} medal=")?;
        write_or_dash(f, medal.as_ref())
    }
}
