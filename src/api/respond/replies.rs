//! Answers that are stored for an `Idempotency-Key`.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder};

use super::json_text_no_store;
use crate::service::auth::Reply;

/// Marks an answer to a repeated request: this one has changed nothing.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The answer about a resource of a collection, with its path.
pub(in crate::api) fn replied_in(
    collection: &str,
    mut response: HttpResponseBuilder,
    reply: Reply,
) -> HttpResponse {
    response.insert_header((header::LOCATION, format!("/v1/{collection}/{}", reply.about)));
    replied(response, reply)
}

/// The answer to a request that changes something.
pub(in crate::api) fn replied(mut response: HttpResponseBuilder, reply: Reply) -> HttpResponse {
    // What another request has made is no answer to this one.
    let is_replay = reply.repeated && !reply.existed;
    mark_replay(json_text_no_store(&mut response, reply.json), is_replay)
}

/// Marks an answer if an earlier request with the same key had it.
pub(in crate::api) fn mark_replay(mut response: HttpResponse, is_replay: bool) -> HttpResponse {
    if is_replay {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    response
}
