//! How malformed bodies, queries and paths are answered.

use actix_web::error::{JsonPayloadError, PathError, PayloadError, QueryPayloadError};
use actix_web::web::{JsonConfig, PathConfig, QueryConfig};
use actix_web::{HttpRequest, http::header};

use super::problem::{Code, Problem};
use crate::engine::Message;

/// The most that a body holds, in bytes; for records see [`RECORD_LIMIT`].
pub(super) const BODY_LIMIT: u32 = 64 * 1024;
/// The most that a record in a body holds, in bytes.
pub(super) const RECORD_LIMIT: u32 = 1024 * 1024;

/// JSON bodies of at most `limit` bytes.
pub(super) fn json(limit: u32) -> JsonConfig {
    JsonConfig::default()
        .limit(limit as usize)
        .error_handler(move |error, request| body_problem(&error, request, limit).into())
}

/// Queries.
pub(super) fn query() -> QueryConfig {
    QueryConfig::default().error_handler(|error, _| {
        let QueryPayloadError::Deserialize(error) = error else {
            return Problem::new(Code::MalformedQuery, "malformed-query").into();
        };
        Problem::new(Code::MalformedQuery, "malformed-query").cause(error).into()
    })
}

/// Paths: what has no id's form is nothing's id.
pub(super) fn path() -> PathConfig {
    PathConfig::default().error_handler(|error, request| {
        let code = match request.path().split('/').nth(2) {
            Some("players") => Code::NoSuchPlayer,
            Some("challenges" | "daily") => Code::NoSuchChallenge,
            _ => Code::NoSuchGame,
        };
        let problem = Problem::new(code, "malformed-path");
        if let PathError::Deserialize(error) = error { problem.cause(error).into() } else { problem.into() }
    })
}

fn body_problem(error: &JsonPayloadError, request: &HttpRequest, limit: u32) -> Problem {
    use JsonPayloadError::{ContentType, Deserialize, Overflow, OverflowKnownLength, Payload};

    if matches!(error, Overflow { .. } | OverflowKnownLength { .. } | Payload(PayloadError::Overflow)) {
        return Problem::new(Code::BodyTooLarge, Message::new("body-too-large").with("most", limit));
    }
    if matches!(error, ContentType) {
        let sent = request.headers().contains_key(header::CONTENT_TYPE);
        let detail = if sent { "content-type-other" } else { "content-type-missing" };
        return Problem::new(Code::UnsupportedMediaType, detail).field("Content-Type");
    }
    if let Deserialize(error) = error {
        return Problem::new(Code::MalformedBody, "malformed-body").cause(error);
    }
    Problem::new(Code::MalformedBody, "malformed-body")
}
