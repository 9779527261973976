//! A way to Postgres that a test can make silent: as with a server that hangs,
//! connections stay open, nothing is answered, and sent data arrives later.

use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub(crate) struct Proxy {
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    silent: watch::Sender<bool>,
    /// The proxy falls silent before it forwards a request with these bytes.
    trigger: Mutex<Option<Vec<u8>>>,
    connections: watch::Sender<usize>,
}

impl Proxy {
    /// A proxy before the server that a URL names.
    pub(crate) async fn new(url: &str) -> Self {
        let server = PgConnectOptions::from_str(url).unwrap();
        let server = (server.get_host().to_owned(), server.get_port());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = State {
            silent: watch::Sender::new(false),
            trigger: Mutex::default(),
            connections: watch::Sender::new(0),
        };
        let state = Arc::new(state);
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(server.clone()).await.unwrap();
                tokio::spawn(shared.clone().connect(client, server));
            }
        });
        Self { address, state }
    }

    /// The URL through the proxy.
    pub(crate) fn url(&self, url: &str) -> String {
        let (scheme, rest) = url.split_once("://").unwrap();
        let (authority, rest) = rest.split_once('/').unwrap();
        let user = authority.rsplit_once('@').map_or("postgres", |(user, _)| user);
        format!("{scheme}://{user}@{}/{rest}", self.address)
    }

    /// Falls silent as soon as a request with some bytes arrives, which is the
    /// first to wait.
    pub(crate) fn fall_silent_at(&self, bytes: impl Into<Vec<u8>>) {
        *self.state.trigger.lock().unwrap() = Some(bytes.into());
    }

    pub(crate) fn is_silent(&self) -> bool {
        *self.state.silent.borrow()
    }

    /// Forwards the delayed data, and all that follows.
    pub(crate) fn resume(&self) {
        self.state.silent.send_replace(false);
    }

    /// Waits until no connection is open: the server has done with all that was
    /// sent.
    pub(crate) async fn drained(&self) {
        self.state.connections.subscribe().wait_for(|open| *open == 0).await.unwrap();
    }
}

impl State {
    async fn connect(self: Arc<Self>, client: TcpStream, server: TcpStream) {
        self.connections.send_modify(|open| *open += 1);
        let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
        tokio::join!(self.forward(from_client, to_server, true), self.forward(from_server, to_client, false));
        self.connections.send_modify(|open| *open -= 1);
    }

    /// Forwards one direction until its end, which it passes on.
    async fn forward(
        &self,
        mut from: tokio::net::tcp::OwnedReadHalf,
        mut to: tokio::net::tcp::OwnedWriteHalf,
        requests: bool,
    ) {
        let mut buffer = vec![0; 1 << 16];
        let mut silent = self.silent.subscribe();
        loop {
            let read = from.read(&mut buffer).await.unwrap_or(0);
            if requests {
                self.pull_trigger(&buffer[..read]);
            }
            silent.wait_for(|silent| !silent).await.unwrap();
            if read == 0 || to.write_all(&buffer[..read]).await.is_err() {
                break;
            }
        }
        let _ = to.shutdown().await;
    }

    fn pull_trigger(&self, bytes: &[u8]) {
        let mut trigger = self.trigger.lock().unwrap();
        if trigger.as_ref().is_some_and(|wanted| bytes.windows(wanted.len()).any(|part| part == wanted)) {
            *trigger = None;
            self.silent.send_replace(true);
        }
    }
}
