//! The worker of an instance that keeps the log.

use regicide_system::causes::causes;
use regicide_system::running_task::RunningTask;
use tokio::time::{MissedTickBehavior, interval};

use super::Tlog;
use crate::service::error::Error;

impl Tlog {
    async fn keep_tlog(&self) -> Result<(), Error> {
        self.read_witnesses().await?;
        self.advance().await?;
        self.ask_witnesses().await
    }

    /// Starts to look for games and challenges without an entry until the task is
    /// dropped; returns `None` if that is switched off.
    #[must_use]
    pub fn start(&self) -> Option<RunningTask> {
        let (tlog, look) = (self.clone(), self.core.settings.tlog.look?);
        Some(RunningTask::start("transparency log", move || {
            let tlog = tlog.clone();
            async move {
                let mut looks = interval(look);
                looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
                loop {
                    looks.tick().await;
                    match tlog.keep_tlog().await {
                        Ok(()) => {}
                        Err(Error::Store(error)) => error.report(),
                        Err(error) => {
                            tracing::warn!(error = %causes(&error), "the transparency log could not be kept");
                        }
                    }
                }
            }
        }))
    }
}
