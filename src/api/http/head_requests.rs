//! HEAD for every route with GET (RFC 9110, section 9.3.2).

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};

/// Marks a HEAD request: the body of a stream would never end.
pub(in crate::api) struct HeadOnly;

/// Lets the handler of GET answer HEAD. The HTTP library omits the body, because the
/// connection keeps the original method.
pub(crate) async fn answer_head<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(HeadOnly);
    }
    next.call(request).await
}
