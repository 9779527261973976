//! Limits on clients: budgets, connections and times.

use std::time::Duration;

use clap::Args;

use crate::api::{Allowances, HttpTimeouts};

const WAITS: HttpTimeouts = HttpTimeouts::STANDARD;

/// Limits on clients.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits on clients")]
pub(super) struct Limits {
    #[command(flatten)]
    pub(super) allowances: Allowances,
    /// Connections of all clients; 0 for no limit
    #[arg(long, env = "REGICIDE_CLIENT_CONNECTIONS", value_name = "N", default_value_t = 4096)]
    pub(super) client_connections: usize,
    /// Connections of one address; 0 for no limit
    #[arg(long, env = "REGICIDE_CONNECTIONS_PER_ADDRESS", value_name = "N", default_value_t = 256)]
    pub(super) connections_per_address: usize,
    /// Seconds for the headers of a request to arrive
    #[arg(long, env = "REGICIDE_HEAD_SECONDS", value_name = "SECONDS", default_value_t = WAITS.head.as_secs())]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    head_seconds: u64,
    /// Seconds for the body of a request to arrive
    #[arg(long, env = "REGICIDE_BODY_SECONDS", value_name = "SECONDS", default_value_t = WAITS.body.as_secs())]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    body_seconds: u64,
    /// Seconds for an answer to be computed
    #[arg(long, env = "REGICIDE_ANSWER_SECONDS", value_name = "SECONDS", default_value_t = WAITS.answer.as_secs())]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    answer_seconds: u64,
    /// Seconds in which a client has to read at least 16 KiB of an answer that waits
    /// for it
    #[arg(long, env = "REGICIDE_WRITE_SECONDS", value_name = "SECONDS", default_value_t = WAITS.write.as_secs())]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    write_seconds: u64,
    /// Seconds that a connection stays open without a request
    #[arg(long, env = "REGICIDE_IDLE_SECONDS", value_name = "SECONDS", default_value_t = WAITS.idle.as_secs())]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    idle_seconds: u64,
}

impl Limits {
    pub(super) const fn timeouts(&self) -> HttpTimeouts {
        HttpTimeouts {
            head: Duration::from_secs(self.head_seconds),
            body: Duration::from_secs(self.body_seconds),
            answer: Duration::from_secs(self.answer_seconds),
            write: Duration::from_secs(self.write_seconds),
            idle: Duration::from_secs(self.idle_seconds),
        }
    }
}
