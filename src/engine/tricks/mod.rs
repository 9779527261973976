//! The trick-taking game (TRICKS.md, rules version `regicide-tricks/1`).

mod deal;
mod effect;
mod legal;
mod line;
mod merit;
mod outcome;
mod picture;
mod play;
mod points;
mod position;
mod rulebook;
mod score;
mod setup;
mod side;
#[cfg(test)]
mod table;
mod tell;
mod trick;
mod view;

pub use effect::Effect;
pub use merit::Merit;
pub use outcome::{Outcome, WonOrShared};
pub use points::{Points, PointsError};
pub use position::{Phase, Position, TurnedUp};
pub use rulebook::rulebook;
pub use setup::Setup;
pub use side::{Side, SideError, Sides, SidesError};
pub use trick::Highest;
pub use view::{Revealed, View};
