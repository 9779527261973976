//! A tracing span and an id for each request.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use chrono::{DateTime, Utc};
use tracing::{Instrument as _, Span};
use uuid::{Builder, Uuid};

use crate::api::Api;
use crate::service::Entropy;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Ids of requests. They are counted from a random start: to ask the system
/// for random bytes at each request takes time, and these ids are no secrets.
pub(crate) struct RequestIds(AtomicU64);

impl RequestIds {
    pub(crate) fn new(entropy: &dyn Entropy) -> Self {
        let mut start = [0; 8];
        entropy.fill(&mut start);
        Self(AtomicU64::new(u64::from_be_bytes(start)))
    }

    /// A UUID of version 7.
    pub(crate) fn next(&self, now: DateTime<Utc>) -> Uuid {
        let mut bytes = [0; 10];
        bytes[2..].copy_from_slice(&self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
        Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }
}

/// Gives every request an id, which its answer has, too, and a span. The span
/// contains no secrets: tokens are sent in headers, which are not recorded.
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
    // Internal errors are logged where they occur; other answers are too many
    // to log by default.
    tracing::debug!(parent: &span, status = response.status().as_u16(), "answered");
    response.headers_mut().insert(HEADER, id);
    Ok(response.map_body(|_, body| traced(body, span)))
}

/// The id that the client sent, if it is a plain one.
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

/// A body that is made while it is sent is made in the span.
fn traced(body: impl MessageBody + 'static, span: Span) -> BoxBody {
    match body.size() {
        BodySize::None | BodySize::Sized(_) => body.boxed(),
        BodySize::Stream => BoxBody::new(Traced { body: body.boxed(), span }),
    }
}

struct Traced {
    body: BoxBody,
    span: Span,
}

impl MessageBody for Traced {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let Self { body, span } = &mut *self;
        span.in_scope(|| body.as_pin_mut().poll_next(context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::OsEntropy;

    #[test]
    fn ids_differ_at_the_same_time() {
        let ids = RequestIds::new(&OsEntropy);
        let [one, other] = [(); 2].map(|()| ids.next(DateTime::UNIX_EPOCH));
        assert_ne!(one, other);
        assert_eq!(one.get_version_num(), 7);
    }
}
