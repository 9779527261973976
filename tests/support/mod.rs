//! Databases for tests: a fresh one each, on either back end.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use regicide::store::{Lease, Options};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;
use uuid::Uuid;

/// A database of its own for one test.
pub(crate) struct Database {
    /// Its URL.
    pub(crate) url: String,
    /// How to use it.
    pub(crate) options: Options,
    /// The folder of its file; goes away with it.
    _folder: Option<TempDir>,
}

impl Database {
    /// A new SQLite file.
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        Self { url, options: Options::default(), _folder: Some(folder) }
    }

    /// A new SQLite database in memory.
    pub(crate) fn memory() -> Self {
        Self { url: "sqlite::memory:".to_owned(), options: Options::default(), _folder: None }
    }

    /// A new database on the Postgres server for tests.
    pub(crate) async fn postgres() -> Self {
        let server = postgres_server();
        let name = format!("test_{}", random_name());
        let mut connection = PgConnection::connect(server).await.expect("the server for tests answers");
        let create = AssertSqlSafe(format!("create database {name}"));
        sqlx::query(create).execute(&mut connection).await.expect("a fresh database");
        let (base, _) = server.rsplit_once('/').expect("a URL names a database");
        Self { url: format!("{base}/{name}"), options: Options::default(), _folder: None }
    }

    /// The same, used as if a pool stood before it that takes a connection back
    /// after each transaction.
    pub(crate) async fn pooled() -> Self {
        let options = Options { lease: Lease::Transaction, ..Options::default() };
        Self { options, ..Self::postgres().await }
    }
}

fn random_name() -> String {
    let mut bytes = [0; 16];
    regicide::service::Entropy::fill(&regicide::service::OsEntropy, &mut bytes);
    Uuid::from_bytes(bytes).simple().to_string()
}

/// The server's URL. It is started once for a test program, and stops when
/// the program is gone, whatever ends it: then its standard input closes.
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
}

impl Server {
    /// Starts a server; the script that does it says what can be set.
    pub(crate) fn start(settings: &[(&str, &str)]) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/postgres.sh");
        let mut command = Command::new(script);
        command.envs(settings.iter().copied()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut script = command.spawn().expect("the script that starts Postgres runs");
        let output = script.stdout.take().expect("its output is piped");
        let mut url = String::new();
        BufReader::new(output).read_line(&mut url).expect("its output is text");
        assert!(!url.is_empty(), "there is no Postgres for the tests; the reason stands above");
        Self { url: url.trim().to_owned(), script }
    }
}

/// When the script's input closes, it stops the server and ends.
impl Drop for Server {
    fn drop(&mut self) {
        drop(self.script.stdin.take());
        // There is nobody to tell.
        let _ = self.script.wait();
    }
}
