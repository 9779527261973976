//! What an instance does from time to time, and no request waits for.

use std::sync::Arc;

use regicide_system::running_task::RunningTask;

use super::auth::Auth;
use super::core::Core;
use super::runtime::periodic::repeat;

pub struct Maintenance {
    core: Arc<Core>,
    auth: Arc<Auth>,
}

impl Maintenance {
    pub(super) const fn new(core: Arc<Core>, auth: Arc<Auth>) -> Self {
        Self { core, auth }
    }

    /// Deletes old idempotency keys, until the task is dropped.
    #[must_use]
    pub fn start(&self) -> Option<RunningTask> {
        let every = self.core.settings.maintenance?;
        let auth = self.auth.clone();
        Some(repeat("maintenance", every, move || {
            let auth = auth.clone();
            async move { auth.forget_keys().await }
        }))
    }
}
