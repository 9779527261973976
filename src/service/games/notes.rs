//! Private notes of players on finished games (docs/spec/record.md S6.14).

use std::collections::BTreeSet;

use regicide_engine::record::Comment;
use regicide_store::SeatPlayer;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Games;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;

/// The maximum number of a player's notes on a game.
const MAX_NOTES: usize = 100;

/// A player's notes on a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"items": [{"seq": 2, "text": "The jester was better here."}]})))]
pub struct Notes {
    /// The notes, at most one on a position. In answers they are in the order of the moves.
    #[serde(deserialize_with = "read_items")]
    #[schema(max_items = 100)]
    pub items: Vec<Comment>,
}

fn read_items<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Comment>, D::Error> {
    let items = Vec::deserialize(deserializer)?;
    if items.len() <= MAX_NOTES { Ok(items) } else { Err(D::Error::custom("too many notes")) }
}

impl Games {
    /// The notes of the player whose token is sent.
    pub async fn notes(&self, id: Uuid, token: Option<&Token>) -> Result<Notes, Error> {
        let (player, _) = self.auth.required_player(token).await?;
        let game = self.past_game(id).await?;
        self.require_past(&game, token).await?;
        Ok(Notes { items: self.core.store.notes.read(player, id).await? })
    }

    /// Replaces the notes of the player whose token is sent.
    pub async fn replace_notes(
        &self,
        id: Uuid,
        token: Option<&Token>,
        notes: &Notes,
    ) -> Result<Notes, Error> {
        let (player, identity) = self.auth.required_player(token).await?;
        let game = self.past_game(id).await?;
        self.require_past(&game, token).await?;
        let mut items = notes.items.clone();
        items.sort_by_key(|note| note.seq);
        let seqs: BTreeSet<u32> = items.iter().map(|note| note.seq).collect();
        if seqs.len() < items.len() {
            return Err(Error::Unfit { field: "items", reason: "unfit-one-note-for-position" });
        }
        if let Some(&seq) = seqs.iter().find(|seq| **seq as usize > game.log().len()) {
            return Err(Error::NoSuchMove(seq));
        }
        count_lines(items.len());
        let player = SeatPlayer { id: player, token: identity.token };
        self.core.store.notes.replace(&player, id, &items).await?;
        Ok(Notes { items })
    }
}
