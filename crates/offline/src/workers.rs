//! Work on all cores.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use super::failures::Failure;

/// Runs a number of tasks on all cores, and passes their results to `each`, in their
/// order: so the result is equal on any number of cores. Stops when `each` fails.
pub(super) fn on_all_cores<T: Send>(
    count: u64,
    work: impl Fn(u64) -> T + Sync,
    mut each: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !stopped.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (number, done) in receiver {
            early.insert(number, done);
            while let Some(done) = early.remove(&wanted) {
                wanted += 1;
                if let Err(failure) = each(done) {
                    stopped.store(true, Ordering::Relaxed);
                    return Err(failure);
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_their_order() {
        let mut found = Vec::new();
        on_all_cores(
            100,
            |number| number * 2,
            |done| {
                found.push(done);
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(found, (0..100).map(|number| number * 2).collect::<Vec<u64>>());
    }

    #[test]
    fn a_failure_stops_the_work() {
        let failed = on_all_cores(
            u64::MAX,
            |number| number,
            |done| {
                if done == 10 { Err("enough".into()) } else { Ok(()) }
            },
        );
        assert_eq!(failed.unwrap_err().to_string(), "enough");
    }
}
