//! The commands.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod bots;
mod commands;
mod databases;
mod errors;
mod help;
mod install;
mod languages;
mod output;
mod play;
mod records_out;
mod rulesets;
mod settings;
mod solve;
mod terminal;
mod transparency;
mod upgrades;
mod watching;
mod windows_files;

#[path = "../../crates/engine/tests/support/games.rs"]
mod games;

#[expect(dead_code, reason = "the tests of the API use the rest")]
#[path = "../support/running.rs"]
mod running;

#[expect(dead_code, reason = "the tests of records use the rest")]
#[path = "../../crates/engine/tests/record/played.rs"]
mod played;
