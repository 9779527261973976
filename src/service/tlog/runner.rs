//! The worker of an instance that keeps the log.

use regicide_system::running_task::RunningTask;

use super::Tlog;
use crate::service::runtime::periodic::repeat;

impl Tlog {
    /// Starts to look for games and challenges without an entry until the task is
    /// dropped; returns `None` if that is switched off.
    #[must_use]
    pub fn start(&self) -> Option<RunningTask> {
        let (tlog, look) = (self.clone(), self.core.settings.tlog.look?);
        Some(repeat("transparency log", look, move || {
            let tlog = tlog.clone();
            async move {
                tlog.read_witnesses().await?;
                tlog.advance().await?;
                tlog.request_cosignatures().await
            }
        }))
    }
}
