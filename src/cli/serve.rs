//! `regicide serve`: the HTTP service.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::api::{Config, Proxy, Server};
use crate::cli::Database;
use crate::cli::daily::{Bytes, Daily, read_bytes};
use crate::service::{OsEntropy, Settings, SystemClock};

/// Serve the HTTP API until SIGTERM or SIGINT. Requests that have begun are
/// answered to their end.
#[derive(Args, Clone, Debug)]
pub(super) struct Serve {
    #[command(flatten)]
    database: Database,
    /// Address and port of the API; port 0 takes a free one
    #[arg(long, env = "REGICIDE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Address and port of `/metrics` for Prometheus; none if empty
    #[arg(long, env = "REGICIDE_METRICS_LISTEN", value_name = "ADDRESS", default_value = "")]
    metrics_listen: String,
    /// Threads that answer requests [default: one a core]
    #[arg(long, env = "REGICIDE_WORKERS", value_name = "N")]
    workers: Option<std::num::NonZeroUsize>,
    /// Where people reach the service, for links in records, such as
    /// `https://regicide.example`
    #[arg(long, env = "REGICIDE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Web origins that may use the API, separated by commas [default: all]
    #[arg(long, env = "REGICIDE_ALLOWED_ORIGINS", value_name = "ORIGINS", value_delimiter = ',')]
    allowed_origins: Vec<String>,
    /// Believe the last address in `X-Forwarded-For`: only behind a proxy that
    /// sets it
    #[arg(long, env = "REGICIDE_TRUST_PROXY", value_parser = clap::builder::FalseyValueParser::new())]
    trust_proxy: bool,
    /// Games, players and challenges that one address may create, join, begin
    /// or fork a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_CREATIONS_PER_MINUTE", value_name = "N", default_value_t = 60)]
    creations_per_minute: u32,
    /// Records that one address may verify or import a minute; 0 for no limit
    #[arg(long, env = "REGICIDE_RECORDS_PER_MINUTE", value_name = "N", default_value_t = 60)]
    records_per_minute: u32,
    /// Days without a move after which a new game counts as abandoned
    #[arg(long, env = "REGICIDE_ABANDON_AFTER_DAYS", value_name = "DAYS", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    abandon_after_days: u32,
    #[command(flatten)]
    daily: Daily,
    /// The SHA-256 of the operator's token in hex; no operator over HTTP if
    /// there is none
    #[arg(long = "operator-token-sha256", env = "REGICIDE_OPERATOR_TOKEN_SHA256", value_name = "HEX")]
    #[arg(value_parser = read_bytes, default_value = "", hide_default_value = true)]
    operator: Bytes,
    /// Memory for games that are kept between requests, in MiB; 0 keeps none
    #[arg(long, env = "REGICIDE_KEPT_MIB", value_name = "MIB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    kept_mib: u32,
    /// Seconds that requests may take to end when the service stops
    #[arg(long, env = "REGICIDE_GRACE_SECONDS", value_name = "SECONDS", default_value_t = 30)]
    grace_seconds: u64,
    /// How logs are written; `RUST_LOG` says which
    #[arg(long, env = "REGICIDE_LOG_FORMAT", value_name = "FORMAT", default_value = "human")]
    log_format: LogFormat,
}

/// How logs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// For people.
    Human,
    /// One JSON object a line, for machines.
    Json,
}

impl Serve {
    /// Serves until the process is told to stop.
    ///
    /// # Errors
    /// What kept the service from starting or running.
    pub(super) async fn run(self) -> Result<(), Box<dyn std::error::Error>> {
        start_logging(self.log_format);
        let config = self.config()?;
        let store = self.database.connect().await?;
        store.migrate().await?;
        let server = Server::build(&config, store, Arc::new(SystemClock), Arc::new(OsEntropy))?;
        let address = server.address();
        tracing::info!(%address, docs = %format!("http://{address}/docs/"), "listening");
        if let Some(address) = server.metrics_address() {
            tracing::info!(%address, "metrics");
        }
        server.run().await?;
        tracing::info!("stopped");
        Ok(())
    }

    fn config(&self) -> Result<Config, std::net::AddrParseError> {
        let metrics = Some(self.metrics_listen.as_str()).filter(|address| !address.is_empty());
        Ok(Config {
            listen: self.listen,
            metrics_listen: metrics.map(str::parse).transpose()?,
            workers: self.workers.map(usize::from),
            allowed_origins: self.allowed_origins.clone(),
            proxy: if self.trust_proxy { Proxy::Trusted } else { Proxy::None },
            creations_per_minute: self.creations_per_minute,
            records_per_minute: self.records_per_minute,
            grace: Duration::from_secs(self.grace_seconds),
            settings: self.daily.settings(Settings {
                abandon_after: self.abandon_after_days * 86_400,
                kept_bytes: u64::from(self.kept_mib) << 20,
                public_url: self.public_url.as_ref().map(|url| url.trim_end_matches('/').to_owned()),
                operator: self.operator.0,
                ..Settings::default()
            }),
        })
    }
}

/// What is told stands with the request that it is about; each answer is told
/// at the level `debug`.
fn start_logging(format: LogFormat) {
    use tracing_subscriber::EnvFilter;

    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Human => subscriber.init(),
        LogFormat::Json => subscriber.json().flatten_event(true).init(),
    }
}
