//! The authenticated caller of a request, and requests that are carried out once.

pub(in crate::service) mod idempotency;

use std::sync::Arc;

use uuid::Uuid;

use super::core::Core;
use super::error::Error;
use super::runtime::token::{Secret, Token};
pub use idempotency::{IdempotencyKey, Reply};
use regicide_store::{Identity, Player, TokenHash};

/// The owner of a token.
#[derive(Clone, Debug)]
pub(crate) enum Bearer {
    Player(Player, Identity),
    /// The holder of a seat in some game.
    Seat,
    Operator,
}

pub struct Auth {
    core: Arc<Core>,
}

impl Auth {
    pub(super) const fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Authenticates a token. A seat's token is not looked up: its form is enough to
    /// treat its holder as an anonymous caller.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] if no caller has it.
    pub(crate) async fn bearer(&self, token: &Token) -> Result<Bearer, Error> {
        if self.is_operator(token) {
            return Ok(Bearer::Operator);
        }
        if let Some(player) = self.core.store.players.by_token(&token.hash()).await?
            && let Some(identity) = player.identity.clone()
        {
            return Ok(Bearer::Player(player, identity));
        }
        if token.game().is_some() { Ok(Bearer::Seat) } else { Err(Error::TokenUnknown) }
    }

    /// Checks a token, where one is sent.
    ///
    /// # Errors
    /// [`Error::TokenUnknown`] if it is unknown or revoked.
    pub async fn check_token(&self, token: Option<&Token>) -> Result<(), Error> {
        if let Some(token) = token {
            self.bearer(token).await?;
        }
        Ok(())
    }

    /// The player whose token is sent, if it is a player's.
    pub(crate) async fn sending_player(
        &self,
        token: Option<&Token>,
    ) -> Result<Option<(Uuid, Identity)>, Error> {
        let Some(token) = token else { return Ok(None) };
        Ok(match self.bearer(token).await? {
            Bearer::Player(player, identity) => Some((player.id, identity)),
            Bearer::Seat | Bearer::Operator => None,
        })
    }

    pub(crate) async fn require_operator(&self, token: Option<&Token>) -> Result<(), Error> {
        match self.bearer(token.ok_or(Error::TokenMissing)?).await? {
            Bearer::Operator => Ok(()),
            Bearer::Player(..) | Bearer::Seat => Err(Error::Forbidden("forbidden-operator")),
        }
    }

    /// True if the token is the operator's; never if none is configured.
    pub(crate) fn is_operator(&self, token: &Token) -> bool {
        self.core.settings.operator.is_some_and(|Secret(hash)| token.matches(&TokenHash(hash)))
    }

    /// The player whose token is sent, where one is required.
    pub(crate) async fn required_player(&self, token: Option<&Token>) -> Result<(Uuid, Identity), Error> {
        self.sending_player(token).await?.ok_or_else(|| without_player(token))
    }
}

/// The error for a request that requires a player's token and was sent without one.
pub(crate) fn without_player(token: Option<&Token>) -> Error {
    token.map_or(Error::TokenMissing, |_| Error::Forbidden("forbidden-no-player"))
}
