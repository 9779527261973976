//! Tasks that an instance repeats.

use std::time::Duration;

use regicide_system::causes::causes;
use regicide_system::running_task::RunningTask;
use tokio::time::{MissedTickBehavior, interval};

use crate::service::error::Error;

/// Runs a task at once, then at each interval, until the result is dropped. Failures are logged.
pub(in crate::service) fn repeat<T>(
    name: &'static str,
    every: Duration,
    run: impl Fn() -> T + Clone + Send + Sync + 'static,
) -> RunningTask
where
    T: Future<Output = Result<(), Error>> + Send + 'static,
{
    RunningTask::start(name, move || {
        let run = run.clone();
        async move {
            let mut ticks = interval(every);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                match run().await {
                    Ok(()) => {}
                    Err(Error::Store(error)) => error.report(),
                    Err(error) => {
                        tracing::warn!(task = name, error = %causes(&error), "a periodic task failed");
                    }
                }
            }
        }
    })
}
