//! The former players of seats that changed hands (docs/spec/record.md S6.12).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::file::RecordFile;
use crate::engine::{Message, Seat};

/// The maximum number of former players in a record.
const MAX_FORMER: usize = 1000;

/// A player who had a seat until it changed hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormerPlayer {
    /// The seat.
    pub seat: Seat,
    /// The number of the last move before the seat changed hands, 0 for the deal.
    #[schema(minimum = 0, maximum = 7151)]
    pub until: u32,
    /// The player's id, as in `player_ids`.
    pub player_id: Option<String>,
}

/// Reads the former players of a record; `null` for none.
pub(super) fn read_former<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<FormerPlayer>, D::Error> {
    let former = Option::<Vec<FormerPlayer>>::deserialize(deserializer)?.unwrap_or_default();
    if former.len() > MAX_FORMER {
        return Err(D::Error::custom("a record has at most 1000 former players"));
    }
    Ok(former)
}

impl RecordFile {
    /// The first fault of the former players: a seat or move that the game does not have,
    /// or a move before the one of the item before.
    pub(super) fn former_fault(&self) -> Option<Message> {
        let mut last = 0;
        self.former_players.iter().find_map(|&FormerPlayer { seat, until, .. }| {
            let before = std::mem::replace(&mut last, until);
            if seat.index() >= usize::from(self.players) {
                Some(Message::new("fault-seat").with("seat", u8::from(seat)))
            } else if until < before {
                Some(Message::new("check-former-order"))
            } else if until as usize > self.moves.len() {
                Some(Message::new("check-former-until").with("until", until))
            } else {
                None
            }
        })
    }
}
