//! Threads for long computations. They are not those of the runtime, which could
//! not end before them, and yield the processor to those that answer requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

use parking_lot::Mutex;
use tokio::sync::oneshot;

/// How soon what is computed is wanted; requests come before both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A client waits for it.
    Low,
    /// Nobody waits: it gets the processor when nothing else wants it.
    Idle,
}

impl Priority {
    /// How nice the threads are: requests 0, and 19 at the most.
    const fn niceness(self) -> i32 {
        match self {
            Self::Low => 10,
            Self::Idle => 19,
        }
    }
}

/// A computation. It returns what tells its result.
type Work = Box<dyn FnOnce() -> Box<dyn FnOnce() + Send> + Send>;

/// What a thread is given: a computation, and its own sender, to be given the next.
struct Given {
    work: Work,
    sender: Sender<Given>,
}

/// As many threads as computations go on at the same time. They are kept for the
/// next ones.
#[derive(Debug)]
pub(crate) struct Threads {
    name: &'static str,
    priority: Priority,
    idle: Arc<Mutex<Vec<Sender<Given>>>>,
}

impl Threads {
    pub(crate) fn new(name: &'static str, priority: Priority) -> Self {
        Self { name, priority, idle: Arc::default() }
    }

    /// Begins a computation; what comes of it, or its panic, can be received, or
    /// ignored.
    pub(crate) fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<oneshot::Receiver<thread::Result<T>>> {
        let (result, receiver) = oneshot::channel();
        let work: Work = Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            // Nobody may wait any more.
            Box::new(move || drop(result.send(done)))
        });
        let idle = self.idle.lock().pop();
        let sender = match idle {
            Some(sender) => sender,
            None => self.begin()?,
        };
        sender.clone().send(Given { work, sender }).expect("a thread goes on while it has a sender");
        Ok(receiver)
    }

    /// Begins a thread. It ends when its sender is dropped.
    fn begin(&self) -> io::Result<Sender<Given>> {
        let (sender, receiver) = channel::<Given>();
        let (niceness, idle) = (self.priority.niceness(), Arc::downgrade(&self.idle));
        let run = move || {
            lower_priority(niceness);
            for Given { work, sender } in receiver {
                let send_result = work();
                if let Some(idle) = idle.upgrade() {
                    idle.lock().push(sender);
                }
                send_result();
            }
        };
        thread::Builder::new().name(self.name.to_owned()).spawn(run)?;
        Ok(sender)
    }
}

/// Lowers the priority of this thread: on Linux a priority is a thread's,
/// elsewhere it would be the whole process's.
fn lower_priority(niceness: i32) {
    #[cfg(target_os = "linux")]
    // An administrator's process could raise it, too.
    if let Err(error) = rustix::process::getpriority_process(None)
        .and_then(|own| rustix::process::setpriority_process(None, own.max(niceness)))
    {
        tracing::debug!(%error, "a computation has the priority of requests");
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
        let threads = Threads::new("test", Priority::Low);
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
        for priority in [Priority::Low, Priority::Idle] {
            let reported = done(&Threads::new("test", priority), niceness).await;
            assert_eq!(reported, before.max(priority.niceness()));
            assert_eq!(niceness(), before);
        }
        assert_eq!(thread::spawn(niceness).join().unwrap(), before);
    }
}
