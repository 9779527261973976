//! What the store does with signals.

use chrono::{DateTime, Utc};
use regicide::engine::{Seat, Signal};
use uuid::Uuid;

use super::statements::{COUNT, INSERT_SIGNAL, LOCK_GAME, SAID, SIGNALS};
use super::{MAX_SIGNALS, SaidSignal};
use crate::store::Store;
use crate::store::changes::Change;
use crate::store::database::params;
use crate::store::error::{Conflict, StoreError};
use crate::store::games::{Revision, present_revision};

impl Store {
    /// Stores what a player says at the present place of the log, if the game
    /// still is what it was validated by. What the seat has said at this place
    /// already is not stored again, but given as it was.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the game has changed, [`Conflict::Full`] if it
    /// has as many signals as it may have.
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
