//! Answers and their caching.

mod content;
pub(in crate::api) mod language;
pub(in crate::api) mod paging;
pub(in crate::api) mod problem;
mod replies;

use actix_web::body::MessageBody;
use actix_web::http::header::{self, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::web::block;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use regicide_engine::engine::Hash;
use serde::Serialize;

use problem::{Code, Problem};

use crate::service::runtime::Work;

pub(super) use content::{Beginning, Content, Unsent};
pub(super) use replies::{mark_replay, replied, replied_in};

/// The answer of a handler.
pub(super) type Answer = Result<HttpResponse, Problem>;

/// The request headers that an answer depends on.
pub(super) const VARY: &str = "Accept, Accept-Encoding, Accept-Language, Authorization";

/// An answer to a GET, with an `ETag` over its content: a client
/// that has it gets 304 (RFC 9110, section 13.1.2).
///
/// Answers to requests with a token are private; others are revalidated each
/// time, which the tag makes cheap.
pub(super) fn json_revalidated(request: &HttpRequest, body: &impl Serialize) -> HttpResponse {
    json_cached(request, body, None)
}

/// An answer to a GET with an `ETag` that every cache may reuse for `max_age` seconds
/// without revalidation.
pub(super) fn json_cached(
    request: &HttpRequest,
    body: &impl Serialize,
    max_age: Option<u32>,
) -> HttpResponse {
    cached(request, &Content::json(body), max_age)
}

/// An answer like that of [`json_revalidated`] with a text of any type.
pub(super) fn text_revalidated(request: &HttpRequest, kind: &'static str, text: String) -> HttpResponse {
    cached(request, &Content::new(kind, text), None)
}

/// An answer like that of [`json_revalidated`], with a tag over the source of the body:
/// for a client that has the answer the body is not built.
pub(super) async fn json_if_new<B: Serialize, E>(
    request: &HttpRequest,
    state: Hash,
    body: impl Future<Output = Result<B, E>>,
) -> Result<HttpResponse, E> {
    if_new(request, "application/json", state, async { Ok(to_json(&body.await?)) }).await
}

/// An answer like that of [`json_if_new`] with a body of any type.
pub(super) async fn if_new<B: MessageBody + 'static, E>(
    request: &HttpRequest,
    kind: &'static str,
    state: Hash,
    body: impl Future<Output = Result<B, E>>,
) -> Result<HttpResponse, E> {
    let tag = tag(state);
    if is_known(request, &tag) {
        return Ok(tagged(request, HttpResponse::NotModified(), tag).finish());
    }
    Ok(tagged(request, HttpResponse::Ok(), tag).content_type(kind).body(body.await?))
}

/// Runs the work of a request on a thread that no other request waits for.
pub(super) async fn blocking<T: Send + 'static>(
    compute: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let work = Work::current();
    let done = block(move || work.during(compute)).await;
    done.map_err(|_| Problem::new(Code::Unavailable, "error-stopping"))?
}

/// The initial capacity, enough for most answers to a move.
const CAPACITY: usize = 4096;

pub(super) fn to_json(body: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(CAPACITY);
    serde_json::to_writer(&mut text, body).expect("answers are plain data");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// An answer to a GET with a content.
pub(super) fn cached(request: &HttpRequest, content: &Content, max_age: Option<u32>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    describe(request, &mut response);
    if let Some(seconds) = max_age.filter(|_| !is_private(request)) {
        response.insert_header((header::CACHE_CONTROL, format!("public, max-age={seconds}")));
    }
    content.respond(request, response)
}

fn tagged(request: &HttpRequest, mut response: HttpResponseBuilder, tag: EntityTag) -> HttpResponseBuilder {
    describe(request, &mut response).insert_header(ETag(tag));
    response
}

/// The length of a tag, in characters.
pub(super) const TAG_LENGTH: usize = 32;

/// A weak tag: compression changes the bytes of an answer, not its meaning.
pub(super) fn tag(hash: Hash) -> EntityTag {
    EntityTag::new_weak(hash.to_string()[..TAG_LENGTH].to_owned())
}

/// Returns true if the client has the answer with this tag.
pub(super) fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => request.headers().contains_key(header::IF_NONE_MATCH),
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}

/// Returns true if the answer is for the holder of a token.
fn is_private(request: &HttpRequest) -> bool {
    request.headers().contains_key(header::AUTHORIZATION)
}

/// Sets the headers that every answer has.
pub(super) fn describe<'a>(
    request: &HttpRequest,
    response: &'a mut HttpResponseBuilder,
) -> &'a mut HttpResponseBuilder {
    let cache = if is_private(request) { "private, no-store" } else { "no-cache" };
    response.insert_header((header::CACHE_CONTROL, cache)).insert_header((header::VARY, VARY))
}

/// An answer with secrets or about a change: it is never cached.
pub(super) fn json_no_store(response: &mut HttpResponseBuilder, body: &impl Serialize) -> HttpResponse {
    json_text_no_store(response, to_json(body))
}

/// An answer like that of [`json_no_store`] with a text that is JSON already.
fn json_text_no_store(response: &mut HttpResponseBuilder, json: String) -> HttpResponse {
    response
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .content_type("application/json")
        .body(json)
}

/// A text, escaped for HTML and SVG, between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            '"' => markup.push_str("&quot;"),
            '\'' => markup.push_str("&#39;"),
            other => markup.push(other),
        }
    }
    markup
}
