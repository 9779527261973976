//! Actions of operators and organisers.

mod statements;

use chrono::{DateTime, Utc};
use regicide::engine::Seat;
use uuid::Uuid;

use super::admin_log::{ADMIN_LOG, AdminAction, commit_with_entry};
use super::attempts::remove_attempts_of;
use super::boards::{Delta, count_score, lock_members};
use super::challenges::LOCK_ORGANISER;
use super::changes::Change;
use super::database::{Database, Row, Statement, params};
use super::error::{Conflict, RowKind, StoreError};
use super::locks::{lock_on_cluster, upsert_lock};
use super::outbox::insert_events;
use super::players::{RAISE_VERSIONS, RAISE_WAITING_VERSIONS, free_waiting_seats, raise_versions};
use super::seats::{END_SEATS, announce_game};
use super::standings::{player_ids, store_standings};
use super::token::TokenHash;
use statements::{
    CLOSE_GAME, HIDE_CHALLENGE, HIDE_NAME, HIDE_ORGANISER, LIST_CHALLENGE, LOCK_TEAM_MATES, MARK_BOT,
    MISPLACED_RESULTS, MOVE_RESULT, RAISE_VERSION, REVOKE_PLAYER_TOKEN, REVOKE_SEAT_TOKEN, VOID_RESULTS,
};

/// Actions of operators and organisers, each with its entry in the log.
pub struct Admin {
    pub(super) database: Database,
}

impl Admin {
    /// Takes a game's results off their board and out of the standings, and stores the reason.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if no result of the game counts.
    pub async fn void_results(
        &self,
        challenge: Uuid,
        game: Uuid,
        reason: &str,
        action: &AdminAction,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let members = lock_members(&mut transaction, challenge, game).await?;
        let rows = transaction.fetch(VOID_RESULTS, params![challenge, game, reason]).await?;
        let mut voided: Vec<(bool, u32)> = rows.iter().map(read_score).collect::<Result<_, _>>()?;
        if voided.is_empty() {
            return Err(Conflict::Missing.into());
        }
        voided.sort_unstable();
        for score in voided {
            count_score(&mut transaction, challenge, score, Delta::Less).await?;
        }
        store_standings(&mut transaction, &members).await?;
        transaction.announce(Change::Challenge(challenge));
        commit_with_entry(transaction, action).await
    }

    /// Takes an organiser's challenge out of lists and removes its name.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if there is no such challenge.
    pub async fn hide_challenge(&self, challenge: Uuid, action: &AdminAction) -> Result<(), StoreError> {
        self.change_challenge(HIDE_CHALLENGE, challenge, action).await
    }

    /// Puts an organiser's public challenge into lists.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if there is no such challenge, its organiser has made it unlisted,
    /// or it is hidden.
    pub async fn list_challenge(&self, challenge: Uuid, action: &AdminAction) -> Result<(), StoreError> {
        self.change_challenge(LIST_CHALLENGE, challenge, action).await
    }

    async fn change_challenge(
        &self,
        statement: Statement,
        challenge: Uuid,
        action: &AdminAction,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute_or(Conflict::Missing, statement, params![challenge]).await?;
        transaction.announce(Change::Challenge(challenge));
        commit_with_entry(transaction, action).await
    }

    /// Takes all challenges of a player out of lists and removes their names. An organiser with
    /// a hidden challenge lists no more.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if the player has made none.
    pub async fn hide_organiser(&self, player: Uuid, action: &AdminAction) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.fetch(LOCK_ORGANISER, params![player]).await?;
        transaction.execute_or(Conflict::Missing, HIDE_ORGANISER, params![player]).await?;
        commit_with_entry(transaction, action).await
    }

    /// Marks a player as a bot or not, moves the player's results to the right board, and
    /// computes the standings of the player and of all team mates.
    pub async fn mark_bot(&self, player: Uuid, bot: bool, action: &AdminAction) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        lock_on_cluster(&mut transaction, player).await?;
        let team = player_ids(&transaction.fetch(LOCK_TEAM_MATES, params![player]).await?)?;
        transaction.execute_or(Conflict::Missing, MARK_BOT, params![player, bot]).await?;
        // Concurrent requests that seat the player are validated again.
        raise_versions(&mut transaction, player, RAISE_VERSIONS).await?;
        let rows = transaction.fetch(MISPLACED_RESULTS, params![player]).await?;
        let mut deltas = Vec::new();
        for row in &rows {
            let (challenge, game, seat, counts): (Uuid, Uuid, Seat, bool) =
                row.parse(RowKind::Result, "game", |row| {
                    Ok((row.get("challenge")?, row.get("game")?, row.get("seat")?, row.get("counts")?))
                })?;
            let (bots, score) = read_score(row)?;
            transaction.execute(MOVE_RESULT, params![challenge, game, seat, !bots]).await?;
            transaction.announce(Change::Challenge(challenge));
            if counts {
                deltas.push((challenge, (bots, score), Delta::Less));
                deltas.push((challenge, (!bots, score), Delta::More));
            }
        }
        deltas.sort_unstable();
        for (challenge, score, delta) in deltas {
            count_score(&mut transaction, challenge, score, delta).await?;
        }
        store_standings(&mut transaction, &team).await?;
        commit_with_entry(transaction, action).await
    }

    /// Hides a player's name everywhere, permanently.
    pub async fn hide_name(&self, player: Uuid, action: &AdminAction) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        lock_on_cluster(&mut transaction, player).await?;
        transaction.execute_or(Conflict::Missing, HIDE_NAME, params![player]).await?;
        raise_versions(&mut transaction, player, RAISE_VERSIONS).await?;
        commit_with_entry(transaction, action).await
    }

    /// Replaces a player's token by one whose secret is unknown.
    pub async fn revoke_player_token(
        &self,
        player: Uuid,
        token: &TokenHash,
        action: &AdminAction,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        upsert_lock(&mut transaction, player, Some(*token)).await?;
        transaction.execute_or(Conflict::Missing, REVOKE_PLAYER_TOKEN, params![player, *token]).await?;
        raise_versions(&mut transaction, player, RAISE_WAITING_VERSIONS).await?;
        free_waiting_seats(&mut transaction, player).await?;
        commit_with_entry(transaction, action).await
    }

    /// Replaces a seat's token by one whose secret is unknown.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if there is no such seat, or it is open.
    pub async fn revoke_seat_token(
        &self,
        game: Uuid,
        seat: Seat,
        token: &TokenHash,
        action: &AdminAction,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute(RAISE_VERSION, params![game]).await?;
        transaction.execute_or(Conflict::Missing, REVOKE_SEAT_TOKEN, params![game, seat, *token]).await?;
        announce_game(&mut transaction, game, None).await?;
        commit_with_entry(transaction, action).await
    }

    /// Cancels a game, begun or not. A game that still waited for players does not count as an
    /// attempt.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if it has ended.
    pub async fn close_game(
        &self,
        game: Uuid,
        at: DateTime<Utc>,
        action: &AdminAction,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        transaction.execute_or(Conflict::Missing, CLOSE_GAME, params![game, at]).await?;
        transaction.execute(END_SEATS, params![game]).await?;
        announce_game(&mut transaction, game, None).await?;
        insert_events(&mut transaction, game).await?;
        remove_attempts_of(&mut transaction, game).await?;
        commit_with_entry(transaction, action).await
    }

    /// The actions that follow one, at most `limit`.
    pub async fn log(&self, after: Uuid, limit: u32) -> Result<Vec<AdminAction>, StoreError> {
        self.database.read_rows(ADMIN_LOG, params![after, limit], AdminAction::read).await
    }
}

/// The board and the score of a result.
fn read_score(row: &Row) -> Result<(bool, u32), StoreError> {
    row.parse(RowKind::Result, "game", |row| Ok((row.get("bots")?, row.get("score")?)))
}
