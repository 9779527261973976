//! The database's clock. Opening, closing and ranking use it and not
//! the clocks of instances, which differ.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use constcat::concat;

use super::Store;
use super::database::{Statement, params};
use super::error::{RowKind, StoreError};

/// For how long the database's time is computed from its last answer.
const MAX_READING_AGE: Duration = Duration::from_secs(1);

/// The database's time in SQL, in microseconds since 1970.
pub(super) const NOW_POSTGRES: &str = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
/// The same on SQLite, which knows it to the millisecond.
pub(super) const NOW_SQLITE: &str = "cast(unixepoch('subsec') * 1000000 as integer)";

const NOW: Statement =
    Statement::each(concat!("select ", NOW_POSTGRES, " as now"), concat!("select ", NOW_SQLITE, " as now"));

/// Which clock counts as the database's: its own, or for tests another.
#[derive(Clone, Default)]
pub struct DatabaseClock(Option<Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>>);

impl DatabaseClock {
    /// A clock in the place of the database's own.
    #[must_use]
    pub fn replaced(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(now)))
    }

    /// The time of the clock that stands in for the database's, for
    /// statements that else ask the database.
    pub(super) fn replacement(&self) -> Option<DateTime<Utc>> {
        self.0.as_ref().map(|now| now())
    }
}

impl fmt::Debug for DatabaseClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "a replacement" } else { "the database's" })
    }
}

/// The database's time as it was answered last.
#[derive(Clone, Copy, Debug)]
struct Reading {
    time: DateTime<Utc>,
    received: Instant,
}

/// The last reading of the database's clock.
#[derive(Debug, Default)]
pub(super) struct LastReading(Mutex<Option<Reading>>);

impl LastReading {
    fn get(&self) -> Option<Reading> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, reading: Reading) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(reading);
    }
}

impl Reading {
    /// The time so long after the answer. An answer is old when it arrives,
    /// so this is never ahead of the database.
    fn after(self, age: Duration) -> Option<DateTime<Utc>> {
        self.time.checked_add_signed(TimeDelta::from_std(age).ok()?)
    }
}

impl Store {
    /// The database's time, to the microsecond, behind by as long as its answer
    /// takes and never ahead. It is asked for once a second at most; in
    /// between the time that has passed here is added.
    ///
    /// # Errors
    /// The database's.
    pub async fn now(&self) -> Result<DateTime<Utc>, StoreError> {
        if let Some(reading) = self.last_reading.get() {
            let age = reading.received.elapsed();
            if let Some(time) = reading.after(age).filter(|_| age < MAX_READING_AGE) {
                return Ok(time.trunc_subsecs(6));
            }
        }
        self.read_clock().await
    }

    /// The same, asked for now.
    ///
    /// # Errors
    /// The database's.
    pub async fn read_clock(&self) -> Result<DateTime<Utc>, StoreError> {
        if let Some(time) = self.clock.replacement() {
            return Ok(time);
        }
        let row = self.database.fetch_optional(NOW, params![]).await?;
        let row = row.ok_or(sqlx::Error::RowNotFound)?;
        let time = row.parse(RowKind::Clock, "now", |row| row.get("now"))?;
        self.last_reading.set(Reading { time, received: Instant::now() });
        Ok(time)
    }
}
