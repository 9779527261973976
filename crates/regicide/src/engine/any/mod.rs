//! Values of any game. Only this folder asks which game it is; everywhere else
//! a game is a game.

mod effect;
mod forecast;
mod history;
mod outcome;
mod position;
mod ruleset;
mod score;
mod setup;
mod view;

pub use effect::Effect;
pub use forecast::Forecast;
pub use history::History;
pub use outcome::{NamedOutcome, Outcome, SeatResult};
pub use position::Position;
pub use ruleset::{Ruleset, UnknownRuleset};
pub use score::Score;
pub use setup::Setup;
pub use view::{Revealed, View};
