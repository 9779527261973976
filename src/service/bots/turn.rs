//! One turn of a bot.

use std::sync::Arc;
use std::time::Duration;

use regicide::bots::Level;
use regicide::engine::{Game as _, Refusal, Seat};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::choice::choice_in;
use super::queue::Queue;
use super::thinking::{NoChoice, Thinking};
use crate::causes::causes;
use crate::service::error::Error;
use crate::service::games::loaded_game::LoadedGame;
use crate::service::games::moves::Validated;
use crate::service::{AnswerForm, MAX_RETRIES, Service};
use crate::store::{BotTurn, StoreError};

/// What came of a bot's turn, for figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotOutcome {
    Moved,
    /// Its own choice has failed, and another was made for it.
    MovedOtherwise,
    /// It could not move, and is not asked again here.
    Failed,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum TurnError {
    /// The database does not answer, or others were faster again and again:
    /// another look may help.
    #[error("{0}")]
    NotNow(#[from] Error),
    /// It would fail again.
    #[error("after move {seq}: {why}")]
    Failed {
        /// The number of moves before it.
        seq: u32,
        why: String,
    },
}

#[derive(Debug)]
pub(super) struct TurnScheduler {
    /// So few look at the same time what kind of table they have: those who wait
    /// in the queue are many.
    lookups: Semaphore,
    /// For who goes on, with what is read and stored.
    queue: Arc<Queue>,
    thinking: Thinking,
}

const MAX_LOOKUPS: usize = 4;

impl TurnScheduler {
    pub(super) fn new(threads: usize, limit: Duration) -> Self {
        let (lookups, queue) = (Semaphore::new(MAX_LOOKUPS), Queue::new(threads));
        Self { lookups, queue, thinking: Thinking::new(threads, limit) }
    }
}

impl Service {
    /// Makes the move of a game that waits for a bot; nothing if this instance has
    /// nothing to do.
    pub(super) async fn play_bot_turn(
        &self,
        game: Uuid,
        scheduler: &TurnScheduler,
    ) -> Result<Option<BotOutcome>, TurnError> {
        let lookup = scheduler.lookups.acquire().await;
        let waits = self.store.bot_turn(game).await.map_err(Error::from)?;
        drop(lookup);
        let Some((turn, table)) = waits.filter(|(turn, _)| !self.bots.has_failed(game, turn.seq)) else {
            return Ok(None);
        };
        let waiting = self.bots.waits();
        let _slot = scheduler.queue.slot(table).await;
        drop(waiting);
        self.play_noted_turn(turn, &scheduler.thinking).await.map_err(|error| match error {
            TurnError::NotNow(
                error @ (Error::Contended
                | Error::Store(StoreError::Unavailable(_) | StoreError::Database(_))),
            ) => TurnError::NotNow(error),
            TurnError::NotNow(error) => TurnError::Failed { seq: turn.seq, why: causes(&error).to_string() },
            failed @ TurnError::Failed { .. } => failed,
        })
    }

    async fn play_noted_turn(
        &self,
        turn: BotTurn,
        thinking: &Thinking,
    ) -> Result<Option<BotOutcome>, TurnError> {
        for _ in 0..MAX_RETRIES {
            let loaded = self.loaded_game(turn.game).await?;
            let seq = loaded.seq();
            let Some((seat, level)) = loaded.bot_to_act() else {
                let settled = BotTurn { game: turn.game, seq };
                self.store.settle_bot_turn(settled).await.map_err(Error::from)?;
                return Ok(None);
            };
            let (validated, outcome) = self.choose_move(&loaded, seat, level, thinking).await?;
            match self.append(loaded, Box::new(validated), None, AnswerForm::Minimal).await {
                Ok(_) => return Ok(Some(outcome)),
                // Somebody has moved, or the game has changed otherwise.
                Err(Error::Contended) => {}
                Err(error) => return Err(error.into()),
            }
            let waits = self.store.bot_turn(turn.game).await.map_err(Error::from)?;
            if waits.map(|(turn, _)| turn) != Some(turn) {
                return Ok(None);
            }
        }
        Err(TurnError::NotNow(Error::Contended))
    }

    /// The move of a bot: as its level chooses; if that fails, as a novice
    /// does; if that fails, too, the first that is legal.
    async fn choose_move(
        &self,
        loaded: &LoadedGame,
        seat: Seat,
        level: Level,
        thinking: &Thinking,
    ) -> Result<(Validated, BotOutcome), TurnError> {
        let validate = |mv| loaded.validate(seat, mv, None).map_err(|error| causes(&error).to_string());
        let mut outcome = BotOutcome::Moved;
        let substitute = Some(Level::Novice).filter(|&novice| novice != level);
        for level in [Some(level), substitute].into_iter().flatten() {
            let (game, choose) = (loaded.clone(), self.settings.chooser);
            // On a thread where no request waits.
            let choice = thinking.run(level, move || choice_in(&game.game, seat, level, choose)).await;
            let refused = |refusal: Refusal| NoChoice::Refused(format!("{refusal:?}"));
            let chosen = choice.and_then(|choice| choice.map_err(refused));
            // The machine is short of threads: the bot itself has not failed.
            if matches!(chosen, Err(NoChoice::NoThread(_))) {
                return Err(TurnError::NotNow(Error::Contended));
            }
            match chosen.map_err(|error| error.to_string()).and_then(validate) {
                Ok(validated) => return Ok((validated, outcome)),
                Err(why) => {
                    let (game, seq) = (loaded.game.id, loaded.seq());
                    tracing::error!(%game, seq, %level, why, "the choice of a bot has failed");
                    outcome = BotOutcome::MovedOtherwise;
                }
            }
        }
        let legal = loaded.position().legal_moves();
        let first = legal.into_iter().find_map(|mv| validate(mv).ok());
        let failed = || TurnError::Failed { seq: loaded.seq(), why: "no move is legal".to_owned() };
        first.map(|validated| (validated, outcome)).ok_or_else(failed)
    }
}
