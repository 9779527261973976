//! Records under attack: what is changed is found, what is forged is told
//! apart.

#![expect(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod forged;
mod long;
mod played;
mod reading;
mod tamper;
mod unfinished;
