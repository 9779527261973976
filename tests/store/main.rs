//! The store on both back ends.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

#[path = "../support/mod.rs"]
mod support;

mod admin;
mod all_games;
mod analyses;
mod audits;
mod batches;
mod bots;
mod challenge_lists;
mod challenges;
mod changes;
mod clocks;
mod contract;
mod faults;
mod fixtures;
mod former_players;
mod held_seats;
mod immutable;
mod lists;
mod lost_entries;
mod notes;
mod packing;
mod plans;
mod players;
mod races;
mod replica;
mod rulesets;
mod schema;
mod servers;
mod signals;
mod spread;
mod standings;
mod stream;
mod tlog;
mod upgrades;
mod webhooks;
