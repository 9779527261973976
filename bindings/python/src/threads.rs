//! Work on several threads, which hold nothing of Python's meanwhile.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// No more are started, whatever is asked for.
const MOST: usize = 256;

/// How many threads are meant: those asked for, or one for each core.
pub(crate) fn count(threads: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    threads.filter(|&threads| threads > 0).unwrap_or_else(cores).min(MOST)
}

/// What `work` makes of each of `items`, in their order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return done };
            done.push((place, work(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(items.len())).map(|_| scope.spawn(take)).collect();
        let mut done = take();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, made)| made).collect()
}
