//! Tasks in flight, one for each key.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::mem;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::task::JoinSet;

use regicide_system::running_task::caught;
use regicide_system::sparse_log::SparseLog;

/// The limit on tasks in flight. The next poll finds the others.
const MOST: usize = 10_000;

/// Tasks of one kind, which run until this is dropped.
pub(in crate::service) struct InFlight<K> {
    kind: &'static str,
    state: Arc<Mutex<State<K>>>,
    /// Each request starts a task, also while a database server is frozen.
    full: SparseLog,
}

struct State<K> {
    /// True if the task of a key is to run again.
    keys: HashMap<K, bool>,
    tasks: JoinSet<()>,
}

impl<K: Copy + Debug + Eq + Hash + Send + 'static> InFlight<K> {
    pub(in crate::service) fn new(kind: &'static str) -> Self {
        let state = State { keys: HashMap::new(), tasks: JoinSet::new() };
        Self { kind, state: Arc::new(Mutex::new(state)), full: SparseLog::every(Duration::from_secs(10)) }
    }

    pub(in crate::service) fn contains(&self, key: K) -> bool {
        self.state.lock().keys.contains_key(&key)
    }

    #[cfg(test)]
    pub(in crate::service) fn is_empty(&self) -> bool {
        self.state.lock().keys.is_empty()
    }

    /// Starts the task of a key. If it is in flight, it runs again when it has ended.
    pub(in crate::service) fn start<F: Future<Output = ()> + Send>(
        &self,
        key: K,
        mut task: impl FnMut() -> F + Send + 'static,
    ) {
        let mut state = self.state.lock();
        while state.tasks.try_join_next().is_some() {}
        if let Some(runs_again) = state.keys.get_mut(&key) {
            *runs_again = true;
        } else if state.keys.len() < MOST {
            state.keys.insert(key, false);
            let kind = self.kind;
            let mut held = HeldKey { state: Arc::downgrade(&self.state), key, is_freed: false };
            state.tasks.spawn(async move {
                while !held.is_freed {
                    if caught(kind, async { task().await }).await.is_none() {
                        tracing::error!(task = kind, ?key, "a task in flight has panicked");
                    }
                    held.end_run();
                }
            });
        } else if let Some(left_out) = self.full.due() {
            tracing::warn!(task = self.kind, ?key, left_out, "a task is not started: too many are in flight");
        }
    }
}

/// The key of a task, which is also freed if the task is aborted with its runtime.
struct HeldKey<K: Eq + Hash> {
    state: Weak<Mutex<State<K>>>,
    key: K,
    is_freed: bool,
}

impl<K: Eq + Hash> HeldKey<K> {
    /// Frees the key, unless its task is to run again.
    fn end_run(&mut self) {
        let Some(state) = self.state.upgrade() else {
            self.is_freed = true;
            return;
        };
        let mut state = state.lock();
        if !state.keys.get_mut(&self.key).is_some_and(mem::take) {
            state.keys.remove(&self.key);
            self.is_freed = true;
        }
    }
}

impl<K: Eq + Hash> Drop for HeldKey<K> {
    fn drop(&mut self) {
        if !self.is_freed
            && let Some(state) = self.state.upgrade()
        {
            state.lock().keys.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    #[tokio::test]
    async fn a_key_has_one_task_at_a_time_which_runs_again_if_it_was_started_meanwhile() {
        let in_flight = InFlight::new("test");
        let (started, mut starts) = unbounded_channel();
        let (go, held) = (Arc::new(tokio::sync::Semaphore::new(0)), Arc::new(()));
        let start = |key: u8| {
            let (started, go, held) = (started.clone(), go.clone(), held.clone());
            in_flight.start(key, move || {
                let (started, go, held) = (started.clone(), go.clone(), held.clone());
                async move {
                    started.send(key).unwrap();
                    go.acquire().await.unwrap().forget();
                    drop(held);
                }
            });
        };
        start(1);
        assert_eq!(starts.recv().await, Some(1));
        start(1);
        start(1);
        start(2);
        assert_eq!(starts.recv().await, Some(2));
        assert!(starts.try_recv().is_err(), "the first task has not ended");
        go.add_permits(2);
        assert_eq!(starts.recv().await, Some(1));
        go.add_permits(1);
        while in_flight.contains(1) || in_flight.contains(2) {
            tokio::task::yield_now().await;
        }
        assert!(starts.try_recv().is_err(), "it ran once more");

        start(3);
        assert_eq!(starts.recv().await, Some(3));
        drop(in_flight);
        go.add_permits(1);
        while Arc::strong_count(&held) > 1 {
            tokio::task::yield_now().await;
        }
        assert_eq!(go.available_permits(), 1, "it ends when all are dropped");
    }

    #[tokio::test]
    async fn a_panic_ends_the_task_of_its_key_alone() {
        let in_flight = InFlight::new("test");
        let (go, wait) = tokio::sync::oneshot::channel::<()>();
        let mut wait = Some(wait);
        in_flight.start("waits", move || {
            let wait = wait.take().expect("it runs once");
            async move { wait.await.unwrap() }
        });
        for _ in 0..2 {
            in_flight.start("panics", || async { panic!("as it must") });
            while in_flight.contains("panics") {
                tokio::task::yield_now().await;
            }
        }
        assert!(in_flight.contains("waits"));
        go.send(()).expect("the other task goes on");
        while in_flight.contains("waits") {
            tokio::task::yield_now().await;
        }
    }
}
