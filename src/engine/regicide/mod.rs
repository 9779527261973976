//! The co-operative game (RULES.md, rules version `regicide/1`).

mod effect;
mod outcome;
mod position;
mod setup;
mod view;

pub use effect::Effect;
pub use outcome::{LossReason, Medal, Outcome, WonOrLost};
pub use position::Position;
pub use setup::Setup;
pub use view::{Damage, Enemy, PhaseName, Revealed, View};
