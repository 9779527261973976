//! Players' signals, which are not part of the log.

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Seat, Signal};
use uuid::Uuid;

use super::{Games, Revision, present_revision};
use crate::changes::Change;
use crate::database::{Invalid, Statement, from_row, params};
use crate::error::{Conflict, RowKind, StoreError};

/// Postgres: meanwhile no move of the game is stored, nor another signal. On SQLite the
/// writer's lock is enough.
const LOCK_GAME: Statement =
    Statement::each("select 1 as locked from games where id = $1 for no key update", "select $1").of_game();

const INSERT_SIGNAL: Statement = Statement::new(
    "insert into signals (game_id, number, seat, seq, signal, at) values ($1, $2, $3, $4, $5, $6)",
)
.of_game();

const COUNT: Statement =
    Statement::new("select coalesce(max(number), 0) as number from signals where game_id = $1").of_game();

/// An equal signal of the seat at this position of the log.
const SAID: Statement = Statement::new(
    "select game_id, number, seat, seq, signal, at from signals
    where game_id = $1 and seq = $2 and seat = $3 and signal = $4",
)
.of_game();

const SIGNALS: Statement = Statement::new(
    "select game_id, number, seat, seq, signal, at from signals where game_id = $1 and number > $2
    order by number limit $3",
)
.of_game();

pub const MAX_SIGNALS: u32 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaidSignal {
    /// Its number among the game's signals, from 1.
    pub number: u32,
    pub seat: Seat,
    /// The number of moves before it.
    pub seq: u32,
    pub signal: Signal,
    pub at: DateTime<Utc>,
}

from_row!(RowKind::Game, "game_id", |row| SaidSignal {
    number,
    seat,
    seq,
    signal: row.get::<String>("signal")?.parse().map_err(Invalid::new)?,
    at,
});

impl Games {
    /// Stores a player's signal at the present position of the log, if the game is still in the
    /// validated state. An equal signal of the seat at this position is not stored again, but
    /// returned.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the game has changed, [`Conflict::Full`] if it has the maximum
    /// number of signals.
    pub async fn add_signal(
        &self,
        game: Uuid,
        validated_by: &Revision,
        seat: Seat,
        signal: Signal,
        at: DateTime<Utc>,
    ) -> Result<SaidSignal, StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_GAME, params![game]).await?;
        if present_revision(&mut transaction, game).await? != *validated_by {
            return Err(Conflict::Stale.into());
        }
        let seq = validated_by.last.map_or(0, |(seq, _)| seq);
        let name = signal.to_string();
        let said = transaction.fetch_optional(SAID, params![game, seq, seat, name.as_str()]).await?;
        if let Some(said) = said {
            return SaidSignal::read(&said);
        }
        let row = transaction.fetch_optional(COUNT, params![game]).await?.ok_or(Conflict::Stale)?;
        let count: u32 = row.get("number").map_err(|what| StoreError::corrupt_game(game, what))?;
        if count >= MAX_SIGNALS {
            return Err(Conflict::Full.into());
        }
        let said = SaidSignal { number: count + 1, seat, seq, signal, at };
        let values = params![game, said.number, seat, seq, name.as_str(), at];
        transaction.execute(INSERT_SIGNAL, values).await?;
        transaction.announce(Change::game(game));
        transaction.commit().await?;
        Ok(said)
    }

    /// The signals of a game after number `after`, at most `limit`.
    pub async fn signals(&self, game: Uuid, after: u32, limit: u32) -> Result<Vec<SaidSignal>, StoreError> {
        self.database.read_rows(SIGNALS, params![game, after, limit], SaidSignal::read).await
    }
}
