//! The connection on which an instance hears what all instances announce.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{CHANNEL, Waiting, read_announcement};

/// How often the connection is asked for a sign of life, and how long that may
/// take. A connection that was cut without a word is noticed so.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// How long to wait before the connection is opened again: at first, and at
/// most.
const RETRY: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(2)];

/// The state of the listener.
#[derive(Debug)]
pub(in crate::store) struct Listening {
    /// Where Postgres is; nothing for SQLite, whose changes are announced
    /// inside the process.
    address: Option<PgConnectOptions>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Listening {
    pub(in crate::store) fn new(address: Option<PgConnectOptions>) -> Self {
        Self { address, task: Mutex::default() }
    }

    /// Begins to listen, unless that goes on already.
    pub(super) fn ensure(&self, waiting: &Arc<Waiting>) {
        let Some(address) = &self.address else { return };
        let mut task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        if task.as_ref().is_none_or(JoinHandle::is_finished) {
            *task = Some(tokio::spawn(listen(address.clone(), Arc::downgrade(waiting))));
        }
    }

    /// Ends it.
    pub(in crate::store) fn stop(&self) {
        if let Some(task) = self.task.lock().unwrap_or_else(PoisonError::into_inner).take() {
            task.abort();
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Listens as long as the store exists.
async fn listen(address: PgConnectOptions, waiting: Weak<Waiting>) {
    let mut retry = RETRY[0];
    while waiting.strong_count() > 0 {
        match timeout(SIGN_OF_LIFE, open(&address)).await {
            Ok(Ok(mut listener)) => {
                retry = RETRY[0];
                let lost = hear(&mut listener, &waiting).await;
                tracing::warn!(error = %lost, "the connection that listens for changes is lost");
            }
            Ok(Err(error)) => tracing::warn!(%error, "nobody can listen for changes"),
            Err(_) => tracing::warn!("nobody can listen for changes: the database does not answer"),
        }
        tokio::time::sleep(retry).await;
        retry = (retry * 2).min(RETRY[1]);
    }
}

async fn open(address: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    // A pool of its own each time: a connection that hangs is not waited for.
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(address.clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Wakes who waits for what is announced, until the connection is lost: why.
async fn hear(listener: &mut PgListener, waiting: &Weak<Waiting>) -> sqlx::Error {
    let lost = || sqlx::Error::Io(std::io::ErrorKind::ConnectionAborted.into());
    // What was announced before this connection listened is unknown.
    if let Some(waiting) = waiting.upgrade() {
        waiting.wake_all();
    }
    loop {
        let heard = timeout(SIGN_OF_LIFE, listener.try_recv()).await;
        let Some(waiting) = waiting.upgrade() else { return lost() };
        match heard {
            Ok(Ok(Some(announced))) => match read_announcement(announced.payload()) {
                Some(changes) => waiting.wake(&changes),
                None => waiting.wake_all(),
            },
            Ok(Ok(None)) => return lost(),
            Ok(Err(error)) => return error,
            Err(_) => {
                let sign = sqlx::query("select 1").execute(&mut *listener);
                match timeout(SIGN_OF_LIFE, sign).await {
                    Ok(Ok(_)) => {}
                    Ok(Err(error)) => return error,
                    Err(_) => return lost(),
                }
            }
        }
    }
}
