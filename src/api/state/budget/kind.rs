//! Kinds of requests and their costs.

use std::time::Duration;

use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(in crate::api) enum Kind {
    Create,
    Change,
    Move,
    Read,
    #[strum(serialize = "record")]
    Verify,
    #[strum(serialize = "record")]
    Import,
    Export,
    Stream,
    /// Not a kind of request: processor seconds of the computations and house bots that a
    /// request starts.
    Compute,
    /// Not a kind of request: the wrong codes of an address or token, and for a game or
    /// challenge.
    Code,
}

/// The number of bytes of a record, or of an answer, that cost as much as a request.
const UNIT: u64 = 64 * 1024;
/// The number of rebuilt moves that cost as much as a request.
const MOVES: u64 = 500;

impl Kind {
    /// The name of the budget in the answer's headers.
    pub(super) fn name(self) -> &'static str {
        self.into()
    }

    /// The window of the budget.
    pub(super) const fn window(self) -> Duration {
        if matches!(self, Self::Compute | Self::Code) {
            Duration::from_hours(1)
        } else {
            Duration::from_mins(1)
        }
    }

    /// Returns true if the request creates something.
    pub(super) const fn creates(self) -> bool {
        matches!(self, Self::Create | Self::Import)
    }

    /// The part of a request's cost that is known before it is answered.
    pub(in crate::api) fn cost(self, body_bytes: u64) -> f64 {
        match self {
            Self::Verify | Self::Import => 1.0 + units(body_bytes, UNIT),
            Self::Create
            | Self::Change
            | Self::Move
            | Self::Read
            | Self::Export
            | Self::Stream
            | Self::Compute
            | Self::Code => 1.0,
        }
    }

    /// The additional cost of an answer, generated or sent.
    pub(in crate::api) fn cost_of_answer(self, bytes: u64) -> f64 {
        match self {
            Self::Read | Self::Export | Self::Stream => units(bytes, UNIT),
            Self::Create
            | Self::Change
            | Self::Move
            | Self::Verify
            | Self::Import
            | Self::Compute
            | Self::Code => 0.0,
        }
    }
}

/// The additional cost of moves that were rebuilt.
pub(in crate::api) fn cost_of_moves(moves: u64) -> f64 {
    units(moves, MOVES)
}

/// The number of units of a count of bytes or moves, with fractions.
fn units(count: u64, unit: u64) -> f64 {
    let whole = u32::try_from(count / unit).unwrap_or(u32::MAX);
    let rest = u32::try_from(count % unit).unwrap_or(u32::MAX);
    let unit = u32::try_from(unit).unwrap_or(u32::MAX);
    f64::from(whole) + f64::from(rest) / f64::from(unit)
}
