//! Requests that the service sends.

use std::collections::BTreeMap;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// A request that was received.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    /// The body as text, if it is one.
    pub(crate) body: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads the one request of a connection.
pub(crate) async fn read(stream: &mut TcpStream) -> Received {
    let mut bytes = Vec::new();
    loop {
        let mut headers = [httparse::EMPTY_HEADER; 32];
        let mut request = httparse::Request::new(&mut headers);
        if let httparse::Status::Complete(head) = request.parse(&bytes).unwrap() {
            let named = request.headers.iter().map(|header| {
                (header.name.to_lowercase(), String::from_utf8(header.value.to_vec()).unwrap())
            });
            let headers: BTreeMap<String, String> = named.collect();
            let length = if request.method == Some("GET") { "0" } else { &headers["content-length"] };
            let length: usize = length.parse().unwrap();
            if bytes.len() == head + length {
                let body = String::from_utf8_lossy(&bytes[head..]).into_owned();
                let (method, path) = (request.method.unwrap().to_owned(), request.path.unwrap().to_owned());
                return Received { method, path, headers, body, bytes: bytes.split_off(head) };
            }
        }
        assert!(stream.read_buf(&mut bytes).await.unwrap() > 0, "the request was cut off");
    }
}
