//! The trick-taking game from outside: the published vectors, and what holds
//! for every game.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod effects;
mod hidden;
mod laws;
mod play;
mod vectors;
