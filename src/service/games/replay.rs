//! Replaying a game that is over.

use regicide_engine::engine::{Position, Revealed, View, Viewer};
use regicide_engine::i18n::Language;
use regicide_engine::record::{self, Chain, header_line};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Games;
use super::list::{check_after, page_limit};
use super::loaded_game::{LoadedGame, Role};
use super::signals::SignalLine;
use super::view::{FormerPlayerInfo, LogLine, digest};
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::{blocking, count_rebuilt};
use regicide_store::{GameInfo, MAX_SIGNALS, SaidSignal, StoreError};

/// A game that is over, position by position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Replay {
    /// The public part.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The former holders of seats that have changed hands (R11.3), in the order of the changes.
    #[schema(max_items = 1000)]
    pub former_players: Vec<FormerPlayerInfo>,
    /// The seed.
    #[schema(examples("b49f05bd3463d3ddf867173723de1ad3"))]
    pub seed: String,
    /// The header line that the chain starts from (docs/spec/record.md S5.1).
    #[schema(examples(
        "regicide/1 players=1 first=0 solo_yield=never variants=- commitment=3bd3a36232c3588e32ee6f0eb8d0492a5c9c7b3f6305becdee92881f1db836a6"
    ))]
    pub header: String,
    /// The chain's first hash.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub first_chain: String,
    /// The position after the deal.
    pub start: Snapshot,
    /// The moves of this page, each with its effects and the position after it.
    pub items: Vec<ReplayStep>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<String>,
}

/// The page of a replay.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReplayQuery {
    /// Only moves after the one with this number: the `next` of the previous page, or
    /// a `seq`; from the first one if left out.
    #[param(value_type = Option<String>, pattern = "^(0|[1-9][0-9]{0,2}|[1-6][0-9]{3}|70[0-9]{2}|71[0-4][0-9]|715[01])$")]
    pub after: Option<u32>,
    /// The maximum number of moves, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// One move of a replay.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReplayStep {
    /// The move and its effects.
    #[serde(flatten)]
    pub made: LogLine,
    /// The position after it.
    #[serde(flatten)]
    pub after: Snapshot,
    /// The players' signals in this position, before the next move (R8.2).
    pub signals: Vec<SignalLine>,
}

/// A position with nothing hidden.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Snapshot {
    /// The position line (docs/spec/record.md S4).
    #[schema(examples(
        "JSJDJCQHQSQDQCKHKSKCKD 6D5STD2C4H5D7D8DTC9C2SAH9S9H3D6C3S7CTSAC4S6S2H3C2D4D8CAD4C8S8H9D - - 5C3H5H6H7HTHAS7S JH:0:0:immune play 0 n 2 0"
    ))]
    pub position: String,
    /// The position line's hash.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// The part that every player could see.
    pub table: View,
    /// The hidden cards.
    pub hidden_cards: Revealed,
}

impl Snapshot {
    fn new(position: &Position) -> Self {
        let (line, digest) = digest(position);
        let table = position.view(Viewer::Spectator);
        Self { position: line, digest, table, hidden_cards: position.reveal() }
    }
}

impl Games {
    /// The positions after each move of a page, with the move's effects, narrated in
    /// `language`.
    pub async fn replay(
        &self,
        id: Uuid,
        token: Option<&Token>,
        query: ReplayQuery,
        language: Language,
    ) -> Result<Replay, Error> {
        let limit = page_limit(query.limit)? as usize;
        let after = query.after.unwrap_or_default();
        check_after(after)?;
        let loaded = self.past_game(id).await?;
        self.require_past(&loaded, token).await?;
        let said = self.core.store.games.signals(id, 0, MAX_SIGNALS).await?;
        blocking(loaded.log().len(), move || loaded.replay(after as usize, limit, &said, language)).await
    }
}

impl LoadedGame {
    fn replay(
        &self,
        after: usize,
        limit: usize,
        said: &[SaidSignal],
        language: Language,
    ) -> Result<Replay, Error> {
        let game = &self.game;
        let commitment = game.seed.commitment();
        let entries = game.moves.iter().map(|row| row.entry);
        count_rebuilt(game.moves.len().min(after + limit));
        let mut steps = Vec::new();
        for step in record::Replay::new(&game.setup, &game.seed, entries).skip(after).take(limit) {
            let step = step.map_err(|bad| StoreError::corrupt_game(game.id, bad))?;
            let then = said.iter().filter(|said| said.seq == step.entry.seq);
            let signals = then.map(|said| self.signal_line(said, language)).collect();
            let made = self.log_line(Role::Spectator, &step.entry, step.h, step.effects, language);
            steps.push(ReplayStep { made, after: Snapshot::new(&step.position), signals });
        }
        let last = after + steps.len();
        let next = steps.last().map(|step| step.made.seq.to_string()).filter(|_| last < game.moves.len());
        Ok(Replay {
            info: game.info(self.now, None),
            former_players: game.former_players.iter().map(FormerPlayerInfo::from).collect(),
            seed: game.seed.as_str().to_owned(),
            header: header_line(&game.setup, commitment),
            first_chain: Chain::start(&game.setup, commitment).hash().to_string(),
            start: Snapshot::new(&Position::deal(&game.setup, game.seed.key())),
            items: steps,
            next,
        })
    }
}
