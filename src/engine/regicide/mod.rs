//! The co-operative game (RULES.md, rules version `regicide/1`).

mod deal;
mod effect;
mod judge;
mod legal;
mod line;
mod outcome;
mod picture;
mod play;
mod position;
mod powers;
mod rulebook;
mod setup;
mod tell;
mod values;
mod view;

pub use effect::Effect;
pub use outcome::{LossReason, Medal, Outcome, WonOrLost};
pub use position::Position;
pub use rulebook::rulebook;
pub use setup::Setup;
pub use view::{Damage, Enemy, PhaseName, Revealed, View};
