//! The holder of a token, and what the token permits.

use std::sync::Arc;

use regicide_engine::engine::Seat;
use regicide_store::Status;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::auth::{Auth, Bearer};
use super::core::Core;
use super::error::Error;
use super::games::Games;
use super::games::loaded_game::Role;
use super::players::PlayerInfo;
use super::runtime::token::Token;

/// The holder of a token, and the operations that the token permits now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TokenHolder {
    /// A player.
    Player {
        /// The player.
        player: PlayerInfo,
        /// The permitted operations. Each game has its own rules for its seats and owner.
        may: Vec<Permission>,
    },
    /// A seat of a game.
    Seat {
        /// The game's id.
        game_id: Uuid,
        /// The seat.
        seat: Seat,
        /// The permitted operations.
        may: Vec<Permission>,
    },
    /// The code for spectators of a private game.
    Spectator {
        /// The game's id.
        game_id: Uuid,
        /// The permitted operations.
        may: Vec<Permission>,
    },
    /// The operator of the service.
    Operator {
        /// The permitted operations.
        may: Vec<Permission>,
    },
}

/// A kind of operation that not every caller may carry out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Reading the game, also if it is private.
    ReadGame,
    /// Moves and signals in the seat, once the game runs and on its turn.
    Play,
    /// Inviting, seating bots, freeing seats, cancelling: until all seats are taken.
    ManageSeats,
    /// Attempts at challenges.
    AttemptChallenges,
    /// Challenges of the holder's own.
    CreateChallenges,
    /// Webhooks, if the service sends any.
    ManageWebhooks,
    /// Actions on any game, player and challenge (`/v1/admin/actions`).
    RunAdminActions,
}

pub struct Permissions {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
}

impl Permissions {
    pub(super) const fn new(core: Arc<Core>, auth: Arc<Auth>, games: Arc<Games>) -> Self {
        Self { core, auth, games }
    }

    /// The holder of a token.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] if the token is unknown or revoked.
    pub async fn of(&self, token: Option<&Token>) -> Result<TokenHolder, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        Ok(match self.auth.bearer(token).await? {
            Bearer::Operator => {
                let may = [Permission::RunAdminActions, Permission::CreateChallenges];
                TokenHolder::Operator { may: self.with_webhooks(may) }
            }
            Bearer::Player(player, _) => {
                let may = [Permission::AttemptChallenges, Permission::CreateChallenges];
                TokenHolder::Player { player: PlayerInfo::from(&player), may: self.with_webhooks(may) }
            }
            Bearer::Seat => self.of_seat(token).await?,
        })
    }

    async fn of_seat(&self, token: &Token) -> Result<TokenHolder, Error> {
        let game_id = token.game().ok_or(Error::TokenUnknown)?;
        let game = match self.games.loaded_game(game_id).await {
            Err(Error::NoSuchGame) => return Err(Error::TokenUnknown),
            game => game?,
        };
        let mut may = vec![Permission::ReadGame];
        match game.holder(token) {
            None | Some(Role::Spectator) => Err(Error::TokenUnknown),
            Some(Role::Guest) => Ok(TokenHolder::Spectator { game_id, may }),
            Some(Role::Seat(seat)) => {
                let status = game.status();
                if matches!(status, Status::Waiting | Status::Running) {
                    may.push(Permission::Play);
                }
                if status == Status::Waiting && self.games.is_owner(&game, Some(token)).await? {
                    may.push(Permission::ManageSeats);
                }
                Ok(TokenHolder::Seat { game_id, seat, may })
            }
        }
    }

    fn with_webhooks(&self, may: [Permission; 2]) -> Vec<Permission> {
        let has_webhooks = self.core.features().webhooks;
        may.into_iter().chain(has_webhooks.then_some(Permission::ManageWebhooks)).collect()
    }
}
