//! Security headers for browsers.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;

/// For data: no scripts, no resources, no frames.
const DATA: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// For the pages of documents, which have no script.
const DOCUMENTS: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// For the browser of the API, whose script and style come from this service and which
/// contacts no other host. Its script sets styles of elements.
const API_BROWSER: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// For the web client: all resources come from this service, without inline
/// scripts or styles.
const CLIENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The client's service worker, which requests the client's files under the policy of its
/// own answer.
const WORKER: &str = "/worker.js";

const ALWAYS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
];

/// The policy of the answer for a path. The page of an unknown path is the client's.
fn policy(status: StatusCode, headers: &HeaderMap, path: &str) -> &'static str {
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let is_html = kind.starts_with(b"text/html");
    let is_found = status != StatusCode::NOT_FOUND;
    if is_found && path.starts_with("/docs/api/") {
        API_BROWSER
    } else if is_found && is_html && path.starts_with("/docs/") {
        DOCUMENTS
    } else if is_html && !path.starts_with("/problems/") || path == WORKER {
        CLIENT
    } else {
        DATA
    }
}

/// Adds the headers to an answer that is data.
pub(crate) fn add_to_data(headers: &mut HeaderMap) {
    add(headers, DATA);
}

fn add(headers: &mut HeaderMap, policy: &'static str) {
    for (name, value) in ALWAYS.into_iter().chain([(header::CONTENT_SECURITY_POLICY, policy)]) {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

pub(crate) async fn secure<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    let policy = policy(response.status(), response.headers(), response.request().path());
    add(response.headers_mut(), policy);
    Ok(response)
}
