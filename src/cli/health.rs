//! `regicide health`: requests the readiness or the liveness of a running service.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::str::FromStr;
use std::time::{Duration, Instant};

use actix_web::http::Uri;
use clap::Args;
use regicide_engine::engine::Message;
use regicide_offline::failures::{Failure, reason};
use regicide_offline::output::Output;
use serde_json::json;

use super::arguments::address;

/// Check that a running service is ready (`/readyz`) or live (`/healthz`)
///
/// Exit status 1 if it is not, or if it does not answer. A health check that restarts the
/// service should use `--live`: a restart does not mend a database that is away.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  regicide health
  regicide health --live http://127.0.0.1:8080
  regicide health --json localhost:8080")]
pub(super) struct Health {
    /// Host and port of the service, or its URL (`http`)
    #[arg(env = "REGICIDE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    service: Target,
    /// Check that the process answers, whatever the state of its database
    #[arg(long)]
    live: bool,
}

/// The address of a service.
#[derive(Clone, Debug)]
struct Target {
    address: SocketAddr,
    /// The host and the port as they are written.
    host: String,
    /// The path before that of the check.
    path: String,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !text.contains("://") {
            return Ok(Self { address: address(text)?, host: text.to_owned(), path: String::new() });
        }
        let uri: Uri = text.parse().map_err(|_| "a URL is written like http://127.0.0.1:8080".to_owned())?;
        if uri.scheme_str() != Some("http") {
            return Err("only http is supported: name the service itself, not a proxy".to_owned());
        }
        let host = uri.host().unwrap_or_default();
        let host = format!("{host}:{}", uri.port_u16().unwrap_or(80));
        Ok(Self { address: address(&host)?, host, path: uri.path().trim_end_matches('/').to_owned() })
    }
}

/// Longer than the service waits for its database.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The most bytes of an answer that are read.
const MAX_ANSWER: usize = 1 << 16;

impl Health {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let (check, path) = if self.live { ("live", "/healthz") } else { ("ready", "/readyz") };
        let (holds, answer) = match self.service.request(path) {
            Ok(answer) => {
                let status = answer.split(' ').nth(1).unwrap_or_default();
                (status == "200", answer.rsplit("\r\n").next().unwrap_or_default().to_owned())
            }
            Err(error) => (false, out.text(&reason(&error))),
        };
        if !holds {
            out.record_failure();
        }
        let address = self.service.address.to_string();
        let message = match (self.live, holds) {
            (true, true) => Message::new("command-live"),
            (true, false) => Message::new("command-not-live"),
            (false, true) => Message::new("command-ready"),
            (false, false) => Message::new("command-not-ready"),
        };
        let message = message.with("address", address.as_str()).with("answer", answer.as_str());
        Ok(out.report(&json!({ check: holds, "address": address, "answer": answer }), &message)?)
    }
}

impl Target {
    /// The whole raw answer to a request for a path. HTTP/1.0, so that the service
    /// closes the connection after it.
    fn request(&self, check: &str) -> io::Result<String> {
        let ends = Instant::now() + TIMEOUT;
        let mut stream = TcpStream::connect_timeout(&self.address, TIMEOUT)?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        let Self { host, path, .. } = self;
        stream.write_all(format!("GET {path}{check} HTTP/1.0\r\nHost: {host}\r\n\r\n").as_bytes())?;
        let mut answer = Vec::new();
        let mut chunk = [0; 4096];
        while answer.len() < MAX_ANSWER {
            // The deadline is for the whole answer, not for each byte of it.
            let left = ends.saturating_duration_since(Instant::now());
            stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
            match stream.read(&mut chunk)? {
                0 => break,
                length => answer.extend_from_slice(&chunk[..length]),
            }
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        String::from_utf8(answer).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}
