//! Background jobs that continue after the request that started them, one of each
//! name and subject in flight on this instance. They are optional: the next request
//! that finds the work starts it again.

use uuid::Uuid;

use super::in_flight::InFlight;
use crate::service::error::Error;
use regicide_system::causes::causes;

/// The name of a job, and the id of its subject.
type Job = (&'static str, Uuid);

pub(in crate::service) struct Jobs(InFlight<Job>);

impl Default for Jobs {
    fn default() -> Self {
        Self(InFlight::new("job"))
    }
}

impl Jobs {
    /// Starts a job; one that is in flight runs again when it has ended.
    pub(in crate::service) fn begin<F: Future<Output = Result<(), Error>> + Send>(
        &self,
        name: &'static str,
        subject: Uuid,
        run: impl Fn() -> F + Send + 'static,
    ) {
        self.0.start((name, subject), move || {
            let run = run();
            async move {
                if let Err(error) = run.await {
                    tracing::warn!(job = name, %subject, error = %causes(&error), "background job failed");
                }
            }
        });
    }

    pub(in crate::service) fn are_in_flight(&self, name: &'static str) -> bool {
        self.0.contains((name, Uuid::nil()))
    }

    #[cfg(test)]
    pub(in crate::service) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
