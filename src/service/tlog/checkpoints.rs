//! Signing checkpoints (L2).

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::tlog::{Checkpoint, LogPolicy, SigningKey, VerifierKey, sign_note, tiles_of_prefix};

use super::Tlog;
use super::known::{CheckpointSource, Refusal, checkpoint_of};
use crate::service::error::Error;
use crate::service::signing::Signer;
use regicide_store::{Conflict, RowKind, SignedCheckpoint, StoreError};

/// The number of new entries from which on a checkpoint does not wait.
const MANY: u64 = 1000;

/// The checkpoint in a note that was stored.
pub(in crate::service) fn stored(signed: &SignedCheckpoint) -> Result<Checkpoint, StoreError> {
    checkpoint_of(&signed.note).filter(|checkpoint| checkpoint.size == signed.size).ok_or_else(|| {
        let what = "its note is no checkpoint of its size".to_owned();
        StoreError::Corrupt { row: RowKind::Checkpoint, id: signed.size.to_string(), what }
    })
}

pub(super) fn origin(signed: &SignedCheckpoint) -> Result<String, StoreError> {
    Ok(stored(signed)?.origin)
}

/// The policy for checkpoints that a log with these keys has signed.
pub(in crate::service) fn own_policy(origin: &str, keys: &[SigningKey]) -> LogPolicy {
    LogPolicy { keys: verifier_keys(origin, keys), ..LogPolicy::default() }
}

/// The lines with which others verify the log's signatures.
pub(super) fn verifier_keys(origin: &str, keys: &[SigningKey]) -> Vec<VerifierKey> {
    keys.iter().map(|key| VerifierKey::of_log(origin, key.public())).collect()
}

impl Tlog {
    /// Gives entries to games and challenges that have none, and signs a checkpoint
    /// if one is due. Returns true if there is a new one.
    pub async fn advance(&self) -> Result<bool, Error> {
        let signed = self.try_advance_tlog().await?;
        let refusal = signed.as_ref().err().cloned();
        let mut shown = self.state.refusal.lock();
        if let Some(refusal) = refusal.as_ref().filter(|_| *shown != refusal) {
            tracing::error!(reason = %refusal, "no checkpoint of the transparency log is signed");
        }
        *shown = refusal;
        Ok(signed.unwrap_or(false))
    }

    /// Advances the log; returns the reason if nothing may be signed.
    async fn try_advance_tlog(&self) -> Result<Result<bool, Refusal>, Error> {
        let last = self.core.store.tlog.checkpoints(1).await?.pop();
        let keys = self.keys().await?;
        // The first key cannot be stored now.
        if keys.is_empty() {
            return Ok(Ok(false));
        }
        let origin = self.origin_after(last.as_ref(), &keys)?;
        // Before the size is read: another instance may add entries meanwhile, and
        // sign.
        let mut known: Vec<_> = match self.state.known.of(&origin).await {
            Ok(known) => known.collect(),
            Err(refusal) => return Ok(Err(refusal)),
        };
        let size = self.core.store.tlog.size().await?;
        // A log that has lost entries must not grow in another way before the lost
        // entries are restored.
        if let Some((Checkpoint { size: signed, .. }, source)) =
            known.iter().find(|(checkpoint, _)| checkpoint.size > size)
        {
            return Ok(Err(Refusal::Behind { size, signed: *signed, source: source.clone() }));
        }
        self.add_entries().await?;
        let size = self.core.store.tlog.size().await?;
        let mut is_compared = false;
        if let Some(last) = &last {
            *self.state.last.lock() = Some((last.size, last.at));
            // Another instance may have signed it.
            if let Err(refusal) = self.state.known.note(&last.note, CheckpointSource::Memory).await {
                return Ok(Err(refusal));
            }
            let last = stored(last)?;
            // The last checkpoint was compared with the log when it was signed.
            known.retain(|(checkpoint, _)| *checkpoint != last);
            is_compared = known.is_empty();
            known.push((last, CheckpointSource::Database));
        }
        let now = self.core.now().await?;
        let is_due = self.is_due(last.as_ref(), size, now);
        if is_compared && !is_due {
            return Ok(Ok(false));
        }
        let mut wanted = tiles_of_prefix(size, size);
        wanted.extend(known.iter().flat_map(|(checkpoint, _)| tiles_of_prefix(checkpoint.size, size)));
        wanted.sort_unstable();
        wanted.dedup();
        let tiles = self.core.store.tlog.tiles(&wanted).await?;
        for (checkpoint, source) in known {
            if tiles.root(checkpoint.size) != Some(checkpoint.root) {
                return Ok(Err(Refusal::Contradicts { signed: checkpoint.size, source }));
            }
        }
        if !is_due {
            return Ok(Ok(false));
        }
        let root = tiles.root(size).expect("its tiles were read");
        let text = Checkpoint { origin: origin.clone(), size, root }.to_string();
        let note = sign_note(text, &origin, &keys).to_string();
        // The entries are stored already, so the next instance to sign gets an
        // identical tree.
        if let Err(refusal) = self.state.known.note(&note, CheckpointSource::Memory).await {
            return Ok(Err(refusal));
        }
        let signed = SignedCheckpoint { size, note, at: now };
        match self.core.store.tlog.add_checkpoint(&signed, last.map(|last| last.size)).await {
            Ok(()) => Ok(Ok(true)),
            // Another instance came first.
            Err(StoreError::Conflict(Conflict::Stale)) => Ok(Ok(false)),
            Err(error) => Err(error.into()),
        }
    }

    fn is_due(&self, last: Option<&SignedCheckpoint>, size: u64, now: DateTime<Utc>) -> bool {
        let Some(last) = last else { return true };
        let interval = TimeDelta::from_std(self.core.settings.tlog.interval).unwrap_or(TimeDelta::MAX);
        size > last.size && (size - last.size >= MANY || now - last.at >= interval)
    }

    /// The keys that sign the log, the one in force last: after a change also the one
    /// before.
    pub(super) async fn keys(&self) -> Result<Vec<SigningKey>, Error> {
        let keys = self.keys.signers().await?;
        let first = keys.len().saturating_sub(2);
        Ok(keys.into_iter().skip(first).map(|Signer { key, .. }| key).collect())
    }

    /// The origin of the log with this last checkpoint, or of a new one.
    pub(super) fn origin_after(
        &self,
        last: Option<&SignedCheckpoint>,
        keys: &[SigningKey],
    ) -> Result<String, StoreError> {
        last.map_or_else(|| Ok(self.new_origin(keys)), origin)
    }

    /// The origin of a new log.
    fn new_origin(&self, keys: &[SigningKey]) -> String {
        let url = self.core.settings.public_url.as_deref().and_then(|url| url::Url::parse(url).ok());
        let host = url.as_ref().and_then(url::Url::host_str).unwrap_or("regicide");
        let id = keys.first().map(|key| key.public().id()).unwrap_or_default();
        format!("{host}/{id}")
    }
}
