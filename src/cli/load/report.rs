//! What was counted, and how it is told.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

/// How many errors are printed; the others are only counted.
const PRINTED: u64 = 10;

/// What is counted while games are played.
pub(super) struct Tally {
    /// Microseconds from a move's request to the end of its answer.
    latencies: Histogram<u64>,
    pub(super) games_finished: u64,
    conflicts: u64,
    errors: u64,
}

impl Tally {
    pub(super) fn new() -> Self {
        // A thousandth is exact enough, and an hour longer than any answer.
        let latencies = Histogram::new_with_max(3_600_000_000, 3).expect("these bounds are allowed");
        Self { latencies, games_finished: 0, conflicts: 0, errors: 0 }
    }

    /// A move stands in the log.
    pub(super) fn accepted(&mut self, latency: Duration) {
        self.latencies.saturating_record(u64::try_from(latency.as_micros()).unwrap_or(u64::MAX));
    }

    /// A move was refused because of others.
    pub(super) const fn conflict(&mut self) {
        self.conflicts += 1;
    }

    /// Something is not as it should be.
    pub(super) fn error(&mut self, error: &dyn fmt::Display) {
        self.errors += 1;
        if self.errors <= PRINTED {
            eprintln!("regicide: {error}");
        }
    }

    /// The sum of it.
    pub(super) fn report(&self, elapsed: Duration) -> Report {
        let at = |quantile| self.latencies.value_at_quantile(quantile);
        let moves = self.latencies.len();
        let seconds = elapsed.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "nobody counts so many moves")]
        let moves_per_second = if seconds > 0.0 { moves as f64 / seconds } else { 0.0 };
        Report {
            moves,
            seconds,
            moves_per_second,
            latency_us: Latencies {
                p50: at(0.5),
                p90: at(0.9),
                p99: at(0.99),
                p99_9: at(0.999),
                max: self.latencies.max(),
            },
            games_finished: self.games_finished,
            conflicts: self.conflicts,
            errors: self.errors,
        }
    }
}

/// What came of it all.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    moves: u64,
    seconds: f64,
    moves_per_second: f64,
    latency_us: Latencies,
    games_finished: u64,
    conflicts: u64,
    pub(super) errors: u64,
}

/// Microseconds.
#[derive(Clone, Copy, Debug, Serialize)]
struct Latencies {
    p50: u64,
    p90: u64,
    p99: u64,
    p99_9: u64,
    max: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, seconds, moves_per_second, latency_us, games_finished, conflicts, errors } = self;
        let Latencies { p50, p90, p99, p99_9, max } = latency_us;
        writeln!(f, "moves accepted  {moves} in {seconds:.1} s")?;
        writeln!(f, "moves a second  {moves_per_second:.0}")?;
        writeln!(f, "latency in µs   p50 {p50}, p90 {p90}, p99 {p99}, p99.9 {p99_9}, max {max}")?;
        writeln!(f, "games finished  {games_finished}")?;
        writeln!(f, "conflicts       {conflicts}")?;
        write!(f, "errors          {errors}")
    }
}
