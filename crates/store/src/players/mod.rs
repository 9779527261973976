//! Players.

mod methods;
mod skeleton;
mod statements;
mod stats;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::database::{Invalid, Row};
use super::error::{RowKind, StoreError};
use super::token::TokenHash;

pub(super) use methods::{free_waiting_seats, raise_versions};
pub use skeleton::{raw_skeleton, skeleton_of};
pub(super) use statements::{RAISE_VERSIONS, RAISE_WAITING_VERSIONS};
pub use stats::GameStats;

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
