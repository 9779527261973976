//! The HTTP API: paths, forms, problems and the OpenAPI document.
//!
//! A handler reads a request, calls one use case of the
//! [`service`](crate::service) and shows what it answers.

mod accept;
mod admin;
mod answer;
mod app;
mod auth;
mod body;
mod challenges;
mod daily;
mod games;
mod head;
mod health;
mod keys;
mod language;
mod limit;
mod metrics;
mod moves;
mod openapi;
mod over;
mod players;
mod problem;
mod records;
mod routes;
mod rules;
mod seats;
mod startup;
mod trace;

use std::sync::Arc;

use crate::service::{Clock, Entropy, Service};
use limit::Limit;

pub use limit::Proxy;
pub use metrics::Metrics;
pub use openapi::document;
pub use problem::{Code, Problem};
pub use startup::{Config, Server};

/// What every handler can reach.
struct Api {
    service: Service,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    /// Creating, joining, forking.
    creating: Limit,
    /// Verifying and importing records.
    judging: Limit,
}
