//! Coalesced reads: concurrent requests for one key share a read.
//!
//! A request that arrives while a read runs gets the next read, which begins after
//! the request: so no answer is older than its request. There is no timer, and
//! nothing is kept once there are no requests.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::work::Work;

/// Coalesced reads by key.
pub(crate) struct SharedReads<K, V>(Arc<Mutex<HashMap<K, Arc<Latest<V>>>>>);

/// The last read of a key. The lock is held while a read runs.
type Latest<V> = tokio::sync::Mutex<Option<Done<V>>>;

struct Done<V> {
    begun: Instant,
    value: V,
    /// Its cost, which is charged to each request that shares it.
    moves: u64,
}

/// A subscription to the coalesced reads of a key. The last read is kept as long as
/// there is one.
pub(crate) struct SharedRead<K: Eq + Hash, V> {
    all: SharedReads<K, V>,
    pub(crate) key: K,
    latest: Arc<Latest<V>>,
}

impl<K, V> Default for SharedReads<K, V> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K, V> Clone for SharedReads<K, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K: Clone + Eq + Hash, V: Clone> SharedReads<K, V> {
    /// Subscribes to the reads of a key.
    pub(crate) fn of(&self, key: K) -> SharedRead<K, V> {
        // The map stays consistent after a panic: no other code runs while it is
        // locked.
        let latest = self.0.lock().entry(key.clone()).or_default().clone();
        SharedRead { all: self.clone(), key, latest }
    }

    /// The result of a coalesced read that begins from now on.
    pub(crate) async fn read(&self, key: K, read: impl Future<Output = V>) -> V {
        self.of(key).since(Instant::now(), read).await
    }
}

impl<K: Eq + Hash, V: Clone> SharedRead<K, V> {
    /// The result of a coalesced read that began at `requested_at` or later.
    pub(crate) async fn since(&self, requested_at: Instant, read: impl Future<Output = V>) -> V {
        let mut latest = self.latest.lock().await;
        if let Some(done) = latest.as_ref().filter(|done| done.begun >= requested_at) {
            Work::current().add(done.moves);
            return done.value.clone();
        }
        let (begun, work) = (Instant::now(), Work::current());
        let before = work.moves();
        let value = read.await;
        let moves = work.moves().saturating_sub(before);
        latest.insert(Done { begun, value, moves }).value.clone()
    }
}

impl<K: Eq + Hash, V> Drop for SharedRead<K, V> {
    fn drop(&mut self) {
        let mut all = self.all.0.lock();
        // Others are created only while the map is locked.
        let is_last = Arc::strong_count(&self.latest) == 2;
        let unused = if is_last { all.remove(&self.key) } else { None };
        drop(all);
        drop(unused);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn who_asks_while_one_reads_shares_the_next_read() {
        let (reads, permits) = (SharedReads::<u8, u32>::default(), Semaphore::new(0));
        let begun = Cell::new(0);
        let read = || {
            reads.read(1, async {
                let number = begun.get() + 1;
                begun.set(number);
                permits.acquire().await.unwrap().forget();
                number
            })
        };
        // The first is polled before the others, and waits for its permit.
        let all = join_all((0..5).map(|_| read()));
        let release = async { permits.add_permits(5) };
        let (numbers, ()) = tokio::join!(all, release);
        assert_eq!(numbers, [1, 2, 2, 2, 2]);
        assert_eq!(read().await, 3, "nothing is believed that was read before");
        assert!(reads.0.lock().is_empty());
    }

    #[tokio::test]
    async fn a_read_that_is_given_up_is_begun_by_the_next() {
        let reads = SharedReads::<u8, u32>::default();
        let mut never = Box::pin(reads.read(1, std::future::pending()));
        assert!((&mut never).now_or_never().is_none());
        let mut next = Box::pin(reads.read(1, async { 2 }));
        assert!((&mut next).now_or_never().is_none());
        drop(never);
        assert_eq!(next.await, 2);
    }

    #[tokio::test]
    async fn what_was_read_is_kept_for_those_who_take_part_and_each_pays() {
        let reads = SharedReads::<u8, u32>::default();
        let (one, other) = (reads.of(1), reads.of(1));
        let requested_at = Instant::now();
        let read = async {
            Work::current().add(7);
            1
        };
        let (first, second) = (Work::default(), Work::default());
        assert_eq!(first.of(one.since(requested_at, read)).await, 1);
        assert_eq!(second.of(other.since(requested_at, async { 2 })).await, 1);
        assert_eq!((first.take(), second.take()), (7, 7));
        let later = Instant::now() + Duration::from_secs(1);
        assert_eq!(other.since(later, async { 3 }).await, 3);
    }
}
