//! Forks: practice games from a position of a finished game.

use regicide_engine::bots::Level;
use regicide_engine::engine::deserialize_some;
use regicide_engine::record::SeedBy;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Games;
use super::create::SeatsWanted;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::Error;
use crate::service::names::DisplayName;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::{blocking, count_stored};
use regicide_store::{Game, LogEntry, Origin, Visibility};

/// A practice game to be created from another's position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"seq": 3})))]
pub struct ForkGame {
    /// The number of the game's moves to take over, 0 for the deal.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// Display names by seat, `null` for none.
    #[serde(default)]
    #[schema(max_items = 4, value_type = Vec<Option<DisplayName>>)]
    pub names: Vec<Option<String>>,
    /// Levels of house bots by seat, `null` for none.
    #[serde(default)]
    #[schema(max_items = 4)]
    pub bots: Vec<Option<Level>>,
    /// The visibility of the game; forks of private games are private.
    #[serde(default)]
    pub visibility: Visibility,
    /// The number of open seats for others: the last ones. The owner until it begins
    /// is that of any new game.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 4)]
    pub open_seats: u8,
    /// True to give the first seat that is no bot's to the player whose token is
    /// sent; if left out, they get it if it is not open.
    #[serde(default, deserialize_with = "deserialize_some")]
    pub join: Option<bool>,
}

impl Games {
    /// Creates a practice game with the seed and the first moves of a game that is
    /// over. It is marked as one with a known seed. With a player's token, that
    /// player is its creator.
    pub async fn fork(
        &self,
        id: Uuid,
        request: &ForkGame,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let fork = async |cipher: &ReplyCipher<'_>| {
            let loaded = self.past_game(id).await?;
            self.require_past(&loaded, token).await?;
            if request.seq > loaded.seq() {
                return Err(Error::NoSuchMove(loaded.seq()));
            }
            let seq = request.seq;
            let (loaded, history) = blocking(loaded.log().len(), move || {
                let history = loaded.history_at(seq);
                (loaded, history)
            })
            .await;
            if history?.0.position().outcome().is_some() {
                return Err(Error::Unfit { field: "seq", reason: "unfit-over-there" });
            }
            let original = &loaded.game;
            let ForkGame { names, bots, open_seats, join, .. } = request;
            let players = original.setup.players();
            let wanted = SeatsWanted { players, names, bots, open_seats: *open_seats, join: *join };
            let moves = original.moves.iter().take(request.seq as usize);
            let game = Game {
                seed_by: SeedBy::Client,
                origin: Origin::Fork { of: id, at: request.seq },
                // Forks of private games are private.
                visibility: match original.visibility {
                    Visibility::Private => Visibility::Private,
                    Visibility::Public | Visibility::Unlisted => request.visibility,
                },
                moves: moves.map(|row| LogEntry { key: None, ..*row }).collect(),
                ..self.new_game(loaded.now, original.setup, original.seed.clone())
            };
            let seating = self.seating(game.id, &wanted, token).await?;
            count_stored(game.moves.len());
            self.store_new(game, seating, cipher).await
        };
        self.auth.once_retried(token, key, request_hash(&format!("fork_game {id}"), request), fork).await
    }
}
