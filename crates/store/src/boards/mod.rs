//! Results of challenges, and the number of results for each score.

mod neighbours;
mod readers;
mod statements;

use chrono::{DateTime, Utc};
use regicide_engine::engine::Seat;
use uuid::Uuid;

use super::attempts::{Reached, update_reached};
use super::batch::Batches;
use super::changes::Change;
use super::database::{Database, Invalid, Row, Transaction, Value, columns, from_row, params};
use super::error::{Conflict, RowKind, StoreError};
use super::games::{Revision, present_revision};
use super::page::readable;
use super::seats::announce_game;
use super::standings::{is_in_standings, player_ids, store_standings};
use super::token::TokenHash;
use statements::{
    ADD_RESULT, ADD_SCORE, BOARD, LOCK_MEMBERS, MARK_RANKED, RAISE_VALIDATED_VERSION, REMOVED_RESULTS,
    RESULTS_OF_GAME, SCORE_COUNTS, SHARE_MEMBERS, SUBTRACT_SCORE, UNRANKED,
};

pub use neighbours::NEIGHBOURS;
pub(super) use neighbours::{NeighboursLookup, NeighboursReader};
pub use readers::{BoardReader, FirstAttempt, OwnResult};
pub(super) use readers::{BoardReaders, ReaderLookup};

/// The results of a game, to be ranked once.
#[derive(Clone, Debug)]
pub struct GameResults {
    pub challenge: Uuid,
    pub game: Uuid,
    /// The state of the game that was validated.
    pub revision: Revision,
    /// The score of each ranked seat; empty if the game never began or was cancelled.
    pub scores: Vec<(Seat, u32)>,
    /// The result of each seat with a player, where it counts.
    pub reached: Vec<(Seat, Reached)>,
    /// From the game's creation to its last move.
    pub micros: i64,
}

/// The result of ranking a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Its results are on the board, and its row has the next version.
    Ranked,
    AlreadyRanked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardPosition {
    /// The score; greater ones come first.
    pub score: u32,
    pub game: Uuid,
    pub seat: Seat,
}

#[derive(Clone, Debug)]
pub struct RankedResult {
    pub place: BoardPosition,
    /// True if it is on the board of bots.
    pub bots: bool,
    /// From the game's creation to its last move.
    pub micros: i64,
    /// The reason for which it does not count, if it does not.
    pub void_reason: Option<String>,
    /// The actor of the last action that took it off.
    pub void_actor: Option<String>,
    /// The reason for which it did not count before it was restored.
    pub restored_reason: Option<String>,
    /// The players, by seat.
    pub members: Vec<Member>,
}

/// A player in a game of a challenge.
#[derive(Clone, Debug)]
pub struct Member {
    pub seat: Seat,
    pub player: Uuid,
    /// The display name, if it is to be shown.
    pub name: Option<String>,
    /// True if another player's name looks like it.
    pub has_lookalike: bool,
}

impl RankedResult {
    /// Results with their members, from rows in which a result's members follow each other.
    fn read_all(rows: &[Row]) -> Vec<Self> {
        let mut results: Vec<Self> = Vec::new();
        for result in readable(rows.iter().map(Self::read)) {
            match results.last_mut() {
                Some(last) if last.place == result.place => last.members.extend(result.members),
                _ => results.push(result),
            }
        }
        results
    }
}

from_row!(RowKind::Result, "game", |row| RankedResult {
    place: columns!(row, BoardPosition { score, game, seat }),
    bots,
    micros,
    void_reason,
    void_actor,
    restored_reason,
    members: vec![read_member(row)?],
});

fn read_member(row: &Row) -> Result<Member, Invalid> {
    let (seat, has_lookalike) = (row.get("member_seat")?, row.get("alike")?);
    Ok(Member { seat, player: row.get("player")?, name: row.get("name")?, has_lookalike })
}

/// A change of the number of results that have a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Delta {
    Less,
    More,
}

/// The boards of challenges.
pub struct Boards {
    pub(super) database: Database,
    pub(super) readers: Batches<ReaderLookup>,
    pub(super) neighbours: Batches<NeighboursLookup>,
}

impl Boards {
    /// Games of first attempts that follow one, in the order of ids, that have ended at `now`
    /// and whose results are not ranked; at most `limit`.
    pub async fn unranked_games(
        &self,
        challenge: Uuid,
        after: Uuid,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<Uuid>, StoreError> {
        let game = |row: &Row| row.id(RowKind::Attempt, "game");
        self.database.read_rows(UNRANKED, params![challenge, after, now, limit], game).await
    }

    /// Ranks the results of a game once, if the game is still in the validated state. No move
    /// that was validated before is stored after.
    ///
    /// # Errors
    /// [`Conflict::Stale`] if it has changed.
    pub async fn rank_game(&self, results: &GameResults) -> Result<Ranking, StoreError> {
        let GameResults { challenge, game, revision, micros, .. } = *results;
        let mut transaction = self.database.begin().await?;
        // Every change of a player locks players before attempts and games.
        let members = lock_members(&mut transaction, challenge, game).await?;
        if transaction.execute(MARK_RANKED, params![challenge, game]).await? == 0 {
            return Ok(Ranking::AlreadyRanked);
        }
        // Moves that were validated in time and are not stored yet will fail; this waits for
        // those that are being stored.
        let values = params![game, revision.version];
        transaction.execute_or(Conflict::Stale, RAISE_VALIDATED_VERSION, values).await?;
        if present_revision(&mut transaction, game).await?.last != revision.last {
            return Err(Conflict::Stale.into());
        }
        update_reached(&mut transaction, challenge, game, &results.reached).await?;
        // In one order, so that no two transactions wait for each other's counts.
        let mut scores = results.scores.clone();
        scores.sort_unstable_by_key(|(_, score)| *score);
        for (seat, score) in scores {
            let values = params![challenge, game, seat, score, micros];
            let added = transaction.fetch_optional(ADD_RESULT, values).await?.ok_or(Conflict::Missing)?;
            let bots = added.parse(RowKind::Result, "bots", |row| row.get("bots"))?;
            count_score(&mut transaction, challenge, (bots, score), Delta::More).await?;
        }
        store_standings(&mut transaction, &members).await?;
        transaction.announce(Change::Challenge(challenge));
        announce_game(&mut transaction, game, None).await?;
        transaction.commit().await?;
        Ok(Ranking::Ranked)
    }

    /// The number of results of a board for each score, greatest score first.
    pub async fn score_counts(&self, challenge: Uuid, bots: bool) -> Result<Vec<(u32, u64)>, StoreError> {
        read_counts(&self.database.fetch(SCORE_COUNTS, params![challenge, bots]).await?)
    }

    /// Results that follow a position on a board, or those at its top, at most `limit`.
    pub async fn read(
        &self,
        challenge: Uuid,
        bots: bool,
        from: Option<BoardPosition>,
        limit: u32,
    ) -> Result<Vec<RankedResult>, StoreError> {
        let rows = self.database.fetch(BOARD, &board_values(challenge, bots, from, limit)).await?;
        Ok(RankedResult::read_all(&rows))
    }

    /// The player with a token, as a reader of a board. Calls that are made at the same time
    /// share one statement.
    pub async fn reader(&self, token: TokenHash, challenge: Uuid) -> Result<Option<BoardReader>, StoreError> {
        let found = self.readers.run(ReaderLookup { token, challenge }).await?;
        found.and_then(|readers| readers.get(&token.0).cloned()).transpose()
    }

    /// The result at a position of a board and its [`NEIGHBOURS`]. Calls that are made at the
    /// same time share one statement.
    pub async fn around(
        &self,
        challenge: Uuid,
        bots: bool,
        place: BoardPosition,
    ) -> Result<Vec<RankedResult>, StoreError> {
        let lookup = NeighboursLookup { challenge, bots, place };
        let found = self.neighbours.run(lookup).await?;
        Ok(found.and_then(|found| found.get(&lookup).cloned()).unwrap_or_default())
    }

    /// Results as of [`Boards::read`], for a board with these `counts` that will hardly change
    /// any more. They come from a replica if its counts are equal.
    pub async fn read_final(
        &self,
        challenge: Uuid,
        bots: bool,
        from: Option<BoardPosition>,
        limit: u32,
        counts: &[(u32, u64)],
    ) -> Result<Vec<RankedResult>, StoreError> {
        let replicated = self.database.fetch_from_replica(SCORE_COUNTS, params![challenge, bots]).await;
        let is_same =
            replicated.is_some_and(|rows| read_counts(&rows).is_ok_and(|replicated| replicated == counts));
        let values = board_values(challenge, bots, from, limit);
        let rows = if is_same {
            self.database.fetch_from_replica_or_primary(BOARD, &values).await?
        } else {
            self.database.fetch(BOARD, &values).await?
        };
        Ok(RankedResult::read_all(&rows))
    }

    pub async fn results_of_game(
        &self,
        challenge: Uuid,
        game: Uuid,
    ) -> Result<Vec<RankedResult>, StoreError> {
        let rows = self.database.fetch(RESULTS_OF_GAME, params![challenge, game]).await?;
        Ok(RankedResult::read_all(&rows))
    }

    /// Results that were taken off a board: at most `limit` that do not count, and as many that
    /// were restored.
    pub async fn removed_results(
        &self,
        challenge: Uuid,
        bots: bool,
        limit: u32,
    ) -> Result<Vec<RankedResult>, StoreError> {
        let rows = self.database.fetch(REMOVED_RESULTS, params![challenge, bots, limit]).await?;
        Ok(RankedResult::read_all(&rows))
    }
}

/// Locks the players of a game, none of whom is marked as a bot until the transaction ends.
/// Returns those whose standings the results change: all players, for a game of a day that is
/// in the standings.
pub(crate) async fn lock_members(
    transaction: &mut Transaction,
    challenge: Uuid,
    game: Uuid,
) -> Result<Vec<Uuid>, StoreError> {
    if is_in_standings(transaction, challenge).await? {
        return player_ids(&transaction.fetch(LOCK_MEMBERS, params![challenge, game]).await?);
    }
    transaction.fetch(SHARE_MEMBERS, params![challenge, game]).await?;
    Ok(Vec::new())
}

/// Changes the number of results of a board with a score.
pub(crate) async fn count_score(
    transaction: &mut Transaction,
    challenge: Uuid,
    (bots, score): (bool, u32),
    delta: Delta,
) -> Result<(), StoreError> {
    let statement = match delta {
        Delta::Less => SUBTRACT_SCORE,
        Delta::More => ADD_SCORE,
    };
    transaction.execute(statement, params![challenge, bots, score]).await?;
    Ok(())
}

fn read_counts(rows: &[Row]) -> Result<Vec<(u32, u64)>, StoreError> {
    let count = |row: &Row| {
        row.parse(RowKind::Challenge, "challenge", |row| Ok((row.get("score")?, row.get("results")?)))
    };
    rows.iter().map(count).collect()
}

/// The parameters of a page of a board; without a position, from its top.
fn board_values(challenge: Uuid, bots: bool, from: Option<BoardPosition>, limit: u32) -> Vec<Value<'static>> {
    let top = i64::from(i32::MAX);
    params![
        challenge,
        bots,
        from.map_or(top, |place| place.score.into()),
        from.map_or(Uuid::nil(), |place| place.game),
        from.map_or(0, |place| u8::from(place.seat)),
        limit,
    ]
    .to_vec()
}
