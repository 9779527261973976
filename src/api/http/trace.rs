//! A tracing span and an id for each request.

use actix_web::Error;
use actix_web::body::{BodySize, BodyStream, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use futures_util::stream::poll_fn;
use regicide_system::running_task::caught;
use tracing::{Instrument as _, Span};
use uuid::Uuid;

use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Gives every request a span and an id, which its answer repeats. The span contains no
/// secrets: tokens are sent in headers, which are not recorded.
pub(crate) async fn trace<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = own_id(&request).unwrap_or_else(|| fresh(&request));
    let span = tracing::info_span!(
        "request",
        method = %request.method(),
        path = %request.path(),
        id = id.to_str().ok(),
    );
    let mut response = async { next.call(request).await }.instrument(span.clone()).await?;
    // Internal errors are logged where they occur; other answers are too many to log by
    // default.
    tracing::debug!(parent: &span, status = response.status().as_u16(), "answered");
    response.headers_mut().insert(HEADER, id);
    Ok(response.map_body(|_, body| traced(body, span)))
}

/// Turns a panic of a handler into an error, whose response has no request and so none of
/// the headers that depend on one. It is logged in the request's span.
pub(crate) async fn catch_panic<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let answered = caught("request", async { next.call(request).await }).await;
    answered.unwrap_or_else(|| Err(Problem::new(Code::Internal, "error-internal").into()))
}

/// The id that the client sent, if it is short and plain.
fn own_id(request: &ServiceRequest) -> Option<HeaderValue> {
    let sent = request.headers().get(&HEADER)?;
    let bytes = sent.as_bytes();
    let is_plain = (1..=128).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic);
    is_plain.then(|| sent.clone())
}

fn fresh(request: &ServiceRequest) -> HeaderValue {
    let api = request.app_data::<Data<Api>>();
    let id = api.map_or(Uuid::nil(), |api| api.request_ids.next(api.clock.now()));
    HeaderValue::try_from(id.to_string()).expect("a UUID is plain text")
}

/// A body that is generated while it is sent is generated in the span.
fn traced(body: impl MessageBody + 'static, span: Span) -> BoxBody {
    match body.size() {
        BodySize::None | BodySize::Sized(_) => body.boxed(),
        BodySize::Stream => {
            let mut body = body.boxed();
            let chunks = poll_fn(move |context| span.in_scope(|| body.as_pin_mut().poll_next(context)));
            BodyStream::new(chunks).boxed()
        }
    }
}
