//! A cache of recently requested games, so that the next request does not read their
//! logs again.
//!
//! An entry may be stale: another instance may have stored a move, or given a seat
//! another token. So no answer depends on the cache alone. Either the database
//! accepts a move that was validated with an entry, and so confirms its version and
//! last move; or a version check compares the entry with the database before it is
//! shown.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use regicide_engine::engine::Position;
use uuid::Uuid;

use super::loaded_game::{GameState, LoadedGame};
use super::receipts::Receipts;

pub(crate) struct GameCache {
    games: Cache<Uuid, LoadedGame, Bytes>,
    /// Signs the receipts of its games.
    receipts: Arc<Receipts>,
}

/// Weighs a game by its memory.
#[derive(Clone)]
struct Bytes;

/// The approximate memory of a game without its moves: position, seats and their
/// names.
const GAME_BYTES: usize = size_of::<GameState>() + 1024;

impl Weighter<Uuid, LoadedGame> for Bytes {
    fn weight(&self, _: &Uuid, game: &LoadedGame) -> u64 {
        let earlier = game.history().undo_depth() * size_of::<Position>();
        (GAME_BYTES + size_of_val(game.log()) + earlier) as u64
    }
}

impl GameCache {
    /// A cache of `bytes` bytes; 0 disables it.
    pub(crate) fn new(bytes: u64, receipts: Arc<Receipts>) -> Self {
        let games = usize::try_from(bytes).unwrap_or(usize::MAX) / (2 * GAME_BYTES);
        Self { games: Cache::with_weighter(games, bytes, Bytes), receipts }
    }

    /// A game as it was when it was last requested, seen from `now`.
    pub(crate) fn get(&self, id: Uuid, now: DateTime<Utc>) -> Option<LoadedGame> {
        let receipts = Some(self.receipts.clone());
        self.games.get(&id).map(|cached| LoadedGame { now, receipts, ..cached })
    }

    /// The names of former players are read with their game alone: such a game is not cached.
    pub(crate) fn insert(&self, game: LoadedGame) {
        if game.game.former_players.iter().any(|former| former.player.is_some()) {
            self.games.remove(&game.game.id);
            return;
        }
        self.games.insert(game.game.id, game);
    }
}
