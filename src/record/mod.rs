//! The portable record of a game (RECORD.md): everything that is needed to
//! rebuild, replay and judge it, anywhere.

mod chain;
mod file;
mod rebuild;
mod schema;
mod signature;
mod verify;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use chain::{Chain, Entry, Stamp, header_line, hidden_text};
pub use file::{ReadError, RecordFile, RecordMove};
pub use rebuild::{BadMove, Fault, Rebuild, Replay, Step};
pub use schema::schema;
pub use signature::{PublicKey, PublicKeyError, SigningKey, Statement};
pub use verify::{Authenticity, BadMoveInfo, Check, CheckName, Checked, Expected, Verdict, verify};

/// The most moves that a log holds.
pub const MAX_MOVES: u32 = 20_000;

/// Who made a game's seed (RECORD.md S1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeedBy {
    /// The service, which keeps it secret until the game is over.
    Service,
    /// A client: whoever that is knew every card from the start.
    Client,
}

impl SeedBy {
    /// Its name, as in a record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::Client => "client",
        }
    }

    /// Who is called so, if anybody is.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Service, Self::Client].into_iter().find(|by| by.name() == name)
    }
}
