//! The service that plays and stores games of [`regicide_engine`], over HTTP.
//!
//! The layers, each of which uses only those before it, are [`regicide_store`],
//! [`service`], [`api`] and [`cli`].

pub mod api;
pub mod cli;
pub mod service;

/// The commit that the program was made from, if the build knew it.
const COMMIT: Option<&str> = option_env!("REGICIDE_COMMIT");
