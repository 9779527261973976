//! Receipts of games that have ended (docs/spec/log.md L8).

use std::fmt;

use chrono::{DateTime, Utc};
use parking_lot::RwLock;
use regicide_engine::tlog::{Receipt, SigningKey};

use super::loaded_game::LoadedGame;
use super::record::{end_of, entry_of_game};

/// Signs receipts while checkpoints are signed.
#[derive(Default)]
pub(in crate::service) struct Receipts(RwLock<Option<LogSigner>>);

impl fmt::Debug for Receipts {
    /// Shows no key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receipts")
    }
}

/// The log that receipts promise entries of.
pub(in crate::service) struct LogSigner {
    pub(in crate::service) origin: String,
    pub(in crate::service) keys: Vec<SigningKey>,
}

impl Receipts {
    pub(in crate::service) fn set(&self, signer: Option<LogSigner>) {
        *self.0.write() = signer;
    }

    /// True while a game has a receipt: checkpoints are signed, and it has an end whose promised
    /// time has not passed.
    pub(in crate::service) fn has(&self, game: &LoadedGame) -> bool {
        self.0.read().is_some() && promised_end(game).is_some()
    }

    /// The receipt of a game, while it has one.
    pub(in crate::service) fn receipt(&self, game: &LoadedGame) -> Option<String> {
        let ended_at = promised_end(game)?;
        let signer = self.0.read();
        let LogSigner { origin, keys } = signer.as_ref()?;
        let (entry, _) = entry_of_game(&game.game, game.game.players_hash, game.now)?;
        Some(Receipt::new(origin.clone(), entry, ended_at).sign(keys).to_string())
    }
}

/// The time of a game's end that is logged, until the promised time has passed.
fn promised_end(game: &LoadedGame) -> Option<DateTime<Utc>> {
    let (_, ended_at) = end_of(&game.game, game.now)?;
    (game.now <= Receipt::due(ended_at)).then_some(ended_at)
}
