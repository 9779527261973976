//! A receiver of webhooks: it records requests, and answers as configured.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::{spawn, time::timeout};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::received::{Received, read};

/// How long a message may take until it is missed.
const PATIENCE: Duration = Duration::from_mins(1);

/// The response to a request.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    Status(u16),
    /// With the seconds of a pause.
    RetryAfter(u16, u32),
    Redirect(String),
    /// The connection is closed.
    Nothing,
    /// The connection stays open.
    Hang,
    /// A head that never ends, a byte at a time.
    Trickle,
}

pub(super) struct Receiver {
    address: SocketAddr,
    received: UnboundedReceiver<Received>,
}

impl Receiver {
    /// One that is content with everything.
    pub(super) async fn start() -> Self {
        Self::replying([]).await
    }

    /// One that gives these answers first.
    pub(super) async fn replying(replies: impl Into<VecDeque<Reply>>) -> Self {
        let mut replies = replies.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, received) = unbounded_channel();
        spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let reply = replies.pop_front().unwrap_or(Reply::Status(200));
                let sender = sender.clone();
                spawn(async move {
                    let request = read(&mut stream).await;
                    // The test may have ended.
                    let _ = sender.send(request);
                    answer(stream, reply).await;
                });
            }
        });
        Self { address, received }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/hook?key=1", self.address)
    }

    pub(super) async fn next(&mut self) -> Received {
        timeout(PATIENCE, self.received.recv()).await.expect("nothing was received").unwrap()
    }

    pub(super) fn has_nothing(&mut self) -> bool {
        self.received.try_recv().is_err()
    }
}

async fn answer(mut stream: TcpStream, reply: Reply) {
    let head = match reply {
        Reply::Status(status) => format!("HTTP/1.1 {status} Status\r\ncontent-length: 0\r\n\r\n"),
        Reply::RetryAfter(status, seconds) => {
            format!("HTTP/1.1 {status} Status\r\nretry-after: {seconds}\r\ncontent-length: 0\r\n\r\n")
        }
        Reply::Redirect(to) => {
            format!("HTTP/1.1 307 Elsewhere\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n")
        }
        Reply::Nothing => return,
        Reply::Hang => return std::future::pending().await,
        Reply::Trickle => {
            let mut pauses = actix_web::rt::time::interval(Duration::from_millis(100));
            stream.write_all(b"HTTP/1.1 200 OK\r\nx: ").await.unwrap();
            while stream.write_all(b"x").await.is_ok() {
                pauses.tick().await;
            }
            return;
        }
    };
    stream.write_all(head.as_bytes()).await.unwrap();
}
