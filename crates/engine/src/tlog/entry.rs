//! Entries of a log (L1).

use std::str::FromStr;

use super::leaf_hash;
use crate::engine::Hash;

/// An entry: a kind, the hash of its subject and that of its statement, and nothing else (L1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, derive_more::Display)]
#[display("{kind} {subject} {hash}")]
pub struct Entry {
    /// The kind of entry.
    pub kind: EntryKind,
    /// The hash of the game or challenge: a log has one entry of each (L1.7).
    pub subject: Hash,
    /// The hash of its statement.
    pub hash: Hash,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::AsRefStr)]
#[strum(serialize_all = "snake_case")]
pub enum EntryKind {
    /// A game that ended by the rules, or that a deadline closed (L1.3).
    Game,
    /// The published commitment of a challenge (L1.5).
    Commitment,
}

/// The hash of who played a game, apart from the game: it stays known when a
/// player is deleted (L1.4).
pub fn players_hash(chain: Hash, player_ids: &str) -> Hash {
    Hash::of(format!("regicide/log/players/v1\0{chain}\0{player_ids}").as_bytes())
}

/// The entry of a game with an id: its signed line without the players, and their hash (L1.3).
pub fn game_entry(id: &str, statement: &str, players: Hash) -> Entry {
    let hash = Hash::of(format!("regicide/log/game/v1\0{statement}\0{players}").as_bytes());
    Entry { kind: EntryKind::Game, subject: EntryKind::Game.subject(id), hash }
}

impl EntryKind {
    /// The hash of the game or challenge with an id, however that is spelled (L1.2).
    pub fn subject(self, id: &str) -> Hash {
        let id = id.to_ascii_lowercase().replace('-', "");
        Hash::of(format!("regicide/log/subject/v1\0{self}\0{id}").as_bytes())
    }
}

impl Entry {
    /// The entry of a challenge with an id, from the line that its commitment is published
    /// with (L1.5).
    pub fn of_commitment(id: &str, line: &str) -> Self {
        let kind = EntryKind::Commitment;
        Self { kind, subject: kind.subject(id), hash: Hash::of(line.as_bytes()) }
    }

    /// Its hash in the tree (L2.1).
    pub fn leaf_hash(&self) -> Hash {
        leaf_hash(self.to_string().as_bytes())
    }
}

/// A text that is no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an entry is `game` or `commitment` and twice a space and 64 lower-case hex digits")]
pub struct EntryError;

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        let read = || {
            let (kind, hashes) = text.split_once(' ')?;
            let (subject, hash) = hashes.split_once(' ')?;
            Some(Self { kind: kind.parse().ok()?, subject: subject.parse().ok()?, hash: hash.parse().ok()? })
        };
        read().ok_or(EntryError)
    }
}
