//! The store on both back ends.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

#[path = "../support/mod.rs"]
mod support;

mod batches;
mod challenges;
mod contract;
mod lists;
mod made;
mod players;
mod races;
mod replica;
mod stays;
