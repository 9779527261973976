//! Actions of operators and organisers.

use chrono::{DateTime, Utc};
use constcat::concat;
use regicide_engine::engine::Seat;
use uuid::Uuid;

use super::admin_log::{ADMIN_LOG, AdminAction, commit_with_entry};
use super::attempts::remove_attempts_of;
use super::boards::{Delta, count_score, lock_members};
use super::challenges::LOCK_ORGANISER;
use super::changes::Change;
use super::database::{Database, Row, Statement, Value, params};
use super::error::{Conflict, RowKind, StoreError};
use super::locks::{lock_on_cluster, upsert_lock};
use super::outbox::insert_events;
use super::players::{RAISE_VERSIONS, RAISE_WAITING_VERSIONS, free_waiting_seats, raise_versions};
use super::seats::{END_SEATS, announce_game};
use super::standings::{player_ids, store_standings};
use super::token::TokenHash;

const VOID_RESULTS: Statement = Statement::new(
    "update results set void_reason = $3, void_actor = $4
    where challenge = $1 and game = $2 and void_reason is null
    returning game, bots, score",
);

const RESTORE_RESULTS: Statement = Statement::new(
    "update results set restored_reason = void_reason, void_reason = null
    where challenge = $1 and game = $2 and void_reason is not null and ($3 is null or void_actor = $3)
    returning game, bots, score",
);

/// A player, and all who have played challenges with that player.
const TEAM_MATES: &str = "select id from players where id = $1 or id in (
        select theirs.player from attempts own
        join attempts theirs on theirs.challenge = own.challenge and theirs.game = own.game
        where own.player = $1
    ) order by id";

/// Postgres: meanwhile no game of the player is ranked, and none of these players is marked. On
/// SQLite the writer's lock is enough.
const LOCK_TEAM_MATES: Statement = Statement::each(concat!(TEAM_MATES, " for no key update"), TEAM_MATES);

const MARK_BOT: Statement =
    Statement::new("update players set bot = $2 where id = $1 and deleted_at is null");

/// Results of a player on the wrong one of the boards of bots and of people.
const MISPLACED_RESULTS: Statement = Statement::new(
    "select challenge, game, seat, bots, score, counts from (
        select r.challenge, r.game, r.seat, r.bots, r.score,
            case when r.void_reason is null then 1 else 0 end as counts,
            case when r.game in (
                    select s.game_id from seats s join attempts own on own.game = s.game_id
                    where own.player = $1 and s.bot is not null
                ) then 1
                else (select max(p.bot) from attempts a join players p on p.id = a.player
                    where a.challenge = r.challenge and a.game = r.game) end as belongs
        from results r join attempts mine on mine.challenge = r.challenge and mine.game = r.game
        where mine.player = $1
    ) as placed where bots <> belongs order by challenge, game, seat",
);

const MOVE_RESULT: Statement =
    Statement::new("update results set bots = $4 where challenge = $1 and game = $2 and seat = $3");

const HIDE_NAME: Statement =
    Statement::new("update players set name_hidden = 1 where id = $1 and deleted_at is null");

const HIDE_CHALLENGE: Statement =
    Statement::new("update challenges set hidden = 1 where id = $1 and name is not null");

const LIST_CHALLENGE: Statement = Statement::new(
    "update challenges set listed = 1
    where id = $1 and name is not null and visibility = 'public' and hidden = 0",
);

const HIDE_ORGANISER: Statement = Statement::new("update challenges set hidden = 1 where organiser = $1");

const REVOKE_PLAYER_TOKEN: Statement =
    Statement::new("update players set token = $2 where id = $1 and deleted_at is null");

const RAISE_VERSION: Statement = Statement::new("update games set version = version + 1 where id = $1");

const REVOKE_SEAT_TOKEN: Statement = Statement::new(
    "update seats set token = $3 where game_id = $1 and seat = $2 and open = 0 and bot is null",
);

const CLOSE_GAME: Statement = Statement::new(
    "update games set version = version + 1, cancelled_at = $2
    where id = $1 and finished_at is null and cancelled_at is null and (ends_at is null or ends_at > $2)",
);

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
        let values = params![challenge, game, reason, action.actor.as_str()];
        self.count_results(VOID_RESULTS, values, Delta::Less, (challenge, game), action).await
    }

    /// Puts a game's results that were taken off back on their board and into the standings; with
    /// `voided_by`, only those that this actor took off.
    ///
    /// # Errors
    /// [`Conflict::Missing`] if there are none.
    pub async fn restore_results(
        &self,
        challenge: Uuid,
        game: Uuid,
        voided_by: Option<&str>,
        action: &AdminAction,
    ) -> Result<(), StoreError> {
        let values = params![challenge, game, voided_by];
        self.count_results(RESTORE_RESULTS, values, Delta::More, (challenge, game), action).await
    }

    /// Changes results of a game, and the figures that are computed from them.
    async fn count_results(
        &self,
        statement: Statement,
        values: &[Value<'_>],
        delta: Delta,
        (challenge, game): (Uuid, Uuid),
        action: &AdminAction,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let members = lock_members(&mut transaction, challenge, game).await?;
        let rows = transaction.fetch(statement, values).await?;
        let mut changed: Vec<(bool, u32)> = rows.iter().map(read_score).collect::<Result<_, _>>()?;
        if changed.is_empty() {
            return Err(Conflict::Missing.into());
        }
        changed.sort_unstable();
        for score in changed {
            count_score(&mut transaction, challenge, score, delta).await?;
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
        insert_events(&mut transaction, game, None).await?;
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
