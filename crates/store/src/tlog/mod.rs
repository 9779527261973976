//! The transparency log: its entries, the hashes above them, checkpoints and signatures.

mod append;
mod methods;
mod statements;
mod tiles;

use chrono::{DateTime, Utc};
use regicide::engine::Hash;
use regicide::tlog::Entry;
use uuid::Uuid;

use super::challenges::Challenge;
use super::database::{Invalid, Row};
use super::error::{RowKind, StoreError};
use super::games::Game;

/// The games and challenges without an entry.
#[derive(Debug, Default)]
pub struct Unlogged {
    /// Challenges, in the order of ids. A row that cannot be read is an error of its own.
    pub challenges: Vec<Result<Challenge, StoreError>>,
    /// Games that the rules ended at this service, in the order of their ends. A row that
    /// cannot
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

impl TlogEntry {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::TlogEntry, "position", |row| {
            Ok(Self {
                position: row.get("position")?,
                entry: read_entry(row)?,
                players: row.optional("players")?,
                at: row.get("at")?,
            })
        })
    }
}

fn read_entry(row: &Row) -> Result<Entry, Invalid> {
    Ok(Entry { kind: row.name("kind")?, hash: row.get("hash")? })
}

impl SignedCheckpoint {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Checkpoint, "size", |row| {
            Ok(Self { size: row.get("size")?, note: row.get("note")?, at: row.get("at")? })
        })
    }
}

impl StoredCosignature {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Checkpoint, "size", |row| {
            Ok(Self {
                size: row.get("size")?,
                witness: row.get("witness")?,
                line: row.get("line")?,
                at: row.get("at")?,
            })
        })
    }
}
