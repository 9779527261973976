//! The machine's clock.

use chrono::{DateTime, SubsecRound, Utc};

/// A clock. It is a parameter, so that tests can pass days without
/// waiting for them.
pub trait Clock: Send + Sync {
    /// The time now, to the microsecond.
    fn now(&self) -> DateTime<Utc>;
}

#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the machine")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}
