//! The log as static files (L3).

use chrono::TimeDelta;
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{LogPolicy, Tile, TileKind, encode_bundle};

use super::Tlog;
use super::checkpoints::{origin, own_policy};
use super::known::Refusal;
use crate::service::error::Error;
use crate::service::runtime::work::count_tiles;
use regicide_store::{SignedCheckpoint, StoredCosignature};

/// The time after which a checkpoint is published without all cosignatures (L2.6).
const PUBLISH_AFTER: TimeDelta = TimeDelta::seconds(5);

/// A file of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlogFile {
    /// The checkpoint, or the policy.
    Text(String),
    /// Hashes or entries: true if it is final, and its bytes.
    Tile { is_complete: bool, bytes: Vec<u8> },
}

impl Tlog {
    /// A file of the log by its path below `/log/`.
    pub async fn file(&self, path: &str) -> Result<TlogFile, Error> {
        if path == "checkpoint" {
            return Ok(TlogFile::Text(self.latest_checkpoint().await?));
        }
        if path == "policy" {
            return Ok(TlogFile::Text(self.policy(&self.present().await?.1).ok_or(Error::NoSuchLogFile)?));
        }
        let tile: Tile = path.parse().map_err(|_| Error::NoSuchLogFile)?;
        let size = self.core.store.tlog.checkpoints(1).await?.first().map_or(0, |last| last.size);
        // Narrower tiles belong to earlier checkpoints.
        let is_there =
            Tile::within(tile.kind, tile.number, size).is_some_and(|whole| whole.width >= tile.width);
        if !is_there {
            return Err(Error::NoSuchLogFile);
        }
        count_tiles(1);
        let bytes = match tile.kind {
            TileKind::Entries => {
                let entries = self.core.store.tlog.bundle(tile).await?;
                let entries: Vec<String> = entries.iter().map(|logged| logged.entry.to_string()).collect();
                encode_bundle(entries.iter().map(String::as_str))
            }
            TileKind::Hashes(_) => {
                let hashes = self.core.store.tlog.tiles(&[tile]).await?;
                hashes.get(tile).iter().flat_map(|Hash(hash)| *hash).collect()
            }
        };
        Ok(TlogFile::Tile { is_complete: tile.is_complete(), bytes })
    }

    /// The latest checkpoint with its cosignatures.
    async fn latest_checkpoint(&self) -> Result<String, Error> {
        // The database may be behind what was published.
        let may_be_behind = self.core.settings.tlog.look.is_some() && !self.state.known.is_guarded();
        let refusal = self.refusal().or(may_be_behind.then_some(Refusal::Unguarded));
        if let Some(refusal) = refusal.filter(|refusal| !matches!(refusal, Refusal::Clock(_))) {
            return Err(Error::LogRefused(refusal.to_string()));
        }
        let last = self.core.store.tlog.checkpoints(2).await?;
        let (Some(newest), Some(oldest)) = (last.first(), last.last()) else {
            return Err(Error::NoSuchLogFile);
        };
        let cosignatures = self.core.store.tlog.cosignatures(oldest.number, newest.number).await?;
        let note = cosigned(newest, &cosignatures);
        let is_published = self.core.now().await? - newest.at >= PUBLISH_AFTER || {
            let LogPolicy { keys, .. } = own_policy(&origin(newest)?, &self.keys().await?);
            let policy = LogPolicy { keys, ..self.core.settings.tlog.policy.parsed.clone() };
            policy.open(&note).is_ok()
        };
        Ok(if is_published { note } else { cosigned(oldest, &cosignatures) })
    }
}

/// A checkpoint with the signatures of witnesses on it.
pub(super) fn cosigned(checkpoint: &SignedCheckpoint, cosignatures: &[StoredCosignature]) -> String {
    let lines = cosignatures.iter().filter(|cosignature| cosignature.checkpoint == checkpoint.number);
    lines.fold(checkpoint.note.clone(), |note, cosignature| note + &cosignature.line + "\n")
}
