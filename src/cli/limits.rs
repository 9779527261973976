//! Limits on clients: budgets, connections and times.

use std::time::Duration;

use clap::Args;

use crate::api::{Allowances, HttpTimeouts};

const USUAL: Allowances = Allowances::STANDARD;
const WAITS: HttpTimeouts = HttpTimeouts::STANDARD;

/// Limits on clients.
#[derive(Args, Clone, Debug)]
pub(super) struct Limits {
    /// Games, players, challenges, seats, attempts and invitations that one
    /// address, or one token, may make a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_CREATIONS_PER_MINUTE", value_name = "N", default_value_t = USUAL.creations_per_minute)]
    creations_per_minute: u32,
    /// The same and imported records for one address a day; 0 for no limit
    #[arg(long, env = "REGICIDE_CREATIONS_PER_DAY", value_name = "N", default_value_t = USUAL.creations_per_day)]
    creations_per_day: u32,
    /// Changes, such as of names and tokens, that one address, or one token,
    /// may make a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_CHANGES_PER_MINUTE", value_name = "N", default_value_t = USUAL.changes_per_minute)]
    changes_per_minute: u32,
    /// Moves that one address, or one token, may make a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_MOVES_PER_MINUTE", value_name = "N", default_value_t = USUAL.moves_per_minute)]
    moves_per_minute: u32,
    /// Requests that only read, of one address or one token a minute; 0 for no
    /// limit. Each 64 KiB of an answer count as one more
    #[arg(long, env = "REGICIDE_READS_PER_MINUTE", value_name = "N", default_value_t = USUAL.reads_per_minute)]
    reads_per_minute: u32,
    /// Records that one address, or one token, may verify or import a minute;
    /// 0 for no limit. Each 64 KiB of a record count as one more
    #[arg(long, env = "REGICIDE_RECORDS_PER_MINUTE", value_name = "N", default_value_t = USUAL.records_per_minute)]
    records_per_minute: u32,
    /// Exports that one address, or one token, may begin a minute; 0 for no
    /// limit. Each 64 KiB of an export count as one more
    #[arg(long, env = "REGICIDE_EXPORTS_PER_MINUTE", value_name = "N", default_value_t = USUAL.exports_per_minute)]
    exports_per_minute: u32,
    /// Streams of events, and pages of them, that one address, or one token,
    /// may open a minute; 0 for no limit. Each 64 KiB that are read count as one
    /// more
    #[arg(long, env = "REGICIDE_STREAMS_PER_MINUTE", value_name = "N", default_value_t = USUAL.streams_per_minute)]
    streams_per_minute: u32,
    /// Seconds of a processor an hour for house bots, analyses and deals that can
    /// be won, for one address, or one token; 0 for no limit
    #[arg(long, env = "REGICIDE_COMPUTE_SECONDS_PER_HOUR", value_name = "SECONDS", default_value_t = USUAL.compute_seconds_per_hour)]
    compute_seconds_per_hour: u32,
    /// Games with house bots of one address, or one player, that may go on at a
    /// time; 0 for no limit
    #[arg(long, env = "REGICIDE_BOT_GAMES", value_name = "N", default_value_t = USUAL.bot_games)]
    bot_games: u32,
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
    pub(super) const fn allowances(&self) -> Allowances {
        Allowances {
            creations_per_minute: self.creations_per_minute,
            creations_per_day: self.creations_per_day,
            changes_per_minute: self.changes_per_minute,
            moves_per_minute: self.moves_per_minute,
            reads_per_minute: self.reads_per_minute,
            records_per_minute: self.records_per_minute,
            exports_per_minute: self.exports_per_minute,
            streams_per_minute: self.streams_per_minute,
            compute_seconds_per_hour: self.compute_seconds_per_hour,
            bot_games: self.bot_games,
        }
    }

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
