//! The clock that counts as the database's.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

/// The clock that counts as the database's: its own, or another one for tests.
#[derive(Clone, Default)]
pub struct DatabaseClock {
    now: Option<Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>>,
    /// Replaces the time since this machine was started.
    uptime: Option<Arc<dyn Fn() -> Duration + Send + Sync>>,
}

impl DatabaseClock {
    /// A clock that replaces the database's own.
    #[must_use]
    pub fn replaced(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Self { now: Some(Arc::new(now)), uptime: None }
    }

    /// Replaces the time since the machine was started as well. Without it, a replaced clock
    /// may jump.
    #[must_use]
    pub fn beside(self, uptime: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { uptime: Some(Arc::new(uptime)), ..self }
    }

    /// The time since this machine was started. No setting of clocks changes it, and it goes on
    /// while the machine sleeps.
    pub(crate) fn uptime(&self) -> Option<Duration> {
        match (&self.now, &self.uptime) {
            (_, Some(uptime)) => Some(uptime()),
            (Some(_), None) => None,
            (None, None) => uptime(),
        }
    }

    /// The time of the clock that replaces the database's, for statements that would use the
    /// database's own.
    pub(crate) fn replacement(&self) -> Option<DateTime<Utc>> {
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
