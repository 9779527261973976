//! How many games with house bots somebody has.

use chrono::TimeDelta;
use uuid::Uuid;

use crate::service::Service;
use crate::service::error::Error;
use crate::service::token::Token;

/// A game in which nothing has been done for so long does not count: its bots
/// wait for people, who may have left.
const IDLE: TimeDelta = TimeDelta::hours(1);

impl Service {
    /// The games with bots that go on and that a player has made, up to one more
    /// than `most`; none for a token that is no player's.
    ///
    /// # Errors
    /// The store's.
    pub async fn running_bot_games_of(&self, token: &Token, most: u32) -> Result<Vec<Uuid>, Error> {
        let now = self.now().await?;
        Ok(self.store.bot_games_of(token.hash(), now, now - IDLE, most.saturating_add(1)).await?)
    }

    /// Those of some games that have bots and go on.
    ///
    /// # Errors
    /// The store's.
    pub async fn running_bot_games_among(&self, games: &[Uuid]) -> Result<Vec<Uuid>, Error> {
        let now = self.now().await?;
        Ok(self.store.bot_games_among(games, now, now - IDLE).await?)
    }
}
