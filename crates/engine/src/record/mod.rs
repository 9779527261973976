//! The portable record of a game (docs/spec/record.md): everything that is needed to
//! rebuild, replay and verify it, anywhere.

mod chain;
mod comment;
mod commitment;
mod file;
mod former;
mod line;
mod origin;
mod packed;
mod rebuild;
mod result;
mod schema;
mod signature;
pub mod timestamp;
mod verify;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use crate::engine::MAX_MOVES;
pub use crate::tlog::{PublicKey, PublicKeyError, SigningKey};
pub use chain::{Chain, Entry, Stamp, header_line, hidden_text};
pub use comment::Comment;
pub use commitment::{Commitment, LoggedCommitment};
pub use file::{BadSetup, ReadError, RecordFile, RecordMove};
pub use former::FormerPlayer;
pub use origin::{GamePurpose, PlayedAs, RecordedFork};
pub use packed::{PackedError, PackedMove, pack, unpack};
#[cfg(feature = "test-rules")]
pub use rebuild::JUDGES_WRONGLY;
pub use rebuild::{BadMove, Fault, Rebuild, Replay, Step};
pub use result::{RecordOutcome, RecordResult};
pub use schema::schema;
pub use signature::{End, Statement};
pub use verify::{Authenticity, BadMoveInfo, Check, CheckName, Checked, Expected, Verdict, verify};

/// The maker of a game's seed (docs/spec/record.md S1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(strum::Display, strum::EnumString, strum::AsRefStr)]
#[strum(serialize_all = "snake_case")]
pub enum SeedBy {
    /// The service, which keeps it secret until the game is over.
    Service,
    /// A client, which knew every card from the start.
    Client,
}
