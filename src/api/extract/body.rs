//! Bodies in JSON.

use std::convert::identity;
use std::future::ready;
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use regicide_engine::json;
use regicide_engine::record::ReadError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::integers::whole_numbers;
use super::validation::{Mismatches, Operation};
use crate::api::respond::problem::{Code, FieldError, MAX_ERRORS, Place, Problem};

/// The body of a request. A body that does not fit the OpenAPI document is answered with
/// the name of the field and the values that it takes.
pub(in crate::api) struct Json<T>(T);

impl<T> Json<T> {
    pub(in crate::api) fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let text = web::Json::<Box<RawValue>>::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            let text = text.await?;
            let read = json::parse(text.get()).map(whole_numbers).and_then(json::from_value);
            Ok(Self(
                read.map_err(|error| Operation::of(&request).body_problem(text.get(), whole_numbers, error))?,
            ))
        })
    }
}

/// A body that may be left out.
pub(in crate::api) struct OptionalJson<T>(T);

impl<T> Deref for OptionalJson<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + Default + 'static> FromRequest for OptionalJson<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if !has_body(request) {
            return Box::pin(ready(Ok(Self(T::default()))));
        }
        let body = Json::<T>::from_request(request, payload);
        Box::pin(async move { Ok(Self(body.await?.into_inner())) })
    }
}

/// The body of an operation without input: it is left out, or an object without fields.
pub(in crate::api) type NoBody = OptionalJson<NoFields>;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct NoFields {}

/// Returns true if a request announces a body (RFC 9112, 6.3).
fn has_body(request: &HttpRequest) -> bool {
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH).map(HeaderValue::as_bytes);
    headers.contains_key(header::TRANSFER_ENCODING) || length.is_some_and(|length| length != b"0")
}

impl Operation {
    /// The problem of a body that could not be read after a conversion, with all its
    /// mismatches, first the names that occur twice.
    fn body_problem(self, text: &str, convert: impl Fn(Value) -> Value, error: json::Error) -> Problem {
        let mut mismatches = Mismatches::default();
        if let Ok((body, duplicates)) = json::parse_with_duplicates(text, MAX_ERRORS) {
            for path in duplicates {
                mismatches.add_duplicate(&Place::body().within(&path));
            }
            self.check_body(&convert(body), &mut mismatches);
        }
        mismatches.problem(Code::MalformedBody).unwrap_or_else(|| {
            let problem = Problem::new(Code::MalformedBody, "malformed-body");
            // The body is not JSON.
            if error.line() != 0 { problem.cause(error) } else { problem }
        })
    }

    /// The problem of a body that holds a record at a path, empty for the whole body.
    /// Records may also be of an unknown kind.
    pub(in crate::api) fn record_problem(self, text: &str, path: &str, error: ReadError) -> Problem {
        let detail = error.message();
        let problem = |code, name| {
            let place = Place::body();
            let record = if path.is_empty() { place } else { place.field(path) };
            Problem::of_fields(code, vec![FieldError::new(&record.field(name), detail)])
        };
        match error {
            ReadError::UnknownFormat(_) => problem(Code::InvalidRecord, "format"),
            ReadError::UnknownKind(_) => problem(Code::InvalidRecord, "kind"),
            ReadError::UnknownRules(_) => problem(Code::UnknownRules, "rules"),
            ReadError::Malformed(error) => self.body_problem(text, identity, error),
        }
    }
}
