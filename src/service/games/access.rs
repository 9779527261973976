//! The access of a caller to a game. Every resource checks it before it returns
//! anything.

use chrono::{DateTime, Utc};
use regicide_engine::engine::Seat;

use super::Games;
use super::loaded_game::{GameState, LoadedGame, Role};
use crate::service::auth::Bearer;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use regicide_store::{Game, SeatState, Status, Visibility};
use uuid::Uuid;

/// The reason why a game of a challenge that still runs is not shown: the id of a
/// message.
pub(crate) const EMBARGOED: &str = "error-embargoed";

/// The part of a game that a caller may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Denied,
    /// The part that their seat can see, or a spectator: a seat's own cards, and the
    /// cards on the table (R12.1, R12.2).
    Partial,
    /// Everything (R12.4).
    Full,
}

/// The access of a caller. While a challenge runs, its games stay embargoed even when
/// they are over (docs/spec/challenges.md C3.2), because all players of the challenge
/// have the same cards.
pub(crate) fn access(game: &Game, caller: Role, now: DateTime<Utc>) -> Access {
    if is_sealed(game, now) {
        return match caller {
            Role::Seat(_) => Access::Partial,
            Role::Guest | Role::Spectator => Access::Denied,
        };
    }
    match game.visibility {
        Visibility::Private if caller == Role::Spectator => Access::Denied,
        Visibility::Public | Visibility::Unlisted | Visibility::Private if is_revealed(game, now) => {
            Access::Full
        }
        Visibility::Public | Visibility::Unlisted | Visibility::Private => Access::Partial,
    }
}

/// True if a game is sealed: it is seen from its seats alone. Before the last seat is
/// taken there are no cards to see, and its link is an invitation: it is like any
/// other game that has not begun.
fn is_sealed(game: &Game, now: DateTime<Utc>) -> bool {
    game.is_embargoed(now) && game.has_begun()
}

/// True if nothing about a game is hidden from those who may see it.
fn is_revealed(game: &Game, now: DateTime<Utc>) -> bool {
    !game.is_embargoed(now)
        && match game.status(now) {
            Status::Finished | Status::Abandoned | Status::Closed => true,
            Status::Waiting | Status::Running | Status::Cancelled => false,
        }
}

/// The caller, unless access is denied.
pub(crate) fn admit(game: &Game, caller: Role, now: DateTime<Utc>) -> Result<Role, Error> {
    match access(game, caller, now) {
        Access::Denied if is_sealed(game, now) => Err(Error::Embargoed(EMBARGOED)),
        Access::Denied => Err(Error::Forbidden("forbidden-private")),
        Access::Partial | Access::Full => Ok(caller),
    }
}

/// The role of a token's holder, as far as the game itself determines it.
fn holder(game: &Game, token: &Token) -> Option<Role> {
    let hash_matches = |stored: &Option<_>| stored.as_ref().is_some_and(|hash| token.matches(hash));
    let opens = |seat: &&SeatState| {
        hash_matches(&seat.token) || hash_matches(&seat.player.map(|player| player.token))
    };
    if let Some(seat) = game.seats.iter().find(opens) {
        return Some(Role::Seat(seat.seat));
    }
    hash_matches(&game.spectator_code).then_some(Role::Guest)
}

impl GameState {
    /// The role of the token's holder, as far as the game itself determines it.
    pub(crate) fn holder(&self, token: &Token) -> Option<Role> {
        holder(&self.game, token)
    }
}

impl LoadedGame {
    /// True if nothing about the game is hidden from those who may see it.
    pub(crate) fn is_revealed(&self) -> bool {
        is_revealed(&self.game, self.now)
    }

    /// The caller, unless access is denied.
    pub(crate) fn admit(&self, caller: Role) -> Result<Role, Error> {
        admit(&self.game, caller, self.now)
    }

    /// Requires that nothing about the game is hidden.
    ///
    /// # Errors
    /// [`Error::NotOver`] while the game is not over, or [`Error::Embargoed`] while
    /// it is sealed, over or not.
    pub(crate) fn require_revealed(&self) -> Result<(), Error> {
        if self.is_revealed() {
            return Ok(());
        }
        Err(if is_sealed(&self.game, self.now) { Error::Embargoed(EMBARGOED) } else { Error::NotOver })
    }
}

impl Games {
    /// The role of a request's caller in a game: without one of its seats, a caller
    /// is a spectator, with any valid token.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] for a token that is unknown or revoked, or no longer
    /// that of a seat in this game.
    pub(crate) async fn caller(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Role, Error> {
        self.role(&game.game, token, game.now).await
    }

    async fn role(&self, game: &Game, token: Option<&Token>, now: DateTime<Utc>) -> Result<Role, Error> {
        let Some(token) = token else { return Ok(Role::Spectator) };
        if let Some(caller) = holder(game, token) {
            return Ok(caller);
        }
        let Bearer::Player(player, _) = self.unseated(game, token).await? else {
            return Ok(Role::Spectator);
        };
        let is_guest = game.creator == Some(player.id)
            || game.invitation_of(player.id, now).is_some()
            || self.has_kept(game, player.id).await?;
        Ok(if is_guest { Role::Guest } else { Role::Spectator })
    }

    /// True if the player was a guest in a private game that is over, and has kept the seat.
    async fn has_kept(&self, game: &Game, player: Uuid) -> Result<bool, Error> {
        let may_keep = game.visibility == Visibility::Private && game.finished.is_some();
        Ok(may_keep && self.core.store.seats.is_kept_by(game.id, player).await?)
    }

    /// The caller with a token that opens nothing of this game by itself.
    async fn unseated(&self, game: &Game, token: &Token) -> Result<Bearer, Error> {
        let bearer = self.auth.bearer(token).await?;
        // The token of a seat here was revoked, or its seat freed.
        let is_void = matches!(bearer, Bearer::Seat) && token.game() == Some(game.id);
        if is_void { Err(Error::TokenUnknown) } else { Ok(bearer) }
    }

    /// Requires that a spectator may see the game, of a private game the caller, and that
    /// the token, if there is one, is valid. The identity of the caller matters for
    /// private games alone.
    pub(crate) async fn check_reader(
        &self,
        game: &Game,
        token: Option<&Token>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let role = self.role(game, token, now).await?;
        let caller = match game.visibility {
            Visibility::Private => role,
            Visibility::Public | Visibility::Unlisted => Role::Spectator,
        };
        admit(game, caller, now).map(|_| ())
    }

    /// Requires that the caller may read the game, and that nothing about it is
    /// hidden any more.
    pub(crate) async fn require_past(&self, game: &LoadedGame, token: Option<&Token>) -> Result<(), Error> {
        self.check_reader(&game.game, token, game.now).await?;
        game.require_revealed()
    }

    /// The role of the caller with this token, unless access is denied.
    pub(crate) async fn viewer(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Role, Error> {
        game.admit(self.caller(game, token).await?)
    }

    /// The role of a caller who had access `before` and still reads. A seat or an
    /// invitation, which may be gone, requires reading the players again.
    pub(crate) async fn still_viewer(
        &self,
        game: &LoadedGame,
        token: Option<&Token>,
        before: Role,
    ) -> Result<Role, Error> {
        match (token.and_then(|token| game.holder(token)), before) {
            (Some(caller), _) => game.admit(caller),
            (None, Role::Spectator) => game.admit(before),
            (None, Role::Guest | Role::Seat(_)) => self.viewer(game, token).await,
        }
    }

    pub(crate) async fn seat_of(&self, game: &LoadedGame, token: Option<&Token>) -> Result<Seat, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        match self.caller(game, Some(token)).await? {
            Role::Seat(seat) => Ok(seat),
            Role::Guest | Role::Spectator => Err(Error::Forbidden("forbidden-no-seat")),
        }
    }

    /// True if the caller owns the game: the player who created it, with the player's
    /// own token, seated or not; if no player did, the seat that its creator took.
    pub(crate) async fn is_owner(&self, game: &LoadedGame, token: Option<&Token>) -> Result<bool, Error> {
        let token = token.ok_or(Error::TokenMissing)?;
        let creator = game.game.creator;
        Ok(match game.holder(token) {
            Some(Role::Seat(seat)) => {
                let state = &game.game.seats[seat.index()];
                let is_player = game.player_token(seat, token).is_some();
                let created = state.player.is_some_and(|player| creator == Some(player.id));
                created && is_player || game.is_owned_by(state)
            }
            Some(Role::Guest | Role::Spectator) => false,
            None => match self.unseated(&game.game, token).await? {
                Bearer::Player(player, _) => creator == Some(player.id),
                Bearer::Seat | Bearer::Operator => false,
            },
        })
    }
}
