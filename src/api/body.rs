//! How malformed bodies, queries and paths are answered.

use actix_web::error::{JsonPayloadError, PathError, PayloadError, QueryPayloadError};
use actix_web::web::{JsonConfig, PathConfig, QueryConfig};
use actix_web::{HttpRequest, http::header};

use super::problem::{Code, Problem};

/// The most that a body holds, in bytes; for records see [`RECORD_LIMIT`].
pub(super) const BODY_LIMIT: usize = 64 * 1024;
/// The most that a record in a body holds, in bytes.
pub(super) const RECORD_LIMIT: usize = 1024 * 1024;

/// JSON bodies of at most `limit` bytes.
pub(super) fn json(limit: usize) -> JsonConfig {
    JsonConfig::default()
        .limit(limit)
        .error_handler(move |error, request| body_problem(&error, request, limit).into())
}

/// Queries.
pub(super) fn query() -> QueryConfig {
    QueryConfig::default().error_handler(|error, _| {
        let QueryPayloadError::Deserialize(error) = error else {
            return Problem::new(Code::MalformedQuery, "the query cannot be read").into();
        };
        Problem::new(Code::MalformedQuery, error.to_string()).into()
    })
}

/// Paths: what has no id's form is no game's id.
pub(super) fn path() -> PathConfig {
    PathConfig::default().error_handler(|error, _| {
        let detail = if let PathError::Deserialize(error) = error {
            error.to_string()
        } else {
            "the path cannot be read".to_owned()
        };
        Problem::new(Code::NoSuchGame, detail).into()
    })
}

fn body_problem(error: &JsonPayloadError, request: &HttpRequest, limit: usize) -> Problem {
    use JsonPayloadError::{ContentType, Deserialize, Overflow, OverflowKnownLength, Payload};

    if matches!(error, Overflow { .. } | OverflowKnownLength { .. } | Payload(PayloadError::Overflow)) {
        return Problem::new(Code::BodyTooLarge, format!("a body holds at most {limit} bytes here"));
    }
    if matches!(error, ContentType) {
        let sent = request.headers().contains_key(header::CONTENT_TYPE);
        let what = if sent { "is not" } else { "is missing: it has to be" };
        let detail = format!("Content-Type {what} application/json");
        return Problem::new(Code::UnsupportedMediaType, detail).field("Content-Type");
    }
    if let Deserialize(error) = error {
        return Problem::new(Code::MalformedBody, error.to_string());
    }
    Problem::new(Code::MalformedBody, "the body cannot be read")
}
