//! Threads for computations, with a lower priority than those that answer requests. The
//! async runtime waits for threads of its own when it ends, but not for these.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

use parking_lot::Mutex;
use regicide_system::causes::causes;
use tokio::sync::oneshot;

type Work = Box<dyn FnOnce() + Send>;

/// A pool of threads. It grows to the number of concurrent computations, and keeps
/// the threads for the next ones.
pub(super) struct Threads {
    name: &'static str,
    niceness: i32,
    idle: Arc<Mutex<Vec<Sender<Work>>>>,
}

impl Threads {
    /// A pool of threads with a niceness: that of requests is 0, the maximum is 19.
    pub(super) fn new(name: &'static str, niceness: i32) -> Self {
        Self { name, niceness, idle: Arc::default() }
    }

    /// Starts a computation. The receiver gets its result, or its panic, and may be
    /// dropped.
    pub(super) fn compute<T: Send + 'static>(
        &self,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<oneshot::Receiver<thread::Result<T>>> {
        let idle = self.idle.lock().pop();
        let thread = match idle {
            Some(thread) => thread,
            None => self.start()?,
        };
        let (result, receiver) = oneshot::channel();
        let (own, all) = (thread.clone(), Arc::downgrade(&self.idle));
        let work = move || {
            let done = catch_unwind(AssertUnwindSafe(compute));
            if let Some(idle) = all.upgrade() {
                idle.lock().push(own);
            }
            drop(result.send(done));
        };
        thread.send(Box::new(work)).expect("a thread runs while it has a sender");
        Ok(receiver)
    }

    /// Starts a thread, which ends when its senders are dropped.
    fn start(&self) -> io::Result<Sender<Work>> {
        let (sender, receiver) = channel::<Work>();
        let niceness = self.niceness;
        let run = move || {
            lower_priority(niceness);
            for work in receiver {
                work();
            }
        };
        thread::Builder::new().name(self.name.to_owned()).spawn(run)?;
        Ok(sender)
    }
}

/// Lowers the priority of this thread: on Linux a priority is a thread's, elsewhere
/// it would be the whole process's.
fn lower_priority(niceness: i32) {
    #[cfg(target_os = "linux")]
    // A process with privileges could otherwise raise it.
    if let Err(error) = rustix::process::getpriority_process(None)
        .and_then(|own| rustix::process::setpriority_process(None, own.max(niceness)))
    {
        tracing::debug!(error = %causes(&error), "a computation has the priority of requests");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn done<T: Send + 'static>(threads: &Threads, work: impl FnOnce() -> T + Send + 'static) -> T {
        threads.compute(work).unwrap().await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn a_thread_is_used_again_even_after_a_panic() {
        let threads = Threads::new("test", 10);
        let id = || thread::current().id();
        let first = done(&threads, id).await;
        assert!(threads.compute(|| panic!("as it must")).unwrap().await.unwrap().is_err());
        assert_eq!(done(&threads, id).await, first);
        let (go, wait) = channel::<()>();
        let held = threads.compute(move || wait.recv()).unwrap();
        assert_ne!(done(&threads, id).await, first, "it has no time now");
        go.send(()).unwrap();
        held.await.unwrap().unwrap().unwrap();
        assert_eq!(done(&threads, id).await, first);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_their_own_priority_is_low() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        for lower in [10, 19] {
            let reported = done(&Threads::new("test", lower), niceness).await;
            assert_eq!(reported, before.max(lower));
            assert_eq!(niceness(), before);
        }
        assert_eq!(thread::spawn(niceness).join().unwrap(), before);
    }
}
