//! From a game that is over to its place on the board.
//!
//! Nothing is ranked but what a rebuilt log says. Whoever meets a game that is
//! over and not ranked ranks it: the request that made the last move, or, where
//! that was cut off, or the time ran out, whoever asks for the board next.

use uuid::Uuid;

use super::attempts::day;
use crate::service::error::Error;
use crate::service::table::Table;
use crate::service::{ATTEMPTS, Service};
use crate::store::{Challenge, Origin, RankedResult, Ranking, Settlement, StoreError, Tally};

/// The most games that one request ranks before it answers.
const AT_ONCE: u32 = 500;

impl Service {
    /// Ranks the game of a first attempt, if it is over and not ranked yet.
    pub(in crate::service) async fn settle_game(
        &self,
        challenge: &Challenge,
        game: Uuid,
    ) -> Result<(), Error> {
        for _ in 0..ATTEMPTS {
            let table = self.load(game).await?;
            if !table.is_over() {
                return Ok(());
            }
            match self.store.rank(&table.settlement(challenge)?).await? {
                Ranking::Ranked | Ranking::RankedBefore => return Ok(()),
                // A move that was judged in time was stored just now.
                Ranking::GameChanged => {}
            }
        }
        Err(Error::Contended)
    }

    /// The results of a first attempt, ranked now where the request that ended it
    /// was cut off.
    pub(super) async fn results_of_first(
        &self,
        challenge: &Challenge,
        game: Uuid,
    ) -> Result<Vec<RankedResult>, Error> {
        let results = self.store.results(challenge.id, game).await?;
        if !results.is_empty() {
            return Ok(results);
        }
        self.settle_game(challenge, game).await?;
        Ok(self.store.results(challenge.id, game).await?)
    }

    /// Ranks a game whose last move was just made. What goes wrong here is put
    /// right by the next who looks.
    pub(in crate::service) async fn settle_finished(&self, table: &Table) {
        let Some(entered) = table.game().challenge.filter(|entered| entered.attempt == 1) else { return };
        let settle = async {
            let challenge = self.stored_challenge(entered.challenge).await?;
            self.settle_game(&challenge, table.game().id).await
        };
        if let Err(error) = settle.await {
            tracing::warn!(game = %table.game().id, %error, "a result could not be ranked yet");
        }
    }

    /// Ranks what is over and not ranked yet; whether nothing is left to rank.
    pub(super) async fn settle_all(&self, challenge: &Challenge) -> Result<bool, Error> {
        let games = self.store.unsettled(challenge.id, self.now(), AT_ONCE).await?;
        for game in &games {
            match self.settle_game(challenge, *game).await {
                // It is reported, and the others are ranked all the same.
                Err(Error::Store(error @ StoreError::Corrupt { .. })) => {
                    tracing::error!(%game, %error, "a game cannot be ranked");
                }
                other => other?,
            }
        }
        Ok(games.len() < AT_ONCE as usize)
    }
}

impl Table {
    /// What the game, rebuilt from its log, is worth on the board.
    ///
    /// # Errors
    /// If it is no game of the challenge: then something is stored wrongly.
    fn settlement(&self, challenge: &Challenge) -> Result<Settlement, Error> {
        let game = self.game();
        let fits =
            game.challenge.is_some_and(|entered| entered.challenge == challenge.id && entered.attempt == 1)
                && game.origin == Origin::Created
                && game.commitment == challenge.commitment
                && game.setup == challenge.setup;
        if !fits {
            let what = format!("it is no first attempt at challenge {}", challenge.id);
            return Err(StoreError::Corrupt { game: game.id, what }.into());
        }
        let merits = if self.counts() { self.position.merits() } else { Vec::new() };
        let last = game.moves.last().and_then(|row| row.entry.at).unwrap_or(game.created_at);
        let tally = day(challenge).zip(merits.first()).map(|(day, (_, merit))| Tally {
            day,
            ends_at: challenge.ends_at,
            won: merit.won(),
            enemies: merit.enemies_defeated().unwrap_or_default(),
        });
        Ok(Settlement {
            challenge: challenge.id,
            game: game.id,
            judged: self.mark(),
            scores: merits.into_iter().map(|(seat, merit)| (seat, merit.score())).collect(),
            micros: (last - game.created_at).num_microseconds().unwrap_or(i64::MAX),
            tally,
        })
    }
}
