//! `regicide health`: asking a running service whether it is ready.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::Failure;
use super::arguments::address;
use super::output::Output;

/// Ask a running service whether it is ready (`/readyz`)
///
/// Exit status 1 if it is not, or if it does not answer: for containers
/// and their health checks.
#[derive(Args, Debug)]
pub(super) struct Health {
    /// Host and port of the service
    #[arg(env = "REGICIDE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    #[arg(id = "service", value_parser = address)]
    address: SocketAddr,
}

/// Longer than the service waits for its database.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The most bytes of an answer that are read.
const MAX_ANSWER: u64 = 1 << 16;

impl Health {
    pub(super) fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let answer = ask(self.address);
        let (is_ready, told) = match &answer {
            Ok(answer) => {
                let status = answer.split(' ').nth(1).unwrap_or_default();
                (status == "200", answer.rsplit("\r\n").next().unwrap_or_default().to_owned())
            }
            Err(error) => (false, error.to_string()),
        };
        if !is_ready {
            out.record_failure();
        }
        let address = self.address.to_string();
        let text = if is_ready { "ready".to_owned() } else { format!("not ready: {told}") };
        Ok(out.result(&json!({ "ready": is_ready, "address": address, "answer": told }), text)?)
    }
}

/// The whole raw answer to a request. HTTP/1.0, so that the service
/// closes the connection after it.
fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(format!("GET /readyz HTTP/1.0\r\nHost: {address}\r\n\r\n").as_bytes())?;
    let mut answer = String::new();
    stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
    Ok(answer)
}
