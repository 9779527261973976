//! The log as static files (L3).

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Tile, TileKind, encode_bundle};

use super::Tlog;
use super::known::Refusal;
use crate::service::error::Error;
use crate::service::runtime::work::count_tiles;
use regicide_store::{SignedCheckpoint, StoredCosignature};

/// A file of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlogFile {
    Checkpoint(String),
    /// Hashes or entries: true if it is final, and its bytes.
    Tile {
        is_complete: bool,
        bytes: Vec<u8>,
    },
}

impl Tlog {
    /// A file of the log by its path below `/log/`.
    pub async fn file(&self, path: &str) -> Result<TlogFile, Error> {
        if path == "checkpoint" {
            return Ok(TlogFile::Checkpoint(self.latest_checkpoint().await?));
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
        if let Some(refusal @ (Refusal::Behind { .. } | Refusal::Contradicts { .. })) = self.refusal() {
            return Err(Error::LogRefused(refusal.to_string()));
        }
        let last = self.core.store.tlog.checkpoints(1).await?.pop().ok_or(Error::NoSuchLogFile)?;
        let cosignatures = self.core.store.tlog.cosignatures(last.size).await?;
        Ok(cosigned(&last, &cosignatures))
    }
}

/// A checkpoint with the signatures of witnesses on it.
pub(super) fn cosigned(checkpoint: &SignedCheckpoint, cosignatures: &[StoredCosignature]) -> String {
    let lines = cosignatures.iter().filter(|cosignature| cosignature.size == checkpoint.size);
    lines.fold(checkpoint.note.clone(), |note, cosignature| note + &cosignature.line + "\n")
}
