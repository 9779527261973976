//! The settings of the transparency log.

use std::collections::HashSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use regicide_engine::tlog::{LogPolicy, PolicyError, Quorum, VerifierKey};
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
    /// No other: without a witness nothing is signed.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessPolicy {
    pub text: String,
    pub quorum: Quorum,
    /// Those that are in use: those with a URL.
    pub witnesses: Vec<Witness>,
}

/// A witness that is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The URL that its paths are appended to.
    pub url: Url,
    pub key: VerifierKey,
}

/// A text that names no witnesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessPolicyError {
    #[error(transparent)]
    NoPolicy(#[from] PolicyError),
    #[error("the service adds the `log` lines itself")]
    Log,
    #[error("the URL of a witness is one of http or https")]
    Url,
    #[error("two witnesses sign with one name")]
    Name,
}

impl Default for WitnessPolicy {
    fn default() -> Self {
        Self { text: "quorum none\n".to_owned(), quorum: Quorum::None, witnesses: Vec::new() }
    }
}

impl FromStr for WitnessPolicy {
    type Err = WitnessPolicyError;

    fn from_str(text: &str) -> Result<Self, WitnessPolicyError> {
        let LogPolicy { keys, witnesses, quorum, .. } = text.parse()?;
        if !keys.is_empty() {
            return Err(WitnessPolicyError::Log);
        }
        let in_use = witnesses.into_iter().filter_map(|witness| Some((witness.url?, witness.key)));
        let in_use = in_use.map(|(url, key)| {
            let url: Option<Url> =
                url.parse().ok().filter(|url: &Url| matches!(url.scheme(), "http" | "https"));
            Ok(Witness { url: url.ok_or(WitnessPolicyError::Url)?, key })
        });
        let witnesses = in_use.collect::<Result<Vec<Witness>, WitnessPolicyError>>()?;
        let mut names = HashSet::new();
        if !witnesses.iter().all(|witness| names.insert(witness.key.name())) {
            return Err(WitnessPolicyError::Name);
        }
        Ok(Self { text: format!("{}\n", text.trim_end_matches('\n')), quorum, witnesses })
    }
}

impl Witness {
    pub(in crate::service) fn at(&self, path: &str) -> Option<Url> {
        format!("{}/{path}", self.url.as_str().trim_end_matches('/')).parse().ok()
    }
}
