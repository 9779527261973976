//! The co-operative game (docs/spec/rules.md).

mod assumed;
mod deal;
mod diagram;
mod effect;
mod forecast;
mod legal;
mod narration;
mod notation;
mod outcome;
mod play;
mod position;
mod powers;
mod rulebook;
mod rules;
mod scene;
mod score;
mod setup;
mod signals;
#[cfg(test)]
mod tests;
mod validate;
mod values;
mod view;

pub use assumed::Unseen;
pub use effect::Effect;
pub use forecast::{Attack, Cover, Flip, Yield};
pub use outcome::{LossReason, Medal, Outcome, WonOrLost};
pub use position::Position;
pub(crate) use position::{Enemy as StandingEnemy, Phase};
pub use rules::RulesVersion;
pub use score::{ENEMIES, ENEMIES_OF_A_RANK, Royals, Score};
pub use setup::Setup;
pub(crate) use values::{value, worth};
pub use view::{Damage, Enemy, PhaseName, Revealed, View};
