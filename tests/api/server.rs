//! Servers that run in the test's own process.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use regicide_server::api::{Config, Server};
use regicide_server::service::runtime::{Clock, Secret, SystemClock, Token};
use regicide_server::service::settings::Settings;
use regicide_store::{DatabaseClock, Options, Store, Timeouts};
use regicide_system::entropy::OsEntropy;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::client::Client;
use crate::machine::Machine;
use crate::support::{Database, Spread};

/// The operator's token.
pub(crate) const OPERATOR: &str = "the operator's token";

/// The arguments of a service process without limits.
pub(crate) const NO_LIMITS: [(&str, &str); 6] = [
    ("REGICIDE_CREATIONS_PER_MINUTE", "0"),
    ("REGICIDE_CREATIONS_PER_DAY", "0"),
    ("REGICIDE_MOVES_PER_MINUTE", "0"),
    ("REGICIDE_READS_PER_MINUTE", "0"),
    ("REGICIDE_COMPUTE_SECONDS_PER_HOUR", "0"),
    ("REGICIDE_BOT_GAMES", "0"),
];

/// A clock that a test sets.
#[derive(Clone)]
pub(crate) struct TestClock(Arc<Mutex<DateTime<Utc>>>);

impl TestClock {
    fn new() -> Self {
        Self(Arc::new(Mutex::new("2026-11-20T12:00:00.000001Z".parse().unwrap())))
    }

    /// Another clock, which is ahead of this one.
    pub(crate) fn ahead_by(&self, span: TimeDelta) -> Self {
        Self(Arc::new(Mutex::new(self.now() + span)))
    }

    /// A stopped clock that shows the machine's time.
    pub(crate) fn real_time() -> Self {
        Self(Arc::new(Mutex::new(SystemClock.now())))
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, span: TimeDelta) {
        *self.0.lock().unwrap() += span;
    }

    /// Sets the time.
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
    pub(crate) store: Arc<Store>,
    database: Database,
}

impl Setting {
    pub(crate) async fn sqlite() -> Self {
        Self::on(Database::sqlite().await).await
    }

    pub(crate) async fn postgres() -> Self {
        Self::on(Database::postgres().await).await
    }

    /// One Postgres server, even if there is a cluster for the tests.
    pub(crate) async fn on_one_server() -> Self {
        Self::on(Database::empty_postgres().await).await
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

    /// A server of the test's own, which can be ended.
    pub(crate) async fn on_server(server: &crate::support::Server) -> Self {
        Self::on(Database::on(server)).await
    }

    async fn on(database: Database) -> Self {
        let clock = TestClock::new();
        let store = open(&database, &clock).await;
        store.migrate().await.unwrap();
        let address = serve(&config(), store.clone(), &clock);
        Self { clock, client: Client::new(address), store, database }
    }

    /// A server on a copy of the database's file, as if that had been restored.
    pub(crate) async fn restored(&self, copy: &Path) -> Self {
        let database = Database::empty_sqlite();
        std::fs::copy(copy, database.url.strip_prefix("sqlite://").unwrap()).unwrap();
        let store = open(&database, &self.clock).await;
        let address = serve(&config(), store.clone(), &self.clock);
        Self { clock: self.clock.clone(), client: Client::new(address), store, database }
    }

    /// Another instance of the service on the same database; of a cluster, at
    /// another of its servers.
    pub(crate) async fn another_instance(&self) -> Client {
        let mut servers = self.database.spread.iter().flat_map(Spread::servers);
        let url = servers.rfind(|url| *url != self.database.url).unwrap_or(self.database.url.clone());
        Client::new(serve(&config(), open_at(&url, &self.database, replaced(&self.clock)).await, &self.clock))
    }

    /// The database's URL.
    pub(crate) fn url(&self) -> &str {
        &self.database.url
    }

    /// The servers of the cluster, if the database is on one.
    pub(crate) async fn machines(&self) -> Vec<Machine> {
        let mut machines = Vec::new();
        for url in self.database.spread.iter().flat_map(Spread::servers) {
            machines.push(Machine::find(url).await.unwrap());
        }
        machines
    }

    /// Another instance on a store of the test's own.
    pub(crate) fn instance_on(&self, store: Arc<Store>) -> Client {
        Client::new(serve(&config(), store, &self.clock))
    }

    /// A store on the same database with another clock in the place of its own.
    pub(crate) async fn store_with_clock(&self, clock: DatabaseClock) -> Arc<Store> {
        open_at(&self.database.url, &self.database, clock).await
    }

    /// Another instance, and its figures.
    pub(crate) fn instance_with_figures(&self) -> (Client, Client) {
        self.instance_with_figures_and(|_| ())
    }

    /// Another instance with other settings, and its figures.
    pub(crate) fn instance_with_figures_and(&self, change: impl FnOnce(&mut Config)) -> (Client, Client) {
        let mut config = Config { metrics_listen: Some(config().listen), ..config() };
        change(&mut config);
        let server = build(&config, self.store.clone(), &self.clock);
        let clients = (Client::new(server.address()), Client::new(server.metrics_address().unwrap()));
        actix_web::rt::spawn(server.run());
        clients
    }

    /// Another instance on the same database, whose own clock is another.
    pub(crate) async fn instance_with_clock(&self, clock: &TestClock) -> Client {
        Client::new(serve(&config(), open(&self.database, &self.clock).await, clock))
    }

    /// The same with other settings.
    pub(crate) async fn instance_with_clock_and(
        &self,
        clock: &TestClock,
        change: impl FnOnce(&mut Config),
    ) -> Client {
        let mut config = config();
        change(&mut config);
        Client::new(serve(&config, open(&self.database, &self.clock).await, clock))
    }

    /// Another instance with a clock of its own, on a store that reads the
    /// database's own time.
    pub(crate) async fn instance_in_real_time(&self, clock: &TestClock) -> Client {
        self.instance_in_real_time_and(clock, |_| ()).await
    }

    /// The same with other settings.
    pub(crate) async fn instance_in_real_time_and(
        &self,
        clock: &TestClock,
        change: impl FnOnce(&mut Config),
    ) -> Client {
        let mut config = config();
        change(&mut config);
        let options = Options { connections: 4, ..self.database.options.clone() };
        let store = Arc::new(Store::connect(&self.database.url, &options).await.unwrap());
        Client::new(serve(&config, store, clock))
    }

    /// Another instance with other settings, which dies when the task is aborted.
    pub(crate) fn mortal_instance_with(
        &self,
        change: impl FnOnce(&mut Config),
    ) -> actix_web::rt::task::JoinHandle<std::io::Result<()>> {
        let mut config = config();
        change(&mut config);
        actix_web::rt::spawn(build(&config, self.store.clone(), &self.clock).run())
    }

    /// Another instance with other settings.
    pub(crate) fn instance_with(&self, change: impl FnOnce(&mut Config)) -> Client {
        let mut config = config();
        change(&mut config);
        Client::new(serve(&config, self.store.clone(), &self.clock))
    }
}

/// A store whose database has the test's clock.
async fn open(database: &Database, clock: &TestClock) -> Arc<Store> {
    open_at(&database.url, database, replaced(clock)).await
}

/// The same at one of the database's servers.
async fn open_at(url: &str, database: &Database, clock: DatabaseClock) -> Arc<Store> {
    // A machine under load is slow, and no test is about that.
    let patient = Duration::from_secs(30);
    let timeouts = Timeouts { readiness: patient, ..Timeouts::of_statement(patient) };
    let options = Options { connections: 4, timeouts, clock, ..database.options.clone() };
    Arc::new(Store::connect(url, &options).await.unwrap())
}

fn replaced(clock: &TestClock) -> DatabaseClock {
    let clock = clock.clone();
    DatabaseClock::replaced(move || clock.now())
}

fn config() -> Config {
    let local = Config::local();
    let settings = Settings {
        abandon_after: 86_400,
        public_url: Some("https://regicide.example".to_owned()),
        operator: Some(Secret(Token::from_client(OPERATOR).hash().0)),
        // Without optimisation searches and bots are slow; tests about them set their own.
        solver_nodes: 0,
        daily_difficulty: false,
        background_pause: 0,
        ..local.settings
    };
    Config { settings, ..local }
}

fn build(config: &Config, store: Arc<Store>, clock: &TestClock) -> Server {
    Server::build(config, store, Arc::new(clock.clone()), Arc::new(OsEntropy)).unwrap()
}

fn serve(config: &Config, store: Arc<Store>, clock: &TestClock) -> SocketAddr {
    let server = build(config, store, clock);
    let address = server.address();
    actix_web::rt::spawn(server.run());
    address
}

impl Setting {
    /// Runs SQL behind the service's back.
    pub(crate) async fn execute(&self, statement: &str) -> Result<(), sqlx::Error> {
        self.database.execute(statement).await
    }

    /// The number of rows of a table.
    pub(crate) async fn rows(&self, table: &str) -> i64 {
        let count = AssertSqlSafe(format!("select count(*) from {table}"));
        if self.database.url.starts_with("sqlite") {
            let mut connection = SqliteConnection::connect(&self.database.url).await.unwrap();
            sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
        } else {
            let mut connection = PgConnection::connect(&self.database.url).await.unwrap();
            sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap()
        }
    }

    /// Statements that make the log changeable.
    pub(crate) fn without_triggers(&self) -> &'static [&'static str] {
        if self.database.url.starts_with("sqlite") {
            &["drop trigger moves_not_updated"]
        } else {
            &["drop trigger moves_never_changed on moves"]
        }
    }
}
