//! Metrics of requests, and the answer to `GET /metrics`.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};

use crate::api::state::Api;

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
    let api = request.app_data::<Data<Api>>().cloned();
    let method = label(request.method());
    let route = api.as_ref().and_then(|api| api.routes.at(request.path()));
    let route = route.map_or("other", |route| &*route.pattern);
    let begun = Instant::now();
    let answered = next.call(request).await;
    if let Some(api) = api {
        // Only a handler that panicked has no response.
        let status = match &answered {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        api.metrics.count_request(method, route, status, begun.elapsed());
    }
    answered
}

/// `GET /metrics`, in the text format of Prometheus.
pub(crate) async fn metrics(api: Data<Api>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(api.metrics.text(&api).await)
}
