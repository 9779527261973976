//! The HTTP API: routes, formats, problems and the OpenAPI document.
//!
//! A handler reads a request, calls one use case of the
//! [`service`](crate::service) and returns its result.

mod extract;
mod http;
mod live;
mod openapi;
mod picture;
mod respond;
mod routes;
mod web_client;

use std::sync::Arc;

use actix_web::web::Data;

use crate::service::{Clock, Service};
use http::budget::Budgets;
use http::metrics::Metrics;
use respond::SharedAnswers;

pub use http::address::{Networks, NotANetwork};
pub use http::budget::Allowances;
pub use http::connection::HttpTimeouts;
pub use http::startup::{Config, ListenError, Server};
pub use openapi::document;
pub use respond::problem::Code;
pub use web_client::WebClient;

/// The shared state of all handlers.
struct Api {
    service: Service,
    clock: Arc<dyn Clock>,
    request_ids: http::trace::RequestIds,
    budgets: Arc<Budgets>,
    metrics: Data<Metrics>,
    /// Proxies whose headers about the client are trusted.
    proxies: http::address::Networks,
    web_client: WebClient,
    shared: SharedAnswers,
    readiness: routes::health::Readiness,
}
