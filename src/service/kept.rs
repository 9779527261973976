//! Games that were looked at lately, so that the next request need not read
//! their logs again.
//!
//! What is kept may be stale: another instance may have moved, or given a seat
//! another token. So nothing that is kept is ever answered by itself. Either
//! the database takes a move that was judged by it, and so says that version
//! and place are still those; or it is compared with the database's own mark
//! before it is shown.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use uuid::Uuid;

use super::table::Table;

/// Games by their id, as far as memory allows.
pub(super) struct Kept(Cache<Uuid, Arc<Table>, Bytes>);

/// Weighs a game by the memory that it takes.
#[derive(Clone)]
struct Bytes;

/// What a game takes without its moves: position, seats and their names.
const GAME: usize = size_of::<Table>() + 1024;

impl Weighter<Uuid, Arc<Table>> for Bytes {
    fn weight(&self, _: &Uuid, table: &Arc<Table>) -> u64 {
        (GAME + size_of_val(table.log())) as u64
    }
}

impl Kept {
    /// Room for so many bytes of games; none are kept if it is 0.
    pub(super) fn new(bytes: u64) -> Self {
        let games = usize::try_from(bytes).unwrap_or(usize::MAX) / (2 * GAME);
        Self(Cache::with_weighter(games, bytes, Bytes))
    }

    /// A game as it was when it was last looked at, at another moment.
    pub(super) fn get(&self, id: Uuid, now: DateTime<Utc>) -> Option<Table> {
        let kept = self.0.get(&id)?;
        Some(Table { now, ..Table::clone(&kept) })
    }

    pub(super) fn keep(&self, table: Table) {
        self.0.insert(table.game().id, Arc::new(table));
    }
}
