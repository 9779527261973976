//! The web pages that may call the API.

use actix_cors::{Cors, CorsError};
use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError as _};

use super::hosts::Hosts;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::routes::Routes;

/// The policy for web pages that call the API: those of the named origins, or of all
/// (`*`). By default all may call a service in a network: it reads no cookies, so a page
/// gets nothing that it could not request by itself. A loopback service is not for remote
/// pages, which run in browsers of this machine. The service's own pages may always call
/// it.
pub(crate) fn allow(routes: &Routes, origins: &[String], hosts: Hosts) -> Cors {
    let cors = Cors::default()
        .allowed_methods(routes.methods())
        .allowed_headers([
            header::ACCEPT,
            header::ACCEPT_LANGUAGE,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
            header::IF_UNMODIFIED_SINCE,
        ])
        .allowed_header("idempotency-key")
        .allowed_header("last-event-id")
        .allowed_header("prefer")
        .allowed_header("x-request-id")
        .expose_headers([
            "deprecation",
            "etag",
            "idempotency-replayed",
            "link",
            "location",
            "preference-applied",
            "ratelimit",
            "ratelimit-policy",
            "retry-after",
            "sunset",
            "x-request-id",
        ])
        .max_age(3600);
    if origins.iter().any(|origin| origin == "*") || origins.is_empty() && !hosts.is_local {
        return cors.allow_any_origin().send_wildcard();
    }
    let cors = cors.allowed_origin_fn(move |origin, request| hosts.own_origin(origin, request));
    // A request from a page that is not allowed is not executed.
    let cors = cors.block_on_origin_mismatch(true);
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}

/// Answers a browser's request from a page that may not call the API with a problem
/// document, like every rejection.
pub(crate) async fn explain<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let answered = next.call(request).await?;
    let refused = answered.response().error().and_then(|error| error.as_error::<CorsError>());
    let problem = refused.map(|error| Problem::new(Code::CorsRefused, "cors-refused").cause(error));
    Ok(match problem {
        Some(problem) => answered.into_response(problem.error_response()).map_into_right_body(),
        None => answered.map_into_left_body(),
    })
}
