//! The transparency log (docs/spec/log.md): what gets an entry, who signs when, and
//! what shows that an entry is in it.

mod checkpoints;
mod entries;
mod files;
mod known;
mod proofs;
mod recovery;
mod runner;
mod witnesses;

use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use serde::Serialize;
use utoipa::ToSchema;

use super::Service;
use super::error::Error;
use known::KnownCheckpoints;
use witnesses::WitnessClient;

pub(super) use checkpoints::{own_policy, stored};
pub(super) use entries::{entry_of_challenge, entry_of_game};
pub use files::TlogFile;
pub use known::Refusal;
pub use proofs::WantedProof;
pub use recovery::MissingEntries;
pub use witnesses::Witness;

/// What an operator chooses about the transparency log.
#[derive(Clone, Debug)]
pub struct TlogSettings {
    /// How often this instance looks for games and challenges without an entry;
    /// never, if nothing.
    pub look: Option<Duration>,
    /// How long it is from one checkpoint to the next at the least.
    pub interval: Duration,
    /// A file outside the database that has the last checkpoint.
    pub checkpoint_file: Option<PathBuf>,
    pub witnesses: Vec<Witness>,
}

impl Default for TlogSettings {
    fn default() -> Self {
        Self { look: None, interval: Duration::from_mins(1), checkpoint_file: None, witnesses: Vec::new() }
    }
}

/// What an instance knows of the log besides what is stored.
pub(super) struct TransparencyLog {
    known: KnownCheckpoints,
    /// Size and time of the last checkpoint that was seen.
    last: Mutex<Option<(u64, DateTime<Utc>)>>,
    /// Why nothing is signed.
    refusal: Mutex<Option<Refusal>>,
    witnesses: Option<WitnessClient>,
}

impl TransparencyLog {
    pub(super) fn new(settings: &TlogSettings) -> Self {
        let witnesses = (!settings.witnesses.is_empty()).then(WitnessClient::new);
        let known = KnownCheckpoints::new(settings.checkpoint_file.clone());
        Self { known, last: Mutex::default(), refusal: Mutex::default(), witnesses }
    }
}

/// The transparency log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TransparencyLog)]
pub struct TlogInfo {
    /// What names the log for ever; nothing before its first checkpoint.
    #[schema(examples("regicide.example/21fe31dfa154a261"))]
    pub origin: Option<String>,
    /// The keys that sign it, as lines `NAME+ID+KEY` (C2SP `signed-note`), the one in
    /// force last.
    pub keys: Vec<String>,
    /// How many entries the latest checkpoint has.
    pub size: u64,
    /// When that was signed.
    #[serde(with = "regicide::record::timestamp::option")]
    pub signed_at: Option<DateTime<Utc>>,
    /// Where it is; tiles are beside it.
    #[schema(examples("/log/checkpoint"))]
    pub checkpoint_url: &'static str,
    /// The operator's witnesses.
    pub witnesses: Vec<WitnessInfo>,
    /// Why no checkpoint is signed, if that is so.
    pub refused: Option<String>,
}

/// A witness of the transparency log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WitnessInfo {
    /// Its name.
    pub name: String,
    /// Its key, as a line `NAME+ID+KEY`.
    pub key: String,
    /// How many entries the last checkpoint has that it has signed.
    pub size: Option<u64>,
    /// When that was.
    #[serde(with = "regicide::record::timestamp::option")]
    pub cosigned_at: Option<DateTime<Utc>>,
}

impl Service {
    /// What there is to know of the transparency log.
    pub async fn transparency_log(&self) -> Result<TlogInfo, Error> {
        let last = self.store.checkpoints(1).await?.pop();
        let origin = last.as_ref().map(checkpoints::origin).transpose()?;
        let keys = match &origin {
            Some(origin) => checkpoints::verifier_keys(origin, &self.tlog_keys().await?),
            None => Vec::new(),
        };
        let cosigned = self.store.last_cosignatures().await?;
        let witness = |Witness { key, .. }: &Witness| {
            let last = cosigned.iter().find(|cosignature| cosignature.witness == key.name());
            WitnessInfo {
                name: key.name().to_owned(),
                key: key.to_string(),
                size: last.map(|last| last.size),
                cosigned_at: last.map(|last| last.at),
            }
        };
        Ok(TlogInfo {
            origin,
            keys: keys.iter().map(ToString::to_string).collect(),
            size: last.as_ref().map_or(0, |last| last.size),
            signed_at: last.map(|last| last.at),
            checkpoint_url: "/log/checkpoint",
            witnesses: self.settings.tlog.witnesses.iter().map(witness).collect(),
            refused: self.tlog_refusal().map(|refusal| refusal.to_string()),
        })
    }

    /// Size and time of the last checkpoint that this instance has seen, if it keeps
    /// the log.
    #[must_use]
    pub fn tlog_state(&self) -> Option<(u64, DateTime<Utc>)> {
        *self.tlog.last.lock()
    }

    /// Why no checkpoint is signed, as far as this instance knows.
    #[must_use]
    pub fn tlog_refusal(&self) -> Option<Refusal> {
        self.tlog.refusal.lock().clone()
    }
}
