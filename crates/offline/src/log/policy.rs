//! The policy for a log, in a file.

use std::path::PathBuf;

use clap::Args;
use regicide_engine::engine::Message;
use regicide_engine::tlog::{LogPolicy, PolicyError};
use regicide_system::text_file::read_text;

use super::api::Api;
use super::folder::{LogFolder, POLICY};
use crate::failures::{Failure, named};
use crate::output::Output;

/// The policy for a transparency log.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Transparency log")]
pub(crate) struct PolicyFile {
    /// The policy for the transparency log (C2SP tlog-policy): its key, witnesses, and those of
    /// them that have to have signed. A service gives one at `/log/policy`
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
}

impl PolicyFile {
    /// The policy in the file; without one that in the folder of a copy, where that of the service
    /// is stored when it is read for the first time.
    pub(super) async fn policy(
        &self,
        api: &Api,
        folder: &LogFolder,
        out: &Output,
    ) -> Result<LogPolicy, Failure> {
        if let Some(policy) = self.read(out)? {
            return Ok(policy);
        }
        if let Some(text) = folder.read_text(POLICY)? {
            return parse(&folder.path(POLICY).display().to_string(), &text, out);
        }
        let text = api.policy().await?;
        let policy = parse("/log/policy", &text, out)?;
        folder.write(POLICY, text.as_bytes())?;
        Ok(policy)
    }

    /// The policy in the file, if one is named.
    pub(crate) fn read(&self, out: &Output) -> Result<Option<LogPolicy>, Failure> {
        let Some(path) = &self.policy else { return Ok(None) };
        let name = path.display().to_string();
        let text = read_text(path).map_err(|error| named(&name, error))?;
        parse(&name, &text, out).map(Some)
    }
}

/// The policy in a text, which has a key of a log.
pub(super) fn parse(name: &str, text: &str, out: &Output) -> Result<LogPolicy, Failure> {
    let bad = |line: usize| {
        out.failure(&Message::new("log-bad-policy").with("file", name).with("line", line.to_string()))
    };
    LogPolicy::of_verifier(text).map_err(|PolicyError(line)| bad(line))
}
