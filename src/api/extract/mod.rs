//! What handlers take from a request, and how malformed bodies, queries and paths are
//! answered.

pub(in crate::api) mod auth;
pub(in crate::api) mod context;
pub(in crate::api) mod language;
pub(in crate::api) mod prefer;

use std::fmt::Display;
use std::io;

use actix_web::error::{JsonPayloadError, PathError, PayloadError, QueryPayloadError};
use actix_web::web::{JsonConfig, PathConfig, QueryConfig};
use actix_web::{HttpRequest, http::header};
use regicide::engine::Message;

use super::respond::problem::{Code, Problem};
use super::routes::table::Route;

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

pub(super) fn query() -> QueryConfig {
    QueryConfig::default().error_handler(|error, _| {
        let QueryPayloadError::Deserialize(error) = error else {
            return Problem::new(Code::MalformedQuery, "malformed-query").into();
        };
        malformed(Code::MalformedQuery, "malformed-query", &error).into()
    })
}

/// Paths: a malformed id is an unknown id.
pub(super) fn path() -> PathConfig {
    PathConfig::default().error_handler(|error, request| {
        let code = Route::at(request.path()).and_then(|route| route.unknown_id);
        let problem = Problem::new(code.unwrap_or(Code::NoSuchPath), "malformed-path");
        if let PathError::Deserialize(error) = error { problem.cause(error).into() } else { problem.into() }
    })
}

/// A problem with the error text of a library, and the field in it.
fn malformed(code: Code, detail: &'static str, error: &impl Display) -> Problem {
    let said = error.to_string();
    let field = named_field(&said).map(str::to_owned);
    Problem { field, ..Problem::new(code, detail) }.cause(said)
}

/// The field that is unknown, missing or duplicated. serde has it only in the text
/// of its error.
fn named_field(said: &str) -> Option<&str> {
    let rest = ["unknown field `", "missing field `", "duplicate field `"]
        .iter()
        .find_map(|start| said.split_once(start))
        .map(|(_, rest)| rest)?;
    // A client's field name may contain a backtick.
    let end = rest.find("`, expected").or_else(|| rest.find("`, there are no fields"));
    end.or_else(|| rest.find('`')).map(|end| &rest[..end])
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
    if let Deserialize(error) = error {
        return malformed(Code::MalformedBody, "malformed-body", error);
    }
    Problem::new(Code::MalformedBody, "malformed-body")
}

/// The parts of a header's value between separators outside of quotation marks.
pub(super) fn split_unquoted(value: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    value.split(move |char| {
        is_quoted ^= char == '"';
        char == separator && !is_quoted
    })
}
