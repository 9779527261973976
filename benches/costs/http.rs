//! A client that sends one request after the other on one connection.

use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};

/// A connection to the service.
pub(crate) struct Connection(BufReader<TcpStream>);

/// A request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Method and path.
    pub(crate) line: String,
    /// A token.
    pub(crate) token: Option<String>,
    /// The JSON that is sent.
    pub(crate) body: Option<String>,
    /// The tag of the answer that the client has.
    pub(crate) tag: Option<String>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) tag: Option<String>,
    /// True if the service closes the connection, such as when the request's body was not read.
    closes: bool,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    pub(crate) fn send(&mut self, request: &Request) -> Result<Answer> {
        let Request { line, token, body, tag } = request;
        let mut text = format!("{line} HTTP/1.1\r\nHost: localhost\r\n");
        if let Some(token) = token {
            text.extend(["Authorization: Bearer ", token, "\r\n"]);
        }
        if let Some(tag) = tag {
            text.extend(["If-None-Match: ", tag, "\r\n"]);
        }
        if let Some(body) = body {
            let length = body.len().to_string();
            text.extend(["Content-Type: application/json\r\nContent-Length: ", &length, "\r\n"]);
        }
        text += "\r\n";
        text += body.as_deref().unwrap_or_default();
        self.0.get_mut().write_all(text.as_bytes())?;
        let answer = self.answer(line.starts_with("HEAD "));
        let answer = answer.map_err(|error| Error::other(format!("{line}: {error}")))?;
        if answer.closes {
            *self = Self::open(self.0.get_ref().peer_addr()?)?;
        }
        Ok(answer)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.0.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    fn answer(&mut self, is_head: bool) -> Result<Answer> {
        let begin = self.line()?;
        let status = begin.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| Error::other(format!("no answer: {begin:?}")))?;
        let (mut length, mut is_chunked, mut tag, mut closes) = (0, false, None, false);
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(": ") else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().map_err(Error::other)?,
                "connection" => closes = value.eq_ignore_ascii_case("close"),
                "transfer-encoding" => is_chunked = true,
                "etag" => tag = Some(value.to_owned()),
                _ => {}
            }
        }
        let body = if is_head || status == 304 || status == 204 {
            Vec::new()
        } else if is_chunked {
            self.chunks()?
        } else {
            self.bytes(length)?
        };
        Ok(Answer { status, body, tag, closes })
    }

    fn bytes(&mut self, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.line()?, 16).map_err(Error::other)?;
            body.extend(self.bytes(length)?);
            self.line()?;
            if length == 0 {
                return Ok(body);
            }
        }
    }
}
