//! Going on from a position of a game that is over.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use super::error::Error;
use super::idempotency::{IdempotencyKey, Reply, request_hash};
use super::name::DisplayName;
use super::token::Token;
use crate::record::SeedBy;
use crate::store::{LogEntry, NewGame, Origin, Visibility};

/// A practice game to be made from another's position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"seq": 3})))]
pub struct ForkGame {
    /// How many of the game's moves are taken over, 0 for the deal.
    #[schema(minimum = 0, maximum = 20000)]
    pub seq: u32,
    /// Display names by seat, `null` for none.
    #[serde(default)]
    #[schema(max_items = 4, value_type = Vec<Option<DisplayName>>)]
    pub names: Vec<Option<String>>,
    /// Who finds the game.
    #[serde(default)]
    pub visibility: Visibility,
    /// How many seats others are to take: the last ones.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 4)]
    pub open_seats: u8,
}

impl Service {
    /// Makes a practice game with the same seed and the first moves of a game
    /// that is over. Its seed is known, and it says so.
    ///
    /// # Errors
    /// [`Error::NotOver`] while the game runs; a position at or behind its
    /// end; names that do not do; trouble with the key; or the store's.
    pub async fn fork_game(
        &self,
        id: Uuid,
        request: &ForkGame,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let table = self.past(id).await?;
        table.require_open()?;
        if request.seq > table.seq() {
            return Err(Error::NoSuchMove(table.seq()));
        }
        let (position, _) = table.position_at(request.seq)?;
        if crate::engine::Game::outcome(&position).is_some() {
            return Err(Error::Unfit { field: "seq", reason: "unfit-over-there" });
        }
        let original = table.game();
        let seating = self.seating(original.setup.players(), &request.names, request.open_seats)?;
        let moves = original.moves.iter().take(request.seq as usize);
        let game = NewGame {
            id: self.new_id(table.now),
            setup: original.setup,
            seed: original.seed.clone(),
            commitment: original.commitment,
            seed_by: SeedBy::Client,
            origin: Origin::Fork { of: id, at: request.seq },
            visibility: request.visibility,
            created_at: table.now,
            abandon_after: self.settings.abandon_after,
            owner: seating.owner.as_ref().map(Token::hash),
            seats: seating.seats.clone(),
            moves: moves.map(|row| LogEntry { key: None, ..*row }).collect(),
            finished: None,
            challenge: None,
        };
        self.store_new(game, seating, key, request_hash(&format!("fork_game {id}"), request)).await
    }
}
