//! One turn of a bot.

use std::time::Duration;

use regicide_engine::bots::Level;
use regicide_engine::engine::{Game as _, Refusal, Seat};
use uuid::Uuid;

use super::Bots;
use super::choice::choice_in;
use crate::service::core::MAX_RETRIES;
use crate::service::error::Error;
use crate::service::games::loaded_game::LoadedGame;
use crate::service::play::moves::Validated;
use crate::service::runtime::scheduler::{Class, PermitRequest, SearchError};
use regicide_store::{BotTable, BotTurn, StoreError};
use regicide_system::causes::causes;

/// The result of a bot's turn, for metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotOutcome {
    Moved,
    /// The level's own choice has failed, and another was made for it.
    MovedOtherwise,
    /// The bot could not move, and this instance does not retry.
    Failed,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum TurnError {
    /// The database does not answer, or other changes were stored first repeatedly: a
    /// retry may help.
    #[error("{0}")]
    NotNow(#[from] Error),
    /// A retry would fail again.
    #[error("after move {}: {why}", state.seq)]
    Failed { state: TurnState, why: String },
}

/// The state of a game in which a bot is to act: without a change of it, a choice that failed
/// fails again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnState {
    /// The version of the game, which changes with its seats.
    pub(super) version: u32,
    /// The number of moves before the turn.
    pub(super) seq: u32,
}

/// The cost of a bot's turn, with its reads and writes.
const fn permit_request(table: BotTable) -> PermitRequest {
    let class = if table.people { Class::TableTurn } else { Class::BotGameTurn };
    PermitRequest { backoff: backoff(table.level), ..PermitRequest::new(class) }
}

/// The backoff of a level's turn behind later turns of novices: long searches wait
/// for short ones a little, but not for ever.
const fn backoff(level: Level) -> Duration {
    match level {
        Level::Novice => Duration::ZERO,
        Level::Steady => Duration::from_millis(100),
        Level::Strong => Duration::from_millis(500),
    }
}

impl Bots {
    /// Makes the move of a game that waits for a bot; returns `None` if this instance
    /// has nothing to do.
    pub(super) async fn play_turn(&self, game: Uuid) -> Result<Option<BotOutcome>, TurnError> {
        let lookup = self.state.lookups.acquire().await;
        let waits = self.core.store.bots.turn(game).await.map_err(Error::from)?;
        drop(lookup);
        let Some((turn, table)) = waits else { return Ok(None) };
        let state = TurnState { version: table.version, seq: turn.seq };
        if self.state.has_failed(game, state) {
            return Ok(None);
        }
        let _permit = self.core.scheduler.permit(permit_request(table)).await;
        self.play_noted_turn(turn).await.map_err(|error| match error {
            TurnError::NotNow(
                error @ (Error::Contended
                | Error::Store(StoreError::Unavailable(_) | StoreError::Database(_))),
            ) => TurnError::NotNow(error),
            TurnError::NotNow(error) => TurnError::Failed { state, why: causes(&error).to_string() },
            failed @ TurnError::Failed { .. } => failed,
        })
    }

    async fn play_noted_turn(&self, turn: BotTurn) -> Result<Option<BotOutcome>, TurnError> {
        for _ in 0..MAX_RETRIES {
            let loaded = self.games.loaded_game(turn.game).await?;
            let seq = loaded.seq();
            let Some((seat, level)) = loaded.bot_to_act() else {
                let settled = BotTurn { game: turn.game, seq };
                self.core.store.bots.remove_turn(settled).await.map_err(Error::from)?;
                return Ok(None);
            };
            let (validated, outcome) = self.choose_move(&loaded, seat, level).await?;
            match self.play.append(loaded, Box::new(validated), None).await {
                Ok(_) => return Ok(Some(outcome)),
                // A move was stored meanwhile, or the game has changed otherwise.
                Err(Error::Contended) => {}
                Err(error) => return Err(error.into()),
            }
            let waits = self.core.store.bots.turn(turn.game).await.map_err(Error::from)?;
            if waits.map(|(turn, _)| turn) != Some(turn) {
                return Ok(None);
            }
        }
        Err(TurnError::NotNow(Error::Contended))
    }

    /// The move of a bot: the choice of its level; if that fails, a novice's; if that
    /// fails, too, the first legal move.
    async fn choose_move(
        &self,
        loaded: &LoadedGame,
        seat: Seat,
        level: Level,
    ) -> Result<(Validated, BotOutcome), TurnError> {
        let validate = |mv| loaded.validate(seat, mv, None).map_err(|error| causes(&error).to_string());
        let mut outcome = BotOutcome::Moved;
        let substitute = Some(Level::Novice).filter(|&novice| novice != level);
        for level in [Some(level), substitute].into_iter().flatten() {
            let (game, choose) = (loaded.clone(), self.core.settings.chooser);
            let search = move || choice_in(&game.game, seat, level, choose);
            let slots = &self.state.searches[level as usize];
            let chosen =
                match self.core.scheduler.run_within(self.core.settings.bot_limit, slots, search).await {
                    Ok(choice) => choice.map_err(|refusal: Refusal| format!("{refusal:?}")),
                    // The machine is short of threads: the bot itself has not failed.
                    Err(SearchError::NoThread(_)) => return Err(TurnError::NotNow(Error::Contended)),
                    Err(error) => Err(error.to_string()),
                };
            match chosen.and_then(validate) {
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
        let state = TurnState { version: loaded.game.version, seq: loaded.seq() };
        let failed = || TurnError::Failed { state, why: "no move is legal".to_owned() };
        first.map(|validated| (validated, outcome)).ok_or_else(failed)
    }
}
