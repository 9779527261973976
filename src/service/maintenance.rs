//! What an instance does from time to time, and no request waits for.

use std::sync::Arc;

use regicide_system::running_task::RunningTask;

use super::auth::Auth;
use super::core::Core;
use super::games::Games;
use super::runtime::periodic::repeat;

pub struct Maintenance {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
}

impl Maintenance {
    pub(super) const fn new(core: Arc<Core>, auth: Arc<Auth>, games: Arc<Games>) -> Self {
        Self { core, auth, games }
    }

    /// Packs logs of ended games and deletes old idempotency keys, until the task is dropped.
    #[must_use]
    pub fn start(&self) -> Option<RunningTask> {
        let every = self.core.settings.maintenance?;
        let (auth, games) = (self.auth.clone(), self.games.clone());
        Some(repeat("maintenance", every, move || {
            let (auth, games) = (auth.clone(), games.clone());
            async move {
                // Neither waits for the other to succeed.
                let packed = games.pack_ended(|_| {}).await;
                auth.forget_keys().await.and(packed)
            }
        }))
    }
}
