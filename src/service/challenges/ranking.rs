//! Ranking: from a finished game to its results on the board.
//!
//! Results are computed from the seed and the log (docs/spec/challenges.md
//! C3.3). The request that makes the last move ranks the game. If that was
//! interrupted, or the time ran out, requests for the board rank some games
//! themselves and leave the rest to a job in the background.

use regicide_engine::engine::{Effect, History, Seat};
use regicide_system::causes::causes;
use uuid::Uuid;

use super::Challenges;
use crate::service::core::MAX_RETRIES;
use crate::service::error::Error;
use crate::service::games::loaded_game::LoadedGame;
use regicide_store::{
    Challenge, Defeat, Defeats, GameResults, Origin, RankedResult, Ranking, Reached, StoreError,
};

/// The number of games that a request ranks before it answers, and that the job reads
/// in one statement.
const BATCH: u32 = 16;

/// A batch of games that were ranked.
pub(super) struct RankedBatch {
    /// The last game, if more may follow.
    next: Option<Uuid>,
    has_failed: bool,
}

impl RankedBatch {
    /// True if no game is left to be ranked.
    pub(super) const fn is_complete(&self) -> bool {
        self.next.is_none() && !self.has_failed
    }
}

impl Challenges {
    /// Ranks the game of a first attempt, if it is over and not ranked yet.
    pub(in crate::service) async fn rank_game_by_id(
        &self,
        challenge: &Challenge,
        game: Uuid,
    ) -> Result<(), Error> {
        // Not `retry_stale`: in a job the compiler cannot prove that its closure is `Send`.
        for _ in 0..MAX_RETRIES {
            match self.rank_game(challenge, &mut self.games.load(game).await?).await {
                // A move that was validated in time has been stored just now.
                Err(Error::Contended) => {}
                done => return done,
            }
        }
        Err(Error::Contended)
    }

    /// Ranks the game of a first attempt as it was loaded, if it is over and
    /// not ranked yet.
    ///
    /// # Errors
    /// [`Error::Contended`] if it has changed since.
    pub(super) async fn rank_game(
        &self,
        challenge: &Challenge,
        loaded: &mut LoadedGame,
    ) -> Result<(), Error> {
        if !loaded.is_over() {
            return Ok(());
        }
        match self.core.store.boards.rank_game(&loaded.results(challenge)?).await? {
            Ranking::Ranked => loaded.state_mut().game.version += 1,
            Ranking::AlreadyRanked => {}
        }
        Ok(())
    }

    /// The results of a first attempt that was loaded, ranked now where the
    /// request that ended it was cut off.
    pub(super) async fn results_of_first(
        &self,
        challenge: &Challenge,
        loaded: &mut LoadedGame,
    ) -> Result<Vec<RankedResult>, Error> {
        let game = loaded.game.id;
        let results = self.core.store.boards.results_of_game(challenge.id, game).await?;
        if !results.is_empty() || !loaded.is_over() {
            return Ok(results);
        }
        let ranked = match self.rank_game(challenge, loaded).await {
            Err(Error::Contended) => self.rank_game_by_id(challenge, game).await,
            done => done,
        };
        Error::deferred(ranked)?;
        Ok(self.core.store.boards.results_of_game(challenge.id, game).await?)
    }

    /// Ranks a game whose last move was just stored, and stores the score of a later
    /// attempt. Where that fails, the next request that needs it retries.
    pub(in crate::service) async fn rank_finished(&self, loaded: &mut LoadedGame) {
        let Some(entry) = loaded.game.challenge else { return };
        let rank = async {
            if entry.attempt > 1 {
                return self.note_reached(entry.challenge, loaded).await;
            }
            let challenge = self.stored(entry.challenge).await?;
            self.rank_game(&challenge, loaded).await
        };
        if let Err(error) = rank.await {
            tracing::warn!(game = %loaded.game.id, error = %causes(&error), "a result could not be ranked yet");
        }
    }

    /// Stores the score of a game that the rules have ended: only then can no move
    /// follow that was validated before.
    pub(super) async fn note_reached(&self, challenge: Uuid, loaded: &LoadedGame) -> Result<(), Error> {
        if loaded.game.finished.is_none() {
            return Ok(());
        }
        Ok(self.core.store.attempts.update_reached(challenge, loaded.game.id, &loaded.reached()).await?)
    }

    /// Ranks some games of a challenge that is read, the rest in the background;
    /// returns true if all are ranked.
    pub(super) async fn rank_for_read(&self, challenge: &Challenge) -> Result<bool, Error> {
        Ok(Error::deferred(self.rank_some(challenge).await)? == Some(true))
    }

    /// Ranks some games that are over and not ranked yet; returns true if none is
    /// left.
    async fn rank_some(&self, challenge: &Challenge) -> Result<bool, Error> {
        let batch = self.rank_batch(challenge, Uuid::nil()).await?;
        if batch.next.is_some() {
            let id = challenge.id;
            self.begin_job("rank", id, move |challenges| async move { challenges.rank_rest(id).await });
        }
        Ok(batch.is_complete())
    }

    /// Ranks all games of a challenge that are over and not ranked yet.
    pub(in crate::service) async fn rank_rest(&self, challenge: Uuid) -> Result<(), Error> {
        let challenge = self.stored(challenge).await?;
        let mut next = Some(Uuid::nil());
        while let Some(after) = next {
            next = self.rank_batch(&challenge, after).await?.next;
        }
        Ok(())
    }

    /// Ranks a batch of games after one, in the order of ids.
    pub(super) async fn rank_batch(&self, challenge: &Challenge, after: Uuid) -> Result<RankedBatch, Error> {
        let games =
            self.core.store.boards.unranked_games(challenge.id, after, self.core.now().await?, BATCH).await?;
        let mut has_failed = false;
        for game in &games {
            match self.rank_game_by_id(challenge, *game).await {
                // The error is logged, and the others are ranked anyway.
                Err(Error::Store(error @ StoreError::Corrupt { .. })) => {
                    error.report();
                    has_failed = true;
                }
                done => done?,
            }
        }
        let next = games.last().copied().filter(|_| games.len() == BATCH as usize);
        Ok(RankedBatch { next, has_failed })
    }
}

impl LoadedGame {
    /// The score of each player's seat so far; none where it does not count.
    pub(in crate::service) fn reached(&self) -> Vec<(Seat, Reached)> {
        if !self.counts() {
            return Vec::new();
        }
        let (scores, defeats) = (self.position().scores(), self.defeats());
        let reached = |seat: Seat| {
            let own = scores.iter().find(|(other, _)| *other == seat).or(scores.first());
            own.map(|(_, score)| (seat, Reached { score: score.value(), defeats: defeats.clone() }))
        };
        let players = self.game.seats.iter().filter(|seat| !seat.open && seat.bot.is_none());
        players.filter_map(|seat| reached(seat.seat)).collect()
    }

    /// Co-operative game: the way in which each enemy was defeated.
    fn defeats(&self) -> Option<Defeats> {
        let game = &self.game;
        if game.setup.ranks_seats() {
            return None;
        }
        let mut history = History::deal(&game.setup, game.seed.key());
        let mut effects = Vec::new();
        for row in &game.moves {
            if history.advance(row.entry.seat, &row.entry.mv, &mut effects).is_err() {
                break;
            }
        }
        let defeats = effects.iter().filter_map(Effect::defeated_exactly);
        Some(Defeats(defeats.map(|exact| if exact { Defeat::Exactly } else { Defeat::Beyond }).collect()))
    }

    /// The results of the game on the board.
    pub(in crate::service) fn results(&self, challenge: &Challenge) -> Result<GameResults, Error> {
        let game = &self.game;
        let fits = game.challenge.is_some_and(|entry| entry.challenge == challenge.id && entry.attempt == 1)
            && game.origin == Origin::Created
            && game.commitment == challenge.commitment
            && game.setup == challenge.setup;
        if !fits {
            let what = format!("it is no first attempt at challenge {}", challenge.id);
            return Err(StoreError::corrupt_game(game.id, what).into());
        }
        let mut scores = if self.counts() { self.position().scores() } else { Vec::new() };
        // Where each seat is ranked by itself, bots are not ranked.
        if scores.len() > 1 {
            scores.retain(|(seat, _)| self.bot_at(*seat).is_none());
        }
        let last = game.moves.last().and_then(|row| row.entry.at).unwrap_or(game.created_at);
        Ok(GameResults {
            challenge: challenge.id,
            game: game.id,
            revision: self.revision(),
            scores: scores.into_iter().map(|(seat, score)| (seat, score.value())).collect(),
            reached: self.reached(),
            micros: (last - game.created_at).num_microseconds().unwrap_or(i64::MAX),
        })
    }
}
