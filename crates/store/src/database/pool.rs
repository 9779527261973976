//! A pool that keeps connections ready for the next statement.
//!
//! sqlx pings each connection when it comes back to its pool: another round trip for each
//! statement, which on a server that is not busy is half of the statement's cost. So
//! connections whose last statement succeeded stay idle here, and only those that may be
//! broken, or are old, go back to sqlx, which tests and replaces them.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::pool::PoolConnection;
use sqlx::{ConnectOptions as _, Connection, Pool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::driver::Driver;

/// The greatest age of a connection that stays here.
const KEPT: Duration = Duration::from_mins(10);

/// The time limit of the last attempt to open a connection.
const LAST_TRY: Duration = Duration::from_millis(100);

pub(super) struct ConnectionPool<D: Driver> {
    pool: Pool<D>,
    /// One permit for each connection that may be out of sqlx's pool. Callers wait here and not
    /// in sqlx's pool, which does not notice a connection that becomes idle here.
    places: Arc<Semaphore>,
    kept: Arc<KeptConnections<D>>,
}

/// The idle connections; the one that was used last is used next.
struct KeptConnections<D: Driver>(Mutex<Vec<Kept<D>>>);

impl<D: Driver> Drop for KeptConnections<D> {
    /// This may run on a thread without a runtime, where connections cannot go back to sqlx's
    /// pool; that pool is gone, too.
    fn drop(&mut self) {
        for Kept { taken, .. } in self.0.get_mut().drain(..) {
            drop(taken.connection.leak());
        }
    }
}

/// An idle connection.
struct Kept<D: Driver> {
    taken: Taken<D>,
    /// The time of its last use; `None` once another connection turned out to be lost.
    used: Option<Instant>,
}

/// A connection out of sqlx's pool.
pub(super) struct Taken<D: Driver> {
    pub(super) connection: PoolConnection<D>,
    since: Instant,
}

/// The permit to have a connection.
pub(super) type Place = OwnedSemaphorePermit;

impl<D: Driver> Clone for ConnectionPool<D> {
    fn clone(&self) -> Self {
        Self { pool: self.pool.clone(), places: self.places.clone(), kept: self.kept.clone() }
    }
}

impl<D: Driver> From<Pool<D>> for ConnectionPool<D> {
    fn from(pool: Pool<D>) -> Self {
        let places = Semaphore::new(pool.options().get_max_connections() as usize);
        Self { pool, places: Arc::new(places), kept: Arc::new(KeptConnections(Mutex::default())) }
    }
}

impl<D: Driver> ConnectionPool<D> {
    pub(super) async fn acquire(&self) -> Result<(Taken<D>, Place), sqlx::Error> {
        let limit = self.pool.options().get_acquire_timeout();
        let place = timeout(limit, self.places.clone().acquire_owned()).await;
        let place = place.map_err(|_| sqlx::Error::PoolTimedOut)?.map_err(|_| sqlx::Error::PoolClosed)?;
        while let Some(Kept { mut taken, used }) = self.next_kept() {
            if used.is_some_and(|used| used.elapsed() <= D::ALIVE_FOR)
                || taken.connection.ping().await.is_ok()
            {
                return Ok((taken, place));
            }
            taken.connection.close_on_drop();
        }
        let connection = match self.pool.acquire().await {
            Err(sqlx::Error::PoolTimedOut) => return Err(self.cause_of_timeout().await),
            connection => connection?,
        };
        Ok((Taken { connection, since: Instant::now() }, place))
    }

    /// The error for which no connection could be opened. sqlx retries while the server
    /// refuses, and then reports only a timeout.
    async fn cause_of_timeout(&self) -> sqlx::Error {
        let options = self.pool.connect_options();
        match timeout(LAST_TRY, options.connect()).await {
            Ok(Err(error)) => error,
            Ok(Ok(_)) | Err(_) => sqlx::Error::PoolTimedOut,
        }
    }

    fn next_kept(&self) -> Option<Kept<D>> {
        self.kept.0.lock().pop()
    }

    /// Puts back a connection that is in order.
    pub(super) fn keep(&self, taken: Taken<D>) {
        if taken.since.elapsed() > KEPT {
            return;
        }
        let mut kept = self.kept.0.lock();
        // A closing pool would wait without end for a connection that stays here.
        if !self.pool.is_closed() {
            kept.push(Kept { taken, used: Some(Instant::now()) });
        }
    }

    /// Marks every idle connection to be tested before its use: one was lost, and a server that
    /// was restarted has lost all.
    pub(super) fn test_kept(&self) {
        for kept in self.kept.0.lock().iter_mut() {
            kept.used = None;
        }
    }

    /// The number of connections in use, and the limit.
    pub(super) fn in_use(&self) -> (usize, usize) {
        let limit = self.pool.options().get_max_connections() as usize;
        (limit.saturating_sub(self.places.available_permits()), limit)
    }

    pub(super) async fn close(&self) {
        let closed = self.pool.close();
        self.kept.0.lock().clear();
        closed.await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use sqlx::Sqlite;
    use sqlx::sqlite::SqlitePoolOptions;

    use super::super::connection::CheckedOut;
    use super::*;

    #[tokio::test]
    async fn a_connection_goes_back_to_be_tested_only_after_a_failure() {
        let tested = Arc::new(AtomicUsize::new(0));
        let counted = tested.clone();
        let pool = SqlitePoolOptions::new().max_connections(1).after_release(move |_, _| {
            counted.fetch_add(1, Ordering::Relaxed);
            Box::pin(async { Ok(true) })
        });
        let pool: ConnectionPool<Sqlite> = pool.connect("sqlite::memory:").await.unwrap().into();
        let run = async |sql: &'static str| {
            let mut connection = CheckedOut::acquire(&pool, Duration::from_secs(5)).await.unwrap();
            (connection.run(sql).await, tested.load(Ordering::Relaxed))
        };
        assert!(matches!(run("create table kept (number integer)").await, (Ok(()), 0)));
        assert_eq!(pool.in_use(), (0, 1));
        let held = CheckedOut::acquire(&pool, Duration::from_secs(5)).await.unwrap();
        assert_eq!(pool.in_use(), (1, 1));
        drop(held);
        assert!(matches!(run("insert into kept values (1)").await, (Ok(()), 0)));
        assert!(matches!(run("insert into missing values (1)").await, (Err(_), 0)));
        // There is only one connection, so it was tested before its next use.
        assert!(matches!(run("insert into kept values (2)").await, (Ok(()), 1)));
        pool.close().await;
        assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolClosed)));
    }

    #[test]
    fn the_last_owner_may_be_without_a_runtime() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let pool = runtime.block_on(async {
            let pool = SqlitePoolOptions::new().connect("sqlite::memory:").await.unwrap().into();
            let mut connection = CheckedOut::<Sqlite>::acquire(&pool, Duration::from_secs(5)).await.unwrap();
            connection.run("select 1").await.unwrap();
            drop(connection);
            pool
        });
        assert_eq!(pool.kept.0.lock().len(), 1);
        drop(pool);
    }

    #[tokio::test]
    async fn a_panic_rolls_back_and_gives_the_connection_back() {
        let pool = SqlitePoolOptions::new().max_connections(1);
        let pool: ConnectionPool<Sqlite> = pool.connect("sqlite::memory:").await.unwrap().into();
        let acquire = || CheckedOut::acquire(&pool, Duration::from_secs(5));
        acquire().await.unwrap().run("create table kept (number integer unique)").await.unwrap();
        let mut connection = acquire().await.unwrap();
        let panics = tokio::spawn(async move {
            connection.begin("begin").await.unwrap();
            connection.run("insert into kept values (1)").await.unwrap();
            panic!("as it must")
        });
        assert!(panics.await.is_err_and(|error: tokio::task::JoinError| error.is_panic()));
        acquire().await.unwrap().run("insert into kept values (1)").await.expect("it was rolled back");
    }
}
