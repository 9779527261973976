//! Bots of the co-operative game.

mod determinization;
mod knowledge;
mod policy;

pub(super) use knowledge::Knowledge;
