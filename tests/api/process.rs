//! The service as a process of its own, which can be killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use rustix::process::Pid;

use crate::client::Client;
use crate::running::Running;

/// A process that serves.
pub(crate) struct Process {
    running: Running,
    log: Arc<Mutex<Vec<String>>>,
}

/// Runs a command on a database, and waits for one that is busy.
pub(crate) fn run(database: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(arguments).env("DATABASE_URL", database).env("REGICIDE_DATABASE_TIMEOUT_MS", "30000");
    command.output().unwrap()
}

/// The program within limits that the shell sets, such as `ulimit -n 64`.
pub(crate) fn within(limits: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{limits} && exec \"$@\"");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_regicide")]);
    command
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
        Self::serve(Command::new(env!("CARGO_BIN_EXE_regicide")), database, settings)
    }

    /// The same within limits that the shell sets.
    pub(crate) fn start_within(
        limits: &str,
        database: &str,
        settings: &[(&str, &str)],
    ) -> (Self, Client, Client) {
        Self::serve(within(limits), database, settings)
    }

    fn serve(mut command: Command, database: &str, settings: &[(&str, &str)]) -> (Self, Client, Client) {
        command.arg("serve").env("DATABASE_URL", database).env("REGICIDE_LISTEN", "127.0.0.1:0");
        command.env("REGICIDE_METRICS_LISTEN", "127.0.0.1:0");
        command.env("REGICIDE_LOG_CHECKPOINT_FILE", "unguarded");
        // Without optimisation searches and bots are slow.
        command.env("REGICIDE_SOLVER_NODES", "0").env("REGICIDE_DAILY_DIFFICULTY", "off");
        command.envs(crate::server::NO_LIMITS).envs(settings.iter().copied()).env("RUST_LOG", "info");
        let (running, errors) = Running::start(&mut command);
        let mut lines = BufReader::new(errors).lines().map(|line| line.unwrap());
        let api = address(&lines.find(|line| line.contains("listening")).expect("it serves"));
        let metrics = address(&lines.find(|line| line.contains("metrics")).expect("it has metrics"));
        // Its log has to be read from now on, or it would block.
        let log = Arc::<Mutex<Vec<String>>>::default();
        let lines_read = log.clone();
        std::thread::spawn(move || lines.for_each(|line| lines_read.lock().unwrap().push(line)));
        (Self { running, log }, Client::new(api), Client::new(metrics))
    }

    /// Its number.
    pub(crate) fn id(&self) -> Pid {
        self.running.id()
    }

    /// Sends it SIGTERM.
    pub(crate) fn terminate(&self) {
        self.running.terminate();
    }

    /// Waits until it has ended well by itself.
    pub(crate) fn ended(self) {
        self.running.ended();
    }

    /// Waits until it has logged something.
    pub(crate) async fn until_logged(&self, text: &str) {
        self.until_line(|line| line.contains(text)).await;
    }

    /// Waits until it has logged such a line.
    pub(crate) async fn until_line(&self, is_such: impl Fn(&str) -> bool) {
        let is_logged = || self.log.lock().unwrap().iter().any(|line| is_such(line));
        while !is_logged() {
            actix_web::rt::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }

    /// Ends it, and gives all that it has logged.
    pub(crate) fn stop(self) -> Vec<String> {
        drop(self.running);
        // The thread that reads ends with the pipe, and lets go of the log.
        while Arc::strong_count(&self.log) > 1 {
            std::thread::yield_now();
        }
        std::mem::take(&mut self.log.lock().unwrap())
    }
}
