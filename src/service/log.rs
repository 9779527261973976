//! Looking at a game: its view, its legal moves, its log.

use std::ops::Range;

use uuid::Uuid;

use super::Service;
use super::create::invalid;
use super::error::Error;
use super::list::page_limit;
use super::table::{Caller, Table};
use super::token::Token;
use super::view::{GameView, LegalMove, LegalMoves, Log, LogLine};
use crate::engine::{Game as _, Message, Position};
use crate::record::MAX_MOVES;
use crate::store::{Status, StoreError};
use crate::words::Language;

impl Service {
    /// A game as the holder of `token` may see it, after the first `at` moves
    /// or after all.
    ///
    /// # Errors
    /// An unknown game or token, fewer moves than `at`, or the store's.
    pub async fn view(&self, id: Uuid, token: Option<&Token>, at: Option<u32>) -> Result<GameView, Error> {
        let table = self.table(id).await?;
        let caller = table.looker(token)?;
        match at {
            None => Ok(table.view(caller)),
            Some(seq) => table.view_at(caller, seq),
        }
    }

    /// The legal moves of the holder of `token`; none when it is not that
    /// seat's turn.
    ///
    /// # Errors
    /// An unknown game or token, no token, open seats, or the store's.
    pub async fn legal_moves(&self, id: Uuid, token: Option<&Token>) -> Result<LegalMoves, Error> {
        let table = self.table(id).await?;
        let seat = table.seat_of(token)?;
        if table.status() == Status::Waiting {
            return Err(Error::NotBegun);
        }
        let to_act = table.position.to_act().filter(|_| !table.is_over());
        let moves = if to_act == Some(seat) { LegalMove::all(&table.position) } else { Vec::new() };
        Ok(LegalMoves { seq: table.seq(), to_act, moves })
    }

    /// The moves after number `after`, as the holder of `token` may know them,
    /// told in `language`.
    ///
    /// # Errors
    /// An unknown game or token, a limit out of range, or the store's.
    pub async fn log(
        &self,
        id: Uuid,
        token: Option<&Token>,
        after: u32,
        limit: Option<u32>,
        language: Language,
    ) -> Result<Log, Error> {
        let limit = page_limit(limit)? as usize;
        if after > MAX_MOVES {
            return Err(invalid("after", Message::new("error-log-full").with("most", MAX_MOVES)));
        }
        let table = self.table(id).await?;
        let caller = table.looker(token)?;
        let first = (after as usize).min(table.log().len());
        let last = (first + limit).min(table.log().len());
        let moves = table.lines(caller, first..last, language)?;
        let next_after = if last < table.log().len() { moves.last().map(|line| line.seq) } else { None };
        Ok(Log { seq: table.seq(), moves, next_after })
    }
}

impl Table {
    /// The moves at these places of the log, with what they did.
    fn lines(&self, caller: Caller, places: Range<usize>, language: Language) -> Result<Vec<LogLine>, Error> {
        let seq = u32::try_from(places.start).unwrap_or(u32::MAX);
        let (mut position, _): (Position, _) = self.position_at(seq)?;
        let mut lines = Vec::with_capacity(places.len());
        for row in &self.log()[places] {
            let mut effects = Vec::new();
            let entry = &row.entry;
            position = position.play(entry.seat, &entry.mv, &mut effects).map_err(|refusal| {
                let what = format!("move {}: {refusal}", entry.seq);
                StoreError::Corrupt { game: self.game().id, what }
            })?;
            lines.push(self.log_line(caller, entry, row.h, effects, language));
        }
        Ok(lines)
    }
}
