//! Bots of the co-operative game.

mod knowledge;
mod policy;
mod worlds;

pub(super) use knowledge::Knowledge;
