//! The games whose last move this instance has stored: it moves their bots first.

use std::collections::HashSet;

use parking_lot::Mutex;
use uuid::Uuid;

/// `None` while no bots are moved here.
#[derive(Debug, Default)]
pub(in crate::service) struct StoredHere(Mutex<Option<HashSet<Uuid>>>);

impl StoredHere {
    pub(in crate::service) fn begin(&self) {
        self.0.lock().get_or_insert_default();
    }

    /// Notes that a move is about to be stored here after which a bot is to act.
    pub(super) fn insert(&self, game: Uuid) {
        if let Some(games) = &mut *self.0.lock() {
            games.insert(game);
        }
    }

    /// Forgets a game; returns true if it was known.
    pub(in crate::service) fn remove(&self, game: Uuid) -> bool {
        self.0.lock().as_mut().is_some_and(|games| games.remove(&game))
    }

    /// Forgets all games but `games`.
    pub(in crate::service) fn retain(&self, games: &HashSet<Uuid>) {
        if let Some(here) = &mut *self.0.lock() {
            here.retain(|game| games.contains(game));
        }
    }
}
