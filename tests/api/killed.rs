//! The service is killed under load, again and again: what it has acknowledged
//! stands, once.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use awc::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Setting;

crate::on_both_databases!(no_acknowledged_move_is_lost_or_doubled_when_the_service_is_killed);

/// How often the service is killed.
const KILLS: u32 = 10;
/// How many play at the same time.
const PLAYERS: usize = 24;
/// After how many more moves the service is killed.
const MOVES: u32 = 150;

/// A process that serves.
struct Process(Child);

impl Process {
    fn start(database: &str) -> (Self, Client) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        command.arg("serve").env("DATABASE_URL", database).env("REGICIDE_LISTEN", "127.0.0.1:0");
        command.env("REGICIDE_CREATIONS_PER_MINUTE", "0").env("RUST_LOG", "info").stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let told = BufReader::new(child.stderr.take().unwrap());
        let mut lines = told.lines().map(|line| line.unwrap());
        let line = lines.find(|line| line.contains("listening")).expect("it serves");
        let (_, address) = line.split_once("address=").unwrap();
        let address = address.split_whitespace().next().unwrap().parse().unwrap();
        // Somebody has to read what it says from now on.
        std::thread::spawn(move || lines.for_each(drop));
        (Self(child), Client::new(address))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Somebody who plays one game after the other, and takes down what was
/// acknowledged.
#[derive(Default)]
struct Player {
    games: Vec<Game>,
}

struct Game {
    id: String,
    token: String,
    /// The hashes of the acknowledged moves.
    acknowledged: Vec<Value>,
    over: bool,
}

impl Player {
    /// Plays until the process is gone.
    async fn play(&mut self, client: &Client, made: &Cell<u32>, kill: &impl Fn()) {
        while self.step(client).await.is_some() {
            made.set(made.get() + 1);
            if made.get() == MOVES {
                kill();
            }
        }
    }

    /// One move, or a new game; nothing if nobody answers.
    async fn step(&mut self, client: &Client) -> Option<()> {
        if let Some(game) = self.games.last_mut().filter(|game| !game.over) {
            return game.step(client).await;
        }
        let body = json!({"players": 1});
        let created = client.request(Method::POST, "/v1/games").try_json(&body).await?.expect(201);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (id, token) = (text(&created["game"]["id"]), text(&created["tokens"][0]["token"]));
        self.games.push(Game { id, token, acknowledged: Vec::new(), over: false });
        Some(())
    }
}

impl Game {
    async fn step(&mut self, client: &Client) -> Option<()> {
        let client = client.with_token(&self.token);
        let path = format!("/v1/games/{}", self.id);
        let view = client.request(Method::GET, &path).try_send().await?.expect(200);
        let path = format!("{path}/moves");
        let known = self.acknowledged.len();
        let mv = if view["seq"] == known {
            view["legal_moves"][0]["text"].clone()
        } else {
            // The move that was open is stored: it is sent once more, as a
            // player who got no answer would.
            assert_eq!(view["seq"], known + 1, "one request is open at a time");
            let log = client.request(Method::GET, &path).try_send().await?.expect(200);
            log["moves"][known]["text"].clone()
        };
        let request = client.request(Method::POST, &path).header("idempotency-key", &format!("move {known}"));
        let answer = request.try_json(&json!({"move": mv, "expected_seq": known})).await?.expect(201);
        assert_eq!(answer["seq"], known + 1);
        self.acknowledged.push(answer["h"].clone());
        self.over = answer["game"]["status"] != "running";
        Some(())
    }
}

async fn no_acknowledged_move_is_lost_or_doubled_when_the_service_is_killed(setting: Setting) {
    let mut players: Vec<_> = (0..PLAYERS).map(|_| Player::default()).collect();
    for _ in 0..KILLS {
        let (process, client) = Process::start(setting.url());
        let (process, made) = (Cell::new(Some(process)), Cell::new(0));
        let kill = || drop(process.take());
        join_all(players.iter_mut().map(|player| player.play(&client, &made, &kill))).await;
        assert!(made.get() >= MOVES, "it served until it was killed");
    }
    let mut stored = 0;
    for game in players.iter().flat_map(|player| &player.games) {
        let path = format!("/v1/games/{}", game.id);
        let log = setting.client.get(&format!("{path}/moves?limit=100")).await.expect(200);
        let log: Vec<_> = log["moves"].as_array().unwrap().iter().map(|line| line["h"].clone()).collect();
        let acknowledged = game.acknowledged.len();
        assert_eq!(log[..acknowledged], game.acknowledged, "what was acknowledged stands in its place");
        assert!(log.len() <= acknowledged + 1, "at most the move that was open at the last kill");
        let audit = setting.client.get(&format!("{path}/audit")).await.expect(200);
        assert_eq!(audit["holds"], true, "{audit}");
        stored += acknowledged;
    }
    assert!(stored >= 1000, "{stored} moves");
}
