//! The database's clock. Games open, close and are ranked by it and not by the clocks of
//! instances, which differ.

use std::time::{Duration, Instant};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use constcat::concat;
use parking_lot::Mutex;
use regicide_system::causes::causes;

use super::database::{Database, DatabaseClock, Statement, params};
use super::error::{RowKind, StoreError};

/// The longest time for which the database's time is computed from its last answer.
const MAX_READING_AGE: Duration = Duration::from_secs(1);

/// The database's time in SQL, in microseconds since 1970.
pub(super) const NOW_POSTGRES: &str = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
/// The host's clock; SQLite reads it to the millisecond.
const HOST_SQLITE: &str = "cast(unixepoch('subsec') * 1000000 as integer)";
/// The database's time in SQL on SQLite: should the host's clock be set back, no time is before
/// the greatest that was stored.
pub(super) const NOW_SQLITE: &str = concat!("max(", HOST_SQLITE, ", (select latest_time from write_probe))");

/// The database's time, and the time that its clock shows.
const NOW: Statement = Statement::each(
    concat!("select now, now as shown from (select ", NOW_POSTGRES, " as now) as clock"),
    concat!("select ", NOW_SQLITE, " as now, ", HOST_SQLITE, " as shown"),
)
.of_any_server();

/// Stores the greatest time. Only for SQLite.
const KEEP: Statement = Statement::each("", "update write_probe set latest_time = $1 where latest_time < $1");

/// The greatest age of the stored time before it is stored again.
const KEEP_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// The greatest jump of the database's clock that is not reported as a fault.
const MAX_JUMP: TimeDelta = TimeDelta::hours(2);

/// The fault of the database's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockFault {
    /// It jumped, compared with the time since this machine was started.
    #[error("the database's clock has jumped by {} s; if it is right now, restart the service", .0.num_seconds())]
    Jumped(TimeDelta),
    /// It is behind the greatest time that it has shown.
    #[error(
        "the database's clock is {} s behind the greatest time that it has shown, which counts in its place",
        .0.num_seconds()
    )]
    Behind(TimeDelta),
}

/// A time of the clock, with the time since this machine was started.
#[derive(Clone, Copy, Debug)]
struct ClockSample {
    shown: DateTime<Utc>,
    uptime: Duration,
}

/// Compares the database's clock with the time since this machine was started.
#[derive(Debug, Default)]
struct Watch(Mutex<Watched>);

#[derive(Clone, Copy, Debug, Default)]
struct Watched {
    /// The last sample without a fault.
    good: Option<ClockSample>,
    fault: Option<ClockFault>,
    /// The greatest time that was stored.
    kept: Option<DateTime<Utc>>,
}

impl Watch {
    /// Adds a sample: the time that the clock shows, which counts as `time`. Small differences
    /// do not add up to a fault.
    fn note(&self, time: DateTime<Utc>, shown: DateTime<Utc>, uptime: Option<Duration>) {
        let mut watched = self.0.lock();
        let sample = uptime.map(|uptime| ClockSample { shown, uptime });
        let jump = watched.good.zip(sample).and_then(|(before, now)| now.jump_since(before));
        watched.fault = if let Some(jump) = jump.filter(|jump| jump.abs() > MAX_JUMP) {
            Some(ClockFault::Jumped(jump))
        } else {
            watched.good = sample;
            Some(time - shown).filter(|behind| *behind > MAX_JUMP).map(ClockFault::Behind)
        };
    }

    /// Returns true if the time is to be stored, and marks it as stored. A time with a fault is
    /// not.
    fn is_to_keep(&self, time: DateTime<Utc>) -> bool {
        let mut watched = self.0.lock();
        let is_due = watched.kept.is_none_or(|kept| time - kept >= KEEP_INTERVAL);
        let is_to_keep = watched.fault.is_none() && is_due;
        if is_to_keep {
            watched.kept = Some(time);
        }
        is_to_keep
    }
}

impl ClockSample {
    /// The time that has passed by the clock minus the time that has passed on this machine.
    fn jump_since(self, before: Self) -> Option<TimeDelta> {
        let passed = TimeDelta::from_std(self.uptime.checked_sub(before.uptime)?).ok()?;
        Some(self.shown - before.shown - passed)
    }
}

/// The database's last answer with its time.
#[derive(Clone, Copy, Debug)]
struct Reading {
    time: DateTime<Utc>,
    received: Instant,
}

impl Reading {
    /// The time at this age of the answer. An answer is already old when it arrives, so this is
    /// never ahead of the database.
    fn after(self, age: Duration) -> Option<DateTime<Utc>> {
        self.time.checked_add_signed(TimeDelta::from_std(age).ok()?)
    }
}

/// The database's clock.
pub struct Clock {
    database: Database,
    source: DatabaseClock,
    last_reading: Mutex<Option<Reading>>,
    watch: Watch,
}

impl Clock {
    pub(super) fn new(database: Database, source: DatabaseClock) -> Self {
        Self { database, source, last_reading: Mutex::default(), watch: Watch::default() }
    }

    /// The database's time, to the microsecond. It is behind by the time that the answer takes
    /// and never ahead. The database is queried once a second at most; in between, the time
    /// that has passed here is added.
    pub async fn now(&self) -> Result<DateTime<Utc>, StoreError> {
        let last_reading = *self.last_reading.lock();
        if let Some(reading) = last_reading {
            let age = reading.received.elapsed();
            if let Some(time) = reading.after(age).filter(|_| age < MAX_READING_AGE) {
                return Ok(time.trunc_subsecs(6));
            }
        }
        self.read().await
    }

    /// The database's time, read from the database now.
    pub async fn read(&self) -> Result<DateTime<Utc>, StoreError> {
        if let Some(time) = self.source.replacement() {
            self.watch.note(time, time, self.source.uptime());
            return Ok(time);
        }
        let row = self.database.fetch_optional(NOW, params![]).await?;
        let row = row.ok_or(sqlx::Error::RowNotFound)?;
        let (time, shown) =
            row.parse(RowKind::Clock, "now", |row| Ok((row.get("now")?, row.get("shown")?)))?;
        self.watch.note(time, shown, self.source.uptime());
        *self.last_reading.lock() = Some(Reading { time, received: Instant::now() });
        if self.database.is_sqlite() && self.watch.is_to_keep(time) {
            self.keep(time).await;
        }
        Ok(time)
    }

    /// Stores the greatest time. If that fails, the time is right all the same, and a later one
    /// will be stored.
    async fn keep(&self, time: DateTime<Utc>) {
        if let Err(error) = self.database.execute(KEEP, params![time]).await {
            tracing::debug!(error = %causes(&error), "the time was not kept");
        }
    }

    /// Returns the fault that the last reading of the database's clock showed, if any.
    pub fn check(&self) -> Result<(), ClockFault> {
        self.watch.0.lock().fault.map_or(Ok(()), Err)
    }
}
