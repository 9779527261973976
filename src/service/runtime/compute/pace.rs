//! How time passes for work in the background.

use std::future::ready;
use std::time::{Duration, Instant};

use futures_util::future::{BoxFuture, FutureExt};

/// A clock that can be waited for. A parameter, so that tests wait for nothing.
pub(super) trait Pace: Send + Sync {
    /// The time since some moment.
    fn now(&self) -> Duration;

    /// Lets so much time pass.
    fn rest(&self, time: Duration) -> BoxFuture<'_, ()>;
}

/// Time as it passes.
pub(super) struct RealPace;

impl Pace for RealPace {
    fn now(&self) -> Duration {
        static BEGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        BEGIN.elapsed()
    }

    fn rest(&self, time: Duration) -> BoxFuture<'_, ()> {
        if time.is_zero() { ready(()).boxed() } else { tokio::time::sleep(time).boxed() }
    }
}

/// Time that passes when a test says so.
#[cfg(test)]
#[derive(Clone, Default)]
pub(super) struct TestPace(std::sync::Arc<std::sync::Mutex<(Duration, Vec<Duration>)>>);

#[cfg(test)]
impl TestPace {
    pub(super) fn pass(&self, time: Duration) {
        self.0.lock().expect("no test panics here").0 += time;
    }

    /// The rests so far.
    pub(super) fn rests(&self) -> Vec<Duration> {
        self.0.lock().expect("no test panics here").1.clone()
    }
}

#[cfg(test)]
impl Pace for TestPace {
    fn now(&self) -> Duration {
        self.0.lock().expect("no test panics here").0
    }

    fn rest(&self, time: Duration) -> BoxFuture<'_, ()> {
        self.0.lock().expect("no test panics here").1.push(time);
        ready(()).boxed()
    }
}
