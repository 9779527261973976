//! Figures for Prometheus, on an address of their own.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, Opts, Registry, TextEncoder,
};

/// The figures that the service keeps.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    /// Games created, forks and imports included.
    pub(super) games_created: IntCounter,
    /// Moves stored.
    pub(super) moves: IntCounter,
}

impl Metrics {
    /// Figures that all stand at zero.
    ///
    /// # Panics
    /// Never: the names are constants, and good ones.
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
            games_created: IntCounter::new("regicide_games_created_total", "Games created, forked, imported")
                .expect("a good name"),
            moves: IntCounter::new("regicide_moves_total", "Moves stored").expect("a good name"),
        };
        let collectors: [Box<dyn prometheus::core::Collector>; 4] = [
            Box::new(metrics.requests.clone()),
            Box::new(metrics.durations.clone()),
            Box::new(metrics.games_created.clone()),
            Box::new(metrics.moves.clone()),
        ];
        for collector in collectors {
            metrics.registry.register(collector).expect("each is registered once");
        }
        metrics
    }

    /// The figures in Prometheus' text format.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text).expect("memory takes every byte");
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

/// Counts and times a request. The route's pattern is counted, not the path:
/// there are as many paths as games.
pub(super) async fn observe<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let metrics = request.app_data::<Data<Metrics>>().cloned();
    let begun = Instant::now();
    let response = next.call(request).await?;
    if let Some(metrics) = metrics {
        let request = response.request();
        let route = request.match_pattern().unwrap_or_else(|| "other".to_owned());
        let method = request.method().as_str();
        let status = response.status();
        metrics.requests.with_label_values(&[method, &route, status.as_str()]).inc();
        metrics.durations.with_label_values(&[method, &route]).observe(begun.elapsed().as_secs_f64());
    }
    Ok(response)
}

/// `GET /metrics`.
pub(super) async fn metrics(metrics: Data<Metrics>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(metrics.text())
}
