//! Work on several threads, which hold nothing of Python's meanwhile.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{iter, thread};

use pyo3::prelude::*;

/// The most threads, also if more are requested.
const MOST: usize = 256;

/// The number of threads: the requested one, or one for each core.
pub(crate) fn count(threads: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    threads.filter(|&threads| threads > 0).unwrap_or_else(cores).min(MOST)
}

/// The longest time of a call between two checks for a signal.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The results of `work` on `items`, in their order, unless a signal such as Ctrl-C ends it
/// between two of them.
pub(crate) fn map<T: Sync, R: Send>(
    py: Python<'_>,
    items: &[T],
    threads: Option<usize>,
    work: impl Fn(&T) -> R + Sync,
) -> PyResult<Vec<R>> {
    let next = AtomicUsize::new(0);
    let take = || {
        let place = next.fetch_add(1, Ordering::Relaxed);
        Some((place, work(items.get(place)?)))
    };
    let work_off = || {
        let (mut done, mut looked) = (Vec::new(), Instant::now());
        while let Some(made) = take() {
            done.push(made);
            if looked.elapsed() >= LOOK_EVERY {
                // Only Python's main thread has signals; for others this does nothing.
                let running = Python::attach(|py| {
                    looked = Instant::now();
                    py.check_signals()
                });
                if let Err(interrupted) = running {
                    next.store(items.len(), Ordering::Relaxed);
                    return Err(interrupted);
                }
            }
        }
        Ok(done)
    };
    let mut done: Vec<(usize, R)> = py.detach(|| {
        thread::scope(|scope| {
            let others: Vec<_> = (1..count(threads).min(items.len()))
                .map(|_| scope.spawn(|| iter::from_fn(take).collect::<Vec<_>>()))
                .collect();
            let mut done = work_off()?;
            for other in others {
                done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            PyResult::Ok(done)
        })
    })?;
    done.sort_unstable_by_key(|&(place, _)| place);
    Ok(done.into_iter().map(|(_, made)| made).collect())
}
