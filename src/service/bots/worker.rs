//! The worker of an instance that moves bots.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use regicide_system::causes::causes;
use regicide_system::running_task::{RunningTask, caught};
use tokio::time::{MissedTickBehavior, interval, sleep};
use uuid::Uuid;

use super::Bots;
use super::turn::{BotOutcome, TurnError};
use crate::service::runtime::in_flight::InFlight;
use regicide_store::{StoreError, Topic, Wake};

/// The time for which an instance leaves a bot to the instance that stored the move
/// before.
const HEAD_START: Duration = Duration::from_millis(500);

/// The interval between polls for turns whose notification was lost.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The pauses before the retries of a failed turn. After the last one it waits for
/// the next poll.
const RETRIES: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_millis(600), Duration::from_millis(1800)];

const PAGE: u32 = 500;

impl Bots {
    /// Starts to move house bots until the task is dropped, and reports the outcomes;
    /// returns `None` if this instance has no thread for them.
    pub fn start(&self, report: impl Fn(BotOutcome) + Send + Sync + 'static) -> Option<RunningTask> {
        if self.core.settings.bot_threads == 0 {
            return None;
        }
        self.play.stored_here.begin();
        let (bots, report) = (self.clone(), Arc::new(report));
        Some(RunningTask::start("bots", move || {
            let (bots, report) = (bots.clone(), report.clone());
            BotWorker { bots, report, turns: InFlight::new("bot turn") }.run()
        }))
    }
}

struct BotWorker {
    bots: Bots,
    report: Arc<dyn Fn(BotOutcome) + Send + Sync>,
    /// The turns in flight, by game.
    turns: InFlight<Uuid>,
}

impl BotWorker {
    async fn run(self) {
        let mut changes = self.bots.core.store.changes.subscribe(Topic::BotTurns);
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                wake = changes.changed() => match wake {
                    Wake::Game(game) => self.start(game),
                    Wake::Move(_) | Wake::Readers(_) | Wake::Webhook(_) | Wake::Anything => self.look().await,
                },
                _ = looks.tick() => self.look().await,
            }
        }
    }

    /// Starts all turns that the database lists.
    async fn look(&self) {
        if let Err(error) = self.try_look().await {
            tracing::warn!(error = %causes(&error), "turns of bots could not be read");
        }
    }

    async fn try_look(&self) -> Result<(), StoreError> {
        let mut found = HashSet::new();
        let mut after = Uuid::nil();
        loop {
            let page = self.bots.core.store.bots.turns(after, PAGE).await?;
            for turn in &page {
                found.insert(turn.game);
                if !self.turns.contains(turn.game) {
                    self.start(turn.game);
                }
            }
            match page.last() {
                Some(last) if page.len() == PAGE as usize => after = last.game,
                _ => break,
            }
        }
        self.bots.state.keep(&found);
        self.bots.play.stored_here.retain(&found);
        Ok(())
    }

    /// Starts the turn of a game. If it is in flight, the next one is started after it.
    fn start(&self, game: Uuid) {
        let (bots, report) = (self.bots.clone(), self.report.clone());
        self.turns.start(game, move || {
            let pause = bots.core.settings.bot_pause;
            let goes_first = bots.play.stored_here.remove(game);
            let wait = if goes_first { pause } else { pause + HEAD_START };
            let (bots, report) = (bots.clone(), report.clone());
            async move {
                sleep(wait).await;
                if let Some(outcome) = Box::pin(bots.turn_outcome(game)).await {
                    report(outcome);
                }
            }
        });
    }
}

impl Bots {
    /// Makes a bot's turn, and returns its outcome for metrics; `None` if there was
    /// none to make, or it is left to the next poll.
    async fn turn_outcome(&self, game: Uuid) -> Option<BotOutcome> {
        let turn = with_retries(RETRIES, || self.play_turn(game));
        match caught("bot turn", turn).await {
            Some(Ok(outcome)) => outcome,
            Some(Err(TurnError::NotNow(error))) => {
                tracing::warn!(%game, error = %causes(&error), "a bot has not moved yet");
                None
            }
            Some(Err(TurnError::Failed { state, why })) => {
                tracing::error!(%game, seq = state.seq, why, "a bot cannot move");
                self.state.fails(game, state);
                Some(BotOutcome::Failed)
            }
            None => {
                tracing::error!(%game, "a bot's turn was cut off");
                Some(BotOutcome::Failed)
            }
        }
    }
}

/// Makes a turn, and retries where the database did not answer, or other changes were
/// stored first. Its permit is free for other games meanwhile.
async fn with_retries<F: Future<Output = Result<Option<BotOutcome>, TurnError>>>(
    pauses: [Duration; RETRIES.len()],
    play: impl Fn() -> F,
) -> Result<Option<BotOutcome>, TurnError> {
    for pause in pauses {
        match play().await {
            Err(TurnError::NotNow(_)) => sleep(pause).await,
            made => return made,
        }
    }
    play().await
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use super::super::turn::TurnState;
    use super::*;
    use crate::service::error::Error;

    /// Plays a turn whose first attempts fail; returns its outcome and the number of
    /// attempts.
    async fn played(
        failures: usize,
        then: fn() -> Result<Option<BotOutcome>, TurnError>,
    ) -> (Option<BotOutcome>, usize) {
        let tries = Cell::new(0);
        let turn = with_retries([Duration::ZERO; RETRIES.len()], || {
            tries.set(tries.get() + 1);
            ready(if tries.get() > failures { then() } else { Err(TurnError::NotNow(Error::Contended)) })
        });
        (turn.await.ok().flatten(), tries.get())
    }

    #[tokio::test]
    async fn a_turn_that_could_not_be_made_is_tried_again_before_the_next_look() {
        let moved = || Ok(Some(BotOutcome::Moved));
        assert_eq!(played(0, moved).await, (Some(BotOutcome::Moved), 1));
        assert_eq!(played(3, moved).await, (Some(BotOutcome::Moved), 4));
        assert_eq!(played(4, moved).await, (None, 4), "the next look finds it");
        let failed = || {
            let state = TurnState { version: 0, seq: 0 };
            Err(TurnError::Failed { state, why: String::new() })
        };
        assert_eq!(played(1, failed).await, (None, 2), "it would fail again");
        assert!(RETRIES.iter().sum::<Duration>() < LOOK_EVERY);
    }
}
