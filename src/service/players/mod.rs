//! Players: accounts, names and lists of games.

pub(in crate::service) mod accounts;
pub(in crate::service) mod games;
pub(in crate::service) mod lookalike;
pub(in crate::service) mod name;
mod reserved;
