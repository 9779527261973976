//! Copies of a service's transparency log, and checks of them.

mod api;
mod challenges;
pub mod check_evidence;
pub mod copy;
mod evidence;
pub mod folder;
pub mod mirror;
mod policy;
mod records;
mod service;
mod stop;
pub mod watch;

pub(crate) use copy::{CopyTimes, LogCopy};
pub(crate) use evidence::{Evidence, may_have_deleted};
pub(crate) use folder::LogFolder;
pub(crate) use policy::PolicyFile;
pub(crate) use service::{ChallengeUrl, CheckedChallenge, ServicePolicy, is_id, service_url};
