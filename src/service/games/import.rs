//! Verifying and importing records.

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::{Hash, Ignore, Message, Seat};
use regicide_engine::i18n::Language;
use regicide_engine::record::{
    BadMoveInfo, Chain, Checked, Expected, Rebuild, RecordFile, SeedBy, Verdict, verify,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Games;
use super::loaded_game::{LoadedGame, Role};
use super::view::GameView;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::Error;
use crate::service::names::display_name;
use crate::service::runtime::work::{blocking, count_rebuilt, count_stored};
use regicide_store::{Finished, Game, LogEntry, Origin, SeatState};

/// The tolerance by which the clock that made a record may be ahead of the
/// database's.
const AHEAD: TimeDelta = TimeDelta::minutes(1);

/// An imported record.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Imported {
    /// The game, marked as imported.
    pub game: GameView,
    /// The checks.
    pub verification: Verdict,
}

/// A verified record.
#[derive(Debug)]
pub struct Prepared {
    game: Game,
    verdict: Verdict,
    request: Hash,
    /// The game's id where it was played.
    source: Option<Uuid>,
}

/// Verifies a record without storing it. This is slow for long records: do not
/// call it on an async thread.
#[must_use]
pub fn verdict_on(record: &RecordFile, expected: &Expected, language: Language) -> Verdict {
    count_rebuilt(record.moves.len());
    verify(record, expected, language)
}

impl Games {
    /// Verifies a record that is to be imported `now`. As for [`verdict_on`], do
    /// not call it on an async thread.
    ///
    /// # Errors
    /// [`Error::BadRecord`] with the failed checks, or the first move whose time is
    /// later than now: the end and the expiry of games follow from these times.
    pub fn prepare_import(
        &self,
        record: &RecordFile,
        now: DateTime<Utc>,
        language: Language,
    ) -> Result<Prepared, Error> {
        let verdict = verdict_on(record, &Expected::default(), language);
        if !verdict.consistent {
            return Err(bad_record(&verdict));
        }
        let (setup, seed) = (record.setup()?, record.seed()?);
        let mut rebuild = Rebuild::new(&setup, &seed);
        let mut moves = Vec::with_capacity(record.moves.len());
        for entry in record.entries() {
            let entry = entry.and_then(|entry| rebuild.add(&entry, &mut Ignore).map(|()| entry));
            let entry = entry.map_err(|bad| Error::invalid("moves", bad.message()))?;
            if entry.at.is_some_and(|at| at > now + AHEAD) {
                let fault = Message::new("fault-later-time");
                let reason = Message::new("bad-move").with("seq", entry.seq).with("fault", fault);
                return Err(Error::BadRecord {
                    reason,
                    seq: Some(entry.seq.saturating_sub(1)),
                    clause: None,
                });
            }
            moves.push(LogEntry { entry, h: rebuild.chain().hash(), key: None });
        }
        let ended = moves.last().and_then(|row| row.entry.at).unwrap_or(now);
        let finished = rebuild.position().outcome().map(|outcome| Finished { at: ended, outcome });
        let game = Game {
            seed_by: SeedBy::Client,
            origin: Origin::Imported,
            seats: seats(record, setup.players())?,
            moves,
            finished,
            ..self.new_game(now, setup, seed)
        };
        let source = record.id.as_deref().and_then(|id| id.parse().ok());
        Ok(Prepared { game, verdict, request: request_hash("import_record", record), source })
    }

    /// Stores a valid record as a game.
    pub async fn import(&self, prepared: Prepared, key: Option<&IdempotencyKey>) -> Result<Reply, Error> {
        let Prepared { game, verdict, request, .. } = prepared;
        let made = game.clone();
        let made = blocking(game.moves.len(), move || LoadedGame::made(made)).await?;
        let reply =
            Reply::new(game.id, &Imported { game: made.view(Role::Spectator), verification: verdict });
        count_stored(game.moves.len());
        let store = async |cipher: ReplyCipher<'_>| {
            self.core.store.games.create(&game, cipher.answer(&reply).as_ref()).await?;
            Ok(reply)
        };
        self.auth.once(key, request, store).await
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportOutcome {
    Stored,
    Present,
}

impl Prepared {
    /// The chain's hash after the last move: it identifies a record.
    #[must_use]
    pub fn chain(&self) -> Hash {
        last_hash(&self.game)
    }
}

impl Games {
    /// Stores a valid record as a game, unless it is stored already: as an import, or
    /// as the game that the record came from.
    pub async fn import_once(&self, prepared: Prepared) -> Result<ImportOutcome, Error> {
        let imported = self.core.store.games.imported(prepared.game.commitment).await?;
        for id in prepared.source.into_iter().chain(imported) {
            let stored = self.core.store.games.read(id).await?;
            if stored.is_some_and(|stored| last_hash(&stored) == prepared.chain()) {
                return Ok(ImportOutcome::Present);
            }
        }
        self.import(prepared, None).await.map(|_| ImportOutcome::Stored)
    }
}

fn last_hash(game: &Game) -> Hash {
    game.moves.last().map_or_else(|| Chain::start(&game.setup, game.commitment).hash(), |row| row.h)
}

/// The seats of an imported game: they have no tokens.
fn seats(record: &RecordFile, players: u8) -> Result<Vec<SeatState>, Error> {
    let names = record.names.as_deref().unwrap_or_default();
    let seat = |seat: Seat| {
        let name = names.get(seat.index()).and_then(Option::as_deref);
        let name = name.map(|name| display_name("names", name)).transpose()?;
        Ok(SeatState { name, open: false, ..SeatState::open(seat) })
    };
    Seat::all(players).map(seat).collect()
}

/// The failed checks in one sentence.
pub(crate) fn bad_record(verdict: &Verdict) -> Error {
    if let Some(bad) = &verdict.bad_move {
        let BadMoveInfo { seq, reason, rule } = bad;
        let reason = Message::new("bad-move").with("seq", *seq).with("fault", reason.as_str());
        return Error::BadRecord { reason, seq: Some(verdict.moves_valid), clause: Some(rule) };
    }
    let failed = verdict.checks.iter().find(|check| check.outcome == Checked::Failed);
    let reason = failed.map_or_else(String::new, |check| {
        let detail = check.detail.as_deref().unwrap_or_default();
        format!("{}: {detail}", check.name)
    });
    Error::BadRecord { reason: Message::text(reason), seq: None, clause: None }
}
