//! The work of a request that neither the request nor its answer shows: how
//! many moves are rebuilt from a log, how many are stored at once, and what it
//! lets the service compute at length. It is counted where it is done, and
//! charged afterwards (`api/budget/`).

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::spawn_blocking;

use super::error::Error;

/// From how many moves on a game is rebuilt on a thread of its own. Rebuilding
/// so many takes about a millisecond.
const LONG_GAME: usize = 1000;

/// What storing a move costs, where many are stored at once, in moves that are
/// rebuilt.
const STORED: u64 = 5;

tokio::task_local! {
    static WORK: Work;
}

/// The work that is done for a request.
#[derive(Clone, Default)]
pub struct Work(Arc<Counts>);

#[derive(Default)]
struct Counts {
    /// In moves that are rebuilt.
    moves: AtomicU64,
    pay: Option<Pay>,
}

/// Pays for a long computation before it begins, or says that whoever asks may
/// have nothing computed for now.
type Pay = Box<dyn Fn(Duration) -> bool + Send + Sync>;

impl Work {
    /// The work of what runs now. Nobody reads what is counted outside of
    /// requests.
    #[must_use]
    pub fn current() -> Self {
        WORK.try_with(Self::clone).unwrap_or_default()
    }

    /// The work of a request whose long computations `pay` pays for, if their
    /// sender may have them.
    pub fn new(pay: impl Fn(Duration) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(Counts { pay: Some(Box::new(pay)), ..Counts::default() }))
    }

    /// Runs `request`, and counts its work here.
    pub async fn of<T>(&self, request: impl Future<Output = T>) -> T {
        WORK.scope(self.clone(), request).await
    }

    /// The same for what runs at once.
    pub fn during<T>(&self, step: impl FnOnce() -> T) -> T {
        WORK.sync_scope(self.clone(), step)
    }

    /// Counts moves.
    pub fn add(&self, moves: u64) {
        self.0.moves.fetch_add(moves, Ordering::Relaxed);
    }

    /// The moves that were counted since this was last asked for.
    #[must_use]
    pub fn take(&self) -> u64 {
        self.0.moves.swap(0, Ordering::Relaxed)
    }
}

/// Counts moves that are rebuilt.
pub(super) fn count_rebuilt(moves: usize) {
    count(moves as u64);
}

/// Counts moves that are stored at once, as those of a fork.
pub(super) fn count_stored(moves: usize) {
    count(moves as u64 * STORED);
}

/// Lets the request's sender pay for a long computation that begins. It is not
/// charged afterwards: who goes away while it runs pays, too.
///
/// # Errors
/// [`Error::ComputingUsedUp`] if its sender may have nothing computed for now.
pub(super) fn pay_for_computing(expected: Duration) -> Result<(), Error> {
    let is_paid = WORK.try_with(|Work(counts)| counts.pay.as_ref().is_none_or(|pay| pay(expected)));
    if is_paid.unwrap_or(true) { Ok(()) } else { Err(Error::ComputingUsedUp) }
}

fn count(moves: u64) {
    let _ = WORK.try_with(|work| work.add(moves));
}

/// Computes something about games with so many moves: where there are many,
/// not on a thread that other requests wait for.
pub(super) async fn blocking<T: Send + 'static>(
    moves: usize,
    compute: impl FnOnce() -> T + Send + 'static,
) -> T {
    if moves < LONG_GAME {
        return compute();
    }
    let work = Work::current();
    let done = spawn_blocking(move || work.during(compute)).await;
    done.unwrap_or_else(|panic| resume_unwind(panic.into_panic()))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[tokio::test]
    async fn work_is_counted_for_its_request_wherever_it_is_done() {
        let (one, other) = (Work::default(), Work::default());
        let rebuild = |moves| async move {
            let thread = blocking(moves, move || {
                count_rebuilt(moves);
                thread::current().id()
            });
            thread.await
        };
        let here = thread::current().id();
        let requests = (one.of(rebuild(LONG_GAME)), other.of(rebuild(LONG_GAME - 1)));
        let (long, short) = tokio::join!(requests.0, requests.1);
        assert!(long != here && short == here);
        assert_eq!((one.take(), other.take()), (1000, 999));
        other.during(|| count_stored(3));
        count_rebuilt(7);
        assert_eq!((one.take(), other.take()), (0, 15));
    }

    #[test]
    fn computing_is_paid_for_before_it_begins() {
        let paid = Arc::new(AtomicU64::new(0));
        let spent = paid.clone();
        let work = Work::new(move |time| spent.fetch_add(time.as_secs(), Ordering::Relaxed) < 6);
        let compute = || pay_for_computing(Duration::from_secs(3));
        assert!(work.during(compute).is_ok() && work.during(compute).is_ok());
        assert!(matches!(work.during(compute), Err(Error::ComputingUsedUp)));
        assert!(compute().is_ok(), "nobody has asked for it");
        assert_eq!(paid.load(Ordering::Relaxed), 9);
    }
}
