//! The connections on which an instance receives the announcements of all instances: one, or
//! one to each server of a distributed database.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use regicide_system::causes::causes;
use regicide_system::running_task::{RunningTask, caught};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::time::timeout;

use super::{ChangeHub, read_announcement};
use crate::database::{CHANNEL, Place, Server, Servers, address_at};

/// The interval of pings on the connection, and the time limit of each. They detect a
/// connection that was cut silently.
const PING_TIMEOUT: Duration = Duration::from_secs(2);

/// The delay before the connection is opened again: at first, and at most.
const RETRY: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(2)];

/// The interval between checks for new servers.
const LOOK_FOR_SERVERS: Duration = Duration::from_secs(5);

pub(crate) struct Listening {
    /// The address of Postgres; `None` for SQLite, whose changes are announced inside the
    /// process.
    address: Option<PgConnectOptions>,
    /// The servers of a distributed database.
    servers: Option<Arc<Servers>>,
    task: Mutex<Option<RunningTask>>,
}

impl Listening {
    pub(crate) fn new(address: Option<PgConnectOptions>, servers: Option<Arc<Servers>>) -> Self {
        Self { address, servers, task: Mutex::default() }
    }

    /// Starts listening, unless it has started already.
    pub(super) fn ensure(&self, hub: &Arc<ChangeHub>) {
        let Some(address) = &self.address else { return };
        let mut task = self.task.lock();
        if task.as_ref().is_none_or(RunningTask::is_finished) {
            let (address, hub) = (address.clone(), Arc::downgrade(hub));
            *task = Some(match self.servers.clone() {
                Some(servers) => RunningTask::start("listener", move || {
                    listen_to_all(address.clone(), servers.clone(), hub.clone())
                }),
                None => RunningTask::start("listener", move || listen(address.clone(), hub.clone())),
            });
        }
    }

    pub(crate) fn stop(&self) {
        self.task.lock().take();
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Listens to all servers of a distributed database: each notifies its own clients of its own
/// transactions' announcements.
async fn listen_to_all(address: PgConnectOptions, servers: Arc<Servers>, hub: Weak<ChangeHub>) {
    let mut listeners: HashMap<Place, Listening> = HashMap::new();
    while let Some(hub) = hub.upgrade() {
        let servers: Vec<_> = servers.list().iter().map(Server::place).collect();
        listeners.retain(|server, _| servers.contains(server));
        for server in servers {
            let address = address_at(&address, &server);
            listeners.entry(server).or_insert_with(|| Listening::new(Some(address), None)).ensure(&hub);
        }
        drop(hub);
        tokio::time::sleep(LOOK_FOR_SERVERS).await;
    }
}

/// Listens until the store is dropped.
async fn listen(address: PgConnectOptions, hub: Weak<ChangeHub>) {
    let mut retry = RETRY[0];
    while hub.strong_count() > 0 {
        match timeout(PING_TIMEOUT, open(&address)).await {
            Ok(Ok(mut listener)) => {
                retry = RETRY[0];
                let lost = receive(&mut listener, &hub).await;
                tracing::warn!(error = %causes(&lost), "the connection that listens for changes is lost");
            }
            Ok(Err(error)) => tracing::warn!(error = %causes(&error), "nobody can listen for changes"),
            Err(_) => tracing::warn!("nobody can listen for changes: the database does not answer"),
        }
        tokio::time::sleep(retry).await;
        retry = (retry * 2).min(RETRY[1]);
    }
}

async fn open(address: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    // A new pool each time: a connection that hangs is not waited for.
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(address.clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Notifies all subscribers, while others go on listening.
fn wake_all(hub: &Weak<ChangeHub>) {
    if let Some(hub) = hub.upgrade() {
        tokio::spawn(caught("wake", async move { hub.wake_all().await }));
    }
}

/// Notifies the subscribers of announced changes until the connection is lost; returns the
/// error.
async fn receive(listener: &mut PgListener, hub: &Weak<ChangeHub>) -> sqlx::Error {
    let lost = || sqlx::Error::Io(std::io::ErrorKind::ConnectionAborted.into());
    // Announcements before this connection listened are unknown.
    wake_all(hub);
    loop {
        let received = timeout(PING_TIMEOUT, listener.try_recv()).await;
        let Some(hub) = hub.upgrade() else { return lost() };
        match received {
            Ok(Ok(Some(announced))) => match read_announcement(announced.payload()) {
                Some(changes) => hub.wake(&changes),
                None => wake_all(&Arc::downgrade(&hub)),
            },
            Ok(Ok(None)) => return lost(),
            Ok(Err(error)) => return error,
            Err(_) => {
                let ping = sqlx::query("select 1").execute(&mut *listener);
                match timeout(PING_TIMEOUT, ping).await {
                    Ok(Ok(_)) => {}
                    Ok(Err(error)) => return error,
                    Err(_) => return lost(),
                }
            }
        }
    }
}
