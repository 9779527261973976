//! Counters and the report.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

/// How many error messages are kept; the others are only counted.
const MAX_MESSAGES: usize = 10;

/// Counts while games are played.
pub(crate) struct Counters {
    /// Microseconds from a move's request to the end of its answer.
    latencies: Histogram<u64>,
    /// Microseconds from a move's request to its event at a reader.
    reader_latencies: Histogram<u64>,
    streams: u64,
    games_finished: u64,
    conflicts: u64,
    errors: u64,
    first_errors: Vec<String>,
}

impl Counters {
    pub(crate) fn new() -> Self {
        // Three digits, up to an hour, which is longer than any timeout.
        let latencies = Histogram::new_with_max(3_600_000_000, 3).expect("these bounds are allowed");
        let reader_latencies = latencies.clone();
        Self {
            latencies,
            reader_latencies,
            streams: 0,
            games_finished: 0,
            conflicts: 0,
            errors: 0,
            first_errors: Vec::new(),
        }
    }

    /// A move was accepted.
    pub(crate) fn accepted(&mut self, latency: Duration) {
        self.latencies.saturating_record(micros(latency));
    }

    /// A stream was opened.
    pub(crate) const fn opened(&mut self) {
        self.streams += 1;
    }

    /// A reader has got a move.
    pub(crate) fn read(&mut self, latency: Duration) {
        self.reader_latencies.saturating_record(micros(latency));
    }

    /// A game is over.
    pub(crate) const fn finished(&mut self) {
        self.games_finished += 1;
    }

    /// A move was refused because another came first.
    pub(crate) const fn conflict(&mut self) {
        self.conflicts += 1;
    }

    /// An answer was wrong, or did not come.
    pub(crate) fn error(&mut self, error: &dyn fmt::Display) {
        self.errors += 1;
        if self.first_errors.len() < MAX_MESSAGES {
            self.first_errors.push(error.to_string());
        }
    }

    /// True if there was no error so far.
    pub(crate) const fn has_no_errors(&self) -> bool {
        self.errors == 0
    }

    /// The report, with how many KiB the service's memory has grown, if that
    /// is known.
    pub(crate) fn report(&self, elapsed: Duration, grown_kib: Option<u64>) -> Report {
        let moves = self.latencies.len();
        let seconds = elapsed.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "below 2^52 moves the number is exact")]
        let moves_per_second = if seconds > 0.0 { moves as f64 / seconds } else { 0.0 };
        Report {
            first_errors: self.first_errors.clone(),
            moves,
            seconds,
            moves_per_second,
            latency_us: Latencies::of(&self.latencies),
            streams: self.streams,
            events: self.reader_latencies.len(),
            reader_latency_us: Latencies::of(&self.reader_latencies),
            grown_kib,
            games_finished: self.games_finished,
            conflicts: self.conflicts,
            errors: self.errors,
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    first_errors: Vec<String>,
    moves: u64,
    seconds: f64,
    moves_per_second: f64,
    latency_us: Latencies,
    streams: u64,
    events: u64,
    reader_latency_us: Latencies,
    #[serde(skip_serializing_if = "Option::is_none")]
    grown_kib: Option<u64>,
    games_finished: u64,
    conflicts: u64,
    errors: u64,
}

impl Report {
    /// True if any answer was wrong or missing.
    pub(crate) const fn has_errors(&self) -> bool {
        self.errors > 0
    }
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

impl Latencies {
    fn of(latencies: &Histogram<u64>) -> Self {
        let at = |quantile| latencies.value_at_quantile(quantile);
        Self { p50: at(0.5), p90: at(0.9), p99: at(0.99), p99_9: at(0.999), max: latencies.max() }
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { p50, p90, p99, p99_9, max } = self;
        write!(f, "p50 {p50}, p90 {p90}, p99 {p99}, p99.9 {p99_9}, max {max}")
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in &self.first_errors {
            writeln!(f, "error: {error}")?;
        }
        writeln!(f, "moves accepted    {} in {:.1} s", self.moves, self.seconds)?;
        writeln!(f, "moves per second  {:.0}", self.moves_per_second)?;
        writeln!(f, "latency in µs     {}", self.latency_us)?;
        if self.streams > 0 {
            writeln!(f, "streams opened    {}", self.streams)?;
            writeln!(f, "events read       {}", self.events)?;
            writeln!(f, "to readers in µs  {}", self.reader_latency_us)?;
        }
        if let Some(grown) = self.grown_kib {
            writeln!(f, "memory grown, KiB {grown}")?;
        }
        writeln!(f, "games finished    {}", self.games_finished)?;
        writeln!(f, "conflicts         {}", self.conflicts)?;
        write!(f, "errors            {}", self.errors)
    }
}
