//! The commands of `regicide` that need neither server nor database, and the parts that
//! all commands share: output and exit status, failures, progress, records in files.

#![expect(clippy::must_use_candidate, reason = "only the program uses these functions")]

pub mod analyse;
pub mod arguments;
mod deal;
pub mod difficulty;
pub mod failures;
pub mod interrupt;
mod layout;
pub mod log;
pub mod output;
pub mod play;
pub mod progress;
pub mod records;
mod records_out;
pub mod replay;
mod share;
pub mod simulate;
pub mod solve;
mod typed_lines;
pub mod verify;
mod workers;
