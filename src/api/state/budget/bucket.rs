//! A token bucket: a budget that is refilled at a constant rate.

use std::time::{Duration, Instant};

/// The units left at a time.
#[derive(Debug)]
pub(super) struct Bucket {
    /// Negative after costs that exceeded the remaining units.
    pub(super) units: f64,
    at: Instant,
}

impl Bucket {
    pub(super) fn full(quota: u32, now: Instant) -> Self {
        Self { units: quota.into(), at: now }
    }

    /// Adds the units since the last time, up to the quota of a window.
    pub(super) fn refill(&mut self, quota: u32, window: Duration, now: Instant) {
        let quota = f64::from(quota);
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.units = (self.units + passed / window.as_secs_f64() * quota).min(quota);
        self.at = now;
    }

    /// Takes a cost if there is enough.
    pub(super) fn take(&mut self, cost: f64) -> Result<(), f64> {
        if self.units < cost {
            return Err(cost - self.units);
        }
        self.units -= cost;
        Ok(())
    }
}
