//! A transparency log: an append-only list of which anybody can check that an
//! entry is in it, and that it only ever grew (docs/spec/log.md).
//!
//! The forms are those of RFC 6962 and of the C2SP specifications `signed-note`,
//! `tlog-checkpoint`, `tlog-tiles`, `tlog-proof` and `tlog-cosignature`. Nothing
//! here reads files or sends requests: what is needed of a tree is named
//! as [`Tile`]s, and computed from a [`TileSet`].

mod checkpoint;
mod entry;
mod key;
mod note;
mod policy;
mod proof;
mod quorum;
mod receipt;
mod tile;
mod tree;

pub use checkpoint::Checkpoint;
pub use entry::{Entry, EntryError, EntryKind, game_entry, players_hash};
pub use key::{PublicKey, PublicKeyError, SigningKey};
pub use note::{KeyType, Note, NoteSignature, VerifierKey, VerifierKeyError, sign_checkpoint};
pub use policy::{LogFault, LogPolicy, MAX_DELAY, PolicyError, ProofSource, Witnessed};
pub use proof::{Extra, Growth, Proof, ProofRequest};
pub use quorum::{Quorum, Witness};
pub use receipt::Receipt;
pub use tile::{Tile, TileKind, TilePathError, WIDTH, decode_bundle, encode_bundle};
pub use tree::{
    MAX_SIZE, TileSet, complete_root, empty_root, is_consistent, is_included, leaf_hash, node_hash,
    tiles_of_consistency, tiles_of_inclusion, tiles_of_prefix, tiles_of_root,
};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::engine::Hash;

impl Hash {
    /// The hash that a log writes in base64.
    pub fn from_base64(text: &str) -> Option<Self> {
        Some(Self(STANDARD.decode(text).ok()?.try_into().ok()?))
    }

    /// The hash in base64, as logs write it.
    pub fn to_base64(self) -> String {
        STANDARD.encode(self.0)
    }
}

/// A decimal number without leading zeros.
fn number(text: &str) -> Option<u64> {
    let is_plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()));
    if is_plain { text.parse().ok() } else { None }
}
