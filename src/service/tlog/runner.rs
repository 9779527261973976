//! What goes on in an instance that keeps the log.

use tokio::time::{MissedTickBehavior, interval};

use crate::service::Service;
use crate::service::error::Error;
use crate::service::runtime::running_task::RunningTask;

impl Service {
    async fn keep_tlog(&self) -> Result<(), Error> {
        self.read_witnesses().await?;
        self.advance_tlog().await?;
        self.ask_witnesses().await
    }

    /// Starts to look for what has no entry until the task is dropped; nothing if that
    /// is switched off.
    #[must_use]
    pub fn start_tlog(&self) -> Option<RunningTask> {
        let mut looks = interval(self.settings.tlog.look?);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let service = self.clone();
        Some(RunningTask::start(async move {
            loop {
                looks.tick().await;
                if let Err(error) = service.keep_tlog().await {
                    if let Error::Store(error) = error {
                        error.report();
                    } else {
                        tracing::warn!(%error, "the transparency log could not be kept");
                    }
                }
            }
        }))
    }
}
