//! One span and one id a request.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use tracing::Span;
use tracing_actix_web::RootSpanBuilder;
use uuid::Uuid;

use super::Api;
use crate::service::new_id;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request: the client's own, if it sent a plain one.
#[derive(Clone, Debug)]
struct RequestId(HeaderValue);

/// Gives every request an id, and every answer the id of its request.
pub(super) async fn identify<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let plain = |value: &&HeaderValue| {
        let bytes = value.as_bytes();
        (1..=128).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic)
    };
    let id = match request.headers().get(&HEADER).filter(plain) {
        Some(sent) => sent.clone(),
        None => fresh(&request),
    };
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.call(request).await?;
    response.headers_mut().insert(HEADER, id);
    Ok(response)
}

fn fresh(request: &ServiceRequest) -> HeaderValue {
    let api = request.app_data::<actix_web::web::Data<Api>>();
    let id = api.map_or(Uuid::nil(), |api| new_id(&*api.entropy, api.clock.now()));
    HeaderValue::try_from(id.to_string()).expect("a UUID is plain text")
}

/// Makes the span of a request: nothing that is secret ever gets into it.
/// Tokens travel in headers, which are not recorded.
#[derive(Debug)]
pub(super) struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().map(|id| id.0.clone());
        tracing::info_span!(
            "request",
            method = %request.method(),
            path = %request.path(),
            id = id.as_ref().and_then(|id| id.to_str().ok()),
            status = tracing::field::Empty,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        // What fails inside is logged where it fails; of the rest there is too
        // much to write down by default.
        span.in_scope(|| tracing::debug!("answered"));
    }
}
