//! Which web pages may call the API.

use actix_cors::{Cors, CorsError};
use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError as _};

use super::hosts::Hosts;
use crate::api::respond::problem::{Code, Problem};
use crate::api::routes::table::all_methods;

/// Which web pages may call the API: those of the named origins, or of all
/// (`*`). By default all may call a service in a network: it knows no cookies,
/// so this gives no page anything that it could not get by itself. What only
/// this machine reaches is not for pages from elsewhere, which run in its
/// browsers. The service's own pages may call it in any case.
pub(crate) fn allow(origins: &[String], hosts: Hosts) -> Cors {
    let cors = Cors::default()
        .allowed_methods(all_methods())
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
    // What another page asks for is not even done.
    let cors = cors.block_on_origin_mismatch(true);
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}

/// A browser that asks for a page that may not call the API gets a problem
/// document, like everybody who is refused.
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
