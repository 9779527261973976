//! Tasks of an instance that no request waits for. A panic in one is logged and counted,
//! and affects no other task; a task that runs for ever starts again.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt as _;
use parking_lot::Mutex;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

/// The delay before a task starts again after a panic: the first and the longest. The
/// delay doubles with each panic, until a task has run for longer.
pub const BACKOFF: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(30)];

/// The number of panics by the name of the task.
static PANICS: Mutex<BTreeMap<&'static str, u64>> = Mutex::new(BTreeMap::new());

/// A task that runs until this is dropped.
#[must_use = "the task ends when it is dropped"]
#[derive(Debug)]
pub struct RunningTask(JoinHandle<()>);

impl RunningTask {
    /// Starts a task, and starts it again after each panic.
    pub fn start<T>(name: &'static str, task: impl FnMut() -> T + Send + 'static) -> Self
    where
        T: Future<Output = ()> + Send + 'static,
    {
        Self(tokio::spawn(supervise(name, BACKOFF, task)))
    }

    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for RunningTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Runs a task until it ends by itself.
pub async fn supervise<T: Future<Output = ()>>(
    name: &'static str,
    [first, most]: [Duration; 2],
    mut task: impl FnMut() -> T,
) {
    let mut wait = first;
    loop {
        let begun = Instant::now();
        if caught(name, async { task().await }).await.is_some() {
            return;
        }
        if begun.elapsed() > most {
            wait = first;
        }
        sleep(wait).await;
        wait = (wait * 2).min(most);
    }
}

/// The result of a future; nothing if it panics.
pub async fn caught<T>(name: &'static str, future: impl Future<Output = T>) -> Option<T> {
    #[cfg(feature = "test-hooks")]
    let future = async {
        panic_if_ordered(name);
        future.await
    };
    AssertUnwindSafe(future).catch_unwind().await.map_err(|panic| report_panic(name, &text_of(&*panic))).ok()
}

/// Logs and counts a panic.
pub fn report_panic(name: &'static str, panic: &str) {
    *PANICS.lock().entry(name).or_default() += 1;
    tracing::error!(task = name, panic, "a task has panicked");
}

/// The number of panics since the process started, by the name of the task.
pub fn panics() -> BTreeMap<&'static str, u64> {
    PANICS.lock().clone()
}

/// The message of a panic.
pub fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a text").to_owned()
}

/// Panics once in each task that `REGICIDE_TEST_PANICS` names, for tests of such a
/// process.
#[cfg(feature = "test-hooks")]
fn panic_if_ordered(name: &str) {
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    static ORDERED: LazyLock<Mutex<BTreeSet<String>>> = LazyLock::new(|| {
        let names = std::env::var("REGICIDE_TEST_PANICS").unwrap_or_default();
        Mutex::new(names.split(',').map(str::to_owned).collect())
    });
    let is_ordered = ORDERED.lock().remove(name);
    assert!(!is_ordered, "as ordered in {name}");
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_task_starts_again_after_each_panic_until_it_ends() {
        let runs = Arc::new(AtomicU32::new(0));
        let counted = runs.clone();
        supervise("supervised", [Duration::ZERO; 2], move || {
            let run = counted.fetch_add(1, Ordering::Relaxed);
            async move { assert!(run == 3, "run {run}") }
        })
        .await;
        assert_eq!(runs.load(Ordering::Relaxed), 4);
        assert_eq!(panics().get("supervised"), Some(&3));
    }

    #[tokio::test]
    async fn a_panic_before_the_first_await_is_caught() {
        assert_eq!(caught("caught", async { panic!("as it must") }).await, None::<()>);
        assert_eq!(caught("caught", async { 7 }).await, Some(7));
    }
}
