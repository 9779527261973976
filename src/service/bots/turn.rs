//! One turn of a bot.

use uuid::Uuid;

use super::bot_choice;
use crate::bots::Level;
use crate::engine::{Move, Refusal, Seat};
use crate::service::error::Error;
use crate::service::loaded_game::LoadedGame;
use crate::service::{AnswerForm, MAX_RETRIES, Service};
use crate::store::{BotTurn, StoreError};

/// What came of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The bot's move is in the log.
    Moved,
    /// There was nothing to do for this instance.
    Nothing,
}

/// Why a bot has not moved.
#[derive(Debug, thiserror::Error)]
pub(super) enum TurnError {
    /// The database does not answer, or others were faster again and again:
    /// another look may help.
    #[error("{0}")]
    NotNow(Error),
    /// It would fail again.
    #[error("after move {seq}: {why}")]
    Failed {
        /// The number of moves before it.
        seq: u32,
        /// Why.
        why: String,
    },
}

impl Service {
    /// Makes the move of a game that waits for a bot, if it does.
    pub(super) async fn play_bot_turn(&self, game: Uuid) -> Result<Turn, TurnError> {
        let waits = self.store.bot_turn(game).await.map_err(|error| TurnError::NotNow(error.into()))?;
        let Some(turn) = waits.filter(|turn| !self.bots.has_failed(game, turn.seq)) else {
            return Ok(Turn::Nothing);
        };
        self.play_noted_turn(turn).await.map_err(|error| match error {
            TurnError::NotNow(
                error @ (Error::Contended
                | Error::Store(StoreError::Unavailable(_) | StoreError::Database(_))),
            ) => TurnError::NotNow(error),
            TurnError::NotNow(error) => TurnError::Failed { seq: turn.seq, why: error.to_string() },
            failed @ TurnError::Failed { .. } => failed,
        })
    }

    async fn play_noted_turn(&self, turn: BotTurn) -> Result<Turn, TurnError> {
        for _ in 0..MAX_RETRIES {
            let loaded = self.loaded_game(turn.game).await.map_err(TurnError::NotNow)?;
            let seq = loaded.seq();
            let Some((seat, level)) = loaded.bot_to_act() else {
                let settled = BotTurn { game: turn.game, seq };
                self.store.settle_bot_turn(settled).await.map_err(|error| TurnError::NotNow(error.into()))?;
                return Ok(Turn::Nothing);
            };
            let failed = |why: String| TurnError::Failed { seq: turn.seq, why };
            let (loaded, chosen) = think(loaded, seat, level).await.map_err(&failed)?;
            let mv = chosen.map_err(|refusal| failed(format!("{refusal:?}")))?;
            match self.make_bot_move(loaded, seat, mv).await {
                Ok(()) => return Ok(Turn::Moved),
                // Somebody has moved, or the game has changed otherwise.
                Err(Error::Contended) => {}
                Err(error) => return Err(TurnError::NotNow(error)),
            }
            let waits =
                self.store.bot_turn(turn.game).await.map_err(|error| TurnError::NotNow(error.into()))?;
            if waits != Some(turn) {
                return Ok(Turn::Nothing);
            }
        }
        Err(TurnError::NotNow(Error::Contended))
    }

    async fn make_bot_move(&self, loaded: LoadedGame, seat: Seat, mv: Move) -> Result<(), Error> {
        let validated = loaded.validate(seat, mv, None)?;
        self.append(loaded, Box::new(validated), None, AnswerForm::Minimal).await?;
        Ok(())
    }
}

/// Computes a choice on a thread where no request waits.
///
/// # Errors
/// That it has panicked.
async fn think(
    loaded: LoadedGame,
    seat: Seat,
    level: Level,
) -> Result<(LoadedGame, Result<Move, Refusal>), String> {
    let thinking = tokio::task::spawn_blocking(move || {
        let game = loaded.game();
        let log = loaded.log().iter().map(|row| (row.entry.seat, row.entry.mv));
        let chosen = bot_choice(level, game.id, &game.setup, &game.seed, log, seat);
        (loaded, chosen)
    });
    thinking.await.map_err(|panic| panic.to_string())
}
