//! Witnesses, which sign checkpoints that extend all that they have seen (L5).

use std::time::Duration;

use futures_util::future::join_all;
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{
    LogFault, LogPolicy, Note, NoteSignature, VerifierKey, Witness, tiles_of_consistency,
};
use regicide_system::http_client::{HttpAnswer, SendError};
use tokio::time::Instant;

use super::Tlog;
use super::checkpoints::own_policy;
use super::known::{Refusal, Shown};
use crate::service::error::Error;
use crate::service::settings::url_below;
use regicide_store::{SignedCheckpoint, StoreError, StoredCosignature};

/// The longest answer of a witness, in bytes.
const MAX_ANSWER: usize = 1 << 16;
/// The longest pause after a witness has failed.
const PAUSE: Duration = Duration::from_secs(30);

/// The reason why a witness has not signed, or shown its last checkpoint.
#[derive(Debug, thiserror::Error)]
enum Unsigned {
    #[error("no answer: {}", <&str>::from(.0))]
    NoAnswer(#[from] SendError),
    #[error("it answers with status {0}")]
    Status(u16),
    #[error("its answer is no signature of its key")]
    NoSignature,
    #[error("it shows no checkpoint")]
    NoCheckpoint,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Tlog {
    /// Reads the last checkpoint of each witness, once after the start: the database
    /// may be another than before, and a log that contradicts a checkpoint must not
    /// be signed (L5.2).
    pub(super) async fn read_witnesses(&self) -> Result<(), Error> {
        let mut unread = self.witnesses();
        unread.retain(|witness| !self.state.read.lock().contains(witness.key.name()));
        if unread.is_empty() {
            return Ok(());
        }
        let (last, signer) = self.present().await?;
        // The first key cannot be stored now.
        if !signer.keys.is_empty() {
            let policy = own_policy(&signer.origin, &signer.keys);
            // The file is a guard before a witness's checkpoint can take its place.
            let _ = self.state.known.of(&policy, last.as_ref()).await;
            let size = last.map_or(0, |last| last.size);
            join_all(unread.into_iter().map(|witness| self.read_witness(witness, &policy, size))).await;
        }
        Ok(())
    }

    /// Requests a signature from each witness that has not signed the last
    /// checkpoint.
    pub(super) async fn request_cosignatures(&self) -> Result<(), Error> {
        let witnesses = self.witnesses();
        // A witness that signs the last checkpoint has no later one: it is a guard.
        if witnesses.is_empty() || self.refusal().is_some_and(|refusal| refusal != Refusal::Unguarded) {
            return Ok(());
        }
        let (Some(last), signer) = self.present().await? else { return Ok(()) };
        let policy = own_policy(&signer.origin, &signer.keys);
        let cosigned = self.core.store.tlog.last_cosignatures().await?;
        let requests = witnesses.into_iter().filter_map(|witness| {
            let known = cosigned.iter().find(|cosignature| cosignature.witness == witness.key.name());
            let is_signed = known.is_some_and(|known| known.checkpoint == last.number);
            let size = known.map_or(0, |known| known.size);
            let is_needed = !is_signed || !self.state.known.is_guarded();
            is_needed.then(|| self.request_cosignature(witness, &policy, &last, size))
        });
        join_all(requests).await.into_iter().collect()
    }

    /// The witnesses in use, but for those that have failed and have a pause.
    fn witnesses(&self) -> Vec<&Witness> {
        let paused = self.state.paused.lock();
        let is_paused =
            |witness: &Witness| paused.get(witness.key.name()).is_some_and(|until| *until > Instant::now());
        let witnesses = self.core.settings.tlog.policy.parsed.witnesses.iter();
        witnesses.filter(|witness| !is_paused(witness)).collect()
    }

    fn pause(&self, witness: &Witness) {
        let until = Instant::now() + PAUSE.min(self.core.settings.tlog.interval);
        self.state.paused.lock().insert(witness.key.name().to_owned(), until);
    }

    async fn request_cosignature(
        &self,
        witness: &Witness,
        policy: &LogPolicy,
        last: &SignedCheckpoint,
        size: u64,
    ) -> Result<(), Error> {
        let name = witness.key.name();
        match self.cosignature(witness, last, size).await {
            Ok(signature) => {
                let at = self.core.now().await?;
                self.state.known.answer(name);
                let (witness, line) = (name.to_owned(), signature.to_string());
                let &SignedCheckpoint { number: checkpoint, size, .. } = last;
                let cosignature = StoredCosignature { checkpoint, size, witness, line, at };
                self.core.store.tlog.add_cosignature(&cosignature).await?;
            }
            Err(Unsigned::Store(error)) => return Err(error.into()),
            Err(unsigned) => {
                tracing::warn!(witness = name, reason = %unsigned, "a witness has not signed the checkpoint");
                self.pause(witness);
                // It has another history of the log, or may have.
                if matches!(unsigned, Unsigned::Status(409 | 422)) {
                    self.read_witness(witness, policy, last.size).await;
                }
            }
        }
        Ok(())
    }

    /// The signature of a witness, which may have another size than is stored here.
    async fn cosignature(
        &self,
        witness: &Witness,
        last: &SignedCheckpoint,
        size: u64,
    ) -> Result<NoteSignature, Unsigned> {
        let mut answer = self.submit(witness, last, size).await?;
        if answer.status == 409
            && let Some(known) =
                str::from_utf8(&answer.body).ok().and_then(|body| body.trim_end().parse().ok())
            && known <= last.size
        {
            answer = self.submit(witness, last, known).await?;
        }
        if answer.status != 200 {
            return Err(Unsigned::Status(answer.status));
        }
        let lines = str::from_utf8(&answer.body).unwrap_or_default();
        let note: Option<Note> = format!("{}{lines}", last.note).parse().ok();
        let signature = note.and_then(|note| witness.key.signature_on(&note).ok().flatten().cloned());
        signature.ok_or(Unsigned::NoSignature)
    }

    /// Sends a checkpoint, with a proof that it extends one of `size` entries.
    async fn submit(
        &self,
        witness: &Witness,
        last: &SignedCheckpoint,
        size: u64,
    ) -> Result<HttpAnswer, Unsigned> {
        let tiles = self.core.store.tlog.tiles(&tiles_of_consistency(size, last.size)).await?;
        let hashes = tiles.consistency(size, last.size).expect("its tiles were read");
        let lines = hashes.iter().fold(String::new(), |lines, hash| lines + &hash.to_base64() + "\n");
        let body = format!("old {size}\n{lines}\n{}", last.note);
        let url = url_below(witness, "add-checkpoint").ok_or(SendError::UnusableHost)?;
        let headers = [("content-type", "text/plain; charset=utf-8".to_owned())];
        Ok(self.state.http.post(&url, &headers, body, MAX_ANSWER).await?)
    }

    /// Reads a witness's last checkpoint of the log with a policy, whose own last one has `size` entries.
    async fn read_witness(&self, witness: &Witness, policy: &LogPolicy, size: u64) {
        let name = witness.key.name();
        match self.shown_by(witness, policy, size).await {
            Ok(()) => drop(self.state.read.lock().insert(name.to_owned())),
            Err(failure) => {
                tracing::warn!(witness = name, reason = %failure, "what a witness has was not read");
                self.pause(witness);
            }
        }
    }

    async fn shown_by(&self, witness: &Witness, policy: &LogPolicy, size: u64) -> Result<(), Unsigned> {
        let name = witness.key.name();
        let origin = policy.keys.first().map_or("", VerifierKey::name);
        let path = format!("{}/checkpoint", Hash::of(origin.as_bytes()));
        let url = url_below(witness, &path).ok_or(SendError::UnusableHost)?;
        let HttpAnswer { status, body, .. } = self.state.http.get(&url, MAX_ANSWER).await?;
        match status {
            200 => {}
            // It has no checkpoint, or publishes none.
            404 => return Ok(()),
            status => return Err(Unsigned::Status(status)),
        }
        let note = String::from_utf8(body).unwrap_or_default();
        match policy.signed(&note) {
            Ok(checkpoint) => {
                let is_last = checkpoint.size >= size;
                let shown = Shown { checkpoint, by: format!("the witness {name}") };
                if let Err(refusal) = self.state.known.add(policy, shown, &note).await {
                    tracing::error!(witness = name, %refusal, "what a witness has could not be stored");
                }
                if is_last {
                    self.state.known.answer(name);
                }
            }
            Err(LogFault::Malformed) => return Err(Unsigned::NoCheckpoint),
            Err(fault) => {
                tracing::warn!(witness = name, reason = %fault, "a witness shows no checkpoint of ours");
            }
        }
        Ok(())
    }
}
