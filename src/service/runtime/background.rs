//! Background jobs that continue after the request that started them, each kind
//! once at a time on this instance. They are optional: the next request that
//! finds the same work starts it again.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use uuid::Uuid;

use crate::causes::causes;
use crate::running_task::caught;
use crate::service::Service;
use crate::service::error::Error;
use crate::store::Claim;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Job {
    /// Ranking games of a challenge that ended without being ranked.
    Rank(Uuid),
    /// Counting results of past days for averages.
    CountDailyResults,
    /// Counting finished games of a player.
    CountGames(Uuid),
    PublishDays,
    MeasureDeals,
    /// Giving up an idempotency key whose request failed.
    ReleaseKey(Claim),
}

#[derive(Debug, Default)]
pub(crate) struct Background(Mutex<HashSet<Job>>);

/// A running job. It has ended when this is dropped, even by a panic.
struct Running(Arc<Background>, Job);

impl Background {
    /// Begins a job; nothing if it runs already.
    fn begin(this: &Arc<Self>, job: Job) -> Option<Running> {
        let mut jobs = this.0.lock();
        jobs.insert(job).then(|| Running(this.clone(), job))
    }

    #[cfg(test)]
    pub(super) fn is_running(&self, is_one: impl FnMut(&Job) -> bool) -> bool {
        self.0.lock().iter().any(is_one)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.0.lock().remove(&self.1);
    }
}

impl Service {
    /// Starts a job, unless it runs already.
    pub(crate) fn begin_job(&self, job: Job) {
        let Some(running) = Background::begin(&self.background, job) else { return };
        let service = self.clone();
        tokio::spawn(caught("job", async move {
            let done = match job {
                Job::Rank(challenge) => service.rank_rest(challenge).await,
                Job::CountDailyResults => service.count_all_daily_results().await,
                Job::CountGames(player) => service.count_all_games(player).await,
                Job::PublishDays => service.publish_days().await,
                Job::MeasureDeals => service.measure_deals().await,
                Job::ReleaseKey(claim) => service.store.release_key(&claim).await.map_err(Error::from),
            };
            if let Err(error) = done {
                tracing::warn!(?job, error = %causes(&error), "a job in the background has failed");
            }
            drop(running);
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_runs_once_at_a_time() {
        let background = Arc::<Background>::default();
        let running = Background::begin(&background, Job::CountDailyResults);
        assert!(running.is_some());
        assert!(Background::begin(&background, Job::CountDailyResults).is_none());
        assert!(Background::begin(&background, Job::Rank(Uuid::nil())).is_some());
        drop(running);
        assert!(Background::begin(&background, Job::CountDailyResults).is_some());
    }
}
