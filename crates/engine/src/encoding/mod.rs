//! Moves and views as numbers, for programs that learn to play
//! (docs/reference/encoding.md).
//!
//! A move is an *action*, a number below [`actions`]. What a seat sees is an
//! *observation*, a row of small numbers whose parts [`fields`] names. It is made
//! of a [`View`](crate::engine::View) alone, so it cannot hold more than the seat
//! may know. Seats are counted from the one that looks: 0 is itself, 1 the next
//! clockwise.

mod any;
mod regicide;
mod row;
mod seats;
mod table;
#[cfg(test)]
mod tests;
mod tricks;

pub use any::{Actions, actions, fields, observe};
pub use row::Field;
pub use table::{IllegalAction, Reward, Step, Table};

/// The version of actions and observations, which belongs to version 1 of the
/// rules of both games. Whatever gives a number another meaning is another
/// version.
pub const VERSION: u32 = 1;
