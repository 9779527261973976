//! Records without the service: the library and the commands. What is changed
//! is found, what is forged is told apart.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod commands;
mod forged;
mod kinds;
mod long;
mod played;
mod reading;
mod released;
mod schema;
mod tamper;
mod told;
mod unfinished;
