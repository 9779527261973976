//! One HTTP/1.1 connection that is kept alive, with one request at a time.
//!
//! It is hyper's client connection as it is: no pool, no redirects, nothing
//! else that would take processor time from the service being measured. The
//! service and its database need some ten times as much for a move.

use std::str::FromStr;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderName, HeaderValue};
use hyper::{Method, Request, Uri};
use hyper_util::rt::TokioIo;

use crate::cli::Failure;

/// An answer that takes longer is not waited for.
const PATIENCE: Duration = Duration::from_mins(1);

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Where a service is.
#[derive(Clone, Debug)]
pub(super) struct Target {
    host: String,
    port: u16,
    header: HeaderValue,
    /// The path that the service's own begin after, without a slash at its
    /// end.
    base: String,
}

/// A text that is no address of a service.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("an address is http://HOST, http://HOST:PORT or one of these with a path")]
pub(super) struct TargetError;

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let uri: Uri = text.parse().map_err(|_| TargetError)?;
        let authority = uri.authority().ok_or(TargetError)?;
        if uri.scheme_str() != Some("http") || uri.query().is_some() || authority.as_str().contains('@') {
            return Err(TargetError);
        }
        let host = authority.host();
        // An IPv6 address stands in brackets in a URL, and without in a call.
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        Ok(Self {
            host: bare.to_owned(),
            port: authority.port_u16().unwrap_or(80),
            header: authority.as_str().try_into().map_err(|_| TargetError)?,
            base: uri.path().trim_end_matches('/').to_owned(),
        })
    }
}

impl Target {
    /// The address of one of the service's resources.
    ///
    /// # Errors
    /// If the path does not fit into a request.
    pub(super) fn resource(&self, path: &str) -> Result<Uri, Failure> {
        Ok(format!("{}{path}", self.base).parse()?)
    }
}

/// A request with a JSON body.
pub(super) struct Post {
    pub(super) resource: Uri,
    pub(super) bearer: Option<HeaderValue>,
    pub(super) key: Option<HeaderValue>,
    pub(super) body: Vec<u8>,
}

/// What becomes of an answer's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// It is handed back.
    Keep,
    /// It is read and dropped, unless the request was not carried out.
    Drop,
}

/// An open connection.
pub(super) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    host: HeaderValue,
}

impl Connection {
    /// Opens a connection.
    ///
    /// # Errors
    /// If nobody answers there.
    pub(super) async fn open(target: &Target) -> Result<Self, Failure> {
        let stream = TcpStream::connect((target.host.as_str(), target.port)).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // What goes wrong on the way is told to whoever waits for an answer.
        actix_web::rt::spawn(connection);
        Ok(Self { sender, host: target.header.clone() })
    }

    /// Sends a request and reads the whole answer: its status and its body,
    /// which is empty if it was dropped.
    ///
    /// # Errors
    /// If the connection is gone, or the answer does not come.
    pub(super) async fn post(&mut self, post: Post, body: Body) -> Result<(u16, Vec<u8>), Failure> {
        let Post { resource, bearer, key, body: json } = post;
        let mut request = Request::new(Full::new(Bytes::from(json)));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = resource;
        let headers = request.headers_mut();
        headers.insert(HOST, self.host.clone());
        headers.insert(CONTENT_TYPE, JSON);
        headers.extend(bearer.map(|bearer| (AUTHORIZATION, bearer)));
        headers.extend(key.map(|key| (IDEMPOTENCY_KEY, key)));
        timeout(PATIENCE, self.exchange(request, body)).await.map_err(|_| "no answer in a minute")?
    }

    async fn exchange(
        &mut self,
        request: Request<Full<Bytes>>,
        body: Body,
    ) -> Result<(u16, Vec<u8>), Failure> {
        // After an answer, the connection takes a moment until it is free.
        self.sender.ready().await?;
        let mut answer = self.sender.send_request(request).await?;
        let keep = body == Body::Keep || !answer.status().is_success();
        let mut kept = Vec::new();
        while let Some(frame) = answer.frame().await {
            if let (true, Some(data)) = (keep, frame?.data_ref()) {
                kept.extend_from_slice(data);
            }
        }
        Ok((answer.status().as_u16(), kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_plain_http_address() {
        let target: Target = "http://127.0.0.1:8080".parse().unwrap();
        assert_eq!((target.host.as_str(), target.port), ("127.0.0.1", 8080));
        assert_eq!(target.resource("/v1/games").unwrap(), "/v1/games");
        let target: Target = "http://[::1]/below/".parse().unwrap();
        assert_eq!((target.host.as_str(), target.port), ("::1", 80));
        assert_eq!(target.resource("/v1/games").unwrap(), "/below/v1/games");
        for text in
            ["https://regicide.example", "regicide.example", "http://", "http://a:b@c", "http://a?b", ""]
        {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }
}
