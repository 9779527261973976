//! The HTTP API: routes, formats, problems and the OpenAPI document.
//!
//! A handler reads a request, calls one use case of the
//! [`service`](crate::service) and returns its result.

mod address;
mod admin;
mod analysis;
mod app;
mod auth;
mod budget;
mod challenges;
mod connection;
mod content_negotiation;
mod cors;
mod daily;
mod extractors;
mod finished_games;
mod games;
mod head_requests;
mod health;
mod hosts;
mod keys;
mod language;
mod live;
mod metrics;
mod moves;
mod openapi;
mod picture;
mod players;
mod prefer;
mod problem;
mod problem_pages;
mod records;
mod responses;
mod routes;
mod rules;
mod seats;
mod security_headers;
mod signals;
mod startup;
mod timing;
mod trace;
mod web_client;

use std::sync::Arc;

use crate::service::{Clock, Service};
use budget::Budgets;

pub use address::{Network, Networks, NotANetwork};
pub use budget::Allowances;
pub use connection::HttpTimeouts;
pub use metrics::Metrics;
pub use openapi::document;
pub use problem::{Code, Problem};
pub use startup::{Config, Server};
pub use web_client::WebClient;

/// The shared state of all handlers.
struct Api {
    service: Service,
    clock: Arc<dyn Clock>,
    request_ids: trace::RequestIds,
    budgets: Arc<Budgets>,
    /// Proxies that are believed when they name the client.
    proxies: address::Networks,
    web_client: WebClient,
    readiness: health::Readiness,
}
