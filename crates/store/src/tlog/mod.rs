//! The transparency log: its entries, the hashes above them, checkpoints and signatures.

mod append;
mod statements;
mod tiles;

use chrono::{DateTime, Utc};
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Entry, Tile, TileSet};
use serde_json::json;
use uuid::Uuid;

use super::challenges::{Challenge, UNLOGGED_CHALLENGES};
use super::database::{Database, Row, Transaction, columns, from_row, params};
use super::error::{Conflict, RowKind, StoreError};
use super::games::{Game, UNLOGGED_GAMES};
use super::locks::{LOCK_STREAM_END, SequenceLock};
use super::text::to_json;
use append::completed_tiles;
use statements::{
    ADD_CHECKPOINT, ADD_COSIGNATURE, ADD_ENTRIES, ADD_NODES, CHECKPOINTS, CHECKPOINTS_AFTER, COSIGNATURES,
    ENTRY_OF_CHALLENGE, ENTRY_OF_GAME, IS_BEHIND, LAST_COSIGNATURES, PLACE_CHALLENGES, PLACE_GAMES, SIZE,
    STILL_UNLOGGED,
};

/// The games and challenges without an entry.
#[derive(Debug, Default)]
pub struct Unlogged {
    /// Challenges, in the order of ids. A row that cannot be read is an error of its own.
    pub challenges: Vec<Result<Challenge, StoreError>>,
    /// Games that the rules ended at this service, in the order of their ends. A row that cannot
    /// be read is an error of its own.
    pub games: Vec<Result<Game, StoreError>>,
}

/// An entry to be appended.
#[derive(Clone, Copy, Debug)]
pub struct NewTlogEntry {
    /// The subject of the entry.
    pub subject: TlogSubject,
    pub entry: Entry,
    /// The hash of the players, for a game.
    pub players: Option<Hash>,
}

/// The subject of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlogSubject {
    Game(Uuid),
    Challenge(Uuid),
    /// A game or challenge that this database has lost: a copy of the log has its entry.
    Lost,
}

/// An entry with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TlogEntry {
    /// Its index, from 0.
    pub position: u64,
    pub entry: Entry,
    pub players: Option<Hash>,
    /// The time at which it was added.
    pub at: DateTime<Utc>,
}

/// A signed checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedCheckpoint {
    pub size: u64,
    /// The signed note.
    pub note: String,
    pub at: DateTime<Utc>,
}

/// The signature of a witness on a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCosignature {
    /// The size of the checkpoint.
    pub size: u64,
    /// The name of the witness's key.
    pub witness: String,
    /// The line of the note, without its end.
    pub line: String,
    /// The time at which it was received.
    pub at: DateTime<Utc>,
}

from_row!(RowKind::TlogEntry, "position", |row| TlogEntry {
    position,
    entry: columns!(row, Entry { kind: row.name("kind")?, hash }),
    players,
    at,
});
from_row!(RowKind::Checkpoint, "size", |row| SignedCheckpoint { size, note, at });

from_row!(RowKind::Checkpoint, "size", |row| StoredCosignature { size, witness, line, at });

/// The stored transparency log.
pub struct Tlog {
    pub(super) database: Database,
    pub(super) sequence_lock: SequenceLock,
}

impl Tlog {
    /// Games and challenges that have no entry in the transparency log, at most
    /// `limit` of each.
    pub async fn unlogged(&self, limit: u32) -> Result<Unlogged, StoreError> {
        if self.database.fetch_optional(IS_BEHIND, &[]).await?.is_none() {
            return Ok(Unlogged::default());
        }
        let challenges = self.database.fetch(UNLOGGED_CHALLENGES, params![limit]).await?;
        let games = self.database.fetch(UNLOGGED_GAMES, params![limit]).await?;
        let challenges = challenges.iter().map(Challenge::read).collect();
        Ok(Unlogged { challenges, games: games.iter().map(Game::read).collect() })
    }

    /// Appends entries in their order, without those whose game or challenge has one by now;
    /// returns the new number of entries.
    pub async fn add_entries(&self, entries: &[NewTlogEntry], now: DateTime<Utc>) -> Result<u64, StoreError> {
        self.append(entries, None, now).await
    }

    /// Appends the entries that follow the first `after` ones in a copy of the log.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the log has another size, or would lack some of them.
    pub async fn recover_entries(
        &self,
        entries: &[NewTlogEntry],
        after: u64,
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        self.append(entries, Some(after), now).await
    }

    async fn append(
        &self,
        entries: &[NewTlogEntry],
        after: Option<u64>,
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let _guard = self.sequence_lock.lock().await;
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_STREAM_END, &[]).await?;
        let size = tlog_size(&mut transaction).await?;
        let wanted = entries.len();
        let subjects: Vec<String> =
            entries.iter().filter_map(|new| new.subject.id()).map(|id| id.simple().to_string()).collect();
        let unlogged = transaction.fetch(STILL_UNLOGGED, params![to_json(&subjects)]).await?;
        let unlogged: Vec<Uuid> =
            unlogged.iter().map(|row| row.id(RowKind::Game, "id")).collect::<Result<_, _>>()?;
        let is_new = |new: &&NewTlogEntry| new.subject.id().is_none_or(|id| unlogged.contains(&id));
        let entries: Vec<(u64, &NewTlogEntry)> = (size..).zip(entries.iter().filter(is_new)).collect();
        if after.is_some_and(|after| after != size || entries.len() != wanted) {
            return Err(Conflict::Stale.into());
        }
        let nodes = completed_tiles(&mut transaction, size, entries.iter().map(|(_, new)| new.entry)).await?;
        let rows: Vec<_> = entries
            .iter()
            .map(|(position, NewTlogEntry { entry, players, .. })| {
                json!([position, entry.kind.as_ref(), entry.hash, players])
            })
            .collect();
        transaction.execute(ADD_ENTRIES, params![to_json(&rows), now]).await?;
        let placed = |of: fn(TlogSubject) -> Option<Uuid>| {
            let placed = entries.iter().filter_map(|(position, new)| Some((of(new.subject)?, position)));
            to_json(&placed.map(|(id, position)| json!([id.simple(), position])).collect::<Vec<_>>())
        };
        // In the order in which rankings lock them.
        transaction.execute(PLACE_CHALLENGES, params![placed(TlogSubject::challenge)]).await?;
        transaction.execute(PLACE_GAMES, params![placed(TlogSubject::game)]).await?;
        let nodes: Vec<_> = nodes.iter().map(|(level, number, hash)| json!([level, number, hash])).collect();
        transaction.execute(ADD_NODES, params![to_json(&nodes)]).await?;
        transaction.commit().await?;
        Ok(size + u64::try_from(entries.len()).unwrap_or(u64::MAX))
    }

    /// The number of entries in the transparency log.
    pub async fn size(&self) -> Result<u64, StoreError> {
        let size = self.database.read_row(SIZE, &[], read_size).await?;
        Ok(size.unwrap_or(0))
    }

    /// Hashes of the tree.
    pub async fn tiles(&self, wanted: &[Tile]) -> Result<TileSet, StoreError> {
        let mut set = TileSet::default();
        for tile in wanted {
            let (statement, values) = tiles::query(*tile);
            set.insert(*tile, tiles::hashes(*tile, &self.database.fetch(statement, &values).await?)?);
        }
        Ok(set)
    }

    /// The entries of a bundle.
    pub async fn bundle(&self, bundle: Tile) -> Result<Vec<TlogEntry>, StoreError> {
        let (statement, values) = tiles::query(bundle);
        tiles::entries(bundle, &self.database.fetch(statement, &values).await?)
    }

    /// The entry of a game, if it has one.
    pub async fn entry_of_game(&self, game: Uuid) -> Result<Option<TlogEntry>, StoreError> {
        self.database.read_row(ENTRY_OF_GAME, params![game], TlogEntry::read).await
    }

    /// The entry of a challenge, if it has one.
    pub async fn entry_of_challenge(&self, challenge: Uuid) -> Result<Option<TlogEntry>, StoreError> {
        self.database.read_row(ENTRY_OF_CHALLENGE, params![challenge], TlogEntry::read).await
    }

    /// The checkpoints that are larger than `after`, if one is given, the smallest
    /// first, at most `limit`.
    pub async fn checkpoints_after(
        &self,
        after: Option<u64>,
        limit: u32,
    ) -> Result<Vec<SignedCheckpoint>, StoreError> {
        let after = after.map_or(-1, |after| i64::try_from(after).unwrap_or(i64::MAX));
        self.database.read_rows(CHECKPOINTS_AFTER, params![after, limit], SignedCheckpoint::read).await
    }

    /// The last checkpoints, the latest first.
    pub async fn checkpoints(&self, limit: u32) -> Result<Vec<SignedCheckpoint>, StoreError> {
        self.database.read_rows(CHECKPOINTS, params![limit], SignedCheckpoint::read).await
    }

    /// Adds a checkpoint after the one of size `after`, or the first one.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if that is not the last one any more, or if the log is smaller than
    /// the new one.
    pub async fn add_checkpoint(
        &self,
        checkpoint: &SignedCheckpoint,
        after: Option<u64>,
    ) -> Result<(), StoreError> {
        let _guard = self.sequence_lock.lock().await;
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_STREAM_END, &[]).await?;
        let last = transaction.fetch_optional(CHECKPOINTS, params![1]).await?;
        let last = last.as_ref().map(SignedCheckpoint::read).transpose()?;
        let SignedCheckpoint { size, note, at } = checkpoint;
        if last.map(|last| last.size) != after || tlog_size(&mut transaction).await? < *size {
            return Err(Conflict::Stale.into());
        }
        let size = i64::try_from(*size).unwrap_or(i64::MAX);
        transaction.execute(ADD_CHECKPOINT, params![size, note.as_str(), *at]).await?;
        transaction.commit().await
    }

    /// The signatures of witnesses on checkpoints of a size or more, the latest
    /// first.
    pub async fn cosignatures(&self, size: u64) -> Result<Vec<StoredCosignature>, StoreError> {
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        self.database.read_rows(COSIGNATURES, params![size], StoredCosignature::read).await
    }

    /// The last signature of each witness.
    pub async fn last_cosignatures(&self) -> Result<Vec<StoredCosignature>, StoreError> {
        self.database.read_rows(LAST_COSIGNATURES, &[], StoredCosignature::read).await
    }

    /// Stores the signature of a witness; the first one on a checkpoint counts.
    pub async fn add_cosignature(&self, cosignature: &StoredCosignature) -> Result<(), StoreError> {
        let StoredCosignature { size, witness, line, at } = cosignature;
        let size = i64::try_from(*size).unwrap_or(i64::MAX);
        let values = params![size, witness.as_str(), line.as_str(), *at];
        self.database.execute(ADD_COSIGNATURE, values).await.map(drop)
    }
}

async fn tlog_size(transaction: &mut Transaction) -> Result<u64, StoreError> {
    let row = transaction.fetch_optional(SIZE, &[]).await?;
    row.as_ref().map_or(Ok(0), read_size)
}

fn read_size(row: &Row) -> Result<u64, StoreError> {
    row.parse(RowKind::TlogEntry, "size", |row| row.get("size"))
}

impl TlogSubject {
    const fn game(self) -> Option<Uuid> {
        match self {
            Self::Game(id) => Some(id),
            Self::Challenge(_) | Self::Lost => None,
        }
    }

    const fn challenge(self) -> Option<Uuid> {
        match self {
            Self::Challenge(id) => Some(id),
            Self::Game(_) | Self::Lost => None,
        }
    }

    fn id(self) -> Option<Uuid> {
        self.game().or(self.challenge())
    }
}
