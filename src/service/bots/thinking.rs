//! Threads on which bots think. One that panics, or never ends, costs its own
//! turn and no other.

use std::sync::Arc;
use std::time::Duration;

use regicide::bots::Level;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::running_task::text_of;
use crate::service::runtime::threads::{Priority, Threads};

/// How many choices of a level may go on of which nobody expects anything any
/// more. Then no other is begun: each takes a part of the machine for good.
const MAX_GIVEN_UP: usize = 4;

/// Where choices are computed: a thread for each that goes on.
#[derive(Debug)]
pub(super) struct Thinking {
    limit: Duration,
    threads: Arc<Threads>,
    /// By level: a level that does not work leaves others alone.
    places: [Arc<Semaphore>; Level::ALL.len()],
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoChoice {
    #[error("it panicked: {0}")]
    Panicked(String),
    /// It takes too long, and goes on while nobody waits for it.
    #[error("it has not ended after {0:?}")]
    GivenUp(Duration),
    #[error("too many choices before it have not ended")]
    NotBegun,
    #[error("no thread: {0}")]
    NoThread(String),
    /// The computation itself says so.
    #[error("{0}")]
    Refused(String),
}

impl Thinking {
    pub(super) fn new(callers: usize, limit: Duration) -> Self {
        let threads = Arc::new(Threads::new("bot", Priority::Low));
        let places = || Arc::new(Semaphore::new(callers + MAX_GIVEN_UP));
        Self { limit, threads, places: std::array::from_fn(|_| places()) }
    }

    /// Computes the choice of a level, and waits for it up to the limit.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        level: Level,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoChoice> {
        let place =
            self.places[level as usize].clone().try_acquire_owned().map_err(|_| NoChoice::NotBegun)?;
        let work = move || {
            let _place = place;
            work()
        };
        let outcome = self.threads.compute(work);
        let outcome = outcome.map_err(|error| NoChoice::NoThread(error.to_string()))?;
        match timeout(self.limit, outcome).await {
            Ok(Ok(Ok(done))) => Ok(done),
            Ok(Ok(Err(panic))) => Err(NoChoice::Panicked(text_of(&*panic))),
            Ok(Err(gone)) => Err(NoChoice::Panicked(gone.to_string())),
            Err(_) => Err(NoChoice::GivenUp(self.limit)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    const SOON: Duration = Duration::from_millis(1);
    const LATE: Duration = Duration::from_mins(5);

    /// A computation that ends when the test says so, or has ended.
    fn held() -> (Sender<()>, impl FnOnce() -> u8 + Send + 'static) {
        let (go, wait): (_, Receiver<()>) = channel();
        (go, move || {
            let _ = wait.recv();
            7
        })
    }

    #[tokio::test]
    async fn a_panic_is_told_and_takes_no_thread() {
        let thinking = Thinking::new(1, LATE);
        for _ in 0..=2 * MAX_GIVEN_UP {
            let outcome = thinking.run(Level::Strong, || -> u8 { panic!("as it {}", "must") }).await;
            assert_eq!(outcome, Err(NoChoice::Panicked("as it must".to_owned())));
        }
        assert_eq!(thinking.run(Level::Strong, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn what_never_ends_is_given_up_and_others_go_on() {
        let (hasty, mut held_ones) = (Thinking::new(1, SOON), Vec::new());
        for _ in 0..=MAX_GIVEN_UP {
            let (go, work) = held();
            held_ones.push(go);
            assert_eq!(hasty.run(Level::Strong, work).await, Err(NoChoice::GivenUp(SOON)));
        }
        assert_eq!(hasty.run(Level::Strong, || 7).await, Err(NoChoice::NotBegun), "they are bounded");
        let patient = Thinking { limit: LATE, threads: hasty.threads.clone(), places: hasty.places.clone() };
        assert_eq!(patient.run(Level::Novice, || 7).await, Ok(7), "others go on");
        // One that comes back leaves its place to others.
        drop(held_ones.pop());
        while hasty.places[Level::Strong as usize].available_permits() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(patient.run(Level::Strong, || 7).await, Ok(7));
    }
}
