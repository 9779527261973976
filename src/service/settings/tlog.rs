//! The settings of the transparency log.

use std::collections::HashSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use regicide_engine::tlog::{LogPolicy, PolicyError, Witness};
use url::Url;

/// The operator's settings of the transparency log.
#[derive(Clone, Debug)]
pub struct TlogSettings {
    /// The interval at which this instance looks for games and challenges without an
    /// entry; `None` disables it.
    pub look: Option<Duration>,
    /// The minimum time between checkpoints.
    pub interval: Duration,
    pub guard: CheckpointGuard,
    pub policy: WitnessPolicy,
}

impl Default for TlogSettings {
    fn default() -> Self {
        let (interval, guard) = (Duration::from_mins(1), CheckpointGuard::default());
        Self { look: None, interval, guard, policy: WitnessPolicy::default() }
    }
}

/// The place outside the database that shows the last checkpoint after a start (L2.5), besides
/// witnesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CheckpointGuard {
    /// No other: without witnesses nothing is signed.
    #[default]
    Witnesses,
    /// A file.
    File(PathBuf),
    /// None: the log is signed without one.
    Unguarded,
}

impl FromStr for CheckpointGuard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "" => Err("it is a file, or the word `unguarded`"),
            word if word.eq_ignore_ascii_case("unguarded") => Ok(Self::Unguarded),
            file => Ok(Self::File(PathBuf::from(file))),
        }
    }
}

/// The witnesses that an operator has named, as the lines of a policy without a log (L4.7).
#[derive(Clone, Debug)]
pub struct WitnessPolicy {
    pub text: String,
    /// Without keys of a log, and with the witnesses in use: those with a URL.
    pub parsed: LogPolicy,
}

impl Default for WitnessPolicy {
    fn default() -> Self {
        Self { text: "quorum none\n".to_owned(), parsed: LogPolicy::default() }
    }
}

impl FromStr for WitnessPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parsed: LogPolicy = text.parse().map_err(|error: PolicyError| error.to_string())?;
        parsed.witnesses.retain(|witness| witness.url.is_some());
        let mut names = HashSet::new();
        if !parsed.keys.is_empty() {
            return Err("the service adds the `log` lines itself".to_owned());
        }
        if parsed.witnesses.iter().any(|witness| url_below(witness, "").is_none()) {
            return Err("the URL of a witness is one of http or https".to_owned());
        }
        if !parsed.witnesses.iter().all(|witness| names.insert(witness.key.name())) {
            return Err("two witnesses sign with one name".to_owned());
        }
        Ok(Self { text: format!("{}\n", text.trim_end_matches('\n')), parsed })
    }
}

/// The URL of a path below that of a witness.
pub(in crate::service) fn url_below(witness: &Witness, path: &str) -> Option<Url> {
    let url: Url = format!("{}/{path}", witness.url.as_ref()?.trim_end_matches('/')).parse().ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}
