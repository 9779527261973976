//! Copies of a service's transparency log, and checks of them.

mod challenges;
pub mod check_evidence;
mod evidence;
mod folder;
mod growth;
pub mod mirror;
pub mod place;
mod policy;
mod records;
mod service;
mod stop;
pub mod watch;

pub(crate) use evidence::{Evidence, may_have_deleted};
pub(crate) use folder::{CopyTimes, LogEntries, LogFolder};
pub(crate) use policy::PolicyFile;
pub(crate) use service::{ChallengeUrl, CheckedChallenge, ServicePolicy, is_id, service_url};
