//! The trick-taking game.

mod effects;
mod hidden;
mod laws;
mod play;
