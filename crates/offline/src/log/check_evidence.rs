//! `regicide log check-evidence`: judges evidence offline.

use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::Message;
use regicide_engine::json::from_text;
use regicide_system::text_file::read_text;
use serde_json::json;

use super::evidence::Evidence;
use super::policy::PolicyFile;
use crate::failures::{Failure, named};
use crate::output::Output;

/// Judge the evidence of `log mirror` or `log watch`
///
/// Exit status 0 if it shows that the log of the policy contradicts itself, 1 if it does not.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide log check-evidence --policy policy copy/evidence.json")]
pub struct CheckEvidence {
    /// The file with the evidence
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    policy: PolicyFile,
}

impl CheckEvidence {
    pub fn run(self, out: &mut Output) -> Result<(), Failure> {
        let name = self.file.display().to_string();
        let policy = self.policy.read(out)?.ok_or_else(|| out.failure(&Message::new("log-no-policy")))?;
        let text = read_text(&self.file).map_err(|error| named(&name, error))?;
        let evidence: Evidence = from_text(text)?;
        match evidence.check(&policy) {
            Ok(message) => {
                let what = out.text(&message);
                let message = Message::new("log-evidence-holds").with("what", what.as_str());
                Ok(out.report(&json!({ "type": "evidence", "holds": true, "what": what }), &message)?)
            }
            Err(fault) => {
                out.record_failure();
                let what = out.text(&fault.message());
                let message = Message::new("log-evidence-fails").with("what", what.as_str());
                Ok(out.report(&json!({ "type": "evidence", "holds": false, "what": what }), &message)?)
            }
        }
    }
}
