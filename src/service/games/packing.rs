//! Packing the logs of games that have ended.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Games;
use super::loaded_game::LoadedGame;
use crate::service::auth::idempotency::KEY_RETENTION;
use crate::service::error::Error;
use crate::service::runtime::work::blocking;
use regicide_store::{Game, PackedLog, StoreError};

/// The number of games that are read at once, and the number of moves that one transaction packs,
/// if they are of several games: logs share pages of the database, but moves of players wait.
const PAGE: u32 = 200;
const MOVES: u32 = 20_000;

impl Games {
    /// The number of logs that can be packed.
    pub async fn count_unpacked(&self) -> Result<u64, Error> {
        let ended_before = self.core.now().await? - KEY_RETENTION;
        let count = self.core.store.games.count_unpacked(ended_before).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// Packs the logs of all games that ended a day ago or earlier; `packed` gets the number of
    /// each step, and ends the work by false. A log that does not hold, or that the database
    /// refuses, stays as it is.
    pub async fn pack_ended(&self, mut packed: impl FnMut(u64) -> bool) -> Result<(), Error> {
        let ended_before = self.core.now().await? - KEY_RETENTION;
        // By a clock that has jumped, a running game may have ended.
        if let Err(fault) = self.core.store.clock.check() {
            tracing::warn!(%fault, "no logs are packed");
            return Ok(());
        }
        let mut after = Some(Uuid::nil());
        while let Some(id) = after {
            let page = self.core.store.games.unpacked(id, ended_before, PAGE).await?;
            let games: Vec<Game> = page.games.into_iter().filter_map(reported).collect();
            let moves = games.iter().map(|game| game.moves.len()).sum();
            let logs: Vec<PackedLog> = blocking(moves, move || {
                games.into_iter().filter_map(|game| reported(packed_log(game, ended_before))).collect()
            })
            .await;
            for logs in of_one_transaction(&logs) {
                if !packed(self.pack(logs).await?) {
                    return Ok(());
                }
            }
            after = page.next;
        }
        Ok(())
    }

    /// Packs logs in one transaction or, if the database refuses that, each for itself: their
    /// number.
    async fn pack(&self, logs: &[PackedLog]) -> Result<u64, Error> {
        let store = &self.core.store.games;
        match store.pack(logs).await {
            Ok(()) => return Ok(logs.len() as u64),
            Err(StoreError::Database(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let mut packed = 0;
        for log in logs {
            match store.pack(std::slice::from_ref(log)).await {
                Ok(()) => packed += 1,
                Err(error @ StoreError::Database(_)) => error.report(),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(packed)
    }
}

/// Logs in their order, as many as one transaction packs.
fn of_one_transaction(mut logs: &[PackedLog]) -> impl Iterator<Item = &[PackedLog]> {
    std::iter::from_fn(move || {
        let mut moves = 0;
        let fit = logs.iter().position(|log| {
            moves += log.moves();
            moves > MOVES
        });
        let (now, later) = logs.split_at(fit.unwrap_or(logs.len()).max(1).min(logs.len()));
        logs = later;
        (!now.is_empty()).then_some(now)
    })
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
