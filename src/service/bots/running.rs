//! The limit on a sender's games with house bots.

use chrono::TimeDelta;
use parking_lot::Mutex;
use uuid::Uuid;

use super::price::BotsWanted;
use crate::service::Service;
use crate::service::error::Error;

/// The time without a move after which a game does not count: its bots wait for
/// people, who may have left.
const IDLE: TimeDelta = TimeDelta::hours(1);

/// The games with bots that a sender has made at this instance and that may still
/// run.
#[derive(Debug)]
pub struct BotGames {
    most: u32,
    /// Consistent after a panic: no other code runs while it is locked.
    known: Mutex<Vec<Uuid>>,
}

impl BotGames {
    #[must_use]
    pub const fn new(most: u32) -> Self {
        Self { most, known: Mutex::new(Vec::new()) }
    }

    fn is_full(&self, games: usize) -> bool {
        games >= usize::try_from(self.most).unwrap_or(usize::MAX)
    }

    pub(super) fn remember(&self, game: Uuid) {
        let mut known = self.known.lock();
        if !known.contains(&game) {
            known.push(game);
        }
    }
}

impl Service {
    /// Requires that one more game may run: of those of the game's creator, and of
    /// those of the sender. Concurrent requests may exceed the limit by a few.
    pub(super) async fn require_room(&self, games: &BotGames, wanted: &BotsWanted) -> Result<(), Error> {
        let now = self.now().await?;
        let since = now - IDLE;
        if let Some(creator) = wanted.creator {
            let own = self.store.bot_games_of(creator, now, since, games.most.saturating_add(1)).await?;
            if games.is_full(own.iter().filter(|&&game| game != wanted.game).count()) {
                return Err(Error::TooManyBotGames);
            }
        }
        let before = games.known.lock().clone();
        if before.contains(&wanted.game) || !games.is_full(before.len()) {
            return Ok(());
        }
        let running = self.store.bot_games_among(&before, now, since).await?;
        let mut known = games.known.lock();
        known.retain(|game| running.contains(game) || !before.contains(game));
        if games.is_full(known.len()) { Err(Error::TooManyBotGames) } else { Ok(()) }
    }
}
