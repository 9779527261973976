//! Sources of time: the database (`Service::now`) for everything that is stored and
//! decided, and this machine's clock for data of this instance alone, such as ids of
//! requests.

use chrono::{DateTime, TimeDelta, Utc};
use regicide_store::{ClockFault, StoreError};

/// An instance reports a difference between its clock and the database's from this
/// one on.
const REPORTED_SKEW: TimeDelta = TimeDelta::seconds(1);
/// Beyond this difference an instance is not ready.
const MAX_SKEW: TimeDelta = TimeDelta::seconds(30);

#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// The database does not answer, or its schema does not match.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database's clock is doubted.
    #[error(transparent)]
    DatabaseClock(#[from] ClockFault),
    /// One of the clocks is wrong: the time of this instance's clock minus that of the
    /// database's.
    #[error("this instance's clock differs from the database's by {}", seconds(*.0))]
    Clock(TimeDelta),
}

/// A difference of clocks in seconds.
fn seconds(skew: TimeDelta) -> String {
    format!("{:+.3} s", skew.as_seconds_f64())
}

/// Compares this instance's clock, read `before` and `after` the database's, with it.
/// The database answered at some time in between: only a time outside is a
/// difference.
pub(in crate::service) fn check_skew(
    before: DateTime<Utc>,
    database: DateTime<Utc>,
    after: DateTime<Utc>,
) -> Result<(), NotReady> {
    let skew = if database < before {
        before - database
    } else if after < database {
        after - database
    } else {
        TimeDelta::zero()
    };
    if skew.abs() > MAX_SKEW {
        return Err(NotReady::Clock(skew));
    }
    if skew.abs() > REPORTED_SKEW {
        tracing::warn!(skew = %seconds(skew), "this instance's clock differs from the database's");
    }
    Ok(())
}
