//! A thread that gets the processor when nothing else wants it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{OnceLock, mpsc};
use std::thread;

use tokio::sync::oneshot;

type Work = Box<dyn FnOnce() + Send>;

/// The thread. It is begun with the first piece of work, and ends when this is
/// dropped.
#[derive(Default)]
pub(super) struct LowPriority(OnceLock<mpsc::Sender<Work>>);

impl LowPriority {
    /// Does a piece of work after those that were asked for before.
    ///
    /// # Errors
    /// Its panic.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Box<dyn Any + Send>> {
        let (tell, done) = oneshot::channel();
        let work = move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            // Nobody may wait any more.
            drop(tell.send(done));
        };
        self.0.get_or_init(begin).send(Box::new(work)).expect("the thread ends with its sender");
        done.await.expect("the work is done or panics")
    }
}

fn begin() -> mpsc::Sender<Work> {
    let (sender, receiver) = mpsc::channel::<Work>();
    let thread = thread::Builder::new().name("background".to_owned());
    let work = move || {
        lower_priority();
        for work in receiver {
            work();
        }
    };
    thread.spawn(work).expect("the operating system starts threads");
    sender
}

/// The lowest priority for this thread: on Linux a priority is a thread's,
/// elsewhere it would be the whole process's.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "the background has the priority of the service");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_its_own_thread_has_a_low_priority() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let before = priority();
        assert_eq!(LowPriority::default().run(priority).await.unwrap(), 19);
        assert_eq!(priority(), before);
        assert_eq!(thread::spawn(priority).join().unwrap(), before);
    }
}
