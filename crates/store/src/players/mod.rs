//! Players.

mod lock;
mod methods;
mod skeleton;
mod statements;
mod stats;

use chrono::{DateTime, Utc};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use super::database::{Field, Invalid, Row, ToValue, Value};
use super::error::{RowKind, StoreError};

pub(super) use lock::{keep_lock, lock_invited, lock_on_cluster, lock_player};
pub(super) use methods::{free_waiting_seats, raise_versions};
pub use skeleton::{raw_skeleton, skeleton_of};
pub(super) use statements::{RAISE_VERSIONS, RAISE_WAITING_VERSIONS};
pub use stats::GameStats;

/// The SHA-256 of a secret token; the token itself is never stored.
#[derive(Clone, Copy, Debug)]
pub struct TokenHash(pub [u8; 32]);

/// Compares in constant time, so that the time reveals nothing of a token.
impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

impl<'a> ToValue<'a> for TokenHash {
    fn optional(value: Option<Self>) -> Value<'a> {
        <[u8; 32]>::optional(value.map(|hash| hash.0))
    }
}

impl Field for TokenHash {
    fn read(row: &Row, column: &str) -> Result<Option<Self>, Invalid> {
        Ok(<[u8; 32]>::read(row, column)?.map(Self))
    }
}

#[derive(Clone, Debug)]
pub struct Player {
    /// The id, a UUID of version 7.
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    /// Name and token; `None` once the player is deleted.
    pub identity: Option<Identity>,
    /// True if the player is a program.
    pub bot: bool,
}

#[derive(Clone, Debug)]
pub struct Identity {
    pub name: String,
    /// True if an operator has hidden the name.
    pub name_hidden: bool,
    pub token: TokenHash,
}

impl Identity {
    #[must_use]
    pub fn shown_name(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|_| !self.name_hidden)
    }
}

/// A player at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPlayer {
    pub id: Uuid,
    /// The hash of the player's token, which also opens the seat.
    pub token: TokenHash,
}

#[derive(Clone, Copy, Debug)]
pub enum PlayerChange<'a> {
    /// A new name or token.
    Update(&'a Identity),
    Delete(DateTime<Utc>),
}

impl Player {
    fn read(row: &Row) -> Result<Self, StoreError> {
        row.parse(RowKind::Player, "id", |row| {
            Ok(Self {
                id: row.get("id")?,
                created_at: row.get("created_at")?,
                identity: read_identity(row)?,
                bot: row.get("bot")?,
            })
        })
    }
}

fn read_identity(row: &Row) -> Result<Option<Identity>, Invalid> {
    let name_hidden = row.get("name_hidden")?;
    match (row.optional("name")?, row.optional("token")?) {
        (None, None) => Ok(None),
        (Some(name), Some(token)) => Ok(Some(Identity { name, name_hidden, token })),
        _ => Err(Invalid::new("a name without a token, or a token without a name")),
    }
}
