//! What another source confirms of a record, in words.

use super::PlayedAs;
use crate::engine::Message;

/// What a signature covers.
pub(super) fn signed(played_as: &PlayedAs, player_ids: &[Option<String>]) -> Message {
    let players: Vec<&str> = player_ids.iter().map(|id| id.as_deref().unwrap_or("-")).collect();
    Message::new("coverage-signed").with("played", played_as.message()).with("players", players.join(", "))
}

/// What a commitment or the last hash of a chain covers.
pub(super) fn known(chain: bool) -> Message {
    Message::new(if chain { "coverage-chain" } else { "coverage-commitment" })
}
