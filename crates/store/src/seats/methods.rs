//! The store's methods for seats.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::SeatState;
use super::statements::{HELD, RAISE_VERSION, RELEASE_OTHERS, SEATED, UPDATE_SEAT};
use crate::Store;
use crate::attempts::{TeamChange, change_team};
use crate::bot_turns::SEAT_BOT_TURN;
use crate::changes::Change;
use crate::database::{Statement, Transaction, params};
use crate::error::{Conflict, RowKind, StoreError};
use crate::idempotency::{StoredAnswer, commit_with_answer};
use crate::locks::{lock_invited, lock_player};
use crate::outbox::insert_events;

impl Store {
    /// Stores a seat's new state if the game still has `version` and is neither finished nor
    /// cancelled, and raises the version by one. Other seats are no longer held for a player
    /// who sits there.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the game has changed; [`Conflict::TokenChanged`] if the player
    /// who sits there has another token now; [`Conflict::NotAdmitted`] if the game's challenge
    /// does not admit the player; [`Conflict::ClaimLost`].
    pub async fn update_seat(
        &self,
        game: Uuid,
        version: u32,
        seat: &SeatState,
        team: Option<&TeamChange>,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        // Every change of a player locks players before the game's row.
        if let Some(player) = &seat.player {
            lock_player(&mut transaction, player).await?;
        }
        transaction.execute_or(Conflict::Stale, RAISE_VERSION, params![game, version]).await?;
        // Before the change, so that a player who leaves is notified, too.
        let waits = announce_game(&mut transaction, game, seat.player.map(|player| player.id)).await?;
        write_seat(&mut transaction, UPDATE_SEAT, game, seat).await?;
        if let Some(player) = &seat.player {
            transaction.execute(RELEASE_OTHERS, params![game, player.id, seat.seat]).await?;
        }
        if transaction.execute(SEAT_BOT_TURN, params![game]).await? > 0 {
            transaction.announce(Change::BotTurn(game));
        }
        change_team(&mut transaction, game, seat.seat, team).await?;
        if waits {
            insert_events(&mut transaction, game).await?;
        }
        commit_with_answer(transaction, answer).await
    }

    /// Holds open seats for the invited players, if the game still has `version` and is neither
    /// finished nor cancelled, and raises the version by one. At most `most` seats are held for
    /// a player at `now`.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if the game has changed, or a player was deleted;
    /// [`Conflict::TooManyHeldSeats`]; [`Conflict::ClaimLost`].
    pub async fn invite_to_seats(
        &self,
        game: Uuid,
        version: u32,
        seats: &[SeatState],
        now: DateTime<Utc>,
        most: u32,
        answer: Option<&StoredAnswer>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let mut invited: Vec<Uuid> = seats.iter().filter_map(|seat| seat.invitation?.player()).collect();
        invited.sort_unstable();
        for player in &invited {
            lock_invited(&mut transaction, *player).await?;
            if transaction.fetch(HELD, params![*player, now, most]).await?.len() >= most as usize {
                return Err(Conflict::TooManyHeldSeats.into());
            }
        }
        transaction.execute_or(Conflict::Stale, RAISE_VERSION, params![game, version]).await?;
        announce_game(&mut transaction, game, invited).await?;
        for seat in seats {
            write_seat(&mut transaction, UPDATE_SEAT, game, seat).await?;
        }
        insert_events(&mut transaction, game).await?;
        commit_with_answer(transaction, answer).await
    }
}

/// Notifies the present and the new players and invited players of a game's change. Returns
/// true if the game has open seats.
pub(crate) async fn announce_game(
    transaction: &mut Transaction,
    game: Uuid,
    others: impl IntoIterator<Item = Uuid>,
) -> Result<bool, StoreError> {
    let (mut players, mut waits) = (Vec::from_iter(others), false);
    for row in transaction.fetch(SEATED, params![game]).await? {
        let seat = row.parse(RowKind::Game, "game_id", |row| Ok((row.optional("player")?, row.get("open")?)));
        let (player, open): (Option<Uuid>, bool) = seat?;
        players.extend(player);
        waits |= open;
    }
    transaction.announce(Change::Game { id: game, players, listed: true, made: None });
    Ok(waits)
}

/// Stores a seat, with the statement for a new or a changed one.
pub(crate) async fn write_seat(
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
