//! The trick-taking game (docs/spec/tricks.md).

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
mod points;
mod position;
mod rulebook;
mod rules;
mod scene;
mod score;
mod scoring;
mod setup;
mod side;
mod signals;
#[cfg(test)]
mod table;
mod trick;
mod view;

pub use assumed::Unseen;
pub(crate) use deal::deck;
pub use effect::Effect;
pub use forecast::{BestCard, Trick};
pub use outcome::{Outcome, WonOrShared};
pub use points::{Points, PointsError};
pub use position::{Phase, Position, TurnedUp};
pub use rules::RulesVersion;
pub use score::Score;
pub use setup::Setup;
pub use side::{Side, SideError, Sides, SidesError, Teams};
pub use trick::Highest;
pub(crate) use trick::Order;
pub use view::{Revealed, View};
