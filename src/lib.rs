//! The service that plays and stores games of [`regicide`], over HTTP.
//!
//! The layers, each knowing only those before it, are [`store`], [`service`],
//! [`api`] and [`cli`].

pub mod api;
pub mod cli;
pub mod service;
pub mod store;
