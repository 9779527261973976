//! What a caller may see of a game. Every resource uses this decision
//! before it returns anything.

use chrono::{DateTime, Utc};
use regicide::engine::Seat;

use super::loaded_game::{LoadedGame, Role};
use crate::service::Service;
use crate::service::bearer::Bearer;
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
            Role::Spectator => Access::Denied,
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
    /// The caller of a request about a game: who holds none of its seats is a
    /// spectator, with whatever token.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] for a token that is nobody's, or no more that of a
    /// seat in this game.
    pub(crate) async fn caller(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Role, Error> {
        let Some(token) = token else { return Ok(Role::Spectator) };
        if let Some(seat) = game.seat_opened_by(token) {
            return Ok(Role::Seat(seat));
        }
        self.unseated(game, token).await?;
        Ok(Role::Spectator)
    }

    /// Whose a token is that opens no seat of this game.
    async fn unseated(&self, game: &LoadedGame, token: &Token) -> Result<Bearer, Error> {
        let bearer = self.bearer(token).await?;
        // That of a seat here was revoked, or its seat freed.
        let is_void = matches!(bearer, Bearer::Seat) && token.is_of_seat_in(game.game.id);
        if is_void { Err(Error::TokenUnknown) } else { Ok(bearer) }
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
        match (token.and_then(|token| game.seat_opened_by(token)), before) {
            (Some(seat), _) => game.admit(Role::Seat(seat)),
            (None, Role::Spectator) => game.admit(before),
            (None, Role::Seat(_)) => self.viewer(game, token).await,
        }
    }

    pub(crate) async fn seat_of(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Seat, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        match self.caller(game, Some(token)).await? {
            Role::Seat(seat) => Ok(seat),
            Role::Spectator => Err(Error::Forbidden("forbidden-no-seat")),
        }
    }

    /// Whether the caller owns the game: the player who created it, with the
    /// player's own token, seated or not; if no player did, the seat that its
    /// creator took.
    pub(crate) async fn is_owner(&self, game: &LoadedGame, token: Option<&Token>) -> Result<bool, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        let creator = game.game.creator;
        Ok(match game.seat_opened_by(token) {
            Some(seat) => {
                let state = &game.game.seats[seat.index()];
                let is_player = game.player_token(seat, token).is_some();
                let created = state.player.is_some_and(|player| creator == Some(player.id));
                created && is_player || game.is_owned_by(state)
            }
            None => match self.unseated(game, token).await? {
                Bearer::Player(player, _) => creator == Some(player.id),
                Bearer::Seat | Bearer::Operator => false,
            },
        })
    }
}
