//! Bots of the co-operative game.

mod knowledge;
mod policy;

pub(super) use knowledge::Knowledge;
