//! What goes on in an instance that keeps the log.

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::service::Service;
use crate::service::error::Error;

/// The log is kept by this instance until this is dropped.
#[must_use = "the log is not kept any more when it is dropped"]
#[derive(Debug)]
pub struct TlogKeeper(JoinHandle<()>);

impl Drop for TlogKeeper {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Service {
    async fn keep_tlog(&self) -> Result<(), Error> {
        self.read_witnesses().await?;
        self.advance_tlog().await?;
        self.ask_witnesses().await
    }

    /// Starts to look for what has no entry; nothing if that is switched off.
    #[must_use]
    pub fn start_tlog(&self) -> Option<TlogKeeper> {
        let mut looks = interval(self.settings.tlog.look?);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let service = self.clone();
        Some(TlogKeeper(tokio::spawn(async move {
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
        })))
    }
}
