//! Streams of events, read line by line as they come.

use std::time::Duration;

use actix_web::rt::time::timeout;
use http_body_util::{BodyExt as _, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{ACCEPT, AUTHORIZATION, HOST, HeaderValue};
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;

use super::Failure;
use super::http::Target;

/// How long to wait for a stream to begin.
const TIMEOUT: Duration = Duration::from_mins(1);

const LINES: HeaderValue = HeaderValue::from_static("application/x-ndjson");

/// An open connection for streams, one after the other.
pub(crate) struct StreamConnection {
    sender: SendRequest<Empty<Bytes>>,
    host: HeaderValue,
}

/// An answer that is read line by line as it comes.
pub(crate) struct Lines {
    body: Incoming,
    /// Received text that was not parsed yet.
    text: Vec<u8>,
}

impl StreamConnection {
    /// Opens a connection.
    ///
    /// # Errors
    /// If no server listens there.
    pub(crate) async fn open(target: &Target) -> Result<Self, Failure> {
        let (sender, connection) = handshake(TokioIo::new(target.connect().await?)).await?;
        // Its errors are also returned to who waits for the stream.
        actix_web::rt::spawn(connection);
        Ok(Self { sender, host: target.header().clone() })
    }

    /// Opens a stream of events, as lines.
    ///
    /// # Errors
    /// If the connection breaks, or the stream is refused.
    pub(crate) async fn follow(
        &mut self,
        resource: Uri,
        bearer: Option<HeaderValue>,
    ) -> Result<Lines, Failure> {
        let mut request = Request::new(Empty::new());
        *request.uri_mut() = resource;
        let headers = request.headers_mut();
        headers.insert(HOST, self.host.clone());
        headers.insert(ACCEPT, LINES);
        headers.extend(bearer.map(|bearer| (AUTHORIZATION, bearer)));
        self.sender.ready().await?;
        let answer = timeout(TIMEOUT, self.sender.send_request(request)).await??;
        if answer.status() != 200 {
            return Err(format!("a stream was answered with {}", answer.status()).into());
        }
        Ok(Lines { body: answer.into_body(), text: Vec::new() })
    }
}

impl Lines {
    /// The next line, unless the stream has ended.
    ///
    /// # Errors
    /// If the connection breaks.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let mut searched = 0;
        loop {
            if let Some(end) = self.text[searched..].iter().position(|byte| *byte == b'\n') {
                let rest = self.text.split_off(searched + end + 1);
                return Ok(Some(std::mem::replace(&mut self.text, rest)));
            }
            searched = self.text.len();
            let Some(frame) = self.body.frame().await else { return Ok(None) };
            if let Some(data) = frame?.data_ref() {
                self.text.extend_from_slice(data);
            }
        }
    }
}
