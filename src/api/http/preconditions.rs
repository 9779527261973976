//! Preconditions of requests (RFC 9110, section 13).
//!
//! All tags are weak, and no resource has a date of modification. So the headers alone
//! determine whether a precondition can hold, and no update is lost between a comparison
//! and a change.

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, EntityTag, HeaderMap, HeaderName, HttpDate};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, ResponseError as _};
use chrono::{DateTime, Utc};

use crate::api::extract::split_unquoted;
use crate::api::respond::TAG_LENGTH;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;
use regicide_store::dry_run;

/// The tags of a header.
enum Tags {
    Any,
    Listed(Vec<EntityTag>),
}

/// Answers 412 where a precondition does not hold, and 400 where it is malformed, after
/// all checks of the request without it, and before anything is written.
pub(crate) async fn check<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let now = request.app_data::<Data<Api>>().map(|api| api.clock.now()).unwrap_or_default();
    let problem = match failed_precondition(request.method(), request.headers(), now) {
        Ok(None) => return Ok(next.call(request).await?.map_into_left_body()),
        Ok(Some(failed)) => Problem::new(Code::PreconditionFailed, "error-precondition-failed").field(failed),
        Err(malformed) => Problem::new(Code::MalformedHeader, "precondition-malformed").field(malformed),
    };
    let answer = dry_run(next.call(request)).await?;
    let status = answer.status();
    if !(status.is_success() || status.is_redirection() || status == Code::PreconditionFailed.status()) {
        return Ok(answer.map_into_left_body());
    }
    Ok(answer.into_response(problem.error_response()).map_into_right_body())
}

/// The precondition that does not hold, or, as an error, the malformed one.
fn failed_precondition(
    method: &Method,
    headers: &HeaderMap,
    now: DateTime<Utc>,
) -> Result<Option<&'static str>, &'static str> {
    let is_changing = [Method::POST, Method::PUT, Method::PATCH, Method::DELETE].contains(method);
    if !is_changing && *method != Method::GET {
        return Ok(None);
    }
    match tags(headers, &header::IF_MATCH).map_err(|()| "If-Match")? {
        // Weak tags do not match strongly.
        Some(Tags::Listed(_)) => return Ok(Some("If-Match")),
        // A resource without a date of modification counts as modified just now.
        None if is_changing => {
            if let Some(date) = headers.get(header::IF_UNMODIFIED_SINCE) {
                let date: Option<HttpDate> = date.to_str().ok().and_then(|date| date.parse().ok());
                let date = date.ok_or("If-Unmodified-Since")?;
                if DateTime::<Utc>::from(std::time::SystemTime::from(date)) < now {
                    return Ok(Some("If-Unmodified-Since"));
                }
            }
        }
        Some(Tags::Any) | None => {}
    }
    // The handlers of GET compare the tags.
    if is_changing {
        let could_be_current = |tag: &EntityTag| tag.tag().len() == TAG_LENGTH;
        return Ok(match tags(headers, &header::IF_NONE_MATCH).map_err(|()| "If-None-Match")? {
            Some(Tags::Any) => Some("If-None-Match"),
            Some(Tags::Listed(tags)) => tags.iter().any(could_be_current).then_some("If-None-Match"),
            None => None,
        });
    }
    Ok(None)
}

fn tags(headers: &HeaderMap, name: &HeaderName) -> Result<Option<Tags>, ()> {
    if !headers.contains_key(name) {
        return Ok(None);
    }
    let mut listed = Vec::new();
    for value in headers.get_all(name) {
        let value = value.to_str().map_err(|_| ())?;
        if value.trim() == "*" {
            return Ok(Some(Tags::Any));
        }
        for tag in split_unquoted(value, ',') {
            listed.push(tag.trim().parse().map_err(|_| ())?);
        }
    }
    Ok(Some(Tags::Listed(listed)))
}
