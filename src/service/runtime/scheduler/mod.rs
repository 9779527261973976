//! The scheduler of bots' turns and of long computations.
//!
//! Each job has a class. It waits for a permit, which is granted by the priorities and
//! limits of the classes (`queue.rs`), and computations run on threads of a lower
//! priority than those that answer requests (`threads.rs`). A computation of more than
//! about a second is divided into jobs, so that others, and a service that stops, wait
//! for one piece at most.

mod queue;
mod threads;

use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{panic, thread};

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep_until, timeout};

use queue::Queue;
pub(crate) use queue::{Class, Limits, PermitRequest};
use regicide_system::running_task::{caught, text_of};
use threads::Threads;

/// The default pause after a computation in the background, in multiples of its time:
/// it has at most a fiftieth of a core.
pub(crate) const BACKGROUND_PAUSE: u32 = 49;

/// The default number of concurrent searches: half of the cores, so that the others
/// answer requests.
pub(crate) fn default_searches() -> NonZero<usize> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    NonZero::new(cores / 2).unwrap_or(NonZero::<usize>::MIN)
}

pub(crate) struct Scheduler {
    queue: Mutex<Queue<Waiter>>,
    threads: Threads,
    background_threads: Threads,
}

/// A job that waits for its permit, and its runtime.
struct Waiter {
    permit: oneshot::Sender<Permit>,
    runtime: Handle,
}

/// The right to run a job, until this is dropped.
pub(crate) struct Permit {
    scheduler: Arc<Scheduler>,
    runtime: Handle,
    class: Class,
    began: Instant,
}

/// The reason why a search has no result.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SearchError {
    #[error("Search panicked: {0}")]
    Panicked(String),
    /// The search runs until it ends by itself.
    #[error("Search exceeded its time limit of {0:?}.")]
    TimedOut(Duration),
    #[error("Too many searches have exceeded their time limit.")]
    TooMany,
    #[error("No thread for a search: {0}")]
    NoThread(String),
}

impl Scheduler {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            queue: Mutex::new(Queue::new(limits)),
            threads: Threads::new("search", 10),
            // They get the processor when no other thread needs it.
            background_threads: Threads::new("background", 19),
        })
    }

    /// Waits for a permit. A caller that stops waiting leaves the queue.
    pub(crate) async fn permit(self: &Arc<Self>, request: PermitRequest) -> Permit {
        let (permit, granted) = oneshot::channel();
        let waiter = Waiter { permit, runtime: Handle::current() };
        self.queue.lock().add(request, Instant::now(), waiter);
        self.grant();
        granted.await.expect("a job waits until its permit is granted")
    }

    /// Computes something when it has a permit. It does not start if the caller stops
    /// waiting before; once started, it runs to its end.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        class: Class,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let permit = self.permit(PermitRequest::new(class)).await;
        let compute = move || {
            let _permit = permit;
            compute()
        };
        let threads = if class == Class::Background { &self.background_threads } else { &self.threads };
        let result = threads.compute(compute).expect("the system has a thread");
        let result = result.await.expect("a thread sends its result");
        result.unwrap_or_else(|panic| panic::resume_unwind(panic))
    }

    /// Computes something for a job that has a permit, and waits for it up to a limit.
    /// It holds one of the slots until it ends, so that few run without a caller.
    pub(crate) async fn run_within<T: Send + 'static>(
        &self,
        limit: Duration,
        slots: &Arc<Semaphore>,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, SearchError> {
        let slot = slots.clone().try_acquire_owned().map_err(|_| SearchError::TooMany)?;
        let search = move || {
            let _slot = slot;
            search()
        };
        let result =
            self.threads.compute(search).map_err(|error| SearchError::NoThread(error.to_string()))?;
        let Ok(result) = timeout(limit, result).await else { return Err(SearchError::TimedOut(limit)) };
        let result = result.expect("a thread sends its result");
        result.map_err(|panic| SearchError::Panicked(text_of(&*panic)))
    }

    /// The number of jobs of a class that wait for their permit.
    pub(crate) fn waiting(&self, class: Class) -> usize {
        self.queue.lock().waiting(class).filter(|waiter| !waiter.permit.is_closed()).count()
    }

    /// Grants all permits that can be granted.
    fn grant(self: &Arc<Self>) {
        loop {
            let began = Instant::now();
            let mut queue = self.queue.lock();
            let Some((class, Waiter { permit, runtime })) = queue.start(began) else { return };
            if permit.is_closed() {
                queue.end(class, began, began);
                continue;
            }
            drop(queue);
            // Dropped, and so granted again, if its caller has just stopped waiting.
            drop(permit.send(Permit { scheduler: self.clone(), runtime, class, began }));
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let pause = self.scheduler.queue.lock().end(self.class, self.began, Instant::now());
        self.scheduler.grant();
        if let Some(end) = pause {
            let scheduler = self.scheduler.clone();
            self.runtime.spawn(caught("scheduler", async move {
                sleep_until(end.into()).await;
                scheduler.grant();
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use futures_util::FutureExt as _;

    use super::*;

    const SOON: Duration = Duration::from_millis(1);
    const LATE: Duration = Duration::from_mins(5);

    fn scheduler() -> Arc<Scheduler> {
        Scheduler::new(Limits { bot_turns: 1, searches: 1, background_pause: 0 })
    }

    /// A computation that waits until the sender is used or dropped.
    fn held() -> (Sender<()>, impl FnOnce() -> u8 + Send + 'static) {
        let (go, wait) = channel();
        (go, move || {
            let _ = wait.recv();
            7
        })
    }

    #[tokio::test]
    async fn searches_start_in_their_order_and_before_the_background() {
        let (scheduler, order) = (scheduler(), Arc::new(Mutex::new(Vec::new())));
        let (go, held) = held();
        let note = |name: &'static str| {
            let order = order.clone();
            move || order.lock().push(name)
        };
        let first = scheduler.run(Class::Search, held);
        let background = scheduler.run(Class::Background, note("background"));
        let second = scheduler.run(Class::Search, note("second"));
        let third = scheduler.run(Class::Search, note("third"));
        let release = async {
            assert_eq!([Class::Search, Class::Background].map(|class| scheduler.waiting(class)), [2, 1]);
            go.send(()).unwrap();
        };
        tokio::join!(first, background, second, third, release);
        assert_eq!(*order.lock(), ["second", "third", "background"]);
    }

    #[tokio::test]
    async fn a_panic_ends_the_permit_and_reaches_the_caller() {
        let scheduler = scheduler();
        for class in [Class::Search, Class::Background] {
            let failing = scheduler.clone();
            let failed = tokio::spawn(async move { failing.run(class, || panic!("as it must")).await });
            assert!(failed.await.unwrap_err().is_panic());
            assert_eq!(scheduler.run(class, || 7).await, 7);
        }
        let permit = scheduler.permit(PermitRequest::new(Class::TableTurn)).await;
        let failed = tokio::spawn(async move {
            let _permit = permit;
            panic!("as it must")
        });
        assert!(failed.await.is_err_and(|error: tokio::task::JoinError| error.is_panic()));
        assert!(scheduler.permit(PermitRequest::new(Class::TableTurn)).now_or_never().is_some());
    }

    #[tokio::test]
    async fn a_caller_that_stops_waiting_leaves_the_queue() {
        let scheduler = scheduler();
        let turn = || Box::pin(scheduler.permit(PermitRequest::new(Class::TableTurn)));
        let permit = turn().await;
        // Many, of which no one is granted on the stack of another.
        for _ in 0..100_000 {
            assert!(turn().now_or_never().is_none());
        }
        let (mut left, mut granted, mut next) = (turn(), turn(), turn());
        for waiting in [&mut left, &mut granted, &mut next] {
            assert!(waiting.now_or_never().is_none());
        }
        drop(left);
        assert_eq!(scheduler.waiting(Class::TableTurn), 2);
        drop(permit);
        // Its permit was granted, but not taken.
        drop(granted);
        assert!(next.now_or_never().is_some());
        assert!(turn().now_or_never().is_some());
    }

    #[tokio::test]
    async fn a_class_goes_on_by_itself_after_its_pause() {
        let scheduler = Scheduler::new(Limits { bot_turns: 1, searches: 1, background_pause: 1000 });
        for _ in 0..2 {
            drop(scheduler.permit(PermitRequest::new(Class::Background)).await);
        }
    }

    #[tokio::test]
    async fn a_panic_of_a_search_takes_no_slot() {
        let (scheduler, slots) = (scheduler(), Arc::new(Semaphore::new(1)));
        for _ in 0..2 {
            let failed = scheduler.run_within(LATE, &slots, || -> u8 { panic!("as it {}", "must") }).await;
            assert_eq!(failed, Err(SearchError::Panicked("as it must".to_owned())));
        }
        assert_eq!(scheduler.run_within(LATE, &slots, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn searches_that_exceed_their_time_limit_are_bounded() {
        let (scheduler, slots) = (scheduler(), Arc::new(Semaphore::new(2)));
        let (go, search) = held();
        assert_eq!(scheduler.run_within(SOON, &slots, search).await, Err(SearchError::TimedOut(SOON)));
        assert_eq!(scheduler.run_within(LATE, &slots, || 7).await, Ok(7), "others go on");
        let (_hold, search) = held();
        assert_eq!(scheduler.run_within(SOON, &slots, search).await, Err(SearchError::TimedOut(SOON)));
        assert_eq!(scheduler.run_within(LATE, &slots, || 7).await, Err(SearchError::TooMany));
        go.send(()).unwrap();
        drop(slots.acquire().await.unwrap());
        assert_eq!(scheduler.run_within(LATE, &slots, || 7).await, Ok(7));
    }
}
