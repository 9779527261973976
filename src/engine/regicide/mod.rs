//! The co-operative game (RULES.md, rules version `regicide/1`).
//!
//! Table talk (R8.1, R8.2, R8.3) is no part of it: the service has no way to say
//! anything, so nothing can be said that the rules forbid.

mod deal;
mod effect;
mod judge;
mod legal;
mod line;
mod merit;
mod outcome;
mod picture;
mod play;
mod position;
mod powers;
mod rulebook;
mod setup;
mod tell;
#[cfg(test)]
mod tests;
mod values;
mod view;

pub use effect::Effect;
pub use merit::Merit;
pub use outcome::{LossReason, Medal, Outcome, WonOrLost};
pub use position::Position;
pub use rulebook::rulebook;
pub use setup::Setup;
pub use view::{Damage, Enemy, PhaseName, Revealed, View};
