//! Values of any game. Only this folder distinguishes the games; everywhere else
//! a game is a game.

/// A `match` with the same arm for every game.
macro_rules! dispatch {
    ($value:expr, $any:ident($game:ident) => $result:expr) => {
        match $value {
            $any::Regicide($game) => $result,
            $any::Tricks($game) => $result,
        }
    };
}

mod effect;
mod forecast;
mod history;
mod outcome;
mod position;
mod ruleset;
mod score;
mod setup;
mod view;

pub(crate) use dispatch;
pub use effect::{Effect, LogEffect};
pub use forecast::Forecast;
pub use history::History;
pub use outcome::{NamedOutcome, Outcome, SeatResult};
pub use position::Position;
pub use ruleset::{Ruleset, UnknownRuleset};
pub use score::Score;
pub use setup::Setup;
pub use view::{Revealed, View};
