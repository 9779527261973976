//! Which clock counts as the database's.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

/// Which clock counts as the database's: its own, or for tests another.
#[derive(Clone, Default)]
pub struct DatabaseClock {
    now: Option<Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>>,
    /// In the place of the time since this machine was started.
    uptime: Option<Arc<dyn Fn() -> Duration + Send + Sync>>,
}

impl DatabaseClock {
    /// A clock in the place of the database's own.
    #[must_use]
    pub fn replaced(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Self { now: Some(Arc::new(now)), uptime: None }
    }

    /// The same beside another time since the machine was started. Without one
    /// a clock in the place of the database's own may jump.
    #[must_use]
    pub fn beside(self, uptime: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { uptime: Some(Arc::new(uptime)), ..self }
    }

    /// The time since this machine was started: no setting of clocks changes it,
    /// and it goes on while the machine sleeps.
    pub(in crate::store) fn uptime(&self) -> Option<Duration> {
        match (&self.now, &self.uptime) {
            (_, Some(uptime)) => Some(uptime()),
            (Some(_), None) => None,
            (None, None) => uptime(),
        }
    }

    /// The time of the clock that stands in for the database's, for
    /// statements that else ask the database.
    pub(in crate::store) fn replacement(&self) -> Option<DateTime<Utc>> {
        self.now.as_ref().map(|now| now())
    }
}

impl fmt::Debug for DatabaseClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.now.is_some() { "a replacement" } else { "the database's" })
    }
}

fn uptime() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    let clock = rustix::time::ClockId::Boottime;
    #[cfg(not(target_os = "linux"))]
    let clock = rustix::time::ClockId::Monotonic;
    Duration::try_from(rustix::time::clock_gettime(clock)).ok()
}
