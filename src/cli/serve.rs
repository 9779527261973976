//! `regicide serve`: the HTTP service.

use std::env;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use regicide_engine::engine::Message;
use regicide_offline::failures::{Failure, reason};
use regicide_offline::output::Output;
use regicide_system::causes::causes;
use regicide_system::entropy::OsEntropy;

use super::arguments::{Bytes, GivenAddress, address, bytes, given, given_address, origin, public_url};
use super::daily::Daily;
use super::database::{CLOSING, Database};
use super::limits::Limits;
use super::log_keeping::LogKeeping;
use super::open_files::{self, Needs};
use crate::api::{Config, ListenError, Networks, Server, WebClient};
use crate::service::runtime::SystemClock;
use crate::service::settings::{Chooser, Settings, WebhookReceivers};

/// Serve the HTTP API until SIGTERM or SIGINT. Running requests are
/// completed.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  regicide serve
  regicide serve --listen 0.0.0.0:8080 --public-url https://regicide.example
  DATABASE_URL=postgres://localhost/regicide regicide serve --log-format json")]
pub(super) struct Serve {
    #[command(flatten)]
    database: Database,
    /// Host and port of the API; port 0 takes a free one
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    #[arg(value_parser = address)]
    listen: SocketAddr,
    /// Host and port of `/metrics` for Prometheus; none if empty
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_METRICS_LISTEN", value_name = "ADDRESS", default_value = "")]
    #[arg(hide_default_value = true, value_parser = given_address)]
    metrics_listen: GivenAddress,
    /// Threads that answer requests [default: one a core]
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_WORKERS", value_name = "N")]
    workers: Option<std::num::NonZeroUsize>,
    /// The public URL of the service, such as `https://regicide.example`: the
    /// `type` of problems begins with it. A service that listens on a loopback
    /// address answers for this host, and otherwise for local ones only
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// The URL of the pages that links lead people to, in texts to share,
    /// webhooks, records and previews, where a front end of your own has the
    /// addresses of the web client [default: the public URL]
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_PAGES_URL", value_name = "URL", value_parser = public_url)]
    pages_url: Option<String>,
    /// Web origins whose pages may use the API besides the service's own,
    /// separated by commas; `*` for all [default: all; on a loopback address
    /// local ones]
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_ALLOWED_ORIGINS", value_name = "ORIGINS", value_delimiter = ',')]
    #[arg(value_parser = origin)]
    allowed_origins: Vec<String>,
    /// Networks of proxies that name the client in `Forwarded` or
    /// `X-Forwarded-For`, separated by commas, such as `127.0.0.1,10.0.0.0/8`
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_TRUSTED_PROXIES", value_name = "NETWORKS", default_value = "")]
    #[arg(hide_default_value = true)]
    trusted_proxies: Networks,
    /// The web client at `/`: `on`, `off`, or a folder with another one, whose
    /// files have at most 4 MiB each
    #[arg(help_heading = "HTTP")]
    #[arg(long, env = "REGICIDE_WEB", value_name = "on|off|DIR", default_value = "on")]
    web: WebClient,
    #[command(flatten)]
    limits: Limits,
    /// Days without a move after which a new game counts as abandoned
    #[arg(help_heading = "Games")]
    #[arg(long, env = "REGICIDE_ABANDON_AFTER_DAYS", value_name = "DAYS", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    abandon_after_days: u32,
    /// Minimum age of a player, in hours, for challenges made with the player's
    /// token to be listed
    #[arg(help_heading = "Games")]
    #[arg(long, env = "REGICIDE_LISTING_AGE_HOURS", value_name = "HOURS", default_value_t = 24)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=8784))]
    listing_age_hours: u32,
    #[command(flatten)]
    daily: Daily,
    #[command(flatten)]
    log: LogKeeping,
    /// The SHA-256 of the operator's token in hex; no operator over HTTP
    /// without it
    #[arg(help_heading = "Operation")]
    #[arg(long = "operator-token-sha256", env = "REGICIDE_OPERATOR_TOKEN_SHA256", value_name = "HEX")]
    #[arg(value_parser = bytes, default_value = "", hide_default_value = true)]
    operator: Bytes,
    /// Memory for the cache of games, in MiB; 0 for no cache
    #[arg(help_heading = "Operation")]
    #[arg(long, env = "REGICIDE_CACHE_MIB", value_name = "MIB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    cache_mib: u32,
    /// House bots that this instance moves at the same time, each on a thread of
    /// its own; 0 for none. At least one instance has to move them
    #[arg(help_heading = "Games")]
    #[arg(long, env = "REGICIDE_BOT_THREADS", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=256))]
    bot_threads: u16,
    /// Milliseconds that a house bot waits before it moves, so that people can
    /// follow
    #[arg(help_heading = "Games")]
    #[arg(long, env = "REGICIDE_BOT_PAUSE_MS", value_name = "MS", default_value_t = 700)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=60_000))]
    bot_pause_ms: u64,
    /// The addresses that webhooks may have, or `off` for no webhooks, so that browsers
    /// show notifications only while a page is open; links in their messages begin with
    /// the URL of the pages
    #[arg(help_heading = "Operation")]
    #[arg(long, env = "REGICIDE_WEBHOOKS", value_name = "RECEIVERS", default_value = "off")]
    webhooks: Webhooks,
    /// Threads for long computations: searches and games of bots [default: half
    /// of the cores]
    #[arg(help_heading = "Operation")]
    #[arg(long, env = "REGICIDE_COMPUTE_THREADS", value_name = "N")]
    compute_threads: Option<std::num::NonZeroUsize>,
    /// Seconds that requests may take to end when the service stops
    #[arg(help_heading = "Operation")]
    #[arg(long, env = "REGICIDE_GRACE_SECONDS", value_name = "SECONDS", default_value_t = 30)]
    grace_seconds: u64,
    /// The format of logs; `RUST_LOG` filters them
    #[arg(help_heading = "Operation")]
    #[arg(long, env = "REGICIDE_LOG_FORMAT", value_name = "FORMAT", default_value = "human")]
    log_format: LogFormat,
}

/// The format of logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// For people.
    Human,
    /// One JSON object a line, for machines.
    Json,
}

/// The addresses that webhooks may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Webhooks {
    /// Nothing: there are no webhooks.
    Off,
    /// Public addresses, by HTTPS.
    Https,
    /// Any address, also by HTTP: for a private network.
    Any,
}

impl From<Webhooks> for WebhookReceivers {
    fn from(webhooks: Webhooks) -> Self {
        match webhooks {
            Webhooks::Off => Self::Off,
            Webhooks::Https => Self::Https,
            Webhooks::Any => Self::Any,
        }
    }
}

impl Serve {
    pub(super) async fn run(self, out: &Output) -> Result<(), Failure> {
        start_logging(self.log_format);
        let mut config = self.config()?;
        let needs = Needs {
            clients: config.connections,
            database: self.database.connections,
            workers: config.workers(),
        };
        config.connections = open_files::connections(needs).map_err(|few| out.text(&few))?;
        if config.settings.webhooks != WebhookReceivers::Off && config.settings.pages_url().is_none() {
            tracing::warn!("links in webhooks' messages have no host: REGICIDE_PUBLIC_URL is not set");
        }
        let store = self.database.create(out).await?;
        let server = Server::build(&config, store, Arc::new(SystemClock), Arc::new(OsEntropy));
        let server = server.map_err(|error| out.failure(&not_listening(&error)))?;
        let address = server.address();
        tracing::info!(%address, docs = %format!("http://{address}/docs/"), "listening");
        if let Some(address) = server.metrics_address() {
            tracing::info!(%address, "metrics");
        }
        let (stopping, grace) = (server.stopping(), config.grace);
        actix_web::rt::spawn(async move {
            stopping.await;
            end_after(grace + LAST_ANSWERS);
        });
        server.run().await?;
        tracing::info!("stopped");
        end_after(CLOSING + LAST_STEPS);
        Ok(())
    }

    fn config(&self) -> Result<Config, Failure> {
        let defaults = Settings::default();
        Ok(Config {
            listen: self.listen,
            metrics_listen: self.metrics_listen.0,
            workers: self.workers.map(usize::from),
            allowed_origins: self.allowed_origins.iter().filter_map(|origin| given(Some(origin))).collect(),
            proxies: self.trusted_proxies.clone(),
            allowances: self.limits.allowances,
            connections: self.limits.client_connections,
            connections_per_address: self.limits.connections_per_address,
            timeouts: self.limits.timeouts(),
            grace: Duration::from_secs(self.grace_seconds),
            readiness_age: Duration::from_secs(1),
            web_client: self.web.clone(),
            settings: self.daily.settings(Settings {
                compute_threads: self.compute_threads.unwrap_or(defaults.compute_threads),
                abandon_after: self.abandon_after_days * 86_400,
                cache_bytes: u64::from(self.cache_mib) << 20,
                public_url: given(self.public_url.as_ref()),
                pages_url: given(self.pages_url.as_ref()),
                operator: self.operator.0,
                listing_age_hours: self.listing_age_hours,
                bot_threads: self.bot_threads.into(),
                bot_pause: Duration::from_millis(self.bot_pause_ms),
                chooser: chooser(),
                webhooks: self.webhooks.into(),
                tlog: self.log.settings(self.database.file()),
                maintenance: Some(MAINTENANCE),
                ..defaults
            })?,
        })
    }
}

/// The message about an address that cannot be listened on, with a remedy.
fn not_listening(ListenError { address, error }: &ListenError) -> Message {
    let message = if error.kind() == io::ErrorKind::AddrInUse {
        Message::new("serve-address-in-use")
    } else {
        Message::new("serve-not-listening").with("reason", reason(error))
    };
    message.with("address", address.to_string())
}

/// The interval at which logs of ended games are packed and old keys deleted.
const MAINTENANCE: Duration = Duration::from_hours(1);

/// The time that a stopping service waits for clients to read their answers, beyond the
/// time that its operator gives to requests.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// The time that the process has to end after the service has stopped.
const LAST_STEPS: Duration = Duration::from_secs(1);

/// Ends the process after a time, if it has not ended by then: its runtime waits for
/// computations whose results are no longer needed.
fn end_after(time: Duration) {
    let end = move || {
        std::thread::sleep(time);
        tracing::warn!("something was still computed, and is cut off");
        std::process::exit(0);
    };
    if let Err(error) = std::thread::Builder::new().name("end".to_owned()).spawn(end) {
        tracing::error!(error = %causes(&error), "the process ends when all computations have ended");
    }
}

/// The function that chooses the bots' moves. Tests can replace it by one that never
/// returns.
fn chooser() -> Chooser {
    #[cfg(feature = "test-hooks")]
    if env::var_os("REGICIDE_TEST_ENDLESS_BOTS").is_some() {
        return |_, _, _| {
            tracing::info!("a bot's search does not end");
            loop {
                std::hint::spin_loop();
            }
        };
    }
    regicide_engine::bots::choose
}

/// The target of the HTTP library's lines about connections.
const DISPATCHER: &str = "actix_http::h1::dispatcher";

/// Starts logging. Log lines carry the span of their request; each answer has a line at
/// the level `debug`.
fn start_logging(format: LogFormat) {
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::layer::SubscriberExt as _;
    use tracing_subscriber::util::SubscriberInitExt as _;
    use tracing_subscriber::{fmt, registry};

    let quiet = Targets::new().with_default(LevelFilter::INFO).with_target("sqlx", LevelFilter::WARN);
    let given = env::var("RUST_LOG").ok().and_then(|text| {
        // An empty part would enable errors alone.
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(",").parse().ok()
    });
    let targets: Targets = given.unwrap_or(quiet);
    // The HTTP library reports malformed requests as errors. They are answered, counted
    // and logged by the API.
    let is_named = targets.iter().any(|(target, _)| target.starts_with("actix_http"));
    let targets = if is_named { targets } else { targets.with_target(DISPATCHER, LevelFilter::OFF) };
    let filtered = registry().with(targets);
    let lines = fmt::layer()
        .with_writer(io::stderr)
        // An error while logging cannot be logged.
        .log_internal_errors(false)
        .with_ansi(io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|set| set.is_empty()));
    match format {
        LogFormat::Human => filtered.with(lines).init(),
        LogFormat::Json => filtered.with(lines.json().flatten_event(true)).init(),
    }
}
