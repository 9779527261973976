//! Witnesses, which sign checkpoints that go on from all that they have seen (L5).

use std::collections::HashMap;
use std::str::FromStr;
use std::time::Duration;

use parking_lot::Mutex;
use regicide::engine::Hash;
use regicide::tlog::{
    Checkpoint, KeyType, LogPolicy, Note, NoteSignature, VerifierKey, tiles_of_consistency,
};
use tokio::time::Instant;
use url::Url;

use super::checkpoints::{stored, verifier_keys};
use super::known::CheckpointSource;
use crate::service::Service;
use crate::service::error::Error;
use crate::service::runtime::http_client::{HttpAnswer, HttpClient, SendError};
use crate::store::{SignedCheckpoint, StoredCosignature};

/// The longest answer of a witness, in bytes.
const MAX_ANSWER: usize = 1 << 16;
/// How long a witness that has failed is left alone.
const PAUSE: Duration = Duration::from_secs(30);

/// A witness that an operator has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// What its paths are appended to.
    pub url: Url,
    pub key: VerifierKey,
}

/// A text that names no witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a witness is the URL that it is asked at, a space, and its key: https://HOST NAME+ID+KEY")]
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
    fn at(&self, path: &str) -> Option<Url> {
        format!("{}/{path}", self.url.as_str().trim_end_matches('/')).parse().ok()
    }
}

/// What an instance asks witnesses with.
pub(super) struct WitnessClient {
    http: HttpClient,
    /// Until when a witness is left alone, by its name.
    paused: Mutex<HashMap<String, Instant>>,
}

/// Why a witness has not signed.
#[derive(Debug, thiserror::Error)]
enum Unsigned {
    #[error("no answer: {}", <&str>::from(.0))]
    NoAnswer(SendError),
    #[error("it answers with status {0}")]
    Status(u16),
    #[error("its answer is no signature of its key")]
    NoSignature,
    #[error("it has signed a checkpoint of {0} entries")]
    Ahead(u64),
}

impl WitnessClient {
    /// Any address is an operator's to name.
    pub(super) fn new() -> Self {
        Self { http: HttpClient::new(|_| true), paused: Mutex::default() }
    }
}

impl Service {
    /// Asks each witness that has not signed the last checkpoint to do so.
    pub(super) async fn ask_witnesses(&self) -> Result<(), Error> {
        let Some(client) = &self.tlog.witnesses else { return Ok(()) };
        let Some(last) = self.store.checkpoints(1).await?.pop() else { return Ok(()) };
        if self.tlog_refusal().is_some() {
            return Ok(());
        }
        let cosigned = self.store.last_cosignatures().await?;
        let asked = self.settings.tlog.witnesses.iter().filter_map(|witness| {
            let known = cosigned.iter().find(|cosignature| cosignature.witness == witness.key.name());
            let size = known.map_or(0, |known| known.size);
            let is_paused =
                client.paused.lock().get(witness.key.name()).is_some_and(|until| *until > Instant::now());
            (size < last.size && !is_paused).then(|| self.ask_witness(client, witness, &last, size))
        });
        let asked: Vec<_> = asked.collect();
        for done in futures_util::future::join_all(asked).await {
            done?;
        }
        Ok(())
    }

    async fn ask_witness(
        &self,
        client: &WitnessClient,
        witness: &Witness,
        last: &SignedCheckpoint,
        size: u64,
    ) -> Result<(), Error> {
        let name = witness.key.name();
        match self.cosignature(client, witness, last, size).await? {
            Ok(signature) => {
                let at = self.now().await?;
                let (witness, line) = (name.to_owned(), signature.to_string());
                let cosignature = StoredCosignature { size: last.size, witness, line, at };
                Ok(self.store.add_cosignature(&cosignature).await?)
            }
            Err(unsigned) => {
                tracing::warn!(witness = name, reason = %unsigned, "a witness has not signed the checkpoint");
                client.paused.lock().insert(name.to_owned(), Instant::now() + PAUSE);
                if let Unsigned::Ahead(_) = unsigned {
                    self.note_witnessed(client, witness, last).await?;
                }
                Ok(())
            }
        }
    }

    /// The signature of a witness, which may know another size than we think.
    async fn cosignature(
        &self,
        client: &WitnessClient,
        witness: &Witness,
        last: &SignedCheckpoint,
        size: u64,
    ) -> Result<Result<NoteSignature, Unsigned>, Error> {
        let mut answer = self.submit(client, witness, last, size).await?;
        if let Ok(HttpAnswer { status: 409, body, .. }) = &answer {
            let Some(known) = str::from_utf8(body).ok().and_then(|body| body.trim_end().parse().ok()) else {
                return Ok(Err(Unsigned::Status(409)));
            };
            if known > last.size {
                return Ok(Err(Unsigned::Ahead(known)));
            }
            answer = self.submit(client, witness, last, known).await?;
        }
        Ok(match answer {
            Ok(HttpAnswer { status: 200, body, .. }) => {
                signature(witness, last, &body).ok_or(Unsigned::NoSignature)
            }
            Ok(HttpAnswer { status, .. }) => Err(Unsigned::Status(status)),
            Err(error) => Err(Unsigned::NoAnswer(error)),
        })
    }

    /// Sends a checkpoint, with a proof that it goes on from one of `size` entries.
    async fn submit(
        &self,
        client: &WitnessClient,
        witness: &Witness,
        last: &SignedCheckpoint,
        size: u64,
    ) -> Result<Result<HttpAnswer, SendError>, Error> {
        let tiles = self.store.tlog_tiles(&tiles_of_consistency(size, last.size)).await?;
        let hashes = tiles.consistency(size, last.size).expect("its tiles were read");
        let lines: String = hashes.iter().map(|hash| format!("{}\n", hash.to_base64())).collect();
        let body = format!("old {size}\n{lines}\n{}", last.note);
        let Some(url) = witness.at("add-checkpoint") else { return Ok(Err(SendError::UnusableHost)) };
        let headers = [("content-type", "text/plain; charset=utf-8".to_owned())];
        Ok(client.http.post(&url, &headers, &body, MAX_ANSWER).await)
    }

    /// Notes the checkpoint that a witness has, if it is ours and larger than the last
    /// one that is stored: then the log has gone back (L5.2).
    async fn note_witnessed(
        &self,
        client: &WitnessClient,
        witness: &Witness,
        last: &SignedCheckpoint,
    ) -> Result<(), Error> {
        let origin = stored(last)?.origin;
        let path = format!("{}/checkpoint", Hash::of(origin.as_bytes()));
        let Some(url) = witness.at(&path) else { return Ok(()) };
        let Ok(HttpAnswer { status: 200, body, .. }) = client.http.get(&url, MAX_ANSWER).await else {
            return Ok(());
        };
        let keys = verifier_keys(&origin, &self.tlog_keys().await?);
        let policy = LogPolicy { keys, ..LogPolicy::default() };
        let note = String::from_utf8(body).unwrap_or_default();
        if let Ok(found) = policy.open(&note) {
            let Checkpoint { size, .. } = found.checkpoint;
            tracing::error!(
                witness = witness.key.name(),
                size,
                "the witness has a larger checkpoint of ours"
            );
            let source = CheckpointSource::Witness(witness.key.name().to_owned());
            if let Err(refusal) = self.tlog.known.note(&note, source) {
                tracing::error!(%refusal, "what the witness has could not be kept");
            }
        }
        Ok(())
    }
}

/// The witness's signature in its answer, if it holds.
fn signature(witness: &Witness, last: &SignedCheckpoint, body: &[u8]) -> Option<NoteSignature> {
    let note: Note = format!("{}{}", last.note, str::from_utf8(body).ok()?).parse().ok()?;
    witness.key.signature_on(&note).ok().flatten().cloned()
}
