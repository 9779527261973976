//! Reading a game: its view, its legal moves, its log.

use std::ops::Range;

use regicide_engine::engine::{Effect, Game as _, Hash, History};
use regicide_engine::i18n::Language;
use uuid::Uuid;

use super::Games;
use super::list::{check_after, page_limit};
use super::loaded_game::{LoadedGame, Role};
use super::view::{GameView, LegalMove, LegalMoves, Log, LogLine};
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::{blocking, count_rebuilt};
use regicide_store::{LogEntry, Revision, Status, StoreError};

/// A move with its effects.
pub(crate) struct Step {
    pub(crate) row: LogEntry,
    /// All effects, unfiltered.
    pub(crate) effects: Vec<Effect>,
    /// The history up to and including the move.
    pub(crate) history: History,
}

/// A game at one moment, with its viewer.
pub struct VisibleGame {
    pub(super) loaded: LoadedGame,
    pub(super) caller: Role,
}

impl VisibleGame {
    /// A hash of all data that its view after `at` moves is computed from: the view
    /// changes only with it.
    #[must_use]
    pub fn state(&self, at: Option<u32>) -> Hash {
        let Self { loaded, caller } = self;
        let id = loaded.game.id;
        let Revision { version, last } = loaded.revision();
        let names: Vec<_> = loaded.game.seats.iter().map(|seat| &seat.name).collect();
        // These change with time, without a new revision.
        let changing = (loaded.status(), loaded.is_revealed(), loaded.has_receipt());
        let state = (id, version, last, names, changing, caller, at, env!("CARGO_PKG_VERSION"));
        Hash::of(format!("{state:?}").as_bytes())
    }

    /// The game as the caller sees it, now or after a number of moves.
    pub async fn view(self, at: Option<u32>) -> Result<GameView, Error> {
        let Self { loaded, caller } = self;
        match at {
            None => Ok(loaded.view(caller)),
            Some(seq) => blocking(loaded.log().len(), move || loaded.view_at(caller, seq)).await,
        }
    }
}

impl Games {
    /// A game for the holder of `token`, whose view is not computed yet.
    pub async fn visible_game(&self, id: Uuid, token: Option<&Token>) -> Result<VisibleGame, Error> {
        let loaded = self.loaded_game(id).await?;
        let caller = self.viewer(&loaded, token).await?;
        Ok(VisibleGame { loaded, caller })
    }

    /// A game as the holder of `token` may see it, after the first `at` moves or
    /// after all.
    pub async fn view(&self, id: Uuid, token: Option<&Token>, at: Option<u32>) -> Result<GameView, Error> {
        self.visible_game(id, token).await?.view(at).await
    }

    /// The legal moves of the holder of `token`; none unless that seat is to act.
    pub async fn legal_moves(&self, id: Uuid, token: Option<&Token>) -> Result<LegalMoves, Error> {
        let loaded = self.loaded_game(id).await?;
        let seat = self.seat_of(&loaded, token).await?;
        if loaded.status() == Status::Waiting {
            return Err(Error::NotBegun);
        }
        let to_act = loaded.position().to_act().filter(|_| !loaded.is_over());
        let moves = if to_act == Some(seat) { LegalMove::all(loaded.position()) } else { Vec::new() };
        Ok(LegalMoves { seq: loaded.seq(), to_act, items: moves, next: None })
    }

    /// The moves after number `after`, as far as the holder of `token` may see them,
    /// narrated in `language`.
    pub async fn log(
        &self,
        id: Uuid,
        token: Option<&Token>,
        after: u32,
        limit: Option<u32>,
        language: Language,
    ) -> Result<Log, Error> {
        let limit = page_limit(limit)? as usize;
        check_after(after)?;
        let VisibleGame { loaded, caller } = self.visible_game(id, token).await?;
        blocking(loaded.log().len(), move || {
            let length = loaded.log().len();
            let first = (after as usize).min(length);
            let last = (first + limit).min(length);
            let line = |Step { row, effects, .. }: Step| {
                loaded.log_line(caller, &row.entry, row.h, effects, language)
            };
            let moves: Vec<LogLine> = loaded.steps(first..last)?.into_iter().map(line).collect();
            let next = if last < length { moves.last().map(|line| line.seq.to_string()) } else { None };
            Ok(Log { seq: loaded.seq(), items: moves, next })
        })
        .await
    }
}

impl LoadedGame {
    /// The moves at these positions of the log.
    pub(crate) fn steps(&self, places: Range<usize>) -> Result<Vec<Step>, Error> {
        let seq = u32::try_from(places.start).unwrap_or(u32::MAX);
        let (history, _) = self.history_at(seq)?;
        self.steps_from(history, places)
    }

    /// The moves at these positions, from the history before them.
    pub(crate) fn steps_from(&self, mut history: History, places: Range<usize>) -> Result<Vec<Step>, Error> {
        count_rebuilt(places.len());
        let mut steps = Vec::with_capacity(places.len());
        for row in &self.log()[places] {
            let mut effects = Vec::new();
            let entry = &row.entry;
            history.advance(entry.seat, &entry.mv, &mut effects).map_err(|refusal| {
                let what = format!("move {}: {refusal}", entry.seq);
                StoreError::corrupt_game(self.game.id, what)
            })?;
            steps.push(Step { row: *row, effects, history: history.clone() });
        }
        Ok(steps)
    }
}
