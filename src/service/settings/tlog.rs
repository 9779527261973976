//! The settings of the transparency log.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use regicide_engine::tlog::{KeyType, VerifierKey};
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
    pub witnesses: Vec<Witness>,
}

impl Default for TlogSettings {
    fn default() -> Self {
        let (interval, guard) = (Duration::from_mins(1), CheckpointGuard::default());
        Self { look: None, interval, guard, witnesses: Vec::new() }
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

/// A witness that an operator has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The URL that its paths are appended to.
    pub url: Url,
    pub key: VerifierKey,
}

/// A text that names no witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a witness is its URL, a space, and its key: https://HOST NAME+ID+KEY")]
pub struct WitnessError;

impl FromStr for Witness {
    type Err = WitnessError;

    fn from_str(text: &str) -> Result<Self, WitnessError> {
        let (url, key) = text.trim().split_once(' ').ok_or(WitnessError)?;
        let url: Url = url.trim_end_matches('/').parse().map_err(|_| WitnessError)?;
        let key: VerifierKey = key.trim().parse().map_err(|_| WitnessError)?;
        let is_witness = matches!(url.scheme(), "http" | "https") && key.kind() == KeyType::Witness;
        is_witness.then_some(Self { url, key }).ok_or(WitnessError)
    }
}

impl Witness {
    pub(in crate::service) fn at(&self, path: &str) -> Option<Url> {
        format!("{}/{path}", self.url.as_str().trim_end_matches('/')).parse().ok()
    }
}
