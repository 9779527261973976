//! What the store does with seats.

use uuid::Uuid;

use super::SeatState;
use super::statements::{PLAYERS, RAISE_VERSION, UPDATE_SEAT};
use crate::store::Store;
use crate::store::attempts::{TeamChange, change_team};
use crate::store::bot_turns::SEAT_BOT_TURN;
use crate::store::changes::Change;
use crate::store::database::{Statement, Transaction, params};
use crate::store::error::{Conflict, RowKind, StoreError};
use crate::store::idempotency::{StoredAnswer, commit_with_answer};
use crate::store::players::lock_player;

impl Store {
    /// Puts a seat's new state in place if the game still has `version` and
    /// is neither finished nor cancelled, and raises the version by one.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if it has not; [`Conflict::TokenChanged`] if the
    /// player who sits there has another token now; [`Conflict::NotAdmitted`]
    /// if the game's challenge does not admit the player;
    /// [`Conflict::ClaimLost`].
    pub async fn update_seat(
        &self,
        game: Uuid,
        version: u32,
        seat: &SeatState,
        team: Option<&TeamChange>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        // Before the game's row, as every change of a player locks them.
        if let Some(player) = &seat.player {
            lock_player(&mut transaction, player).await?;
        }
        transaction.execute_or(Conflict::Stale, RAISE_VERSION, params![game, version]).await?;
        // Before, so that who leaves is told, too.
        announce_game(&mut transaction, game, seat.player.map(|player| player.id)).await?;
        write_seat(&mut transaction, UPDATE_SEAT, game, seat).await?;
        if transaction.execute(SEAT_BOT_TURN, params![game]).await? > 0 {
            transaction.announce(Change::BotTurn(game));
        }
        change_team(&mut transaction, game, seat.seat, team).await?;
        commit_with_answer(transaction, answer).await
    }

    /// Holds open seats for those who are invited to them, if the game still
    /// has `version` and is neither finished nor cancelled, and raises the
    /// version by one.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if it has not; [`Conflict::ClaimLost`].
    pub async fn invite_to_seats(
        &self,
        game: Uuid,
        version: u32,
        seats: &[SeatState],
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute_or(Conflict::Stale, RAISE_VERSION, params![game, version]).await?;
        for seat in seats {
            write_seat(&mut transaction, UPDATE_SEAT, game, seat).await?;
        }
        commit_with_answer(transaction, answer).await
    }
}

/// Tells of a change of a game those who sit there, and who sits down.
pub(in crate::store) async fn announce_game(
    transaction: &mut Transaction,
    game: Uuid,
    sits_down: Option<Uuid>,
) -> Result<(), StoreError> {
    let rows = transaction.fetch(PLAYERS, params![game]).await?;
    let seated = rows.iter().map(|row| row.parse(RowKind::Game, "game_id", |row| row.get("player")));
    let mut players: Vec<Uuid> = seated.collect::<Result<_, _>>()?;
    players.extend(sits_down);
    transaction.announce(Change::Game { id: game, players, listed: true });
    Ok(())
}

/// Stores a seat, with the statement for a new one or a changed one.
pub(in crate::store) async fn write_seat(
    transaction: &mut Transaction,
    statement: Statement,
    game: Uuid,
    seat: &SeatState,
) -> Result<(), StoreError> {
    let concession = seat.asked_to_concede;
    let key = concession.and_then(|concession| concession.key);
    let values = params![
        game,
        seat.seat,
        seat.own_name(),
        seat.open,
        seat.token,
        concession.map(|concession| concession.seq),
        seat.player.map(|player| player.id),
        concession.map(|concession| concession.place),
        key.map(|key| key.key),
        key.map(|key| key.request),
        seat.invitation.and_then(|invitation| invitation.code()),
        seat.invitation.and_then(|invitation| invitation.player()),
        seat.invitation.map(|invitation| invitation.until),
        seat.bot.map(<&str>::from),
    ];
    transaction.execute_or(Conflict::Missing, statement, values).await
}
