//! Copies of a service's transparency log, and checks of them.

mod contradiction;
mod folder;
mod growth;
pub mod mirror;
pub mod place;
mod policy;
mod service;
pub mod watch;

pub(crate) use folder::{CopyTimes, LogEntries, LogFolder};
pub(crate) use policy::{LogKeys, LogWitnesses};
pub(crate) use service::{ServiceKeys, service_url};
