//! The transparency log (docs/spec/log.md): its entries, its signatures, and proofs
//! that an entry is in it.

mod checkpoints;
mod entries;
mod files;
mod known;
mod proofs;
mod recovery;
mod runner;
mod witnesses;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use regicide_engine::tlog::Witness;
use regicide_system::http_client::HttpClient;
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::core::Core;
use super::error::Error;
use super::games::Games;
use super::games::receipts::LogSigner;
use super::signing::SigningKeys;
use known::KnownCheckpoints;

pub(super) use checkpoints::{own_policy, stored};
pub(super) use entries::entry_of_challenge;
pub use files::TlogFile;
pub use known::Refusal;
pub use proofs::WantedProof;

/// The state of the log on this instance that is not stored.
struct TlogState {
    known: KnownCheckpoints,
    /// The time at which the log had every finished game and every challenge.
    complete_at: Mutex<Option<DateTime<Utc>>>,
    /// The reason why nothing is signed.
    refusal: Mutex<Option<Refusal>>,
    /// The client for requests to witnesses.
    http: LazyLock<HttpClient>,
    /// The names of witnesses whose last checkpoint was read.
    read: Mutex<HashSet<String>>,
    /// The end of a witness's pause, by its name.
    paused: Mutex<HashMap<String, Instant>>,
}

/// The transparency log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TransparencyLog)]
pub struct TlogInfo {
    /// The permanent name of the log; `null` before its first checkpoint.
    #[schema(examples("regicide.example/log/21fe31dfa154a261"))]
    pub origin: Option<String>,
    /// Its keys, the one in force last, and the operator's witnesses and their quorum, as a C2SP
    /// `tlog-policy` (docs/spec/log.md L4.7); also at `/log/policy`.
    pub policy: Option<String>,
    /// The number of entries in the latest checkpoint.
    pub size: u64,
    /// The time at which that was signed.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub signed_at: Option<DateTime<Utc>>,
    /// Its URL; tiles are beside it.
    #[schema(examples("/log/checkpoint"))]
    pub checkpoint_url: &'static str,
    /// The operator's witnesses that are in use.
    pub witnesses: Vec<WitnessInfo>,
    /// The reason why no checkpoint is signed, if there is one.
    pub refused: Option<String>,
}

/// A witness of the transparency log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WitnessInfo {
    /// Its name.
    pub name: String,
    /// The number of entries in the last checkpoint that it has signed.
    pub size: Option<u64>,
    /// The time of that signature.
    #[serde(with = "regicide_engine::record::timestamp::option")]
    pub cosigned_at: Option<DateTime<Utc>>,
}

#[derive(Clone)]
pub struct Tlog {
    core: Arc<Core>,
    games: Arc<Games>,
    keys: Arc<SigningKeys>,
    state: Arc<TlogState>,
}

impl Tlog {
    pub(super) fn new(core: Arc<Core>, games: Arc<Games>, keys: Arc<SigningKeys>) -> Self {
        let state = TlogState {
            known: KnownCheckpoints::new(&core.settings.tlog),
            complete_at: Mutex::default(),
            refusal: Mutex::default(),
            // All addresses are allowed: the operator configures them.
            http: LazyLock::new(|| HttpClient::new(|_| true)),
            read: Mutex::default(),
            paused: Mutex::default(),
        };
        Self { core, games, keys, state: Arc::new(state) }
    }

    /// The public state of the transparency log.
    pub async fn info(&self) -> Result<TlogInfo, Error> {
        let (last, signer) = self.present().await?;
        let cosigned = self.core.store.tlog.last_cosignatures().await?;
        let witness = |Witness { key, .. }: &Witness| {
            let last = cosigned.iter().find(|cosignature| cosignature.witness == key.name());
            WitnessInfo {
                name: key.name().to_owned(),
                size: last.map(|last| last.size),
                cosigned_at: last.map(|last| last.at),
            }
        };
        Ok(TlogInfo {
            policy: self.policy(&signer),
            origin: last.is_some().then_some(signer.origin),
            size: last.as_ref().map_or(0, |last| last.size),
            signed_at: last.map(|last| last.at),
            checkpoint_url: "/log/checkpoint",
            witnesses: self.core.settings.tlog.policy.parsed.witnesses.iter().map(witness).collect(),
            refused: self.refusal().map(|refusal| refusal.to_string()),
        })
    }

    /// The policy for the log; nothing before the service has a key.
    fn policy(&self, LogSigner { origin, keys }: &LogSigner) -> Option<String> {
        let url = self.core.settings.public_url.as_deref();
        let url = url.map(|url| format!(" {}/log", url.trim_end_matches('/'))).unwrap_or_default();
        let keys = own_policy(origin, keys).keys;
        let line = |key| format!("log {key}{url}\n");
        let lines: String = keys.iter().map(line).collect();
        (!keys.is_empty()).then(|| lines + &self.core.settings.tlog.policy.text)
    }

    /// The last time at which every finished game and every challenge had an entry, as far
    /// as this instance has looked.
    #[must_use]
    pub fn complete_at(&self) -> Option<DateTime<Utc>> {
        *self.state.complete_at.lock()
    }

    /// The reason why no checkpoint is signed, as far as this instance has found one.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.state.refusal.lock().clone()
    }
}
