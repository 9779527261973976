//! Long computations: searches and games of bots. They run on threads of their
//! own, at most so many at a time on this instance, so that requests, and the
//! threads that answer them, are never held up by one.
//!
//! Whoever has more to compute than about a second's worth does it piece by
//! piece: pieces are begun in the order in which they were asked for, so nobody
//! waits for the whole of another's work, and a service that stops waits for a
//! piece at most.

use std::num::NonZero;
use std::sync::Arc;
use std::{panic, thread};

use tokio::sync::Semaphore;

/// The threads for long computations.
#[derive(Clone, Debug)]
pub(super) struct Compute(Arc<Semaphore>);

/// The default number of concurrent computations: half of the
/// cores, so that the others answer requests.
pub(super) fn default_threads() -> NonZero<usize> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    NonZero::new(cores / 2).unwrap_or(NonZero::<usize>::MIN)
}

impl Compute {
    pub(super) fn new(threads: NonZero<usize>) -> Self {
        Self(Arc::new(Semaphore::new(threads.get())))
    }

    /// Computes a piece of work, when its turn has come. It is not begun if the
    /// caller stops waiting before; once begun, it is done to its end.
    pub(super) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let turn = self.0.clone().acquire_owned().await.expect("the semaphore is never closed");
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|panic| panic::resume_unwind(panic.into_panic()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc;

    use super::*;

    fn one_thread() -> Compute {
        Compute::new(NonZero::<usize>::MIN)
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
        let free = compute.0.clone();
        let release = async move {
            // The first one has the only thread, and waits for this.
            assert_eq!(free.available_permits(), 0);
            go.send(()).unwrap();
        };
        tokio::join!(first, compute.run(second), compute.run(third), release);
        assert_eq!(*order.lock().unwrap(), ["first", "second", "third"]);
        assert_eq!(compute.0.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_panic_frees_its_thread_and_reaches_the_caller() {
        let compute = one_thread();
        let failing = compute.clone();
        let failed = tokio::spawn(async move { failing.run(|| panic!("as it must")).await }).await;
        assert!(failed.unwrap_err().is_panic());
        assert_eq!(compute.run(|| 7).await, 7);
    }
}
