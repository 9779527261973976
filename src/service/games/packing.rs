//! Packing the logs of games that have ended.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Games;
use super::loaded_game::LoadedGame;
use crate::service::auth::idempotency::KEY_RETENTION;
use crate::service::error::Error;
use crate::service::runtime::work::blocking;
use regicide_store::{Game, PackedLog, StoreError};

/// The number of games that are packed in one transaction: several logs share a page of the
/// database.
const PAGE: u32 = 500;

impl Games {
    /// Packs the logs of all games that ended a day ago or earlier; `packed` gets the number of
    /// each step. A log that does not hold stays as it is.
    pub async fn pack_ended(&self, mut packed: impl FnMut(u64)) -> Result<(), Error> {
        let ended_before = self.core.now().await? - KEY_RETENTION;
        let mut after = Some(Uuid::nil());
        while let Some(id) = after {
            let page = self.core.store.games.unpacked(id, ended_before, PAGE).await?;
            let games: Vec<Game> = page.games.into_iter().filter_map(reported).collect();
            let moves = games.iter().map(|game| game.moves.len()).sum();
            let logs: Vec<PackedLog> = blocking(moves, move || {
                games.into_iter().filter_map(|game| reported(packed_log(game, ended_before))).collect()
            })
            .await;
            if !logs.is_empty() {
                self.core.store.games.pack(&logs).await?;
            }
            packed(logs.len() as u64);
            after = page.next;
        }
        Ok(())
    }
}

/// The packed log of a game that holds.
fn packed_log(game: Game, now: DateTime<Utc>) -> Result<PackedLog, StoreError> {
    let loaded = LoadedGame::rebuild(game, now)?;
    let corrupt =
        |error| StoreError::corrupt_game(loaded.game.id, format!("its log cannot be packed: {error}"));
    PackedLog::of(&loaded.game).map_err(corrupt)
}

fn reported<T>(read: Result<T, StoreError>) -> Option<T> {
    read.inspect_err(StoreError::report).ok()
}
