//! Tasks that an instance repeats to keep the database small.

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

    /// Packs logs of ended games, and deletes old idempotency keys, until the tasks are dropped.
    #[must_use]
    pub fn start(&self) -> Vec<RunningTask> {
        let Some(every) = self.core.settings.maintenance else { return Vec::new() };
        let (auth, games) = (self.auth.clone(), self.games.clone());
        let pack = move || {
            let games = games.clone();
            async move { games.pack_ended(|_| true).await }
        };
        let forget = move || {
            let auth = auth.clone();
            async move { auth.forget_keys().await }
        };
        vec![repeat("packed logs", every, pack), repeat("idempotency keys", every, forget)]
    }
}
