//! The service in this process, on a SQLite database in memory, and requests
//! to it over a socket, as clients send them.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use regicide_server::api::{Config, Server};
use regicide_server::service::{Clock, Secret, Settings, SystemClock, Token};
use regicide_system::entropy::OsEntropy;
use regicide_store::{Options, Store};
use serde_json::{Value, json};

/// The operator's token.
const OPERATOR: &str = "the operator's token of the fuzzer";
/// How long the challenge is open that requests are about.
const DAY: Duration = Duration::from_secs(86_400);

/// A service and what was made in it, for requests to be about.
pub struct Service {
    address: SocketAddr,
    connection: Option<BufReader<TcpStream>>,
    ids: Ids,
}

/// Resources of requests, with the tokens that open them.
#[derive(Default)]
struct Ids {
    /// A game that runs.
    running: (String, String),
    /// A game with open seats.
    open: String,
    /// A game that is over.
    over: String,
    /// A challenge of the player's.
    challenge: String,
    player: (String, String),
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub body: String,
}

impl Service {
    /// Starts the service.
    #[must_use]
    pub fn start() -> Self {
        let (sender, address) = mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let store = Store::connect("sqlite::memory:", &Options::default()).await;
                let store = store.expect("a database");
                store.migrate().await.expect("a schema");
                let server =
                    Server::build(&config(), Arc::new(store), Arc::new(SystemClock), Arc::new(OsEntropy))
                        .expect("a server");
                sender.send(server.address()).expect("a receiver");
                server.run().await.expect("a server that runs");
            });
        });
        let address = address.recv().expect("the service starts");
        let mut service = Self { address, connection: None, ids: Ids::default() };
        service.renew();
        service
    }

    /// Makes what requests are about anew: requests change it.
    pub fn renew(&mut self) {
        let seats = self.made("/v1/games", "", &json!({"players": 2, "seed": "fuzz"}));
        let open = self.made("/v1/games", "", &json!({"players": 4, "open_seats": 3}));
        let over = self.made("/v1/games", "", &json!({"players": 1}));
        let player = self.made("/v1/players", "", &json!({"name": "Fuzz"}));
        let closes_at = (SystemClock.now() + DAY).to_rfc3339();
        let challenge = json!({"name": "Fuzz", "players": 1, "closes_at": closes_at, "attempts": 100});
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let challenge = self.made("/v1/challenges", &text(&player["token"]), &challenge);
        self.ids = Ids {
            running: (text(&seats["game"]["id"]), text(&seats["tokens"][0]["token"])),
            open: text(&open["game"]["id"]),
            over: text(&over["game"]["id"]),
            challenge: text(&challenge["id"]),
            player: (text(&player["player"]["id"]), text(&player["token"])),
        };
        let moves = format!("/v1/games/{}/moves", self.ids.over);
        self.made(&moves, &text(&over["tokens"][0]["token"]), &json!({"text": "concede"}));
    }

    fn made(&mut self, path: &str, token: &str, body: &Value) -> Value {
        let answer = self.send("POST", path, token, body.to_string().as_bytes());
        assert_eq!(answer.status, 201, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    /// Sends a body to one of the operations that take one.
    pub fn send_body(&mut self, operation: u8, body: &[u8]) -> Answer {
        let Ids { running, open, over, challenge, player } = &self.ids;
        let operator = || OPERATOR.to_owned();
        let (method, path, token) = match operation % 12 {
            0 => ("POST", "/v1/games".to_owned(), String::new()),
            1 => ("POST", format!("/v1/games/{}/moves", running.0), running.1.clone()),
            2 => ("POST", format!("/v1/games/{open}/seats"), String::new()),
            3 => ("POST", format!("/v1/games/{over}/forks"), String::new()),
            4 => ("POST", "/v1/players".to_owned(), String::new()),
            5 => ("PATCH", format!("/v1/players/{}", player.0), player.1.clone()),
            6 => ("POST", "/v1/challenges".to_owned(), player.1.clone()),
            7 => ("POST", format!("/v1/challenges/{challenge}/attempts"), player.1.clone()),
            8 => ("POST", format!("/v1/challenges/{challenge}/invitations"), player.1.clone()),
            9 => ("POST", "/v1/records".to_owned(), String::new()),
            10 => ("POST", "/v1/verification".to_owned(), String::new()),
            _ => ("POST", "/v1/admin/actions".to_owned(), operator()),
        };
        self.send(method, &path, &token, body)
    }

    /// Requests the page of a list after a text.
    pub fn send_cursor(&mut self, list: u8, after: &[u8]) -> Answer {
        let Ids { running, over, challenge, player, .. } = &self.ids;
        let organiser = || player.1.clone();
        let (path, token) = match list % 8 {
            0 | 1 => (format!("/v1/challenges/{challenge}/leaderboard"), organiser()),
            2 => ("/v1/games".to_owned(), String::new()),
            3 => ("/v1/challenges".to_owned(), organiser()),
            4 => (format!("/v1/games/{}/moves", running.0), running.1.clone()),
            5 => (format!("/v1/games/{over}/replay"), String::new()),
            6 => ("/v1/admin/actions".to_owned(), OPERATOR.to_owned()),
            _ => ("/v1/records".to_owned(), String::new()),
        };
        let path = after.iter().fold(format!("{path}?limit=2&after="), |mut path, byte| {
            write!(path, "%{byte:02X}").expect("a text takes text");
            path
        });
        self.send("GET", &path, &token, b"")
    }

    /// Sends a request, on the connection of the one before if that still is.
    fn send(&mut self, method: &str, path: &str, token: &str, body: &[u8]) -> Answer {
        let authorization =
            if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{authorization}Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        let mut connection = self.connection.take().unwrap_or_else(|| connect(self.address));
        let request = [head.as_bytes(), body].concat();
        connection.get_mut().write_all(&request).expect("the service reads");
        let (answer, stays) = read(&mut connection);
        self.connection = stays.then_some(connection);
        answer
    }
}

impl Answer {
    /// The service has not failed, and has answered in the form it promises.
    ///
    /// # Panics
    /// If it has not.
    pub fn check(&self) {
        let Self { status, body } = self;
        assert!(*status < 500, "{status} {body}");
        if *status < 400 {
            return;
        }
        let problem: Value = serde_json::from_str(body).expect("a problem is JSON");
        assert_eq!(problem["status"], *status, "{body}");
        for field in ["code", "type", "title", "detail"] {
            assert!(problem[field].is_string(), "{field} in {body}");
        }
    }
}

fn connect(address: SocketAddr) -> BufReader<TcpStream> {
    let connection = TcpStream::connect(address).expect("the service listens");
    connection.set_nodelay(true).expect("an option of a socket");
    connection.set_read_timeout(Some(Duration::from_secs(20))).expect("an option of a socket");
    BufReader::new(connection)
}

/// Reads an answer, and whether the connection stays open after it.
fn read(connection: &mut BufReader<TcpStream>) -> (Answer, bool) {
    let mut line = || {
        let mut line = String::new();
        connection.read_line(&mut line).expect("an answer in time");
        line.trim_end().to_ascii_lowercase()
    };
    let status = line().split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let (mut length, mut stays) = (None, true);
    loop {
        let header = line();
        match header.split_once(": ") {
            Some(("content-length", value)) => length = value.parse::<usize>().ok(),
            Some(("connection", "close")) => stays = false,
            Some(_) => {}
            None => break,
        }
    }
    let body = match length {
        Some(length) => {
            let mut body = vec![0; length];
            connection.read_exact(&mut body).expect("the whole answer");
            body
        }
        None => read_chunks(connection),
    };
    (Answer { status, body: String::from_utf8(body).expect("UTF-8") }, stays)
}

/// Reads a body whose length is not known before.
fn read_chunks(connection: &mut BufReader<TcpStream>) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).expect("a chunk in time");
        let length = usize::from_str_radix(line.trim_end(), 16).expect("the length of a chunk");
        let mut chunk = vec![0; length + 2];
        connection.read_exact(&mut chunk).expect("a whole chunk");
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&chunk[..length]);
    }
}

fn config() -> Config {
    let local = Config::local();
    let operator = Some(Secret(Token::from_client(OPERATOR).hash().0));
    Config { settings: Settings { operator, ..local.settings }, ..local }
}
