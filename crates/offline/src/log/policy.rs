//! Flags with the keys and witnesses of a transparency log.

use clap::Args;
use regicide_engine::engine::Message;
use regicide_engine::tlog::{KeyType, LogPolicy, VerifierKey};

use crate::failures::Failure;
use crate::output::Output;

/// The keys of a log.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Transparency log")]
pub(crate) struct LogKeys {
    /// A key of the transparency log, `NAME+ID+KEY`, as in `/v1/log`; may be given
    /// several times
    #[arg(long = "log-key", value_name = "VKEY", value_parser = log_key)]
    pub(crate) log_keys: Vec<VerifierKey>,
}

/// Trusted witnesses.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Transparency log")]
pub(crate) struct LogWitnesses {
    /// A trusted witness, `NAME+ID+KEY`; may be given several times
    #[arg(long = "witness", value_name = "VKEY", value_parser = witness_key)]
    pub(crate) witnesses: Vec<VerifierKey>,
    /// The number of witnesses that have to sign [default: all]
    #[arg(long, value_name = "N", requires = "witnesses")]
    quorum: Option<usize>,
}

fn log_key(text: &str) -> Result<VerifierKey, String> {
    key_of(KeyType::Log, text)
}

fn witness_key(text: &str) -> Result<VerifierKey, String> {
    key_of(KeyType::Witness, text)
}

fn key_of(kind: KeyType, text: &str) -> Result<VerifierKey, String> {
    let key: VerifierKey =
        text.parse().map_err(|error: regicide_engine::tlog::VerifierKeyError| error.to_string())?;
    let wanted = match kind {
        KeyType::Log => "it is the key of a witness, not of a log",
        KeyType::Witness => "it is the key of a log, not of a witness",
    };
    if key.kind() == kind { Ok(key) } else { Err(wanted.to_owned()) }
}

impl LogWitnesses {
    /// The policy with these witnesses, for a log with these keys.
    pub(crate) fn policy(&self, keys: Vec<VerifierKey>, out: &Output) -> Result<LogPolicy, Failure> {
        let witnesses = self.witnesses.clone();
        let quorum = self.quorum.unwrap_or(witnesses.len());
        if quorum > witnesses.len() {
            let message = Message::new("log-large-quorum").with("quorum", quorum.to_string());
            return Err(out.failure(&message.with("witnesses", witnesses.len().to_string())));
        }
        Ok(LogPolicy { keys, witnesses, quorum, ..LogPolicy::default() })
    }
}
