//! Servers of a cluster on this machine, which tests end and start again.

use std::process::Command;

use sqlx::{Connection, Executor, PgConnection, Row};

/// A server of the cluster that can be ended.
pub(crate) struct Machine {
    /// The URL of the test's database on this server.
    pub(crate) url: String,
    programs: String,
    data: String,
}

impl Machine {
    /// The server that has a database.
    pub(crate) async fn find(url: String) -> Result<Self, sqlx::Error> {
        let mut connection = PgConnection::connect(&url).await?;
        let programs = "select setting from pg_config where name = 'BINDIR'";
        let programs = connection.fetch_one(programs).await?.get(0);
        let data = connection.fetch_one("select current_setting('data_directory')").await?.get(0);
        Ok(Self { url, programs, data })
    }

    /// Ends it in the middle of whatever it does.
    pub(crate) fn crash(&self) {
        self.order("crash");
    }

    /// Starts it again.
    pub(crate) fn start(&self) {
        self.order("start");
    }

    fn order(&self, order: &str) {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/crash.sh");
        let status = Command::new(script).args([order, &self.programs, &self.data]).status();
        assert!(status.expect("the script runs").success(), "the server at {} does not obey", self.data);
    }
}
