//! Counts, times, and the processor time.

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::generator::Failure;

/// The ticks of the kernel's clock in a second.
const TICKS: f64 = 100.0;

pub(crate) type Counts = BTreeMap<&'static str, u64>;

/// For how long people waited, in microseconds.
pub(crate) struct Waits {
    pages: Histogram<u64>,
    actions: Histogram<u64>,
    events: Histogram<u64>,
}

impl Waits {
    pub(crate) fn new() -> Self {
        let none = Histogram::new_with_max(3_600_000_000, 3).expect("these bounds are allowed");
        Self { pages: none.clone(), actions: none.clone(), events: none }
    }

    /// For all that a page shows.
    pub(crate) fn page(&mut self, wait: Duration) {
        self.pages.saturating_record(micros(wait));
    }

    /// For the answer to what was done.
    pub(crate) fn action(&mut self, wait: Duration) {
        self.actions.saturating_record(micros(wait));
    }

    /// From another person's request to its event.
    pub(crate) fn event(&mut self, wait: Duration) {
        self.events.saturating_record(micros(wait));
    }

    pub(crate) fn print(&self) {
        let kinds = [("page", &self.pages), ("action", &self.actions), ("event", &self.events)];
        for (name, waits) in kinds.into_iter().filter(|(_, waits)| !waits.is_empty()) {
            let at = |quantile| Duration::from_micros(waits.value_at_quantile(quantile)).as_secs_f64() * 1e3;
            let (p50, p99) = (at(0.5), at(0.99));
            println!("  wait for {name:<14} p50 {p50:.1} ms, p99 {p99:.1} ms ({})", waits.len());
        }
    }
}

fn micros(wait: Duration) -> u64 {
    u64::try_from(wait.as_micros()).unwrap_or(u64::MAX)
}

/// The processes of the service and of the database.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Processes {
    pub(crate) service: u32,
    /// The first one of the database; none where that is in the service.
    pub(crate) database: Option<u32>,
}

/// Seconds of processor time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    service: f64,
    database: f64,
}

impl Processes {
    pub(crate) fn used(self) -> Result<Used, Failure> {
        let service = ticks(self.service, 2)? / TICKS;
        let Some(first) = self.database else { return Ok(Used { service, database: 0.0 }) };
        // With those of its children that have ended, and those that live.
        let mut all = ticks(first, 4)?;
        for child in read_to_string(format!("/proc/{first}/task/{first}/children"))?.split_whitespace() {
            all += ticks(child.parse()?, 2).unwrap_or(0.0);
        }
        Ok(Used { service, database: all / TICKS })
    }
}

/// The first fields of a process that count ticks.
fn ticks(process: u32, fields: usize) -> Result<f64, Failure> {
    let stat = read_to_string(format!("/proc/{process}/stat"))?;
    // The second field may hold blanks.
    let (_, rest) = stat.rsplit_once(") ").ok_or("a process has no statistics")?;
    let ticks = rest.split(' ').skip(11).take(fields).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()?)
}

impl Used {
    /// Prints the processor time that each of so many has taken since then, and
    /// returns it in milliseconds.
    pub(crate) fn print_since(self, before: Self, number: u32) -> f64 {
        let each = |now, before| 1000.0 * (now - before) / f64::from(number);
        let (service, database) = (each(self.service, before.service), each(self.database, before.database));
        println!("  processor time of each  service {service:.2} ms, database {database:.2} ms");
        service + database
    }
}
