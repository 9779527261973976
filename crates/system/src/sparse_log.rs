//! Log lines that would repeat with every request while something is wrong.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// A line that is logged at most once in an interval.
pub struct SparseLog {
    interval: Duration,
    state: Mutex<State>,
}

struct State {
    last: Option<Instant>,
    left_out: u64,
}

impl SparseLog {
    #[must_use]
    pub const fn every(interval: Duration) -> Self {
        Self { interval, state: Mutex::new(State { last: None, left_out: 0 }) }
    }

    /// The number of lines that were left out since the last one, if a line is due now.
    pub fn due(&self) -> Option<u64> {
        self.due_at(Instant::now())
    }

    fn due_at(&self, now: Instant) -> Option<u64> {
        let mut state = self.state.lock();
        if state.last.is_some_and(|last| now.saturating_duration_since(last) < self.interval) {
            state.left_out += 1;
            return None;
        }
        state.last = Some(now);
        Some(std::mem::take(&mut state.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_within_an_interval_are_counted_and_left_out() {
        let log = SparseLog::every(Duration::from_secs(10));
        let start = Instant::now();
        let found = [0, 1, 9, 10, 19, 30].map(|seconds| log.due_at(start + Duration::from_secs(seconds)));
        assert_eq!(found, [Some(0), None, None, Some(2), None, Some(1)]);
    }
}
