//! Metrics for Prometheus, on a separate address.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use prometheus::core::Collector;
use prometheus::{
    CounterVec, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

use crate::api::Api;
use crate::api::routes::table::Route;
use crate::service::{BotOutcome, Reply};
use crate::store::corrupt_rows;

#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    pub(crate) units: CounterVec,
    games_created: IntCounter,
    pub(crate) moves: IntCounter,
    bot_moves: IntCounter,
    bot_fallbacks: IntCounter,
    bot_failures: IntCounter,
    bot_turns_waiting: IntGauge,
    corrupt_rows: IntGauge,
    event_readers: IntGauge,
    connections: IntGauge,
    pub(crate) connections_refused: IntCounter,
}

impl Metrics {
    /// Counts a created game, unless the request is a repeated one.
    pub(crate) fn count_game(&self, reply: &Reply) {
        if !reply.repeated {
            self.games_created.inc();
        }
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

    fn registered(to: Registry) -> prometheus::Result<Self> {
        let labels = &["method", "route", "status"];
        let requests = Opts::new("regicide_http_requests_total", "Requests answered");
        let durations = HistogramOpts::new("regicide_http_request_duration_seconds", "Time to an answer")
            .buckets(vec![0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5]);
        let units = Opts::new("regicide_budget_units_total", "Units that requests were charged");
        Ok(Self {
            requests: register(&to, IntCounterVec::new(requests, labels))?,
            durations: register(&to, HistogramVec::new(durations, &labels[..2]))?,
            units: register(&to, CounterVec::new(units, &["budget"]))?,
            games_created: counter(&to, "games_created_total", "Games created, forked, imported")?,
            moves: counter(&to, "moves_total", "Moves stored")?,
            bot_moves: counter(&to, "bot_moves_total", "Moves that house bots made here")?,
            bot_fallbacks: counter(
                &to,
                "bot_fallbacks_total",
                "Turns in which the choice of a house bot failed, and another was made",
            )?,
            bot_failures: counter(&to, "bot_failures_total", "Turns in which a house bot could not move")?,
            bot_turns_waiting: gauge(
                &to,
                "bot_turns_waiting",
                "Turns of house bots that wait for a thread of this instance",
            )?,
            corrupt_rows: gauge(&to, "corrupt_rows", "Different stored rows that could not be read")?,
            event_readers: gauge(&to, "event_readers", "Readers of events at the moment")?,
            connections: gauge(&to, "http_connections", "Connections of clients that are open")?,
            connections_refused: counter(
                &to,
                "http_connections_refused_total",
                "Connections refused because there were too many",
            )?,
            registry: to,
        })
    }
}

fn register<M: Collector + Clone + 'static>(
    to: &Registry,
    metric: prometheus::Result<M>,
) -> prometheus::Result<M> {
    let metric = metric?;
    to.register(Box::new(metric.clone()))?;
    Ok(metric)
}

fn counter(to: &Registry, name: &str, help: &str) -> prometheus::Result<IntCounter> {
    register(to, IntCounter::new(format!("regicide_{name}"), help))
}

fn gauge(to: &Registry, name: &str, help: &str) -> prometheus::Result<IntGauge> {
    register(to, IntGauge::new(format!("regicide_{name}"), help))
}

/// Something that a gauge counts while it is there.
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
        Self::registered(Registry::new()).expect("names that are valid and differ")
    }
}

/// The label of a method. Clients may send any token as a method, and every label
/// value takes memory permanently.
fn label(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Counts and times a request by the route's pattern, not the path:
/// there are as many paths as games.
pub(crate) async fn observe<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let metrics = request.app_data::<Data<Api>>().map(|api| api.metrics.clone());
    let method = label(request.method());
    let begun = Instant::now();
    let response = next.call(request).await?;
    if let Some(metrics) = metrics {
        let route = Route::at(response.request().path()).map_or("other", |route| route.pattern);
        let status = response.status();
        metrics.requests.with_label_values(&[method, route, status.as_str()]).inc();
        metrics.durations.with_label_values(&[method, route]).observe(begun.elapsed().as_secs_f64());
    }
    Ok(response)
}

/// `GET /metrics`, in the text format of Prometheus.
pub(crate) async fn metrics(api: Data<Api>) -> HttpResponse {
    let metrics = &api.metrics;
    let waiting = api.service.waiting_bot_turns();
    metrics.bot_turns_waiting.set(i64::try_from(waiting).unwrap_or(i64::MAX));
    metrics.corrupt_rows.set(i64::try_from(corrupt_rows()).unwrap_or(i64::MAX));
    let text = TextEncoder::new().encode_to_string(&metrics.registry.gather());
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(text.expect("memory takes every byte"))
}
