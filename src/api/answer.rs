//! Answers and how long they may be kept.

use actix_web::http::header::{self, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;

use crate::engine::Hash;

/// What an answer depends on, besides its path.
pub(super) const VARY: &str = "Accept, Accept-Encoding, Accept-Language, Authorization";

/// An answer to a question, with an `ETag` over all that it shows: the client
/// that has it already gets 304 (RFC 9110, section 13.1.2).
///
/// Answers to a token are for its holder alone; all others are asked again
/// each time, and the tag makes that cheap.
pub(super) fn show(request: &HttpRequest, body: &impl Serialize) -> HttpResponse {
    let json = serde_json::to_string(body).expect("answers are plain data");
    let tag = Hash::of(json.as_bytes()).to_string();
    // A weak tag: compression changes the bytes, not what they say.
    let tag = EntityTag::new_weak(tag[..32].to_owned());
    let matches = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => request.headers().contains_key(header::IF_NONE_MATCH),
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&tag)),
        Err(_) => false,
    };
    let mut response = if matches { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    describe(request, &mut response).insert_header(ETag(tag));
    if matches { response.finish() } else { response.content_type("application/json").body(json) }
}

/// The headers that every answer has in common.
pub(super) fn describe<'a>(
    request: &HttpRequest,
    response: &'a mut HttpResponseBuilder,
) -> &'a mut HttpResponseBuilder {
    let private = request.headers().contains_key(header::AUTHORIZATION);
    let cache = if private { "private, no-store" } else { "no-cache" };
    response.insert_header((header::CACHE_CONTROL, cache)).insert_header((header::VARY, VARY))
}

/// An answer that holds secrets or reports a change: nobody keeps it.
pub(super) fn tell(response: &mut HttpResponseBuilder, body: &impl Serialize) -> HttpResponse {
    let json = serde_json::to_string(body).expect("answers are plain data");
    tell_json(response, json)
}

/// The same for an answer that is JSON already.
pub(super) fn tell_json(response: &mut HttpResponseBuilder, json: String) -> HttpResponse {
    response
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .content_type("application/json")
        .body(json)
}
