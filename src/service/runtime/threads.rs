//! Threads for long computations, with a lower priority than those that answer
//! requests. The async runtime waits for threads of its own when it ends, but not for
//! these.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::causes::causes;

/// The priority of a computation; that of requests is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A client waits for it.
    Low,
    /// Nobody waits: it gets the processor when nothing else wants it.
    Idle,
}

impl Priority {
    /// The niceness of the threads: that of requests is 0, the maximum is 19.
    const fn niceness(self) -> i32 {
        match self {
            Self::Low => 10,
            Self::Idle => 19,
        }
    }
}

/// A computation. It returns a closure that sends its result.
type Work = Box<dyn FnOnce() -> Box<dyn FnOnce() + Send> + Send>;

/// A computation for a thread, with the thread's own sender, which it puts back among
/// the idle ones afterwards.
struct Task {
    work: Work,
    sender: Sender<Task>,
}

/// A pool of threads. It grows to as many as computations run at the same time, and
/// keeps them for the next ones.
#[derive(Debug)]
pub(crate) struct Threads {
    name: &'static str,
    priority: Priority,
    idle: Arc<Mutex<Vec<Sender<Task>>>>,
}

impl Threads {
    pub(crate) fn new(name: &'static str, priority: Priority) -> Self {
        Self { name, priority, idle: Arc::default() }
    }

    /// Starts a computation. The receiver gets its result, or its panic, and may be
    /// dropped.
    pub(crate) fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<oneshot::Receiver<thread::Result<T>>> {
        let (result, receiver) = oneshot::channel();
        let work: Work = Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            // The receiver may have been dropped.
            Box::new(move || drop(result.send(done)))
        });
        let idle = self.idle.lock().pop();
        let sender = match idle {
            Some(sender) => sender,
            None => self.start()?,
        };
        sender.clone().send(Task { work, sender }).expect("a thread runs while it has a sender");
        Ok(receiver)
    }

    /// Starts a thread, which ends when its sender is dropped.
    fn start(&self) -> io::Result<Sender<Task>> {
        let (sender, receiver) = channel::<Task>();
        let (niceness, idle) = (self.priority.niceness(), Arc::downgrade(&self.idle));
        let run = move || {
            lower_priority(niceness);
            for Task { work, sender } in receiver {
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
