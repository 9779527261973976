//! Witnesses, which sign checkpoints that extend all that they have seen (L5).

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use parking_lot::Mutex;
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{
    Checkpoint, LogFault, LogPolicy, Note, NoteSignature, VerifierKey, tiles_of_consistency, tiles_of_prefix,
};
use regicide_system::http_client::{HttpAnswer, HttpClient, SendError};
use tokio::time::Instant;

use super::Tlog;
use super::checkpoints::own_policy;
use super::known::{CheckpointSource, Refusal};
use crate::service::error::Error;
use crate::service::settings::Witness;
use regicide_store::{SignedCheckpoint, StoredCosignature};

/// The longest answer of a witness, in bytes.
const MAX_ANSWER: usize = 1 << 16;
/// The longest pause after a witness has failed.
const PAUSE: Duration = Duration::from_secs(30);

/// The client for requests to witnesses.
pub(super) struct WitnessClient {
    http: HttpClient,
    /// The end of a witness's pause, by its name.
    paused: Mutex<HashMap<String, Instant>>,
    /// The names of witnesses whose last checkpoint was read.
    read: Mutex<HashSet<String>>,
}

/// The reason why a witness has not signed.
#[derive(Debug, thiserror::Error)]
enum Unsigned {
    #[error("no answer: {}", <&str>::from(.0))]
    NoAnswer(#[source] SendError),
    #[error("it answers with status {0}")]
    Status(u16),
    #[error("its answer is no signature of its key")]
    NoSignature,
    #[error("it shows no checkpoint")]
    NoCheckpoint,
    #[error("it has signed a checkpoint of {0} entries")]
    Ahead(u64),
}

impl WitnessClient {
    /// All addresses are allowed: the operator configures them.
    pub(super) fn new() -> Self {
        Self { http: HttpClient::new(|_| true), paused: Mutex::default(), read: Mutex::default() }
    }

    fn is_paused(&self, witness: &Witness) -> bool {
        self.paused.lock().get(witness.key.name()).is_some_and(|until| *until > Instant::now())
    }

    fn pause(&self, witness: &Witness, pause: Duration) {
        self.paused.lock().insert(witness.key.name().to_owned(), Instant::now() + pause);
    }

    fn is_read(&self, witness: &Witness) -> bool {
        self.read.lock().contains(witness.key.name())
    }
}

impl Unsigned {
    /// True if the witness has another history of the log, or may have.
    const fn is_refusal(&self) -> bool {
        matches!(self, Self::Ahead(_) | Self::Status(409 | 422))
    }
}

impl Tlog {
    /// Reads the last checkpoint of each witness, once after the start: the database
    /// may be another than before, and a log that contradicts a checkpoint must not
    /// be signed (L5.2).
    pub(super) async fn read_witnesses(&self) -> Result<(), Error> {
        let Some(client) = &self.state.witnesses else { return Ok(()) };
        let witnesses = self.core.settings.tlog.policy.witnesses.iter();
        let unread = witnesses.filter(|witness| !client.is_read(witness) && !client.is_paused(witness));
        let reads: Vec<_> = unread.map(|witness| self.read_witness(client, witness)).collect();
        for read in futures_util::future::join_all(reads).await {
            read?;
        }
        Ok(())
    }

    /// Requests a signature from each witness that has not signed the last
    /// checkpoint.
    pub(super) async fn ask_witnesses(&self) -> Result<(), Error> {
        let Some(client) = &self.state.witnesses else { return Ok(()) };
        let Some(last) = self.core.store.tlog.checkpoints(1).await?.pop() else { return Ok(()) };
        // A witness that signs the last checkpoint has no later one: it is a guard.
        if self.refusal().is_some_and(|refusal| refusal != Refusal::Unguarded) {
            return Ok(());
        }
        let is_guarded = self.state.known.is_guarded();
        let cosigned = self.core.store.tlog.last_cosignatures().await?;
        let requests = self.core.settings.tlog.policy.witnesses.iter().filter_map(|witness| {
            let known = cosigned.iter().find(|cosignature| cosignature.witness == witness.key.name());
            let size = known.map_or(0, |known| known.size);
            self.state.witnessed.lock().insert(witness.key.name().to_owned(), size);
            let is_signed = known.is_some_and(|known| known.checkpoint == last.number);
            let is_asked = !(is_signed && is_guarded || client.is_paused(witness));
            is_asked.then(|| self.ask_witness(client, witness, &last, size))
        });
        let requests: Vec<_> = requests.collect();
        for done in futures_util::future::join_all(requests).await {
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
                let at = self.core.now().await?;
                self.state.known.answer(name);
                let (witness, line) = (name.to_owned(), signature.to_string());
                let &SignedCheckpoint { number: checkpoint, size, .. } = last;
                let cosignature = StoredCosignature { checkpoint, size, witness, line, at };
                Ok(self.core.store.tlog.add_cosignature(&cosignature).await?)
            }
            Err(unsigned) => {
                tracing::warn!(witness = name, reason = %unsigned, "a witness has not signed the checkpoint");
                self.pause_witness(client, witness);
                if unsigned.is_refusal() { self.read_witness(client, witness).await } else { Ok(()) }
            }
        }
    }

    /// The signature of a witness, which may have another size than is stored here.
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

    /// Sends a checkpoint, with a proof that it extends one of `size` entries.
    async fn submit(
        &self,
        client: &WitnessClient,
        witness: &Witness,
        last: &SignedCheckpoint,
        size: u64,
    ) -> Result<Result<HttpAnswer, SendError>, Error> {
        let tiles = self.core.store.tlog.tiles(&tiles_of_consistency(size, last.size)).await?;
        let hashes = tiles.consistency(size, last.size).expect("its tiles were read");
        let lines = hashes.iter().fold(String::new(), |lines, hash| lines + &hash.to_base64() + "\n");
        let body = format!("old {size}\n{lines}\n{}", last.note);
        let Some(url) = witness.at("add-checkpoint") else { return Ok(Err(SendError::UnusableHost)) };
        let headers = [("content-type", "text/plain; charset=utf-8".to_owned())];
        Ok(client.http.post(&url, &headers, body, MAX_ANSWER).await)
    }

    fn pause_witness(&self, client: &WitnessClient, witness: &Witness) {
        client.pause(witness, PAUSE.min(self.core.settings.tlog.interval));
    }

    /// Reads a witness's last checkpoint of the log.
    async fn read_witness(&self, client: &WitnessClient, witness: &Witness) -> Result<(), Error> {
        let name = witness.key.name();
        let keys = self.keys().await?;
        let last = self.core.store.tlog.checkpoints(1).await?.pop();
        let policy = own_policy(&self.origin_after(last.as_ref(), &keys)?, &keys);
        let Some(origin) = policy.keys.first().map(VerifierKey::name) else { return Ok(()) };
        let path = format!("{}/checkpoint", Hash::of(origin.as_bytes()));
        let Some(url) = witness.at(&path) else { return Ok(()) };
        let failure = match client.http.get(&url, MAX_ANSWER).await {
            Ok(HttpAnswer { status: 200, body, .. }) => {
                let note = String::from_utf8(body).unwrap_or_default();
                match policy.signed(&note) {
                    Ok(checkpoint) => {
                        let is_last = checkpoint.size >= last.map_or(0, |last| last.size);
                        self.note_witnessed(name, &policy, &note, checkpoint).await?;
                        if is_last {
                            self.state.known.answer(name);
                        }
                        None
                    }
                    Err(LogFault::Malformed) => Some(Unsigned::NoCheckpoint),
                    Err(fault) => {
                        tracing::warn!(witness = name, reason = %fault, "a witness shows no checkpoint of ours");
                        None
                    }
                }
            }
            // The witness has no checkpoint, or publishes none.
            Ok(HttpAnswer { status: 404, .. }) => None,
            Ok(HttpAnswer { status, .. }) => Some(Unsigned::Status(status)),
            Err(error) => Some(Unsigned::NoAnswer(error)),
        };
        if let Some(failure) = failure {
            tracing::warn!(witness = name, reason = %failure, "what a witness has was not read");
            self.pause_witness(client, witness);
        } else {
            client.read.lock().insert(name.to_owned());
        }
        Ok(())
    }

    /// Notes a checkpoint of ours that a witness has. If the log does not extend it,
    /// no other is signed.
    async fn note_witnessed(
        &self,
        name: &str,
        policy: &LogPolicy,
        note: &str,
        checkpoint: Checkpoint,
    ) -> Result<(), Error> {
        let source = CheckpointSource::Witness(name.to_owned());
        if let Err(refusal) = self.state.known.note(policy, note, source.clone()).await {
            tracing::error!(witness = name, %refusal, "what a witness has could not be kept");
        }
        let logged = self.core.store.tlog.size().await?;
        let tiles = self.core.store.tlog.tiles(&tiles_of_prefix(checkpoint.size, logged)).await?;
        if tiles.root(checkpoint.size) != Some(checkpoint.root) {
            self.state.known.note_contrary(checkpoint, source);
        }
        Ok(())
    }
}

/// The witness's signature in its answer, if it is valid.
fn signature(witness: &Witness, last: &SignedCheckpoint, body: &[u8]) -> Option<NoteSignature> {
    let note: Note = format!("{}{}", last.note, str::from_utf8(body).ok()?).parse().ok()?;
    witness.key.signature_on(&note).ok().flatten().cloned()
}
