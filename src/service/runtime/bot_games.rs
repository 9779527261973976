//! The limit on a sender's games with house bots.

use parking_lot::Mutex;
use uuid::Uuid;

/// The games with bots that a sender has made at this instance and that may still
/// run.
#[derive(Debug)]
pub struct BotGames {
    pub(in crate::service) most: u32,
    /// Consistent after a panic: no other code runs while it is locked.
    pub(in crate::service) known: Mutex<Vec<Uuid>>,
}

impl BotGames {
    #[must_use]
    pub const fn new(most: u32) -> Self {
        Self { most, known: Mutex::new(Vec::new()) }
    }

    pub(in crate::service) fn is_full(&self, games: usize) -> bool {
        games >= usize::try_from(self.most).unwrap_or(usize::MAX)
    }

    pub(in crate::service) fn remember(&self, game: Uuid) {
        let mut known = self.known.lock();
        if !known.contains(&game) {
            known.push(game);
        }
    }
}
