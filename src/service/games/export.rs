//! Records out of the service: one game's, and the export of all finished public
//! games (docs/spec/record.md S6.10, S6.11).

use std::num::NonZeroU8;

use regicide::record::{GamePurpose, PlayedAs, RecordFile, RecordResult, RecordedFork, SeedBy};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::loaded_game::LoadedGame;
use crate::service::Service;
use crate::service::error::Error;
use crate::service::pages::Page;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::blocking;
use crate::service::tlog::WantedProof;
use regicide_store::{Exported, Game, Origin, SeatState};

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

impl Service {
    /// The record file of a game that is over (docs/spec/record.md S6), with a proof
    /// that it is logged if requested.
    pub async fn record(
        &self,
        id: Uuid,
        token: Option<&Token>,
        proof: Option<WantedProof>,
    ) -> Result<RecordFile, Error> {
        let loaded = self.past_game(id).await?;
        self.require_past(&loaded, token).await?;
        let keys = self.signing_keys().await?;
        let (moves, url) = (loaded.log().len(), self.settings.pages_url().map(str::to_owned));
        let record = move || loaded.signed_record(url.as_deref(), &keys);
        let mut record = blocking(moves, record).await;
        if let Some(wanted) = proof {
            record.proof = Some(self.proof_of_game(id, wanted).await?);
        }
        Ok(record)
    }

    /// The position of a game in the export, to continue after it.
    pub async fn export_position(&self, after: Option<Uuid>) -> Result<i64, Error> {
        match after {
            None => Ok(0),
            Some(id) => self.store.export_position(id).await?.ok_or(Error::NoSuchCursor),
        }
    }

    /// The next lines of the export after a position, at most `limit`, with
    /// the position of the last.
    pub async fn export(&self, after: i64, limit: u32) -> Result<(Vec<ExportLine>, i64), Error> {
        let now = self.now().await?;
        let exported = self.store.export_games(after, limit, now).await?;
        let last = exported.last().map_or(after, |row| row.position);
        let keys = self.signing_keys().await?;
        let moves = exported.iter().filter_map(|row| row.game.as_ref().ok()).map(|game| game.moves.len());
        let (moves, url) = (moves.sum(), self.settings.pages_url().map(str::to_owned));
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

impl LoadedGame {
    /// The record file of the game, with everything that a reader can check.
    pub(crate) fn record(&self, pages_url: Option<&str>) -> RecordFile {
        let game = &self.game;
        let entries = game.moves.iter().map(|row| row.entry);
        let mut record = RecordFile::new(&game.setup, &game.seed, entries);
        record.commitment = Some(game.seed.commitment());
        record.seed_by = Some(game.seed_by);
        if game.seats.iter().any(|seat| seat.name.is_some()) {
            record.names = Some(game.seats.iter().map(|seat| seat.name.clone()).collect());
        }
        record.result = self.position().outcome().as_ref().map(RecordResult::from);
        record.position = Some(self.position().to_string());
        record.chain = Some(self.chain().hash());
        record.id = Some(game.id.to_string());
        record.played_as = Some(played_as(game));
        record.player_ids = Some(player_ids(game));
        record.url = pages_url.map(|url| Page::Game(game.id).link(url));
        record
    }
}

/// The ids of a game's players, by seat (docs/spec/record.md S6.12).
pub(in crate::service) fn player_ids(game: &Game) -> Vec<Option<String>> {
    let player = |seat: &SeatState| match (seat.player, seat.bot) {
        (Some(player), _) => Some(player.id.to_string()),
        (None, Some(level)) => Some(format!("bot-{level}")),
        (None, None) => None,
    };
    game.seats.iter().map(player).collect()
}

/// The purpose of a game (docs/spec/record.md S6.12).
pub(in crate::service) fn played_as(game: &Game) -> PlayedAs {
    let (challenge, attempt) = game.challenge.map(|entry| (entry.challenge, entry.attempt)).unzip();
    let purpose = match (game.origin, attempt, game.seed_by) {
        (Origin::Imported, _, _) => GamePurpose::Import,
        (Origin::Fork { .. }, _, _) => GamePurpose::Fork,
        (Origin::Created, Some(1), SeedBy::Service) => GamePurpose::Ranked,
        (Origin::Created, None, SeedBy::Service) => GamePurpose::Casual,
        (Origin::Created, _, _) => GamePurpose::Practice,
    };
    let forked_from = match game.origin {
        Origin::Fork { of, at } => Some(RecordedFork { game_id: of.to_string(), seq: at }),
        Origin::Created | Origin::Imported => None,
    };
    let attempt = attempt.and_then(NonZeroU8::new);
    PlayedAs { purpose, challenge_id: challenge.map(|id| id.to_string()), attempt, forked_from }
}
