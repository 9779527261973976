//! Receipts of games that have ended (docs/spec/log.md L8).

use std::fmt;

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

    /// True while checkpoints are signed.
    pub(in crate::service) fn are_given(&self) -> bool {
        self.0.read().is_some()
    }

    /// The receipt of a game; `None` if it has no end that is logged, once the promised time has
    /// passed, or while no checkpoint is signed.
    pub(in crate::service) fn receipt(&self, game: &LoadedGame) -> Option<String> {
        let (_, ended_at) = end_of(&game.game, game.now)?;
        let (entry, _) = entry_of_game(&game.game, game.game.players_hash, game.now)?;
        let signer = self.0.read();
        let LogSigner { origin, keys } = signer.as_ref()?;
        let receipt = Receipt::new(origin.clone(), entry, ended_at);
        (game.now <= receipt.by).then(|| receipt.sign(keys).to_string())
    }
}
