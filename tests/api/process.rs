//! The service as a process of its own, which can be killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use crate::client::Client;

/// A process that serves.
pub(crate) struct Process {
    child: Child,
    log: Arc<Mutex<Vec<String>>>,
}

/// Runs a command on a database, and waits for one that is busy.
pub(crate) fn run(database: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(arguments).env("DATABASE_URL", database).env("REGICIDE_DATABASE_TIMEOUT_MS", "30000");
    command.output().unwrap()
}

/// The address in a line of the log.
fn address(line: &str) -> SocketAddr {
    let (_, address) = line.split_once("address=").unwrap();
    address.split_whitespace().next().unwrap().parse().unwrap()
}

impl Process {
    /// Starts it; gives a client of its API and one of its metrics.
    pub(crate) fn start(database: &str) -> (Self, Client, Client) {
        Self::start_with(database, &[])
    }

    /// The same with other settings.
    pub(crate) fn start_with(database: &str, settings: &[(&str, &str)]) -> (Self, Client, Client) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        command.arg("serve").env("DATABASE_URL", database).env("REGICIDE_LISTEN", "127.0.0.1:0");
        command.env("REGICIDE_METRICS_LISTEN", "127.0.0.1:0");
        // Without optimisation searches and bots are slow.
        command.env("REGICIDE_SOLVER_NODES", "0").env("REGICIDE_DAILY_DIFFICULTY", "off");
        command
            .envs(crate::server::NO_LIMITS)
            .envs(settings.iter().copied())
            .env("RUST_LOG", "info")
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(|line| line.unwrap());
        let api = address(&lines.find(|line| line.contains("listening")).expect("it serves"));
        let metrics = address(&lines.find(|line| line.contains("metrics")).expect("it has metrics"));
        // Somebody has to read what it says from now on.
        let log = Arc::<Mutex<Vec<String>>>::default();
        let lines_read = log.clone();
        std::thread::spawn(move || lines.for_each(|line| lines_read.lock().unwrap().push(line)));
        (Self { child, log }, Client::new(api), Client::new(metrics))
    }

    /// Its id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has ended well by itself.
    pub(crate) fn ended(mut self) {
        assert!(self.child.wait().unwrap().success());
    }

    /// Ends it, and gives all that it has logged.
    pub(crate) fn stop(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        // The thread that reads ends with the pipe, and lets go of the log.
        while Arc::strong_count(&self.log) > 1 {
            std::thread::yield_now();
        }
        std::mem::take(&mut self.log.lock().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
