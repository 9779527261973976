//! Answers as bytes, for connections without a parsed request.

use std::fmt::Write as _;

use actix_web::body::MessageBody;
use regicide_engine::i18n::Language;

use crate::api::http::security_headers;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::Api;

/// A whole answer, after which the connection is closed.
pub(in crate::api) fn raw_answer(api: &Api, problem: Problem) -> Vec<u8> {
    let now = api.clock.now();
    let mut response = problem.response(Language::default(), api.service.core.public_url());
    security_headers::add_to_data(response.headers_mut());
    let mut head = format!("HTTP/1.1 {}\r\n", response.status());
    for (name, value) in response.headers() {
        let _ = write!(head, "{name}: {}\r\n", value.to_str().unwrap_or_default());
    }
    let body = response.into_body().try_into_bytes().unwrap_or_default();
    let date = now.format("%a, %d %b %Y %H:%M:%S GMT");
    let id = api.request_ids.next(now);
    let length = body.len();
    let _ = write!(
        head,
        "content-length: {length}\r\nconnection: close\r\ndate: {date}\r\nx-request-id: {id}\r\n\r\n"
    );
    [head.as_bytes(), &body].concat()
}

/// The most bytes in a head of the HTTP library's own.
const MAX_HEAD_BYTES: usize = 200;

/// The position in `bytes` where an answer of the HTTP library's own begins, if they end
/// with one: a head without a body. The service's answers all have an `X-Request-Id`.
pub(super) fn empty_refusal(bytes: &[u8]) -> Option<(usize, Problem)> {
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let tail = bytes.len().saturating_sub(MAX_HEAD_BYTES);
    let start = tail
        + bytes[tail..].windows(11).rposition(|part| part == b"HTTP/1.1 40" || part == b"HTTP/1.1 43")?;
    let head = std::str::from_utf8(&bytes[start..]).ok()?.to_ascii_lowercase();
    if !head.contains("content-length: 0\r\n") || head.contains("x-request-id") {
        return None;
    }
    let problem = match &head["http/1.1 ".len()..][..3] {
        "400" => Problem::new(Code::MalformedRequest, "malformed-request"),
        "408" => Problem::new(Code::RequestTimeout, "head-too-slow"),
        "431" => Problem::new(Code::HeadTooLarge, "head-too-large"),
        _ => return None,
    };
    Some((start, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_refusal_is_replaced() {
        let empty = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\ndate: x\r\n\r\n";
        let own = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nx-request-id: 1\r\n\r\n";
        let good = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        let found =
            |bytes: &str| empty_refusal(bytes.as_bytes()).map(|(start, problem)| (start, problem.code));
        assert_eq!(found(empty), Some((0, Code::MalformedRequest)));
        assert_eq!(found(&format!("{good}{empty}")), Some((good.len(), Code::MalformedRequest)));
        let large = empty.replace("400 Bad Request", "431 Request Header Fields Too Large");
        assert_eq!(found(&large), Some((0, Code::HeadTooLarge)));
        assert_eq!(found(own), None);
        assert_eq!(found(good), None);
        assert_eq!(found("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"), None);
    }
}
