//! Replaying a game that is over.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use super::error::Error;
use super::table::Caller;
use super::view::{GameInfo, LogLine, digest};
use crate::engine::{Game as _, Position, Revealed, View, Viewer};
use crate::record::{self, Chain, header_line};
use crate::store::StoreError;
use crate::words::Language;

/// A whole game, position by position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Replay {
    /// What everybody may know.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The seed.
    pub seed: String,
    /// The header line that the chain starts from (RECORD.md S5.1).
    pub header: String,
    /// The chain's first hash.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub h0: String,
    /// The position after the deal.
    pub start: Snapshot,
    /// Every move, with what it did and the position after it.
    pub steps: Vec<ReplayStep>,
}

/// One move of a replay.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReplayStep {
    /// The move and what it did.
    #[serde(flatten)]
    pub made: LogLine,
    /// The position after it.
    #[serde(flatten)]
    pub after: Snapshot,
}

/// A position with nothing hidden.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Snapshot {
    /// The position line (RECORD.md S4).
    pub position: String,
    /// The position line's hash.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// What everybody could see.
    pub table: View,
    /// What was hidden.
    pub cards: Revealed,
}

impl Snapshot {
    fn new(position: &Position) -> Self {
        let (line, digest) = digest(position);
        let table = position.view(Viewer::Spectator);
        Self { position: line, digest, table, cards: position.reveal() }
    }
}

impl Service {
    /// Every position from the deal to the end, with what each move did,
    /// told in `language`.
    ///
    /// # Errors
    /// [`Error::NotOver`] while the game runs, an unknown game, or the
    /// store's.
    pub async fn replay(&self, id: Uuid, language: Language) -> Result<Replay, Error> {
        let table = self.past(id).await?;
        table.require_open()?;
        let game = table.game();
        let commitment = game.seed.commitment();
        let entries = game.moves.iter().map(|row| row.entry);
        let mut steps = Vec::with_capacity(game.moves.len());
        for step in record::Replay::new(&game.setup, &game.seed, entries) {
            let step = step.map_err(|bad| StoreError::Corrupt { game: id, what: bad.to_string() })?;
            let made = table.log_line(Caller::Spectator, &step.entry, step.h, step.effects, language);
            steps.push(ReplayStep { made, after: Snapshot::new(&step.position) });
        }
        Ok(Replay {
            info: table.info(),
            seed: game.seed.as_str().to_owned(),
            header: header_line(&game.setup, commitment),
            h0: Chain::start(&game.setup, commitment).hash().to_string(),
            start: Snapshot::new(&Position::deal(&game.setup, game.seed.key())),
            steps,
        })
    }
}
