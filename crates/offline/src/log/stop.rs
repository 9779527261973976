//! The reasons why a command about a log stops early.

use regicide_engine::engine::Message;
use regicide_engine::tlog::LogPolicy;
use serde_json::json;

use super::evidence::Evidence;
use super::folder::LogFolder;
use crate::failures::Failure;
use crate::output::Output;

/// The reason why a command stopped early.
pub(super) enum Stop {
    /// A file or a service cannot be read.
    Failed(Failure),
    /// What is not signed does not fit: another answer may.
    Suspected(Message),
    /// What is signed contradicts itself.
    Proven(Box<Evidence>),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Stop {
    /// Reports the reason, and stores evidence in a folder.
    pub(super) fn report(
        self,
        policy: &LogPolicy,
        folder: &LogFolder,
        out: &mut Output,
    ) -> Result<(), Failure> {
        match self {
            Self::Failed(failure) => Err(failure),
            Self::Suspected(message) => suspect(&message, out),
            Self::Proven(evidence) => evidence.report(policy, folder, out),
        }
    }
}

/// Reports that something does not fit that is not signed.
pub(super) fn suspect(message: &Message, out: &mut Output) -> Result<(), Failure> {
    out.record_suspicion();
    let what = out.text(message);
    let message = Message::new("log-suspicion").with("what", what.as_str());
    Ok(out.report(&json!({ "type": "suspicion", "what": what }), &message)?)
}
