//! Players that know what their seat may know, and no more.
//!
//! A bot is made of three things: [`Knowledge`], which is built from the views
//! of one seat and from the effects of moves as that seat saw them; sampled
//! deals (determinizations), which are positions that fit this knowledge; and a
//! search over them. None of them ever gets the position of the game.
//!
//! Like the engine it is pure: no clock, no I/O, no threads. Budgets are
//! numbers of iterations, all arithmetic is in integers, and what looks like
//! chance comes from a seed. So a bot chooses the same on any machine.

mod any;
pub mod difficulty;
mod house;
mod match_play;
mod observer;
mod regicide;
pub mod review;
mod search;
#[cfg(test)]
pub(crate) mod tests;
mod tricks;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Move;

pub use any::{Knowledge, choose, choose_within};
pub use house::{advice, house_move};
pub use match_play::{MatchGame, Player, PlayerError, play};
pub use observer::Observer;

/// The level of play of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display, strum::EnumString, strum::AsRefStr, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
#[schema(as = BotLevel)]
pub enum Level {
    /// Takes what looks best at once.
    Novice,
    /// Looks ahead a little.
    Steady,
    /// Looks ahead as well as it can within a twentieth of a second.
    Strong,
}

impl Level {
    /// Every level, weaker ones first.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// The name of a bot of this level at a table, in all languages.
    pub fn bot_name(self) -> String {
        Player::Level(self).bot_name()
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move that it would make.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Every legal move, in the order in which the engine lists them.
    pub moves: Vec<Considered>,
}

/// The result of a search for one legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Considered {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// How many sampled deals it was tried in. 0 for a move that another is
    /// at least as good as: a discard of more cards than necessary.
    pub visits: u32,
    /// In how many of them the game was won when it was played to its end; in
    /// the trick-taking game, in how many the side scored most in the hand.
    pub won: u32,
}
