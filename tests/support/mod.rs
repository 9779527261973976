//! Databases for tests: a fresh one each, on either back end.

pub(crate) mod cluster;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

pub(crate) use cluster::Spread;
use regicide_store::{Options, PoolMode, Store};
use regicide_system::entropy::{Entropy as _, OsEntropy};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// A database of its own for one test.
pub(crate) struct Database {
    /// Its URL.
    pub(crate) url: String,
    /// How to use it.
    pub(crate) options: Options,
    /// The folder of its file; goes away with it.
    _folder: Option<TempDir>,
    /// The database, if it is spread over the servers of a cluster; goes away
    /// with it.
    pub(crate) spread: Option<Spread>,
}

impl Database {
    /// A new SQLite file with the schema.
    pub(crate) async fn sqlite() -> Self {
        static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
        let template = TEMPLATE.get_or_init(async || {
            let empty = Self::empty_sqlite();
            migrate(&empty.url).await;
            fs::read(empty.file()).expect("it can be read")
        });
        let new = Self::empty_sqlite();
        fs::write(new.file(), template.await).expect("the folder is the test's own");
        new
    }

    /// A SQLite file that is not there yet.
    pub(crate) fn empty_sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        Self { _folder: Some(folder), ..Self::at(url) }
    }

    fn file(&self) -> &str {
        self.url.strip_prefix("sqlite://").expect("it is a file")
    }

    /// A new SQLite database in memory.
    pub(crate) fn memory() -> Self {
        Self::at("sqlite::memory:".to_owned())
    }

    fn at(url: String) -> Self {
        Self { url, options: Options::default(), _folder: None, spread: None }
    }

    /// A new database with the schema on the Postgres server for tests, or on the
    /// cluster for tests, if there is one.
    pub(crate) async fn postgres() -> Self {
        match Spread::create(&format!("test_{}", random_name())).await {
            Some(spread) => {
                let url = spread.url();
                Self { spread: Some(spread), ..Self::at(url) }
            }
            None => Self::one_postgres().await,
        }
    }

    /// A new database with the schema on the Postgres server for tests, whether there is a cluster
    /// or not.
    pub(crate) async fn one_postgres() -> Self {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        let name = format!("test_{}", random_name());
        let template = TEMPLATE.get_or_init(async || {
            let name = format!("template_{}", random_name());
            migrate(&create_on_server(&name, "").await).await;
            name
        });
        Self::at(create_on_server(&name, &format!("template {}", template.await)).await)
    }

    /// A new, empty database on the Postgres server for tests, be there a cluster
    /// or not.
    pub(crate) async fn empty_postgres() -> Self {
        Self::at(create_on_server(&format!("test_{}", random_name()), "").await)
    }

    /// The first database of a server of the test's own.
    pub(crate) fn on(server: &Server) -> Self {
        Self::at(server.url.clone())
    }

    /// The same, used as if a pool stood before it that takes a connection back
    /// after each transaction.
    pub(crate) async fn pooled() -> Self {
        let options = Options { pool_mode: PoolMode::Transaction, ..Options::default() };
        Self { options, ..Self::postgres().await }
    }

    /// Runs SQL behind the store's back.
    pub(crate) async fn execute(&self, statement: &str) -> Result<(), sqlx::Error> {
        let statement = AssertSqlSafe(statement.to_owned());
        if self.url.starts_with("sqlite") {
            let mut connection = SqliteConnection::connect(&self.url).await?;
            sqlx::query(statement).execute(&mut connection).await?;
        } else {
            let url = self.spread.as_ref().map_or(self.url.clone(), Spread::coordinator);
            let mut connection = PgConnection::connect(&url).await?;
            sqlx::query(statement).execute(&mut connection).await?;
        }
        Ok(())
    }
}

/// Creates a database on the Postgres server for tests: its URL.
async fn create_on_server(name: &str, options: &str) -> String {
    let server = postgres_server();
    let mut connection = PgConnection::connect(server).await.expect("the server for tests answers");
    let create = AssertSqlSafe(format!("create database {name} {options}"));
    sqlx::query(create).execute(&mut connection).await.expect("a fresh database");
    let (base, _) = server.rsplit_once('/').expect("a URL names a database");
    format!("{base}/{name}")
}

/// Applies all migrations to a database that will be copied, which takes a tenth
/// of their time.
async fn migrate(url: &str) {
    let store = Store::connect(url, &Options::default()).await.expect("it is a database");
    store.migrate().await.expect("it is migrated");
    store.close().await;
}

fn random_name() -> String {
    let mut bytes = [0; 16];
    OsEntropy.fill(&mut bytes);
    Uuid::from_bytes(bytes).simple().to_string()
}

/// The server's URL. It is started once for a test program, and stops when
/// the program has ended for any reason, which closes its standard input.
fn postgres_server() -> &'static str {
    static SERVER: OnceLock<Server> = OnceLock::new();
    &SERVER.get_or_init(|| Server::start(&[])).url
}

/// A Postgres server that stops with the value, at the latest with the test
/// program.
pub(crate) struct Server {
    /// The URL of its first database.
    pub(crate) url: String,
    script: Child,
    output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts a server by the script, which documents the settings.
    pub(crate) fn start(settings: &[(&str, &str)]) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/postgres.sh");
        let mut command = Command::new(script);
        command.envs(settings.iter().copied()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut script = command.spawn().expect("the script that starts Postgres runs");
        let mut output = BufReader::new(script.stdout.take().expect("its output is piped"));
        let mut url = String::new();
        output.read_line(&mut url).expect("its output is text");
        assert!(!url.is_empty(), "there is no Postgres for the tests; the reason stands above");
        Self { url: url.trim().to_owned(), script, output }
    }

    /// Ends the server in the middle of whatever it does.
    pub(crate) fn crash(&mut self) {
        self.order("crash");
    }

    /// Starts it again after a crash.
    pub(crate) fn start_again(&mut self) {
        self.order("start");
    }

    fn order(&mut self, order: &str) {
        let input = self.script.stdin.as_mut().expect("the script waits for orders");
        writeln!(input, "{order}").expect("the script reads orders");
        let mut done = String::new();
        self.output.read_line(&mut done).expect("its output is text");
        assert_eq!(done.trim(), order, "the server does not obey");
    }

    /// Lets a replica stand still: from now on it is behind.
    pub(crate) async fn pause_replay(&self) {
        let mut replica = PgConnection::connect(&self.url).await.expect("the replica answers");
        sqlx::query("select pg_wal_replay_pause()").execute(&mut replica).await.expect("it can be paused");
        let state = "select pg_get_wal_replay_pause_state() = 'paused'";
        while !sqlx::query_scalar::<_, bool>(state).fetch_one(&mut replica).await.expect("it answers") {}
    }
}

/// When the script's input closes, it stops the server and ends.
impl Drop for Server {
    fn drop(&mut self) {
        drop(self.script.stdin.take());
        // The receiver has gone.
        let _ = self.script.wait();
    }
}
