//! The store's methods for attempts.

use chrono::{DateTime, Utc};
use regicide::engine::Seat;
use uuid::Uuid;

use super::statements::{
    ADD_ATTEMPT, ATTEMPTS, DELETE_ATTEMPT, DELETE_ATTEMPTS_OF_GAME, NOTE_REACHED, TURNOUT, WAITING_ENTRY,
};
use super::{Attempt, Defeats, Entrant, Reached, TeamChange, Turnout};
use crate::Store;
use crate::challenges::admit;
use crate::changes::Change;
use crate::database::{Transaction, params};
use crate::error::{Conflict, RowKind, StoreError};

impl Store {
    /// The attempts of a player, in order, as they are at a time: one statement, which reads no
    /// log.
    pub async fn attempts(
        &self,
        challenge: Uuid,
        player: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Vec<Attempt>, StoreError> {
        self.database.read_rows(ATTEMPTS, params![challenge, player, now], Attempt::read).await
    }

    /// Stores the results of a finished game's players, where they are not stored yet.
    pub async fn note_reached(
        &self,
        challenge: Uuid,
        game: Uuid,
        reached: &[(Seat, Reached)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        note_reached(&mut transaction, challenge, game, reached).await?;
        transaction.commit().await
    }

    /// The number of games that began as first attempts at a challenge, and of those that have
    /// ended.
    pub async fn turnout(&self, challenge: Uuid) -> Result<Turnout, StoreError> {
        let row = self.database.fetch_optional(TURNOUT, params![challenge]).await?;
        let row = row.ok_or(sqlx::Error::RowNotFound)?;
        row.parse(RowKind::Challenge, "attempts", |row| {
            Ok(Turnout { attempts: row.get("attempts")?, finished: row.get("finished")? })
        })
    }
}

/// Stores the results of a game's attempts.
pub(crate) async fn note_reached(
    transaction: &mut Transaction,
    challenge: Uuid,
    game: Uuid,
    reached: &[(Seat, Reached)],
) -> Result<(), StoreError> {
    for (seat, Reached { score, defeats }) in reached {
        let defeats = defeats.as_ref().map(Defeats::letters);
        transaction.execute(NOTE_REACHED, params![challenge, game, *seat, *score, defeats]).await?;
    }
    Ok(())
}

/// Changes the team of an attempt with the seat of its game.
pub(crate) async fn change_team(
    transaction: &mut Transaction,
    game: Uuid,
    seat: Seat,
    change: Option<&TeamChange>,
) -> Result<(), StoreError> {
    match change {
        None => Ok(()),
        Some(TeamChange::Join(entrant)) => enter(transaction, entrant, game, seat).await,
        Some(TeamChange::Leave { challenge }) => {
            transaction.execute(DELETE_ATTEMPT, params![*challenge, game, seat]).await?;
            transaction.announce(Change::Challenge(*challenge));
            Ok(())
        }
    }
}

/// Removes the attempts of a game that was cancelled before it began.
pub(crate) async fn remove_attempts_of(transaction: &mut Transaction, game: Uuid) -> Result<(), StoreError> {
    if let Some(row) = transaction.fetch_optional(WAITING_ENTRY, params![game]).await? {
        let challenge: Uuid = row.id(RowKind::Game, "challenge")?;
        transaction.execute(DELETE_ATTEMPTS_OF_GAME, params![challenge, game]).await?;
    }
    Ok(())
}

/// Adds a player, who is locked, to an attempt.
pub(crate) async fn enter(
    transaction: &mut Transaction,
    entrant: &Entrant,
    game: Uuid,
    seat: Seat,
) -> Result<(), StoreError> {
    let Some(entry) = entrant.entry else { return Ok(()) };
    transaction.announce(Change::Challenge(entry.challenge));
    let player = entrant.player.id;
    if let Some(invitation) = entrant.invitation {
        admit(transaction, entry.challenge, player, invitation).await?;
    }
    let values = params![entry.challenge, player, entry.attempt, game, seat];
    transaction.execute_or(Conflict::Stale, ADD_ATTEMPT, values).await
}
