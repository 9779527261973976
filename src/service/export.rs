//! Records out of the service: one game's, and the export of all finished public
//! games (docs/spec/record.md S6.10, S6.11).

use std::sync::Arc;

use regicide_engine::record::RecordFile;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::core::Core;
use super::games::Games;
use super::games::loaded_game::LoadedGame;
use super::signing::SigningKeys;
use super::tlog::Tlog;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::blocking;
use crate::service::tlog::WantedProof;
use regicide_store::Exported;

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ExportLine {
    Record(Box<RecordFile>),
    /// Replaces a record that cannot be made.
    Skipped(SkippedRecord),
}

/// Replaces a game whose stored rows cannot be read in the export, so that
/// nothing is left out silently.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SkippedRecord {
    /// `regicide-skipped/1`.
    #[schema(examples("regicide-skipped/1"))]
    pub format: &'static str,
    /// The game's id: the export continues after it.
    pub id: Uuid,
}

pub struct Export {
    core: Arc<Core>,
    games: Arc<Games>,
    keys: Arc<SigningKeys>,
    tlog: Arc<Tlog>,
}

impl Export {
    pub(super) const fn new(
        core: Arc<Core>,
        games: Arc<Games>,
        keys: Arc<SigningKeys>,
        tlog: Arc<Tlog>,
    ) -> Self {
        Self { core, games, keys, tlog }
    }

    /// The record file of a game that is over (docs/spec/record.md S6), with a proof
    /// that it is logged if requested.
    pub async fn record(
        &self,
        id: Uuid,
        token: Option<&Token>,
        proof: Option<WantedProof>,
    ) -> Result<RecordFile, Error> {
        let loaded = self.games.past_game(id).await?;
        self.games.require_past(&loaded, token).await?;
        let keys = self.keys.signers().await?;
        let (moves, url) = (loaded.log().len(), self.core.settings.pages_url().map(str::to_owned));
        let record = move || loaded.signed_record(url.as_deref(), &keys);
        let mut record = blocking(moves, record).await;
        if let Some(wanted) = proof {
            record.proof = Some(self.tlog.proof_of_game(id, wanted).await?);
        }
        Ok(record)
    }

    /// The position of a game in the export, to continue after it.
    pub async fn position(&self, after: Option<Uuid>) -> Result<i64, Error> {
        match after {
            None => Ok(0),
            Some(id) => self.core.store.games.export_position(id).await?.ok_or(Error::NoSuchCursor),
        }
    }

    /// The number of lines of the export after a position.
    pub async fn left(&self, after: i64) -> Result<u64, Error> {
        let now = self.core.now().await?;
        let last = self.core.store.games.last_export_position(now).await?;
        Ok(u64::try_from(last - after).unwrap_or_default())
    }

    /// The next lines of the export after a position, at most `limit`, with
    /// the position of the last.
    pub async fn page(&self, after: i64, limit: u32) -> Result<(Vec<ExportLine>, i64), Error> {
        let now = self.core.now().await?;
        let exported = self.core.store.games.export(after, limit, now).await?;
        let last = exported.last().map_or(after, |row| row.position);
        let keys = self.keys.signers().await?;
        let moves = exported.iter().filter_map(|row| row.game.as_ref().ok()).map(|game| game.moves.len());
        let (moves, url) = (moves.sum(), self.core.settings.pages_url().map(str::to_owned));
        let line = move |Exported { id, game, .. }: Exported| match game
            .and_then(|game| LoadedGame::rebuild(game, now))
        {
            Ok(game) => ExportLine::Record(Box::new(game.signed_record(url.as_deref(), &keys))),
            Err(error) => {
                error.report();
                ExportLine::Skipped(SkippedRecord { format: "regicide-skipped/1", id })
            }
        };
        Ok((blocking(moves, move || exported.into_iter().map(line).collect()).await, last))
    }
}
