//! Servers that run in the test's own process.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use regicide::api::{Config, Proxy, Server};
use regicide::service::{Clock, OsEntropy, Secret, Settings, Token};
use regicide::store::{self, Options, Store};
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::client::Client;
use crate::support::Database;

/// The operator's token.
pub(crate) const OPERATOR: &str = "the operator's token";

/// A clock that a test sets.
#[derive(Clone)]
pub(crate) struct TestClock(Arc<Mutex<DateTime<Utc>>>);

impl TestClock {
    fn new() -> Self {
        Self(Arc::new(Mutex::new("2026-11-20T12:00:00.000001Z".parse().unwrap())))
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, span: TimeDelta) {
        *self.0.lock().unwrap() += span;
    }

    /// Sets the time that whoever looks next sees.
    pub(crate) fn set(&self, time: &str) {
        let time: DateTime<Utc> = time.parse().unwrap();
        *self.0.lock().unwrap() = time - TimeDelta::milliseconds(1);
    }
}

impl Clock for TestClock {
    /// Every look takes a millisecond, so that no two things happen at once.
    fn now(&self) -> DateTime<Utc> {
        let mut now = self.0.lock().unwrap();
        *now += TimeDelta::milliseconds(1);
        *now
    }
}

/// A database with a server on it.
pub(crate) struct Setting {
    pub(crate) clock: TestClock,
    pub(crate) client: Client,
    pub(crate) store: Arc<dyn Store>,
    database: Database,
}

impl Setting {
    pub(crate) async fn sqlite() -> Self {
        Self::on(Database::sqlite()).await
    }

    pub(crate) async fn postgres() -> Self {
        Self::on(Database::postgres().await).await
    }

    /// Postgres, as if behind a pool that takes connections back.
    pub(crate) async fn pooled() -> Self {
        Self::on(Database::pooled().await).await
    }

    /// A SQLite database that is never written to a disk, for tests that play
    /// a great many games.
    pub(crate) async fn in_memory() -> Self {
        Self::on(Database::memory()).await
    }

    async fn on(database: Database) -> Self {
        let clock = TestClock::new();
        let store = open(&database).await;
        store.migrate().await.unwrap();
        let address = serve(&config(), store.clone(), &clock);
        Self { clock, client: Client::new(address), store, database }
    }

    /// Another instance of the service on the same database.
    pub(crate) async fn another_instance(&self) -> Client {
        Client::new(serve(&config(), open(&self.database).await, &self.clock))
    }

    /// The database's URL.
    pub(crate) fn url(&self) -> &str {
        &self.database.url
    }

    /// Another instance on a store of the test's own.
    pub(crate) fn instance_on(&self, store: Arc<dyn Store>) -> Client {
        Client::new(serve(&config(), store, &self.clock))
    }

    /// Another instance, and its figures.
    pub(crate) fn instance_with_figures(&self) -> (Client, Client) {
        let config = Config { metrics_listen: Some(config().listen), ..config() };
        let server = build(&config, self.store.clone(), &self.clock);
        let clients = (Client::new(server.address()), Client::new(server.metrics_address().unwrap()));
        actix_web::rt::spawn(server.run());
        clients
    }

    /// Another instance with other settings.
    pub(crate) fn instance_with(&self, change: impl FnOnce(&mut Config)) -> Client {
        let mut config = config();
        change(&mut config);
        Client::new(serve(&config, self.store.clone(), &self.clock))
    }
}

async fn open(database: &Database) -> Arc<dyn Store> {
    let options = Options { connections: 4, patience: Duration::from_secs(30), ..database.options.clone() };
    store::connect(&database.url, &options).await.unwrap()
}

fn config() -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        metrics_listen: None,
        workers: Some(1),
        allowed_origins: Vec::new(),
        proxy: Proxy::None,
        creations_per_minute: 0,
        records_per_minute: 0,
        grace: Duration::from_secs(1),
        settings: Settings {
            abandon_after: 86_400,
            public_url: Some("https://regicide.example".to_owned()),
            kept_bytes: 1 << 20,
            operator: Some(Secret(Token::from_client(OPERATOR).hash().0)),
            ..Settings::default()
        },
    }
}

fn build(config: &Config, store: Arc<dyn Store>, clock: &TestClock) -> Server {
    Server::build(config, store, Arc::new(clock.clone()), Arc::new(OsEntropy)).unwrap()
}

fn serve(config: &Config, store: Arc<dyn Store>, clock: &TestClock) -> SocketAddr {
    let server = build(config, store, clock);
    let address = server.address();
    actix_web::rt::spawn(server.run());
    address
}

impl Setting {
    /// Runs SQL behind the service's back.
    pub(crate) async fn execute(&self, statement: &'static str) -> Result<(), sqlx::Error> {
        if self.database.url.starts_with("sqlite") {
            let mut connection = SqliteConnection::connect(&self.database.url).await?;
            sqlx::query(statement).execute(&mut connection).await?;
        } else {
            let mut connection = PgConnection::connect(&self.database.url).await?;
            sqlx::query(statement).execute(&mut connection).await?;
        }
        Ok(())
    }

    /// How many moves the database holds.
    pub(crate) async fn moves_in_the_log(&self) -> i64 {
        let count = "select count(*) from moves";
        if self.database.url.starts_with("sqlite") {
            let mut connection = SqliteConnection::connect(&self.database.url).await.unwrap();
            sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
        } else {
            let mut connection = PgConnection::connect(&self.database.url).await.unwrap();
            sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
        }
    }

    /// What it takes to make the log changeable.
    pub(crate) fn without_triggers(&self) -> &'static [&'static str] {
        if self.database.url.starts_with("sqlite") {
            &["drop trigger moves_not_updated"]
        } else {
            &["drop trigger moves_append_only on moves"]
        }
    }
}
