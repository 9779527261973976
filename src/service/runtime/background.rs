//! Background jobs that continue after the request that started them, one of each
//! kind in flight on this instance. They are optional: the next request that finds
//! the work starts it again.

use uuid::Uuid;

use crate::service::Service;
use crate::service::error::Error;
use regicide_store::Claim;
use regicide_system::causes::causes;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Job {
    /// Ranking games of a challenge that ended without being ranked.
    Rank(Uuid),
    /// Adding finished days to the standings.
    AddDays,
    PublishDays,
    MeasureDeals,
    /// Releasing an idempotency key whose request failed.
    ReleaseKey(Claim),
}

impl Service {
    /// Starts a job; one that is in flight runs again when it has ended.
    pub(crate) fn begin_job(&self, job: Job) {
        let service = self.clone();
        self.jobs.start(job, move || service.clone().run_job(job));
    }

    async fn run_job(self, job: Job) {
        let done = match job {
            Job::Rank(challenge) => self.rank_rest(challenge).await,
            Job::AddDays => self.add_days().await,
            Job::PublishDays => self.publish_days().await,
            Job::MeasureDeals => self.measure_deals().await,
            Job::ReleaseKey(claim) => self.store.release_key(&claim).await.map_err(Error::from),
        };
        if let Err(error) = done {
            tracing::warn!(?job, error = %causes(&error), "a job in the background has failed");
        }
    }
}
