//! Games: create, join, move, look, replay, fork, export and import.

pub(in crate::service) mod access;
pub(in crate::service) mod cache;
pub(in crate::service) mod create;
pub(in crate::service) mod ends;
pub(in crate::service) mod export;
pub(in crate::service) mod fork;
pub(in crate::service) mod import;
pub(in crate::service) mod invitations;
pub(in crate::service) mod list;
pub(in crate::service) mod loaded_game;
pub(in crate::service) mod log;
pub(in crate::service) mod moves;
pub(in crate::service) mod rematch;
pub(in crate::service) mod replay;
pub(in crate::service) mod rules;
pub(in crate::service) mod seats;
pub(in crate::service) mod signals;
pub(in crate::service) mod undo;
pub(in crate::service) mod view;
