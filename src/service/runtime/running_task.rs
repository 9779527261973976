//! What an instance does by itself while it runs.

use tokio::task::JoinHandle;

/// A task that goes on until this is dropped.
#[must_use = "the task ends when it is dropped"]
#[derive(Debug)]
pub struct RunningTask(JoinHandle<()>);

impl RunningTask {
    pub(crate) fn start(task: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(tokio::spawn(task))
    }
}

impl Drop for RunningTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}
