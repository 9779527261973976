//! Metrics for Prometheus, on a separate address.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use prometheus::{
    CounterVec, Encoder, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry,
    TextEncoder,
};

use crate::service::{BotOutcome, Reply, Service};
use crate::store::corrupt_rows;

/// The metrics of the service.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    /// Units that requests were charged, by the kind of their budget.
    pub(crate) units: CounterVec,
    /// Games created, forks and imports included.
    games_created: IntCounter,
    /// Moves stored.
    pub(crate) moves: IntCounter,
    /// Moves that house bots made at this instance.
    bot_moves: IntCounter,
    /// Turns in which another choice was made for a house bot.
    bot_fallbacks: IntCounter,
    /// Turns in which a house bot could not move.
    bot_failures: IntCounter,
    bot_turns_waiting: IntGauge,
    /// Stored rows that could not be read.
    corrupt_rows: IntGauge,
    /// Readers of events.
    event_readers: IntGauge,
    /// Connections of clients that are open.
    pub(crate) connections: IntGauge,
    /// Connections that were refused because of a limit.
    pub(crate) connections_refused: IntCounter,
}

impl Metrics {
    /// Counts a created game, unless the request is a repeated
    /// one.
    pub(crate) fn count_game(&self, reply: &Reply) {
        if !reply.repeated {
            self.games_created.inc();
        }
    }

    /// Counts what came of a house bot's turn.
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
    pub(crate) fn count_reader(&self) -> CountedReader {
        self.event_readers.inc();
        CountedReader(self.event_readers.clone())
    }

    /// Metrics with the value zero.
    ///
    /// # Panics
    /// Never: the names are valid constants.
    #[must_use]
    pub fn new() -> Self {
        let labels = &["method", "route", "status"];
        let requests = Opts::new("regicide_http_requests_total", "Requests answered");
        let durations = HistogramOpts::new("regicide_http_request_duration_seconds", "Time to an answer")
            .buckets(vec![0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5]);
        let metrics = Self {
            registry: Registry::new(),
            requests: IntCounterVec::new(requests, labels).expect("a good name"),
            durations: HistogramVec::new(durations, &labels[..2]).expect("a good name"),
            units: CounterVec::new(
                Opts::new("regicide_budget_units_total", "Units that requests were charged"),
                &["budget"],
            )
            .expect("a good name"),
            games_created: IntCounter::new("regicide_games_created_total", "Games created, forked, imported")
                .expect("a good name"),
            moves: IntCounter::new("regicide_moves_total", "Moves stored").expect("a good name"),
            bot_moves: IntCounter::new("regicide_bot_moves_total", "Moves that house bots made here")
                .expect("a good name"),
            bot_fallbacks: IntCounter::new(
                "regicide_bot_fallbacks_total",
                "Turns in which the choice of a house bot failed, and another was made",
            )
            .expect("a good name"),
            bot_turns_waiting: IntGauge::new(
                "regicide_bot_turns_waiting",
                "Turns of house bots that wait for a thread of this instance",
            )
            .expect("a good name"),
            bot_failures: IntCounter::new(
                "regicide_bot_failures_total",
                "Turns in which a house bot could not move",
            )
            .expect("a good name"),
            corrupt_rows: IntGauge::new(
                "regicide_corrupt_rows",
                "Different stored rows that could not be read",
            )
            .expect("a good name"),
            event_readers: IntGauge::new("regicide_event_readers", "Readers of events at the moment")
                .expect("a good name"),
            connections: IntGauge::new("regicide_http_connections", "Connections of clients that are open")
                .expect("a good name"),
            connections_refused: IntCounter::new(
                "regicide_http_connections_refused_total",
                "Connections refused because there were too many",
            )
            .expect("a good name"),
        };
        let collectors: [Box<dyn prometheus::core::Collector>; 13] = [
            Box::new(metrics.requests.clone()),
            Box::new(metrics.durations.clone()),
            Box::new(metrics.units.clone()),
            Box::new(metrics.games_created.clone()),
            Box::new(metrics.moves.clone()),
            Box::new(metrics.bot_moves.clone()),
            Box::new(metrics.bot_fallbacks.clone()),
            Box::new(metrics.bot_failures.clone()),
            Box::new(metrics.bot_turns_waiting.clone()),
            Box::new(metrics.corrupt_rows.clone()),
            Box::new(metrics.event_readers.clone()),
            Box::new(metrics.connections.clone()),
            Box::new(metrics.connections_refused.clone()),
        ];
        for collector in collectors {
            metrics.registry.register(collector).expect("each is registered once");
        }
        metrics
    }

    /// The metrics in Prometheus' text format.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    #[must_use]
    pub fn text(&self) -> String {
        self.corrupt_rows.set(i64::try_from(corrupt_rows()).unwrap_or(i64::MAX));
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text).expect("memory takes every byte");
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// A reader of events who is counted.
pub(crate) struct CountedReader(IntGauge);

impl Drop for CountedReader {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

/// The label of a method. Clients may send any token as a method, and every label
/// value takes memory permanently.
fn label(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

/// Counts and times a request by the route's pattern, not the path:
/// there are as many paths as games.
pub(crate) async fn observe<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let metrics = request.app_data::<Data<Metrics>>().cloned();
    let method = label(request.method());
    let begun = Instant::now();
    let response = next.call(request).await?;
    if let Some(metrics) = metrics {
        let request = response.request();
        let route = request.match_pattern().unwrap_or_else(|| "other".to_owned());
        let status = response.status();
        metrics.requests.with_label_values(&[method, &route, status.as_str()]).inc();
        metrics.durations.with_label_values(&[method, &route]).observe(begun.elapsed().as_secs_f64());
    }
    Ok(response)
}

/// `GET /metrics`.
pub(crate) async fn metrics(metrics: Data<Metrics>, service: Data<Service>) -> HttpResponse {
    metrics.bot_turns_waiting.set(i64::try_from(service.waiting_bot_turns()).unwrap_or(i64::MAX));
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(metrics.text())
}
