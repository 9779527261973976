//! Regicide: the rules, the portable record, the store and the HTTP service
//! of the card game, for one to four players.
//!
//! The layers, each knowing only those before it: [`engine`], [`words`],
//! [`record`], [`store`], [`service`], [`api`], [`cli`].

pub mod api;
pub mod cli;
pub mod engine;
pub mod record;
pub mod service;
pub mod store;
pub mod words;
