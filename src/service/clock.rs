//! Where time comes from.

use chrono::{DateTime, SubsecRound, Utc};

/// Tells the time. A parameter, so that tests move through days without
/// waiting for them.
pub trait Clock: Send + Sync {
    /// The time now, to the microsecond: what the database keeps and the
    /// chain hashes (RECORD.md S5.2) is then the same.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the machine")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}
