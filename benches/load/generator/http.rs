//! One HTTP/1.1 connection that is kept alive, with one request at a time.
//!
//! The measured service runs on the same machine, so nothing here may take
//! processor time from it that is not needed. A client for everything did: it
//! spent half of its instructions on headers and tasks that no move needs.

use std::cmp::Ordering;
use std::io::Write as _;
use std::str::FromStr;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use httparse::{EMPTY_HEADER, Response, Status};
use hyper::Uri;
use hyper::header::HeaderValue;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::Failure;

/// How long to wait for an answer.
const TIMEOUT: Duration = Duration::from_mins(1);

/// More headers than any answer has.
const MAX_HEADERS: usize = 64;
/// Room for most answers from the start.
const CAPACITY: usize = 16 * 1024;

/// The address of a service.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    host: String,
    port: u16,
    header: HeaderValue,
    /// The prefix of all paths, without a slash at its end.
    base: String,
}

/// The text is not the address of a service.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("an address is http://HOST, http://HOST:PORT or one of these with a path")]
pub(crate) struct TargetError;

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let uri: Uri = text.parse().map_err(|_| TargetError)?;
        let authority = uri.authority().ok_or(TargetError)?;
        if uri.scheme_str() != Some("http") || uri.query().is_some() || authority.as_str().contains('@') {
            return Err(TargetError);
        }
        let host = authority.host();
        // In a URL an IPv6 address has brackets, in `connect` it has none.
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
    /// The request target of one of the service's resources.
    ///
    /// # Errors
    /// If the path is not valid.
    pub(crate) fn resource(&self, path: &str) -> Result<Uri, Failure> {
        Ok(format!("{}{path}", self.base).parse()?)
    }

    /// The header `Host` of requests to the service.
    pub(crate) const fn header(&self) -> &HeaderValue {
        &self.header
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// If no server listens there.
    pub(crate) async fn connect(&self) -> Result<TcpStream, Failure> {
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// A request with a JSON body.
pub(crate) struct Post {
    pub(crate) resource: Uri,
    pub(crate) bearer: Option<HeaderValue>,
    pub(crate) key: Option<HeaderValue>,
    /// True if a small answer is preferred.
    pub(crate) minimal: bool,
    pub(crate) body: Vec<u8>,
}

/// The use of an answer's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    /// Return it.
    Keep,
    /// Read and drop it, unless the status is an error.
    Drop,
}

/// An open connection.
pub(crate) struct Connection {
    stream: TcpStream,
    host: HeaderValue,
    /// The request as it is sent.
    request: Vec<u8>,
    /// The received part of the answer.
    answer: Vec<u8>,
}

/// The head of an answer.
#[derive(Clone, Copy)]
struct Head {
    status: u16,
    /// Begin and end of the body.
    body: (usize, usize),
}

impl Connection {
    /// Opens a connection.
    ///
    /// # Errors
    /// If no server listens there.
    pub(crate) async fn open(target: &Target) -> Result<Self, Failure> {
        let stream = target.connect().await?;
        let (request, answer) = (Vec::new(), Vec::with_capacity(CAPACITY));
        Ok(Self { stream, host: target.header().clone(), request, answer })
    }

    /// Sends a request and reads the whole answer. Returns status and body; a
    /// dropped body is empty.
    ///
    /// # Errors
    /// If the connection breaks, or after a minute without an answer.
    pub(crate) async fn post(&mut self, post: Post, body: Body) -> Result<(u16, Vec<u8>), Failure> {
        self.write(&post)?;
        let Head { status, body: (start, end) } =
            timeout(TIMEOUT, self.exchange()).await.map_err(|_| "no answer in a minute")??;
        let keep = body == Body::Keep || !(200..300).contains(&status);
        Ok((status, if keep { self.answer[start..end].to_vec() } else { Vec::new() }))
    }

    fn write(&mut self, post: &Post) -> Result<(), Failure> {
        let Post { resource, bearer, key, minimal, body } = post;
        let request = &mut self.request;
        request.clear();
        write!(request, "POST {} HTTP/1.1\r\ncontent-type: application/json\r\n", resource.path())?;
        let mut header = |name: &str, value: &[u8]| {
            request.extend_from_slice(name.as_bytes());
            request.extend_from_slice(value);
            request.extend_from_slice(b"\r\n");
        };
        header("host: ", self.host.as_bytes());
        if let Some(bearer) = bearer {
            header("authorization: ", bearer.as_bytes());
        }
        if let Some(key) = key {
            header("idempotency-key: ", key.as_bytes());
        }
        if *minimal {
            header("prefer: ", b"return=minimal");
        }
        write!(request, "content-length: {}\r\n\r\n", body.len())?;
        request.extend_from_slice(body);
        Ok(())
    }

    async fn exchange(&mut self) -> Result<Head, Failure> {
        let Self { stream, request, answer, .. } = self;
        stream.write_all(request).await?;
        answer.clear();
        let mut head = None;
        loop {
            if stream.read_buf(answer).await? == 0 {
                return Err("the connection was closed".into());
            }
            if head.is_none() {
                head = read_head(answer)?;
            }
            if let Some(head) = head {
                match answer.len().cmp(&head.body.1) {
                    Ordering::Less => {}
                    Ordering::Equal => return Ok(head),
                    Ordering::Greater => return Err("an answer is too long".into()),
                }
            }
        }
    }
}

/// The head of an answer, if it has come.
///
/// # Errors
/// If it is malformed, or has no length of the body.
fn read_head(answer: &[u8]) -> Result<Option<Head>, Failure> {
    let mut headers = [EMPTY_HEADER; MAX_HEADERS];
    let mut response = Response::new(&mut headers);
    let Status::Complete(start) = response.parse(answer)? else { return Ok(None) };
    let status = response.code.ok_or("an answer has no status")?;
    let mut headers = response.headers.iter();
    let length = headers.find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = length.ok_or("an answer has no Content-Length")?;
    let length: usize = str::from_utf8(length.value)?.parse()?;
    Ok(Some(Head { status, body: (start, start + length) }))
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

    #[test]
    fn a_head_says_status_and_length() {
        let answer = b"HTTP/1.1 201 Created\r\nvary: a\r\nContent-Length: 5\r\n\r\nabcde";
        for end in 0..answer.len() - 5 {
            assert!(read_head(&answer[..end]).unwrap().is_none(), "{end}");
        }
        let Head { status, body: (start, end) } = read_head(answer).unwrap().unwrap();
        assert_eq!((status, &answer[start..end]), (201, b"abcde".as_slice()));
        for wrong in
            ["HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n", "no HTTP"]
        {
            assert!(read_head(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
