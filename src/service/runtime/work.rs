//! The work of a request that neither the request nor its answer shows: the number of
//! moves that are rebuilt from a log or stored at once, and long computations. It is
//! counted where it is done, and charged afterwards (`api/state/budget/`).

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::bot_games::BotGames;
use crate::service::error::Error;
use regicide_store::Page;

/// A game with this number of moves or more is rebuilt on a thread of its own.
/// Rebuilding so many takes about a millisecond.
const LONG_GAME: usize = 1000;

/// The cost of storing a move, where many are stored at once, in moves that are
/// rebuilt.
const STORED: u64 = 5;
/// The cost of a line of a list that is read.
const LINE: u64 = 50;
/// The cost of a game that a list reads and does not show.
const LEFT_OUT: u64 = 5;
/// The cost of 256 hashes of the transparency log.
const TILE: u64 = 150;
/// The number of attempts whose count costs as much as a rebuilt move.
const ATTEMPTS: u64 = 20;
/// The number of a player's finished games whose count costs as much as a rebuilt move.
const FINISHED: u32 = 10;

tokio::task_local! {
    static WORK: Work;
}

/// The work that is done for a request.
#[derive(Clone, Default)]
pub struct Work(Arc<Counts>);

#[derive(Default)]
struct Counts {
    /// In rebuilt moves.
    moves: AtomicU64,
    sender: Option<Arc<dyn Sender>>,
}

/// The sender of a request, to whom its cost is charged.
pub trait Sender: Send + Sync {
    /// Charges a long computation before it begins.
    fn pay_for_computing(&self, time: Duration) -> Result<(), Duration>;

    /// Refunds a computation that does not begin.
    fn give_back(&self, time: Duration);

    /// Charges moves that are rebuilt for a request whose client no longer waits for
    /// the answer.
    fn charge_moves(&self, moves: u64);

    /// Charges a code for a game or challenge before it is checked.
    fn pay_for_code(&self, place: Uuid) -> Result<(), Duration>;

    /// Refunds a code that was right.
    fn refund_code(&self, place: Uuid);

    /// The sender's games with bots; `None` without a limit.
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
    /// The work of the current request. Counts outside of requests are discarded.
    #[must_use]
    pub fn current() -> Self {
        WORK.try_with(Self::clone).unwrap_or_default()
    }

    /// The work of a request that is charged to a sender.
    pub fn new(sender: impl Sender + 'static) -> Self {
        Self(Arc::new(Counts { moves: AtomicU64::default(), sender: Some(Arc::new(sender)) }))
    }

    /// Runs `request`, and counts its work here.
    pub async fn of<T>(&self, request: impl Future<Output = T>) -> T {
        WORK.scope(self.clone(), request).await
    }

    /// Runs `step`, which does not wait, and counts its work here.
    pub fn during<T>(&self, step: impl FnOnce() -> T) -> T {
        WORK.sync_scope(self.clone(), step)
    }

    pub fn add(&self, moves: u64) {
        self.0.moves.fetch_add(moves, Ordering::Relaxed);
    }

    /// The counted moves that are not taken.
    pub(crate) fn moves(&self) -> u64 {
        self.0.moves.load(Ordering::Relaxed)
    }

    /// Takes the moves that were counted since the last call.
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

/// Counts games that a list reads and does not show.
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

/// Charges a long computation that begins to the request's sender. It is not charged
/// afterwards: a client that disconnects while it runs is charged, too.
///
/// # Errors
/// [`Error::ComputingUsedUp`] if its sender has to wait for it.
pub(crate) fn pay_for_computing(expected: Duration) -> Result<(), Error> {
    let Some(sender) = sender() else { return Ok(()) };
    sender.pay_for_computing(expected).map_err(Error::ComputingUsedUp)
}

/// Checks a code for a game or challenge. Only wrong ones cost: they are limited for each
/// sender, and for each game or challenge.
///
/// # Errors
/// [`Error::TooManyCodes`] if the sender has to wait; those of `check`.
pub(crate) async fn check_code<T>(
    place: Uuid,
    check: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let sender = sender();
    if let Some(sender) = &sender {
        sender.pay_for_code(place).map_err(Error::TooManyCodes)?;
    }
    let checked = check.await;
    let is_wrong = matches!(checked, Err(Error::InvitationNeeded | Error::SeatHeld));
    if let Some(sender) = sender.filter(|_| !is_wrong) {
        sender.refund_code(place);
    }
    checked
}

/// The sender of the current request; `None` for the service's own work.
pub(crate) fn sender() -> Option<Arc<dyn Sender>> {
    Work::current().0.sender.clone()
}

fn count(moves: u64) {
    let _ = WORK.try_with(|work| work.add(moves));
}

/// Computes something about games with `moves` moves: with many, not on a thread that
/// other requests wait for.
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

    #[tokio::test]
    async fn only_wrong_codes_are_charged() {
        let budget = Arc::new(AtomicU64::new(2));
        let work = Work::new(Budget(budget.clone()));
        let send = async |result: Result<(), Error>| work.of(check_code(Uuid::nil(), async { result })).await;
        assert!(send(Ok(())).await.is_ok() && send(Err(Error::NoOpenSeat)).await.is_err());
        assert_eq!(budget.load(Ordering::Relaxed), 2);
        assert!(matches!(send(Err(Error::InvitationNeeded)).await, Err(Error::InvitationNeeded)));
        assert!(matches!(send(Err(Error::SeatHeld)).await, Err(Error::SeatHeld)));
        assert!(matches!(send(Ok(())).await, Err(Error::TooManyCodes(_))), "not even a right one");
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

    /// A budget of seconds, or moves.
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

        fn pay_for_code(&self, _: Uuid) -> Result<(), Duration> {
            let paid = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            paid.map(drop).map_err(|_| Duration::from_secs(1))
        }

        fn refund_code(&self, _: Uuid) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }

        fn bot_games(&self) -> Option<Arc<BotGames>> {
            None
        }
    }
}
