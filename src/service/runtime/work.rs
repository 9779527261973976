//! The work of a request that neither the request nor its answer shows: how
//! many moves are rebuilt from a log, how many are stored at once, and what it
//! lets the service compute at length. It is counted where it is done, and
//! charged afterwards (`api/http/budget/`).

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::spawn_blocking;

use crate::service::bots::BotGames;
use crate::service::error::Error;
use crate::store::Page;

/// From how many moves on a game is rebuilt on a thread of its own. Rebuilding
/// so many takes about a millisecond.
const LONG_GAME: usize = 1000;

/// What storing a move costs, where many are stored at once, in moves that are
/// rebuilt.
const STORED: u64 = 5;
/// The same of a line of a list that is read.
const LINE: u64 = 50;
/// The same of a game that a list looks at and does not show.
const LEFT_OUT: u64 = 5;
/// The same of 256 hashes of the transparency log.
const TILE: u64 = 150;
/// How many attempts are counted for what a move costs that is rebuilt.
const ATTEMPTS: u64 = 20;
/// The same of a player's finished games.
const FINISHED: u32 = 10;

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
    sender: Option<Arc<dyn Sender>>,
}

/// Who has sent a request, as one who pays.
pub trait Sender: Send + Sync {
    /// Pays for a long computation before it begins.
    fn pay_for_computing(&self, time: Duration) -> Result<(), Duration>;

    /// Gives back what was paid for a computation that does not begin.
    fn give_back(&self, time: Duration);

    /// Charges moves that are rebuilt for a request whose answer nobody waits for
    /// any more.
    fn charge_moves(&self, moves: u64);

    /// The games with bots that the sender has made; nothing if any number may go on.
    fn bot_games(&self) -> Option<Arc<BotGames>>;
}

impl Drop for Counts {
    fn drop(&mut self) {
        if let (Some(sender), moves @ 1..) = (&self.sender, *self.moves.get_mut()) {
            sender.charge_moves(moves);
        }
    }
}

impl Work {
    /// The work of what runs now. Nobody reads what is counted outside of
    /// requests.
    #[must_use]
    pub fn current() -> Self {
        WORK.try_with(Self::clone).unwrap_or_default()
    }

    /// The work of a request of somebody who pays.
    pub fn new(sender: impl Sender + 'static) -> Self {
        Self(Arc::new(Counts { moves: AtomicU64::default(), sender: Some(Arc::new(sender)) }))
    }

    /// Runs `request`, and counts its work here.
    pub async fn of<T>(&self, request: impl Future<Output = T>) -> T {
        WORK.scope(self.clone(), request).await
    }

    /// The same for what runs at once.
    pub fn during<T>(&self, step: impl FnOnce() -> T) -> T {
        WORK.sync_scope(self.clone(), step)
    }

    pub fn add(&self, moves: u64) {
        self.0.moves.fetch_add(moves, Ordering::Relaxed);
    }

    /// The moves that are counted and not taken.
    pub(crate) fn moves(&self) -> u64 {
        self.0.moves.load(Ordering::Relaxed)
    }

    /// The moves that were counted since this was last asked for.
    #[must_use]
    pub fn take(&self) -> u64 {
        self.0.moves.swap(0, Ordering::Relaxed)
    }
}

pub(crate) fn count_rebuilt(moves: usize) {
    count(moves as u64);
}

/// Counts moves that are stored at once, as those of a fork.
pub(crate) fn count_stored(moves: usize) {
    count(moves as u64 * STORED);
}

pub(crate) fn count_lines(lines: usize) {
    count(lines as u64 * LINE);
}

/// Counts the games of a page of a list, shown and left out.
pub(crate) fn count_page<T, K>(page: &Page<T, K>) {
    count_lines(page.items.len());
    count_left_out(page.looked_at.saturating_sub(page.items.len()));
}

/// Counts games that a list looks at and does not show.
fn count_left_out(games: usize) {
    count(games as u64 * LEFT_OUT);
}

/// Counts the scores of a board that are read for its ranks: each costs as much as a
/// move.
pub(crate) fn count_scores(scores: usize) {
    count(scores as u64);
}

/// Counts the attempts that are counted for a challenge.
pub(crate) fn count_attempts(attempts: u64) {
    count(attempts / ATTEMPTS);
}

/// Counts the finished games that are counted for a profile.
pub(crate) fn count_finished(games: u32) {
    count((games / FINISHED).into());
}

/// Counts tiles of the transparency log that are read.
pub(crate) fn count_tiles(tiles: usize) {
    count(tiles as u64 * TILE);
}

/// Lets the request's sender pay for a long computation that begins. It is not
/// charged afterwards: who goes away while it runs pays, too.
///
/// # Errors
/// [`Error::ComputingUsedUp`] if its sender has to wait for it.
pub(crate) fn pay_for_computing(expected: Duration) -> Result<(), Error> {
    let Some(sender) = sender() else { return Ok(()) };
    sender.pay_for_computing(expected).map_err(Error::ComputingUsedUp)
}

/// Who has sent the request that is carried out; nobody pays for what the
/// service does by itself.
pub(crate) fn sender() -> Option<Arc<dyn Sender>> {
    Work::current().0.sender.clone()
}

fn count(moves: u64) {
    let _ = WORK.try_with(|work| work.add(moves));
}

/// Computes something about games with so many moves: where there are many,
/// not on a thread that other requests wait for.
pub(crate) async fn blocking<T: Send + 'static>(
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
        let budget = Arc::new(AtomicU64::new(6));
        let work = Work::new(Budget(budget.clone()));
        let compute = || pay_for_computing(Duration::from_secs(3));
        assert!(work.during(compute).is_ok() && work.during(compute).is_ok());
        let refused = work.during(compute);
        assert!(matches!(refused, Err(Error::ComputingUsedUp(wait)) if wait == Duration::from_secs(3)));
        assert!(compute().is_ok(), "nobody has asked for it");
        assert_eq!(budget.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn what_was_counted_is_charged_though_nobody_waits_for_it() {
        let budget = Arc::new(AtomicU64::new(9));
        let work = Work::new(Budget(budget.clone()));
        work.during(|| count_rebuilt(7));
        let thread = work.clone();
        drop(work);
        assert_eq!(budget.load(Ordering::Relaxed), 9, "somebody still computes");
        thread.during(|| count_rebuilt(1));
        drop(thread);
        assert_eq!(budget.load(Ordering::Relaxed), 1);
    }

    /// So many seconds, or moves.
    struct Budget(Arc<AtomicU64>);

    impl Sender for Budget {
        fn pay_for_computing(&self, time: Duration) -> Result<(), Duration> {
            let pay = |left: u64| left.checked_sub(time.as_secs());
            let paid = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, pay);
            paid.map(drop).map_err(|left| Duration::from_secs(time.as_secs() - left))
        }

        fn give_back(&self, time: Duration) {
            self.0.fetch_add(time.as_secs(), Ordering::Relaxed);
        }

        fn charge_moves(&self, moves: u64) {
            self.0.fetch_sub(moves, Ordering::Relaxed);
        }

        fn bot_games(&self) -> Option<Arc<BotGames>> {
            None
        }
    }
}
