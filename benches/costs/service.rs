//! The service that is measured, in a process of its own.

use std::fs;
use std::io::{BufRead, BufReader, Error, Result};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::http::{Answer, Connection, Request};

/// The service, which ends with the value.
pub(crate) struct Service {
    process: Child,
    api: Connection,
    figures: SocketAddr,
    database: Vec<u32>,
}

/// Resources used up to a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    /// Of the service, in ticks of the kernel's clock.
    pub(crate) ticks: u64,
    /// Of the processes of the database.
    pub(crate) database: u64,
    /// Units that were charged.
    pub(crate) units: f64,
}

impl Service {
    /// Starts it without limits.
    pub(crate) fn start(program: &Path, url: &str, database: Vec<u32>) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"]);
        command.args(["--database-url", url, "--bot-pause-ms", "0", "--webhooks", "any"]);
        for limit in [
            "CREATIONS_PER_MINUTE",
            "CREATIONS_PER_DAY",
            "CHANGES_PER_MINUTE",
            "MOVES_PER_MINUTE",
            "READS_PER_MINUTE",
            "RECORDS_PER_MINUTE",
            "EXPORTS_PER_MINUTE",
            "STREAMS_PER_MINUTE",
            "BOT_GAMES",
            "COMPUTE_SECONDS_PER_HOUR",
        ] {
            command.env(format!("REGICIDE_{limit}"), "0");
        }
        command.env("REGICIDE_DAILY_DIFFICULTY", "off");
        command.env("REGICIDE_LOG_INTERVAL_SECONDS", "1");
        // Publishing a day would search its deals at the first request.
        command.env("REGICIDE_SOLVER_NODES", "0");
        // The worst case is a game that is not in the cache.
        command.env("REGICIDE_CACHE_MIB", "0");
        let mut process = command.stderr(Stdio::piped()).spawn()?;
        let log = process.stderr.take().ok_or_else(|| Error::other("no log"))?;
        let mut addresses = BufReader::new(log).lines().map_while(Result::ok).filter_map(|line| {
            let (_, rest) = line.split_once("address=")?;
            rest.split_whitespace().next()?.parse::<SocketAddr>().ok()
        });
        let mut next = || addresses.next().ok_or_else(|| Error::other("the service did not start"));
        let (api, figures) = (Connection::open(next()?)?, next()?);
        Ok(Self { process, api, figures, database })
    }

    pub(crate) fn send(&mut self, request: &Request) -> Result<Answer> {
        self.api.send(request)
    }

    /// The JSON that a request is answered with.
    pub(crate) fn json(&mut self, line: &str, token: Option<&str>, body: Option<Value>) -> Result<Value> {
        let (token, body) = (token.map(str::to_owned), body.map(|body| body.to_string()));
        let answer = self.send(&Request { line: line.to_owned(), token, body, tag: None })?;
        if answer.status >= 300 {
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            return Err(Error::other(format!("{line}: {} {text}", answer.status)));
        }
        serde_json::from_slice(&answer.body).map_err(Error::other)
    }

    pub(crate) fn used(&mut self) -> Result<Used> {
        let request = Request { line: "GET /metrics".to_owned(), ..Request::default() };
        let text = Connection::open(self.figures)?.send(&request)?.body;
        let text = String::from_utf8_lossy(&text);
        let charged = text.lines().filter(|line| line.starts_with("regicide_budget_units_total{"));
        let units = charged.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum();
        let database = self.database.iter().map(|process| with_children(*process).unwrap_or(0)).sum();
        Ok(Used { ticks: ticks(self.process.id())?, database, units })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The processor time of a process, and of its children that have ended.
fn ticks(process: u32) -> Result<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    Ok(fields.skip(11).take(4).filter_map(|ticks| ticks.parse::<u64>().ok()).sum())
}

/// The same with the children that go on, as the processes of Postgres.
fn with_children(process: u32) -> Result<u64> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"))?;
    let children = children.split_whitespace().filter_map(|child| child.parse().ok());
    Ok(ticks(process)? + children.map(|child| ticks(child).unwrap_or(0)).sum::<u64>())
}
