//! Signing checkpoints (L2).

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::tlog::{
    Checkpoint, LogPolicy, SigningKey, Tile, VerifierKey, sign_checkpoint, tiles_of_prefix,
};

use super::Tlog;
use super::known::{Refusal, Shown, checkpoint_of};
use crate::service::error::Error;
use crate::service::games::receipts::LogSigner;
use crate::service::signing::Signer;
use regicide_store::{Conflict, RowKind, SignedCheckpoint, StoreError};

/// The number of new entries from which on a checkpoint does not wait.
const MANY: u64 = 1000;
/// The age from which on a checkpoint is signed anew, so that a reader can require a newer one.
const MAX_AGE: TimeDelta = TimeDelta::days(1);

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
    let keys = keys.iter().map(|key| VerifierKey::of_log(origin, key.public())).collect();
    LogPolicy { keys, ..LogPolicy::default() }
}

/// The reason why the log was not advanced.
enum NotAdvanced {
    Refused(Refusal),
    Failed(Error),
}

impl From<Refusal> for NotAdvanced {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl<E: Into<Error>> From<E> for NotAdvanced {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Tlog {
    /// Gives entries to games and challenges that have none, and signs a checkpoint
    /// if one is due. Returns true if there is a new one.
    pub async fn advance(&self) -> Result<bool, Error> {
        let advanced = self.try_advance().await;
        if advanced.is_err() {
            self.games.receipts.set(None);
        }
        let (signed, refusal) = match advanced {
            Ok(signed) => (signed, None),
            Err(NotAdvanced::Refused(refusal)) => (false, Some(refusal)),
            Err(NotAdvanced::Failed(error)) => return Err(error),
        };
        let mut shown = self.state.refusal.lock();
        if let Some(refusal) = refusal.as_ref().filter(|_| *shown != refusal) {
            tracing::error!(reason = %refusal, "no checkpoint of the transparency log is signed");
        }
        *shown = refusal;
        Ok(signed)
    }

    async fn try_advance(&self) -> Result<bool, NotAdvanced> {
        let now = self.core.now().await?;
        self.core.store.clock.check().map_err(Refusal::Clock)?;
        let (last, signer) = self.present().await?;
        // The first key cannot be stored now.
        if signer.keys.is_empty() {
            return Ok(false);
        }
        let policy = own_policy(&signer.origin, &signer.keys);
        // Before the size is read: another instance may add entries meanwhile, and
        // sign.
        let known = self.state.known.of(&policy, last.as_ref()).await?;
        let size = self.core.store.tlog.size().await?;
        let last_checkpoint = last.as_ref().map(stored).transpose()?;
        // The last checkpoint was compared with the log when it was signed.
        let is_new = |Shown { checkpoint, .. }: &&Shown| {
            checkpoint.size > size || Some(checkpoint) != last_checkpoint.as_ref()
        };
        let new: Vec<Shown> = known.iter().filter(is_new).cloned().collect();
        // A log that has lost entries must not grow in another way before the lost
        // entries are restored.
        self.compare(&new, size).await?;
        self.state.known.forget_smaller(&known).await;
        if !self.state.known.is_guarded() {
            // The empty log is the beginning of every history: a witness that signs it has no other.
            if last.is_none() && !self.core.settings.tlog.policy.parsed.witnesses.is_empty() {
                self.sign(&policy, &signer, 0, None, now).await?;
            }
            return Err(Refusal::Unguarded.into());
        }
        self.add_entries().await?;
        let size = self.core.store.tlog.size().await?;
        let is_due = last.as_ref().is_none_or(|last| self.is_due(last, size, now));
        if let Some((last, checkpoint)) = last.as_ref().zip(last_checkpoint) {
            if is_due {
                let stored = Shown { checkpoint: checkpoint.clone(), by: "the database".to_owned() };
                self.compare(&[stored], size).await?;
            }
            // Another instance may have signed it.
            let seen = Shown { checkpoint, by: "this instance".to_owned() };
            self.state.known.add(&policy, seen, &last.note).await?;
        }
        let is_signed = is_due && self.sign(&policy, &signer, size, last.as_ref(), now).await?;
        self.games.receipts.set(Some(signer));
        Ok(is_signed)
    }

    /// Requires that the log with so many entries goes on from checkpoints.
    async fn compare(&self, known: &[Shown], size: u64) -> Result<(), NotAdvanced> {
        let wanted: BTreeSet<Tile> =
            known.iter().flat_map(|shown| tiles_of_prefix(shown.checkpoint.size, size)).collect();
        let tiles = self.core.store.tlog.tiles(&Vec::from_iter(wanted)).await?;
        for Shown { checkpoint: Checkpoint { size: signed, root, .. }, by } in known {
            let (signed, shown_by) = (*signed, by.clone());
            if signed > size {
                return Err(Refusal::Behind { size, signed, shown_by }.into());
            }
            if tiles.root(signed) != Some(*root) {
                return Err(Refusal::Contradicts { signed, shown_by }.into());
            }
        }
        Ok(())
    }

    /// Signs the log at a size, after the last checkpoint; returns false if another instance came first.
    async fn sign(
        &self,
        policy: &LogPolicy,
        LogSigner { origin, keys }: &LogSigner,
        size: u64,
        last: Option<&SignedCheckpoint>,
        now: DateTime<Utc>,
    ) -> Result<bool, NotAdvanced> {
        let root = self.root(size).await?.expect("its tiles were read");
        let checkpoint = Checkpoint { origin: origin.clone(), size, root };
        let note = sign_checkpoint(&checkpoint, keys, now).to_string();
        // The entries are stored already, so the next instance to sign gets an
        // identical tree.
        let shown = Shown { checkpoint, by: "this instance".to_owned() };
        self.state.known.add(policy, shown, &note).await?;
        let number = last.map_or(0, |last| last.number + 1);
        let signed = SignedCheckpoint { number, size, note, at: now };
        match self.core.store.tlog.add_checkpoint(&signed).await {
            Err(StoreError::Conflict(Conflict::Stale)) => Ok(false),
            added => Ok(added.map(|()| true)?),
        }
    }

    fn is_due(&self, last: &SignedCheckpoint, size: u64, now: DateTime<Utc>) -> bool {
        let interval = TimeDelta::from_std(self.core.settings.tlog.interval).unwrap_or(TimeDelta::MAX);
        let (added, age) = (size.saturating_sub(last.size), now - last.at);
        // A time in the future is of a clock that was wrong.
        added >= MANY || added > 0 && age >= interval || age >= MAX_AGE || age < TimeDelta::zero()
    }

    /// The keys that sign the log: all that the service has had, so that who has kept any of
    /// them can go on.
    pub(super) async fn keys(&self) -> Result<Vec<SigningKey>, Error> {
        Ok(self.keys.signers().await?.into_iter().map(|Signer { key, .. }| key).collect())
    }

    /// The last checkpoint, and the log's keys and origin, which a new log gets from the first key.
    pub(super) async fn present(&self) -> Result<(Option<SignedCheckpoint>, LogSigner), Error> {
        let last = self.core.store.tlog.checkpoints(1).await?.pop();
        let keys = self.keys().await?;
        let new_origin = || {
            let url = self.core.settings.public_url.as_deref().and_then(|url| url::Url::parse(url).ok());
            let host = url.as_ref().and_then(url::Url::host_str).unwrap_or("regicide");
            let id = keys.first().map(|key| key.public().id()).unwrap_or_default();
            Ok(format!("{host}/log/{id}"))
        };
        let origin = last.as_ref().map_or_else(new_origin, origin)?;
        Ok((last, LogSigner { origin, keys }))
    }
}
