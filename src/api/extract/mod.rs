//! Extractors of request data, and the answers to malformed bodies, queries and paths.

pub(in crate::api) mod address;
pub(in crate::api) mod auth;
pub(in crate::api) mod body;
pub(in crate::api) mod context;
pub(in crate::api) mod integers;
pub(in crate::api) mod prefer;
pub(in crate::api) mod validation;

use std::io;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::{JsonPayloadError, PayloadError};
use actix_web::middleware::Next;
use actix_web::web::{Data, JsonConfig, PathConfig, QueryConfig};
use actix_web::{Error, HttpRequest, ResponseError as _, http::header};
use regicide_engine::engine::Message;

use super::respond::problem::{Code, Problem};
use super::state::Api;
use validation::Operation;

/// The largest body, in bytes; for records see [`RECORD_LIMIT`].
pub(super) const BODY_LIMIT: u32 = 64 * 1024;
/// The largest record in a body, in bytes.
pub(super) const RECORD_LIMIT: u32 = 1024 * 1024;

/// JSON bodies of at most `limit` bytes.
pub(super) fn json(limit: u32) -> JsonConfig {
    JsonConfig::default()
        .limit(limit as usize)
        .error_handler(move |error, request| body_problem(&error, request, limit).into())
}

/// Rejects parameters that an operation does not have.
pub(super) async fn refuse_unknown_parameters<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let query = request.query_string();
    let is_refused = !query.is_empty() && Operation::of(request.request()).has_unknown_parameter(query);
    if !is_refused {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let problem = query_problem(request.request());
    Ok(request.into_response(problem.error_response()).map_into_right_body())
}

/// The problem of a path that takes no parameters, if some are sent.
pub(super) fn without_parameters(query: &str) -> Option<Problem> {
    validation::unknown_parameters(query).problem(Code::MalformedQuery)
}

pub(super) fn query() -> QueryConfig {
    QueryConfig::default().error_handler(|_, request| query_problem(request).into())
}

fn query_problem(request: &HttpRequest) -> Problem {
    let problem = Operation::of(request).query(request.query_string()).problem(Code::MalformedQuery);
    problem.unwrap_or_else(|| Problem::new(Code::MalformedQuery, "malformed-query"))
}

/// Path parameters: a malformed id is answered as an unknown one.
pub(super) fn path() -> PathConfig {
    PathConfig::default().error_handler(|_, request| {
        let api = request.app_data::<Data<Api>>();
        let route = api.and_then(|api| api.routes.at(request.path()));
        let unknown_id = route.and_then(|route| route.unknown_id);
        let (mismatches, is_id) = Operation::of(request).path(request);
        let code = unknown_id.filter(|_| is_id).unwrap_or(Code::NoSuchPath);
        let no_such_path = || Message::new("no-such-path").with("path", request.path());
        mismatches.problem(code).unwrap_or_else(|| Problem::new(Code::NoSuchPath, no_such_path())).into()
    })
}

fn body_problem(error: &JsonPayloadError, request: &HttpRequest, limit: u32) -> Problem {
    use JsonPayloadError::{ContentType, Deserialize, Overflow, OverflowKnownLength, Payload};

    if matches!(error, Overflow { .. } | OverflowKnownLength { .. } | Payload(PayloadError::Overflow)) {
        return Problem::new(Code::BodyTooLarge, Message::new("body-too-large").with("most", limit));
    }
    if let Payload(PayloadError::Io(error)) = error
        && error.kind() == io::ErrorKind::TimedOut
    {
        return Problem::new(Code::RequestTimeout, "body-too-slow");
    }
    if matches!(error, ContentType) {
        let sent = request.headers().contains_key(header::CONTENT_TYPE);
        let detail = if sent { "content-type-other" } else { "content-type-missing" };
        return Problem::new(Code::UnsupportedMediaType, detail).field("Content-Type");
    }
    // Only the JSON syntax is checked here.
    let problem = Problem::new(Code::MalformedBody, "malformed-body");
    if let Deserialize(error) = error { problem.cause(error) } else { problem }
}

/// The parts of a header's value between separators outside of quotation marks.
pub(super) fn split_unquoted(value: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    value.split(move |char| {
        is_quoted ^= char == '"';
        char == separator && !is_quoted
    })
}
