//! The state that all handlers share.

pub(in crate::api) mod budget;
pub(in crate::api) mod metrics;
pub(in crate::api) mod networks;
mod readiness;
mod request_ids;
pub(in crate::api) mod routes;
mod shared_answers;

use std::sync::Arc;

use actix_web::web::Data;
use serde_json::Value;

use crate::api::web_client::WebClient;
use crate::service::Service;
use crate::service::runtime::Clock;
use budget::Budgets;
use metrics::Metrics;
use networks::Networks;
use routes::Routes;

pub(in crate::api) use readiness::{Readiness, is_ready};
pub(in crate::api) use request_ids::RequestIds;
pub(in crate::api) use shared_answers::{
    SharedAnswers, json_lasting, json_shared, json_shared_in, page_shared, shared_board,
};

/// The shared state of all handlers.
pub(in crate::api) struct Api {
    pub(in crate::api) service: Service,
    pub(in crate::api) clock: Arc<dyn Clock>,
    pub(in crate::api) request_ids: RequestIds,
    pub(in crate::api) budgets: Arc<Budgets>,
    pub(in crate::api) metrics: Data<Metrics>,
    /// Proxies whose headers about the client are trusted.
    pub(in crate::api) proxies: Networks,
    pub(in crate::api) web_client: WebClient,
    pub(in crate::api) shared: SharedAnswers,
    pub(in crate::api) readiness: Readiness,
    pub(in crate::api) routes: &'static Routes,
    /// Returns the OpenAPI document, which is generated on the first call.
    pub(in crate::api) document: fn() -> &'static Value,
}
