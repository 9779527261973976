//! Metrics for Prometheus, on a separate address.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::StatusCode;
use parking_lot::Mutex;
use prometheus::core::Collector;
#[cfg(target_os = "linux")]
use prometheus::process_collector::ProcessCollector;
use prometheus::{
    CounterVec, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts,
    Registry, TextEncoder,
};
use regicide_system::running_task::panics;

use super::{Api, is_ready};
use crate::COMMIT;
use crate::service::auth::Reply;
use crate::service::bots::BotOutcome;
use crate::service::tlog::{TlogInfo, WitnessInfo};
use regicide_store::corrupt_rows;

/// The buckets of durations: upper limits in seconds.
const DURATIONS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// Held while the metrics are collected for a request.
    scrape: Arc<Mutex<()>>,
    requests: IntCounterVec,
    durations: HistogramVec,
    pub(crate) units: CounterVec,
    games_created: IntCounter,
    pub(crate) moves: IntCounter,
    bot_moves: IntCounter,
    bot_fallbacks: IntCounter,
    bot_failures: IntCounter,
    bot_turns_waiting: IntGauge,
    webhook_deliveries_waiting: IntGauge,
    corrupt_rows: IntGauge,
    panics: IntCounterVec,
    event_readers: IntGauge,
    connections: IntGauge,
    pub(crate) connections_refused: IntCounter,
    ready: IntGauge,
    database_connections: IntGaugeVec,
    database_connections_limit: IntGaugeVec,
    database_server_up: IntGaugeVec,
    log_entries: IntGauge,
    log_checkpoint: IntGauge,
    log_complete: IntGauge,
    log_refused: IntGauge,
    witness_entries: IntGaugeVec,
}

impl Metrics {
    /// Counts a created game, unless the request is a repetition.
    pub(crate) fn count_game(&self, reply: &Reply) {
        if !reply.repeated {
            self.games_created.inc();
        }
    }

    /// Counts an answered request, and the time to its answer.
    pub(crate) fn count_request(&self, method: &str, route: &str, status: StatusCode, time: Duration) {
        self.requests.with_label_values(&[method, route, status.as_str()]).inc();
        self.durations.with_label_values(&[method, route]).observe(time.as_secs_f64());
    }

    /// Counts a request that could not be read.
    pub(crate) fn count_malformed(&self, status: StatusCode) {
        self.requests.with_label_values(&["other", "other", status.as_str()]).inc();
    }

    pub(crate) fn count_bot_turn(&self, outcome: BotOutcome) {
        match outcome {
            BotOutcome::Moved => self.count_bot_move(),
            BotOutcome::MovedOtherwise => {
                self.count_bot_move();
                self.bot_fallbacks.inc();
            }
            BotOutcome::Failed => self.bot_failures.inc(),
        }
    }

    fn count_bot_move(&self) {
        self.moves.inc();
        self.bot_moves.inc();
    }

    /// Counts a reader of events until the value is dropped.
    pub(crate) fn count_reader(&self) -> Counted {
        Counted::new(&self.event_readers)
    }

    /// Counts a connection of a client until the value is dropped.
    pub(crate) fn count_connection(&self) -> Counted {
        Counted::new(&self.connections)
    }

    /// The current metrics, in the text format of Prometheus.
    pub(crate) async fn text(&self, api: &Api) -> String {
        let is_ready = is_ready(api).await;
        let log = if is_ready { api.service.tlog.info().await.ok() } else { None };
        let _one_at_a_time = self.scrape.lock();
        self.ready.set(i64::from(is_ready));
        self.update(api, log);
        let text = TextEncoder::new().encode_to_string(&self.registry.gather());
        text.expect("memory takes every byte")
    }

    /// Updates the metrics that are read only on a request for them.
    fn update(&self, api: &Api, log: Option<TlogInfo>) {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.bot_turns_waiting.set(number(api.service.bots.waiting_turns()));
        self.webhook_deliveries_waiting.set(number(api.service.webhooks.waiting_deliveries()));
        self.corrupt_rows.set(i64::try_from(corrupt_rows()).unwrap_or(i64::MAX));
        for (task, count) in panics() {
            let counter = self.panics.with_label_values(&[task]);
            counter.inc_by(count.saturating_sub(counter.get()));
        }
        if let Some(TlogInfo { size, signed_at: Some(signed_at), witnesses, .. }) = log {
            let entries = |size: u64| i64::try_from(size).unwrap_or(i64::MAX);
            self.log_entries.set(entries(size));
            self.log_checkpoint.set(signed_at.timestamp());
            for WitnessInfo { name, size, .. } in witnesses {
                self.witness_entries.with_label_values(&[&name]).set(entries(size.unwrap_or(0)));
            }
        }
        if let Some(complete_at) = api.service.tlog.complete_at() {
            self.log_complete.set(complete_at.timestamp());
        }
        self.log_refused.set(i64::from(api.service.tlog.refusal().is_some()));
        for pool in api.service.core.database_pools() {
            self.database_connections.with_label_values(&[pool.name]).set(number(pool.used));
            self.database_connections_limit.with_label_values(&[pool.name]).set(number(pool.limit));
        }
        self.database_server_up.reset();
        for server in api.service.core.database_servers() {
            let name = format!("{}:{}", server.host, server.port);
            self.database_server_up.with_label_values(&[name]).set(i64::from(server.is_available));
        }
    }

    /// All metrics. A new one needs a field and a line here; a test compares its row in
    /// docs/reference/metrics.md with this.
    fn registered(to: &mut Metered) -> prometheus::Result<Self> {
        let build = to.add(IntGaugeVec::new(
            named("build_info", "The program that runs; always 1"),
            &["version", "commit"],
        ))?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION"), COMMIT.unwrap_or_default()]).set(1);
        #[cfg(target_os = "linux")]
        to.register(ProcessCollector::for_self())?;
        Ok(Self {
            ready: to.gauge("ready", "1 if the instance can work, as in `/readyz`; otherwise 0")?,
            requests: to.add(IntCounterVec::new(
                named("http_requests_total", "Requests answered"),
                &["method", "route", "status"],
            ))?,
            durations: to.add(HistogramVec::new(
                HistogramOpts::from(named(
                    "http_request_duration_seconds",
                    "Time to an answer, of a stream to its beginning",
                ))
                .buckets(DURATIONS.to_vec()),
                &["method", "route"],
            ))?,
            connections: to.gauge("http_connections", "Connections of clients that are open")?,
            connections_refused: to.counter(
                "http_connections_refused_total",
                "Connections refused because there were too many",
            )?,
            units: to.add(CounterVec::new(
                named("budget_units_total", "Units that requests were charged"),
                &["budget"],
            ))?,
            event_readers: to.gauge("event_readers", "Streams and waiting requests at the moment")?,
            database_connections: to.add(IntGaugeVec::new(
                named("database_connections", "Connections to the database in use at the moment"),
                &["pool"],
            ))?,
            database_connections_limit: to.add(IntGaugeVec::new(
                named("database_connections_limit", "Connections to the database that may be in use"),
                &["pool"],
            ))?,
            database_server_up: to.add(IntGaugeVec::new(
                named(
                    "database_server_up",
                    "1 if a server of a cluster responds to this instance; otherwise 0",
                ),
                &["server"],
            ))?,
            corrupt_rows: to.gauge("corrupt_rows", "Different stored rows that could not be read")?,
            panics: to.add(IntCounterVec::new(
                named("panics_total", "Panics in requests and in tasks of the background"),
                &["task"],
            ))?,
            games_created: to.counter("games_created_total", "Games created, forked, imported")?,
            moves: to.counter("moves_total", "Moves stored")?,
            bot_moves: to.counter("bot_moves_total", "Moves that house bots made here")?,
            bot_fallbacks: to.counter(
                "bot_fallbacks_total",
                "Turns in which the choice of a house bot failed, and another was made",
            )?,
            bot_failures: to.counter("bot_failures_total", "Turns in which a house bot could not move")?,
            bot_turns_waiting: to
                .gauge("bot_turns_waiting", "Turns of house bots that wait for a thread of this instance")?,
            webhook_deliveries_waiting: to.gauge(
                "webhook_deliveries_waiting",
                "Messages to webhooks that wait for a permit of this instance",
            )?,
            log_entries: to.gauge("transparency_log_entries", "Entries of the last checkpoint")?,
            log_checkpoint: to.gauge(
                "transparency_log_checkpoint_timestamp_seconds",
                "When that was signed, in seconds since 1970",
            )?,
            log_complete: to.gauge(
                "transparency_log_complete_timestamp_seconds",
                "When every finished game and every challenge was last in the log, in seconds since 1970",
            )?,
            log_refused: to.gauge(
                "transparency_log_refused",
                "1 if this instance refuses to sign checkpoints; otherwise 0",
            )?,
            witness_entries: to.add(IntGaugeVec::new(
                named(
                    "transparency_log_witness_entries",
                    "Entries of the last checkpoint that a witness has signed",
                ),
                &["witness"],
            ))?,
            registry: to.registry.clone(),
            scrape: Arc::default(),
        })
    }
}

/// The registry of the metrics.
#[derive(Default)]
struct Metered {
    registry: Registry,
    /// The row of each metric in the documentation.
    #[cfg(test)]
    documented: Vec<String>,
}

impl Metered {
    fn add<M: Collector + Clone + 'static>(
        &mut self,
        metric: prometheus::Result<M>,
    ) -> prometheus::Result<M> {
        let metric = metric?;
        self.register(metric.clone())?;
        Ok(metric)
    }

    fn register(&mut self, metrics: impl Collector + 'static) -> prometheus::Result<()> {
        #[cfg(test)]
        self.documented.extend(tests::rows(&metrics));
        self.registry.register(Box::new(metrics))
    }

    fn counter(&mut self, name: &str, help: &str) -> prometheus::Result<IntCounter> {
        self.add(IntCounter::with_opts(named(name, help)))
    }

    fn gauge(&mut self, name: &str, help: &str) -> prometheus::Result<IntGauge> {
        self.add(IntGauge::with_opts(named(name, help)))
    }
}

fn named(name: &str, help: &str) -> Opts {
    Opts::new(format!("regicide_{name}"), help)
}

/// A gauge that counts a value until it is dropped.
pub(crate) struct Counted(IntGauge);

impl Counted {
    fn new(gauge: &IntGauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::registered(&mut Metered::default()).expect("names that are valid and differ")
    }
}

#[cfg(test)]
mod tests {
    use prometheus::core::Desc;

    use super::*;

    /// The documentation's rows of metrics.
    pub(super) fn rows(metrics: &impl Collector) -> Vec<String> {
        let (families, described) = (metrics.collect(), metrics.desc());
        assert_eq!(families.len(), described.len(), "each metric is a family");
        let row = |metric: &Desc| {
            let family = families.iter().find(|family| family.name() == metric.fq_name);
            let kind = format!("{:?}", family.unwrap().get_field_type()).to_lowercase();
            let labels: Vec<_> = metric.variable_labels.iter().map(|label| format!("`{label}`")).collect();
            let help = metric.help.trim_end_matches('.');
            format!("| `{}` | {kind} | {} | {help} |", metric.fq_name, labels.join(", "))
        };
        described.into_iter().map(row).collect()
    }

    #[test]
    fn the_page_of_metrics_has_those_that_are_registered() {
        let mut metered = Metered::default();
        Metrics::registered(&mut metered).unwrap();
        let page = include_str!("../../../docs/reference/metrics.md");
        let shown: Vec<_> = page.lines().filter(|line| line.starts_with("| `")).collect();
        assert_eq!(shown, metered.documented, "the rows should be:\n{}\n", metered.documented.join("\n"));
    }
}
