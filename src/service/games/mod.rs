//! Games: what they are, who may see what of them, and how they come to be: created,
//! forked or imported.

pub(in crate::service) mod access;
pub(in crate::service) mod bot_cost;
pub(in crate::service) mod cache;
pub(in crate::service) mod create;
pub(in crate::service) mod ends;
pub(in crate::service) mod fork;
pub(in crate::service) mod import;
pub(in crate::service) mod list;
pub(in crate::service) mod loaded_game;
pub(in crate::service) mod log;
mod notes;
mod packing;
pub(in crate::service) mod receipts;
pub(in crate::service) mod record;
pub(in crate::service) mod replay;
pub(in crate::service) mod rules;
pub(in crate::service) mod signals;
pub(in crate::service) mod view;

use std::sync::Arc;

use uuid::Uuid;

use super::auth::Auth;
use super::core::Core;
use super::error::Error;
use super::runtime::work::blocking;
use cache::GameCache;
pub use create::{CreateGame, Created, SeatToken};
pub use fork::ForkGame;
pub use import::{ImportOutcome, Imported, Prepared, verdict_on};
pub use list::{GameList, ListQuery};
use loaded_game::LoadedGame;
pub use log::VisibleGame;
pub use notes::Notes;
use receipts::Receipts;
use regicide_store::Game;
pub use replay::{Replay, ReplayQuery, ReplayStep};
pub use rules::{ClauseText, GameRules, Rules};
pub use signals::{AllowedSignal, GiveSignal, SignalLine, SignalPage};
pub use view::{
    GameView, LegalMove, LegalMoves, Log, LogLine, MadeMove, MinimalMove, MoveAnswer, RevealedPosition,
};

pub struct Games {
    core: Arc<Core>,
    auth: Arc<Auth>,
    pub(super) cache: GameCache,
    pub(super) receipts: Arc<Receipts>,
}

impl Games {
    pub(super) fn new(core: Arc<Core>, auth: Arc<Auth>) -> Self {
        let receipts = Arc::<Receipts>::default();
        let cache = GameCache::new(core.settings.cache_bytes, receipts.clone());
        Self { core, auth, cache, receipts }
    }

    /// The present game: from the cache, if a version check finds no change, else
    /// read and rebuilt.
    pub(in crate::service) async fn loaded_game(&self, id: Uuid) -> Result<LoadedGame, Error> {
        let Some(mut cached) = self.cache.get(id, self.core.now().await?) else { return self.load(id).await };
        match self.core.store.games.head(id).await? {
            Some(head) if head.revision == cached.revision() => {
                if cached.update_identities(head.seats) {
                    self.cache.insert(cached.clone());
                }
                Ok(cached)
            }
            Some(_) | None => self.load(id).await,
        }
    }

    /// A game that is probably over, read and rebuilt; perhaps from a replica.
    pub(in crate::service) async fn past_game(&self, id: Uuid) -> Result<LoadedGame, Error> {
        let stored = self.core.store.games.read_past(id).await?.ok_or(Error::NoSuchGame)?;
        self.rebuild(stored).await
    }

    /// The present game, read and rebuilt without the cache.
    pub(in crate::service) async fn load(&self, id: Uuid) -> Result<LoadedGame, Error> {
        let stored = self.core.store.games.read(id).await?.ok_or(Error::NoSuchGame)?;
        let loaded = self.rebuild(stored).await?;
        self.cache.insert(loaded.clone());
        Ok(loaded)
    }

    /// Rebuilds a game; a long one on a thread where no other request waits.
    async fn rebuild(&self, stored: Game) -> Result<LoadedGame, Error> {
        let now = self.core.now().await?;
        let moves = stored.moves.len();
        let receipts = Some(self.receipts.clone());
        let loaded = blocking(moves, move || LoadedGame::rebuild(stored, now)).await?;
        Ok(LoadedGame { receipts, ..loaded })
    }
}
