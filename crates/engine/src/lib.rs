#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![expect(
    clippy::must_use_candidate,
    reason = "nearly every function here is pure; an attribute on each is noise"
)]

pub mod bots;
pub mod encoding;
pub mod engine;
pub mod i18n;
pub mod json;
pub mod record;
pub mod solver;
pub mod tlog;
