//! What a caller may see of a game. Every resource uses this decision
//! before it returns anything.

use chrono::{DateTime, Utc};
use regicide::engine::Seat;

use super::loaded_game::{LoadedGame, Role};
use crate::service::Service;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::store::{Game, Status};

/// Why a game of a challenge that still runs is not shown: the id of a
/// message.
pub(crate) const EMBARGOED: &str = "error-embargoed";

/// What a caller may see of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Denied,
    /// What their seat can see, or a spectator: a seat's own cards, and what lies on
    /// the table (R12.1, R12.2).
    Partial,
    /// All of it (R12.4).
    Full,
}

/// While a challenge runs, a game of it stays embargoed even when it is over
/// (docs/spec/challenges.md C3.2), because all players of the challenge have
/// the same cards.
pub(crate) fn access(game: &Game, caller: Role, now: DateTime<Utc>) -> Access {
    if game.is_embargoed(now) {
        return match caller {
            Role::Seat(_) => Access::Partial,
            Role::Owner | Role::Spectator => Access::Denied,
        };
    }
    match game.status(now) {
        Status::Finished | Status::Abandoned | Status::Closed => Access::Full,
        Status::Waiting | Status::Running | Status::Cancelled => Access::Partial,
    }
}

impl LoadedGame {
    pub(crate) fn is_public(&self) -> bool {
        access(&self.game, Role::Spectator, self.now) == Access::Full
    }

    /// The caller, unless access is denied.
    pub(crate) fn admit(&self, caller: Role) -> Result<Role, Error> {
        match access(&self.game, caller, self.now) {
            Access::Denied => Err(Error::Embargoed(EMBARGOED)),
            Access::Partial | Access::Full => Ok(caller),
        }
    }

    /// # Errors
    /// [`Error::NotOver`] while something about the game is hidden, or
    /// [`Error::Embargoed`] if that is for its challenge.
    pub(crate) fn require_public(&self) -> Result<(), Error> {
        if self.is_public() {
            return Ok(());
        }
        Err(if self.game.is_embargoed(self.now) { Error::Embargoed(EMBARGOED) } else { Error::NotOver })
    }
}

impl Service {
    /// The caller of a request about a game; without a token, or with that of a player who is
    /// not in it, a spectator.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] for a token that is neither the game's nor a
    /// player's.
    pub(crate) async fn caller(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Role, Error> {
        let Some(token) = token else { return Ok(Role::Spectator) };
        if let Some(caller) = game.holder(token) {
            return Ok(caller);
        }
        let (player, _) = self.player_of(token).await?;
        let created = game.game.creator == Some(player);
        Ok(if created { Role::Owner } else { Role::Spectator })
    }

    /// The caller with this token, unless access is denied.
    pub(crate) async fn viewer(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Role, Error> {
        game.admit(self.caller(game, token).await?)
    }

    /// The same for a caller who had access `before` and still reads. Only a
    /// seat, which may have been freed, requires reading the players again.
    pub(crate) async fn still_viewer(
        &self,
        game: &LoadedGame,
        token: Option<&Token>,
        before: Role,
    ) -> Result<Role, Error> {
        match (token.and_then(|token| game.holder(token)), before) {
            (Some(caller), _) => game.admit(caller),
            (None, Role::Owner | Role::Spectator) => game.admit(before),
            (None, Role::Seat(_)) => self.viewer(game, token).await,
        }
    }

    pub(crate) async fn seat_of(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Seat, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        match self.caller(game, Some(token)).await? {
            Role::Seat(seat) => Ok(seat),
            Role::Owner | Role::Spectator => Err(Error::Forbidden("forbidden-no-seat")),
        }
    }

    /// Whether the caller is the game's creator, seated or not. The token of the
    /// creator's seat is for that seat alone.
    pub(crate) async fn is_host(&self, game: &LoadedGame, token: Option<&Token>) -> Result<bool, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        Ok(match self.caller(game, Some(token)).await? {
            Role::Owner => true,
            Role::Seat(seat) => {
                let player = game.game.seats[seat.index()].player;
                let created = player.is_some_and(|player| game.game.creator == Some(player.id));
                created && game.player_token(seat, token).is_some()
            }
            Role::Spectator => false,
        })
    }
}
