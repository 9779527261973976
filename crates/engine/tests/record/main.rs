//! Records without the service: changes and forgeries are detected.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod comments;
mod forged;
mod former;
mod forms;
mod kinds;
mod long;
mod mutated;
mod narration;
mod played;
mod reading;
mod released;
mod rulesets;
mod schema;
mod tamper;
mod undo;
mod unfinished;

#[path = "../support/games.rs"]
mod games;
#[path = "../support/long_games.rs"]
mod long_games;
