//! Content negotiation (RFC 9110, section 12.5.1).

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{Accept, Header, Quality, QualityItem};
use actix_web::middleware::Next;
use actix_web::mime::Mime;
use actix_web::web::Data;
use actix_web::{Error, ResponseError};

use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;
use crate::api::state::routes::Route;

/// The media ranges that match a type of the API. Problems are sent to
/// clients that accept JSON, too.
const PRODUCED_TYPES: [&str; 8] = [
    "*/*",
    "application/*",
    "application/atom+xml",
    "application/json",
    "application/problem+json",
    "application/x-ndjson",
    "image/*",
    "image/png",
];

/// The media ranges that match streams of events.
const EVENT_TYPES: [&str; 2] = ["text/*", "text/event-stream"];

/// Answers 406 to clients that accept none of the API's types.
pub(crate) async fn negotiate<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let accepted = match Accept::parse(&request) {
        Ok(Accept(ranges)) => ranges.is_empty() || ranges.iter().any(|range| takes(range, &request)),
        Err(_) => true,
    };
    if accepted {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let problem = Problem::new(Code::NotAcceptable, "not-acceptable").field("Accept");
    Ok(request.into_response(problem.error_response()).map_into_right_body())
}

fn takes(range: &QualityItem<Mime>, request: &ServiceRequest) -> bool {
    let named = range.item.essence_str();
    // An unknown path is answered with 404.
    let route = || request.app_data::<Data<Api>>()?.routes.at(request.path());
    let may_be_stream = || route().is_none_or(Route::is_stream);
    let is_produced = PRODUCED_TYPES.contains(&named) || EVENT_TYPES.contains(&named) && may_be_stream();
    range.quality > Quality::ZERO && is_produced
}
