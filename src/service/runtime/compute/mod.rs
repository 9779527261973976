//! Long computations: searches and games of bots. They run on threads of their
//! own, so that requests, and the threads that answer them, are never held up
//! by one.
//!
//! Whoever has more to compute than about a second's worth does it piece by
//! piece. What somebody waits for runs on at most so many threads at a time on
//! this instance, and is begun in the order in which it was asked for: so
//! nobody waits for the whole of another's work, and a service that stops waits
//! for a piece at most. What nobody waits for runs in the background: one
//! piece at a time, of the lowest priority, only while no other piece is to be computed, and for a
//! small share of the time.

mod pace;

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;
use std::{panic, thread};

use tokio::sync::{Mutex, Semaphore, watch};

use super::threads::{Priority, Threads};
use pace::{Pace, RealPace};

/// For how many times as long as a piece of background work took the
/// background rests after it: it has at most a fiftieth of a core. What is
/// computed there is for coming days.
pub(crate) const RESTS: u32 = 49;

/// The threads for long computations.
#[derive(Clone)]
pub(crate) struct Compute {
    /// How many pieces may run at a time that somebody waits for.
    places: Arc<Semaphore>,
    threads: Arc<Threads>,
    /// How many pieces run or wait that somebody waits for.
    awaited: Arc<watch::Sender<usize>>,
    background: Arc<Background>,
}

/// What runs while nothing else does.
struct Background {
    threads: Threads,
    pace: Box<dyn Pace>,
    rests: u32,
    /// How long it is to rest before the next piece. Held by the piece that
    /// runs.
    owed: Mutex<Duration>,
}

/// A piece that somebody waits for.
struct Awaited<'a>(&'a watch::Sender<usize>);

/// The default number of concurrent computations: half of the
/// cores, so that the others answer requests.
pub(crate) fn default_threads() -> NonZero<usize> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    NonZero::new(cores / 2).unwrap_or(NonZero::<usize>::MIN)
}

impl<'a> Awaited<'a> {
    fn begin(count: &'a watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count)
    }
}

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl Compute {
    /// So many threads, and a background that rests so many times as long as
    /// it works.
    pub(crate) fn new(threads: NonZero<usize>, rests: u32) -> Self {
        Self::with_pace(threads, rests, Box::new(RealPace))
    }

    fn with_pace(threads: NonZero<usize>, rests: u32, pace: Box<dyn Pace>) -> Self {
        let in_background = Threads::new("background", Priority::Idle);
        let background = Background { threads: in_background, pace, rests, owed: Mutex::default() };
        Self {
            places: Arc::new(Semaphore::new(threads.get())),
            threads: Arc::new(Threads::new("compute", Priority::Low)),
            awaited: Arc::new(watch::Sender::new(0)),
            background: Arc::new(background),
        }
    }

    /// Computes a piece of work, when its turn has come. It is not begun if the
    /// caller stops waiting before; once begun, it is done to its end.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let _awaited = Awaited::begin(&self.awaited);
        let turn = self.places.clone().acquire_owned().await.expect("the semaphore is never closed");
        let work = move || {
            let _turn = turn;
            work()
        };
        let done = on_thread(&self.threads, work).await;
        done.unwrap_or_else(|panic| panic::resume_unwind(panic))
    }

    /// Computes a piece of work that nobody waits for: after the rest that is
    /// owed for the one before, and when no other piece runs or waits.
    pub(crate) async fn run_in_background<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let Background { threads, pace, rests, owed } = &*self.background;
        let mut owed = owed.lock().await;
        pace.rest(*owed).await;
        let mut awaited = self.awaited.subscribe();
        awaited.wait_for(|count| *count == 0).await.expect("the sender is here");
        let begun = pace.now();
        let done = on_thread(threads, work).await;
        *owed = pace.now().saturating_sub(begun).saturating_mul(*rests);
        done.unwrap_or_else(|panic| panic::resume_unwind(panic))
    }
}

/// Computes something on one of the threads, and waits for it, or its panic.
async fn on_thread<T: Send + 'static>(
    threads: &Threads,
    work: impl FnOnce() -> T + Send + 'static,
) -> thread::Result<T> {
    let receiver = threads.compute(work).expect("the system has a thread");
    receiver.await.expect("the thread tells what came of it")
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::pace::TestPace;
    use super::*;

    fn one_thread() -> Compute {
        Compute::new(NonZero::<usize>::MIN, 0)
    }

    #[tokio::test]
    async fn no_more_run_at_a_time_than_there_are_threads_and_in_their_order() {
        let compute = one_thread();
        let order = Arc::new(Mutex::new(Vec::new()));
        let (go, wait) = mpsc::channel();
        let note = |what: &'static str| {
            let order = order.clone();
            move || order.lock().unwrap().push(what)
        };
        let (first, second, third) = (note("first"), note("second"), note("third"));
        let first = compute.run(move || {
            wait.recv().unwrap();
            first();
        });
        let free = compute.places.clone();
        let release = async move {
            // The first one has the only thread, and waits for this.
            assert_eq!(free.available_permits(), 0);
            go.send(()).unwrap();
        };
        tokio::join!(first, compute.run(second), compute.run(third), release);
        assert_eq!(*order.lock().unwrap(), ["first", "second", "third"]);
        assert_eq!(compute.places.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_panic_frees_its_thread_and_reaches_the_caller() {
        let compute = one_thread();
        let failing = compute.clone();
        let failed = tokio::spawn(async move { failing.run(|| panic!("as it must")).await }).await;
        assert!(failed.unwrap_err().is_panic());
        assert_eq!(compute.run(|| 7).await, 7);
        let failing = compute.clone();
        let failed = tokio::spawn(async move { failing.run_in_background(|| panic!("as it must")).await });
        assert!(failed.await.unwrap_err().is_panic());
        assert_eq!(compute.run_in_background(|| 7).await, 7);
        assert_eq!(*compute.awaited.borrow(), 0);
    }

    #[tokio::test]
    async fn the_background_begins_nothing_while_somebody_waits() {
        let compute = one_thread();
        let order = Arc::new(Mutex::new(Vec::new()));
        let note = |what: &'static str| {
            let order = order.clone();
            move || order.lock().unwrap().push(what)
        };
        let (go, wait) = mpsc::channel();
        let first = note("first");
        let first = compute.run(move || {
            wait.recv().unwrap();
            first();
        });
        let background = compute.run_in_background(note("background"));
        // It was asked for after the background's piece, and comes before it.
        let second = compute.run(note("second"));
        let release = async move { go.send(()).unwrap() };
        tokio::join!(first, background, second, release);
        assert_eq!(*order.lock().unwrap(), ["first", "second", "background"]);
    }

    #[tokio::test]
    async fn the_background_rests_in_proportion_to_its_work() {
        let pace = TestPace::default();
        let compute = Compute::with_pace(NonZero::<usize>::MIN, 49, Box::new(pace.clone()));
        for seconds in [2, 3, 0] {
            let at_work = pace.clone();
            compute.run_in_background(move || at_work.pass(Duration::from_secs(seconds))).await;
        }
        let rests = [0, 2 * 49, 3 * 49].map(Duration::from_secs);
        assert_eq!(pace.rests(), rests);
        // Nobody waits for the background's rest.
        compute.run(|| ()).await;
        assert_eq!(pace.rests(), rests);
    }
}
