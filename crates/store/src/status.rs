//! Status and visibility of games.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// The visibility of a game.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Visibility {
    /// It is listed and, once finished, exported.
    #[default]
    Public,
    /// Anyone with its id can see it; it is never listed.
    Unlisted,
    /// Only its players and holders of its code can see it; it is never listed. Stored as
    /// unlisted, with the code.
    Private,
}

/// The status of a game at a moment.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// Seats are open; no card is visible yet.
    Waiting,
    /// It is in progress.
    Running,
    /// The rules ended it; everything is public.
    Finished,
    /// The time without a move was too long: the game takes no more moves and everything is
    /// public.
    Abandoned,
    /// Its creator cancelled it before it began, or an operator cancelled it.
    Cancelled,
    /// Its challenge has ended: the game takes no more moves and everything is public.
    Closed,
}

impl Status {
    /// True if the game cannot change any more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        match self {
            Self::Waiting | Self::Running => false,
            Self::Finished | Self::Abandoned | Self::Cancelled | Self::Closed => true,
        }
    }

    /// True if results of the game count (docs/spec/challenges.md C2.3): not if it was
    /// cancelled, or ended before all seats were taken.
    #[must_use]
    pub const fn counts(self, is_full: bool) -> bool {
        match self {
            Self::Cancelled => false,
            Self::Closed => is_full,
            Self::Waiting | Self::Running | Self::Finished | Self::Abandoned => true,
        }
    }
}
