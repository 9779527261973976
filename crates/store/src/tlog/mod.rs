//! The transparency log: its entries, the hashes above them, checkpoints and signatures.

mod statements;
mod tiles;

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::Hash;
use regicide_engine::tlog::{Entry, EntryKind, Tile, TileSet};
use uuid::Uuid;

use super::challenges::{Challenge, UNLOGGED_CHALLENGES};
use super::database::{Database, Row, columns, from_row, params};
use super::error::{Conflict, RowKind, StoreError};
use super::games::{CLOSED_AFTER, Game, Revision, UNLOGGED_CLOSED_GAMES, UNLOGGED_GAMES, require_revisions};
use super::locks::{LOCK_STREAM_END, SequenceLock};
use super::text::to_json;
use statements::{
    ADD_CHECKPOINT, ADD_COSIGNATURE, ADD_ENTRIES, ADD_NODES, CHECKPOINTS, CHECKPOINTS_FROM, CHECKPOINTS_WITH,
    COSIGNATURES, ENTRY_OF_CHALLENGE, ENTRY_OF_GAME, LAST_COSIGNATURES, PLACE_CHALLENGES, PLACE_GAMES,
    POSITIONS, SIZE, UNFIT_POSITIONS, UNLOGGED_BEFORE,
};

/// The games and challenges without an entry.
#[derive(Debug)]
pub struct Unlogged {
    /// Challenges, in the order of ids. A row that cannot be read is an error of its own.
    pub challenges: Vec<Result<Challenge, StoreError>>,
    /// Games that the rules ended at this service, then those that their deadlines closed, each in
    /// the order of their ends. A row that cannot be read is an error of its own.
    pub games: Vec<Result<Game, StoreError>>,
    /// The place after the last ones; `None` if there are no more.
    pub next: Option<UnloggedCursor>,
}

/// A place among the games and challenges without an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnloggedCursor {
    /// The id of the last challenge.
    challenge: Uuid,
    /// The end of the last game, in microseconds since 1970, and its id.
    game: (i64, Uuid),
    /// The deadline of the last closed game, in microseconds since 1970, and its id.
    closed: (i64, Uuid),
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
    /// A game that the rules ended.
    Game(Uuid),
    /// A game that its deadline closed, as it was read: a move whose commit takes long may still
    /// change it.
    ClosedGame(Uuid, Revision),
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
    /// Its number among the checkpoints, from 0.
    pub number: u64,
    pub size: u64,
    /// The signed note.
    pub note: String,
    pub at: DateTime<Utc>,
}

/// The signature of a witness on a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCosignature {
    /// The number of the checkpoint.
    pub checkpoint: u64,
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
    entry: columns!(row, Entry { kind: row.name("kind")?, subject, hash }),
    players,
    at,
});
from_row!(RowKind::Checkpoint, "number", |row| SignedCheckpoint { number, size, note, at });

from_row!(RowKind::Checkpoint, "checkpoint", |row| StoredCosignature { checkpoint, size, witness, line, at });

/// The stored transparency log.
pub struct Tlog {
    pub(super) database: Database,
    pub(super) sequence_lock: SequenceLock,
}

impl Tlog {
    /// Games and challenges that have no entry in the transparency log at a time, after a place: at
    /// most `limit` challenges, `limit` games that the rules ended and `limit` closed ones.
    pub async fn unlogged(
        &self,
        after: UnloggedCursor,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Unlogged, StoreError> {
        let (closed_after, closed_until) = closed_between(now);
        let challenges = self.database.fetch(UNLOGGED_CHALLENGES, params![after.challenge, limit]).await?;
        let (ended, id) = after.game;
        let games = self.database.fetch(UNLOGGED_GAMES, params![ended, id, limit]).await?;
        let (ended, id) = after.closed.max((closed_after.timestamp_micros(), Uuid::nil()));
        let values = params![ended, id, closed_until, limit];
        let closed = self.database.fetch(UNLOGGED_CLOSED_GAMES, values).await?;
        // The last rows may be unreadable, and are read again then.
        let last = |rows: &[Row], end: &str| {
            let read = |row: &Row| Ok((row.get::<i64>(end)?, row.get::<Uuid>("id")?));
            rows.iter().rev().find_map(|row| row.parse(RowKind::Game, "id", read).ok())
        };
        let next = UnloggedCursor {
            challenge: last(&challenges, "created_at").map_or(after.challenge, |(_, id)| id),
            game: last(&games, "finished_at").unwrap_or(after.game),
            closed: last(&closed, "ends_at").unwrap_or(after.closed),
        };
        let is_full = |rows: &Vec<Row>| rows.len() >= limit as usize;
        let has_more = [&challenges, &games, &closed].into_iter().any(is_full) && next != after;
        let challenges = challenges.iter().map(Challenge::read).collect();
        let games = games.iter().chain(&closed).map(Game::read).collect();
        Ok(Unlogged { challenges, games, next: Some(next).filter(|_| has_more) })
    }

    /// Games and challenges without an entry that ended, were closed or were made before a time, with
    /// the kind of entry that they lack.
    pub async fn unlogged_before(&self, time: DateTime<Utc>) -> Result<Vec<(EntryKind, Uuid)>, StoreError> {
        let read = |row: &Row| row.parse(RowKind::Game, "id", |row| Ok((row.name("kind")?, row.get("id")?)));
        let (closed_after, closed_until) = closed_between(time);
        let values = params![time, closed_after, closed_until];
        self.database.read_rows(UNLOGGED_BEFORE, values, read).await
    }

    /// The positions below a size at which entries do not match the games and challenges: without
    /// one, unless it was lost, with several, or without an entry.
    pub async fn unfit_positions(&self, size: u64) -> Result<Vec<u64>, StoreError> {
        let read = |row: &Row| row.parse(RowKind::TlogEntry, "position", |row| row.get("position"));
        self.database.read_rows(UNFIT_POSITIONS, params![size], read).await
    }

    /// Appends entries in their order. A subject that the log has, since another instance was
    /// faster or as after a restore, gets the position of its entry. Returns the new number of
    /// entries.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if a closed game has another revision by now: none is added.
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
        let size = read_size(&transaction.fetch(SIZE, &[]).await?)?;
        let subjects: Vec<Hash> = entries.iter().map(|new| new.entry.subject).collect();
        let known = transaction.fetch(POSITIONS, params![to_json(&subjects)]).await?;
        let read = |row: &Row| {
            row.parse(RowKind::TlogEntry, "position", |row| Ok((row.get("subject")?, row.get("position")?)))
        };
        let known = known.iter().map(read).collect::<Result<HashMap<Hash, u64>, _>>()?;
        let (mut added, mut rows) = (Vec::new(), Vec::new());
        let (mut challenges, mut games, mut closed) = (Vec::new(), Vec::new(), Vec::new());
        for NewTlogEntry { subject, entry, players } in entries {
            let known = known.get(&entry.subject).copied();
            let position = known.unwrap_or(size + as_u64(added.len()));
            if known.is_none() {
                let lost = u8::from(*subject == TlogSubject::Lost);
                rows.push((position, entry.kind.as_ref(), entry.subject, entry.hash, players, lost));
                added.push(*entry);
            }
            match subject {
                TlogSubject::Game(id) => games.push((id.simple(), position)),
                TlogSubject::ClosedGame(id, revision) => {
                    games.push((id.simple(), position));
                    closed.push((*id, *revision));
                }
                TlogSubject::Challenge(id) => challenges.push((id.simple(), position)),
                TlogSubject::Lost => {}
            }
        }
        if after.is_some_and(|after| after != size || added.len() != entries.len()) {
            return Err(Conflict::Stale.into());
        }
        transaction.execute(ADD_ENTRIES, params![to_json(&rows), now]).await?;
        // In the order in which rankings lock them.
        transaction.execute(PLACE_CHALLENGES, params![to_json(&challenges)]).await?;
        transaction.execute(PLACE_GAMES, params![to_json(&games)]).await?;
        // The rows are locked now: all moves that were stored are seen, and no other follows.
        require_revisions(&mut transaction, &closed).await?;
        let nodes = tiles::completed(&mut transaction, size, &added).await?;
        transaction.execute(ADD_NODES, params![to_json(&nodes)]).await?;
        transaction.commit().await?;
        Ok(size + as_u64(added.len()))
    }

    /// The number of entries in the transparency log.
    pub async fn size(&self) -> Result<u64, StoreError> {
        read_size(&self.database.fetch(SIZE, &[]).await?)
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
        tiles::read_all(bundle, &self.database.fetch(statement, &values).await?, TlogEntry::read)
    }

    /// The entry of a game, if it has one.
    pub async fn entry_of_game(&self, game: Uuid) -> Result<Option<TlogEntry>, StoreError> {
        self.database.read_row(ENTRY_OF_GAME, params![game], TlogEntry::read).await
    }

    /// The entry of a challenge, if it has one.
    pub async fn entry_of_challenge(&self, challenge: Uuid) -> Result<Option<TlogEntry>, StoreError> {
        self.database.read_row(ENTRY_OF_CHALLENGE, params![challenge], TlogEntry::read).await
    }

    /// The checkpoints from a number on, the first ones first, at most `limit`.
    pub async fn checkpoints_from(
        &self,
        number: u64,
        limit: u32,
    ) -> Result<Vec<SignedCheckpoint>, StoreError> {
        self.database.read_rows(CHECKPOINTS_FROM, params![number, limit], SignedCheckpoint::read).await
    }

    /// The first checkpoint that has the entry at a position, and the first ones with
    /// cosignatures, at most `limit`.
    pub async fn checkpoints_with(
        &self,
        position: u64,
        limit: u32,
    ) -> Result<Vec<SignedCheckpoint>, StoreError> {
        self.database.read_rows(CHECKPOINTS_WITH, params![position, limit], SignedCheckpoint::read).await
    }

    /// The last checkpoints, the latest first.
    pub async fn checkpoints(&self, limit: u32) -> Result<Vec<SignedCheckpoint>, StoreError> {
        self.database.read_rows(CHECKPOINTS, params![limit], SignedCheckpoint::read).await
    }

    /// Adds a checkpoint.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if its number is not the next one any more, or if the log is smaller
    /// than it.
    pub async fn add_checkpoint(&self, checkpoint: &SignedCheckpoint) -> Result<(), StoreError> {
        let _guard = self.sequence_lock.lock().await;
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_STREAM_END, &[]).await?;
        let SignedCheckpoint { number, size, note, at } = checkpoint;
        let values = params![*number, *size, note.as_str(), *at];
        transaction.execute_or(Conflict::Stale, ADD_CHECKPOINT, values).await?;
        transaction.commit().await
    }

    /// The signatures of witnesses on checkpoints, by the numbers of the first and the last.
    pub async fn cosignatures(&self, first: u64, last: u64) -> Result<Vec<StoredCosignature>, StoreError> {
        self.database.read_rows(COSIGNATURES, params![first, last], StoredCosignature::read).await
    }

    /// The last signature of each witness.
    pub async fn last_cosignatures(&self) -> Result<Vec<StoredCosignature>, StoreError> {
        self.database.read_rows(LAST_COSIGNATURES, &[], StoredCosignature::read).await
    }

    /// Stores the signature of a witness; the first one on a checkpoint counts.
    pub async fn add_cosignature(&self, cosignature: &StoredCosignature) -> Result<(), StoreError> {
        let StoredCosignature { checkpoint, witness, line, at, .. } = cosignature;
        let values = params![*checkpoint, witness.as_str(), line.as_str(), *at];
        self.database.execute(ADD_COSIGNATURE, values).await.map(drop)
    }
}

/// The range of deadlines whose closed games get entries. Without a lower bound each look would
/// read all games that never began; an entry after more than a day confirms nothing
/// (docs/spec/log.md L4.5).
fn closed_between(now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    (now - TimeDelta::days(30), now - CLOSED_AFTER)
}

fn as_u64(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn read_size(rows: &[Row]) -> Result<u64, StoreError> {
    let read = |row: &Row| row.parse(RowKind::TlogEntry, "size", |row| row.get("size"));
    rows.first().map_or(Ok(0), read)
}
