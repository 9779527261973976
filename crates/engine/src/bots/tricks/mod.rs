//! Bots of the trick-taking game.

mod knowledge;
mod policy;

pub(super) use knowledge::Knowledge;
