//! Whether the client takes what the service gives (RFC 9110, section
//! 12.5.1).

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{Accept, Header, Quality, QualityItem};
use actix_web::middleware::Next;
use actix_web::mime::Mime;
use actix_web::{Error, ResponseError};

use super::problem::{Code, Problem};

/// The ranges that cover something that the API speaks. Problems go to
/// whoever takes JSON, too.
const SPOKEN: [&str; 5] =
    ["*/*", "application/*", "application/json", "application/problem+json", "application/x-ndjson"];

/// Answers 406 to clients that take none of the API's forms.
pub(super) async fn negotiate<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let accepted = match Accept::parse(&request) {
        Ok(Accept(ranges)) => ranges.is_empty() || ranges.iter().any(takes),
        Err(_) => true,
    };
    if accepted {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let problem = Problem::new(Code::NotAcceptable, "not-acceptable").field("Accept");
    Ok(request.into_response(problem.error_response()).map_into_right_body())
}

fn takes(range: &QualityItem<Mime>) -> bool {
    let named = range.item.essence_str();
    range.quality > Quality::ZERO && SPOKEN.contains(&named)
}
