//! The service, or a server of its database, is killed under load, again and
//! again: acknowledged moves and results stay, once, in logs, boards and the export.

use std::cell::{Cell, RefCell};

use awc::http::{Method, StatusCode};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::client::{Answer, Client, Request};
use crate::history::History;
use crate::machine::Machine;
use crate::players::come;
use crate::process::Process;
use crate::server::Setting;
use crate::support::Server;

crate::on_both_databases!(no_acknowledged_move_is_lost_or_doubled_when_the_service_is_killed);

/// How often the service is killed.
const KILLS: u32 = 10;
/// How many play at the same time.
const PLAYERS: usize = 24;
/// After how many more moves the service is killed.
const MOVES: u32 = 150;

/// A player of an attempt at a challenge, and then of one game after the other.
/// Acknowledged moves go into the history.
#[derive(Default)]
struct Player {
    /// The player's id and token.
    identity: Option<(String, String)>,
    game: Option<Game>,
}

struct Game {
    id: String,
    token: String,
    /// How many moves are acknowledged.
    acknowledged: usize,
    over: bool,
}

/// State that all players share.
struct Scene<'a> {
    client: &'a Client,
    challenge: &'a str,
    history: &'a RefCell<History>,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The final response to a request, which is repeated after a 503 under heavy load. `None`
/// without a response.
async fn send(request: impl Fn() -> Request, body: Option<&Value>) -> Option<Answer> {
    loop {
        let answer = match body {
            Some(body) => request().try_json(body).await?,
            None => request().try_send().await?,
        };
        if answer.status != StatusCode::SERVICE_UNAVAILABLE {
            return Some(answer);
        }
    }
}

impl Player {
    /// Plays until the process is killed.
    async fn play(&mut self, scene: &Scene<'_>, made: &Cell<u32>, kill: &impl Fn()) {
        while self.step(scene).await.is_some() {
            made.set(made.get() + 1);
            if made.get() == MOVES {
                kill();
            }
        }
    }

    /// One move, or a new game; `None` without an answer.
    async fn step(&mut self, scene: &Scene<'_>) -> Option<()> {
        match (&self.identity, &mut self.game) {
            (_, Some(game)) if !game.over => return game.step(scene).await,
            (None, _) => {
                let request = || scene.client.request(Method::POST, "/v1/players");
                let created = send(request, Some(&json!({"name": "Ada"}))).await?.expect(201);
                self.identity = Some((text(&created["player"]["id"]), text(&created["token"])));
            }
            (Some((id, token)), None) => {
                let game = attempt(scene, token).await?;
                scene.history.borrow_mut().created(&game, Some((scene.challenge, id)));
                self.game = Some(Game::new(&game, token));
            }
            (Some(_), Some(_)) => {
                let request = || scene.client.request(Method::POST, "/v1/games");
                let created = send(request, Some(&json!({"players": 1}))).await?.expect(201);
                scene.history.borrow_mut().created(&created["game"], None);
                self.game = Some(Game::new(&created["game"], &text(&created["tokens"][0]["token"])));
            }
        }
        Some(())
    }
}

/// Begins an attempt, or finds the one whose answer was lost.
async fn attempt(scene: &Scene<'_>, token: &str) -> Option<Value> {
    let client = scene.client.with_token(token);
    let path = format!("/v1/challenges/{}", scene.challenge);
    let attempts = format!("{path}/attempts");
    let answer = send(|| client.request(Method::POST, &attempts), Some(&json!({}))).await?;
    if answer.status.as_u16() == 201 {
        return Some(answer.json()["game"].clone());
    }
    answer.problem(409, "attempted_already");
    let own = send(|| client.request(Method::GET, &path), None).await?.expect(200);
    let path = format!("/v1/games/{}", own["own_attempts"][0]["game_id"].as_str().unwrap());
    Some(send(|| client.request(Method::GET, &path), None).await?.expect(200))
}

impl Game {
    fn new(game: &Value, token: &str) -> Self {
        Self { id: text(&game["id"]), token: token.to_owned(), acknowledged: 0, over: false }
    }

    async fn step(&mut self, scene: &Scene<'_>) -> Option<()> {
        let client = scene.client.with_token(&self.token);
        let path = format!("/v1/games/{}", self.id);
        let view = send(|| client.request(Method::GET, &path), None).await?.expect(200);
        let path = format!("{path}/moves");
        let known = self.acknowledged;
        let mv = if view["seq"] == known {
            view["legal_moves"][0]["text"].clone()
        } else {
            // The pending move is stored: it is sent once more, as by a player without an
            // answer.
            assert_eq!(view["seq"], known + 1, "one request is open at a time");
            let log = send(|| client.request(Method::GET, &path), None).await?.expect(200);
            log["items"][known]["text"].clone()
        };
        let key = format!("move {known}");
        let request = || client.request(Method::POST, &path).header("idempotency-key", &key);
        let answer = send(request, Some(&json!({"text": mv, "expected_seq": known}))).await?.expect(201);
        scene.history.borrow_mut().moved(&self.id, &answer);
        self.acknowledged += 1;
        self.over = answer["game"]["status"] != "running";
        Some(())
    }
}

/// A challenge, and a time long after, when it is over.
async fn challenge(client: &Client) -> (String, DateTime<Utc>) {
    let daily = client.get("/v1/daily").await.expect(200);
    let today: NaiveDate = daily["date"].as_str().unwrap().parse().unwrap();
    let closes_at = (today + Days::new(300)).and_time(NaiveTime::MIN).and_utc();
    let body = json!({"name": "Killed", "players": 1, "closes_at": closes_at.to_rfc3339()});
    let (_, ada) = come(client, "Ada").await;
    let created = ada.post("/v1/challenges", &body).await.expect(201);
    (text(&created["id"]), closes_at + Days::new(1))
}

async fn no_acknowledged_move_is_lost_or_doubled_when_the_service_is_killed(setting: Setting) {
    let (process, client, _) = Process::start(setting.url());
    let (challenge, after) = challenge(&client).await;
    drop(process);
    let mut players: Vec<_> = (0..PLAYERS).map(|_| Player::default()).collect();
    let history = RefCell::default();
    for _ in 0..KILLS {
        let (process, client, _) = Process::start(setting.url());
        let (process, made) = (Cell::new(Some(process)), Cell::new(0));
        let kill = || drop(process.take());
        let scene = Scene { client: &client, challenge: &challenge, history: &history };
        join_all(players.iter_mut().map(|player| player.play(&scene, &made, &kill))).await;
        assert!(made.get() >= MOVES, "it served until it was killed");
    }
    setting.clock.set(&after.to_rfc3339());
    let history = history.into_inner();
    assert_eq!(history.disagreements(&setting.client).await, Vec::<String>::new());
    assert!(history.moves() >= 1000, "{} moves", history.moves());
}

/// All play on, at services on different servers of the database, while one of
/// its servers after the other is killed and started again.
async fn play_while_servers_are_killed(
    setting: &Setting,
    services: &[&str],
    servers: &mut [impl Killed],
    go_on: u32,
) {
    let (process, client, _) = Process::start(services[0]);
    let (challenge, after) = challenge(&client).await;
    drop(process);
    let processes: Vec<_> = services.iter().map(|url| Process::start(url)).collect();
    let history = RefCell::default();
    let scenes: Vec<_> = processes
        .iter()
        .map(|(_, client, _)| Scene { client, challenge: &challenge, history: &history })
        .collect();
    let (made, is_over) = (Cell::new(0), Cell::new(false));
    let play = async |number: usize| {
        let mut player = Player::default();
        while !is_over.get() {
            // A service whose connection breaks answers with a problem; none ends.
            player.step(&scenes[number % scenes.len()]).await.expect("every request is answered");
            made.set(made.get() + 1);
        }
    };
    let more = async |moves: u32| {
        let wanted = made.get() + moves;
        while made.get() < wanted {
            actix_web::rt::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    let kill = async {
        more(MOVES).await;
        for server in servers {
            server.kill();
            more(go_on).await;
            server.start();
            more(MOVES).await;
        }
        is_over.set(true);
    };
    futures_util::future::join(kill, join_all((0..PLAYERS).map(play))).await;
    drop(processes);
    setting.clock.set(&after.to_rfc3339());
    let history = history.into_inner();
    assert_eq!(history.disagreements(&setting.client).await, Vec::<String>::new());
    let audit = crate::process::run(setting.url(), &["audit"]);
    assert!(audit.status.success(), "{audit:?}");
}

/// A server that can be killed.
trait Killed {
    fn kill(&mut self);
    fn start(&mut self);
}

impl Killed for Server {
    fn kill(&mut self) {
        self.crash();
    }

    fn start(&mut self) {
        self.start_again();
    }
}

impl Killed for Machine {
    fn kill(&mut self) {
        self.crash();
    }

    fn start(&mut self) {
        Self::start(self);
    }
}

/// On a cluster, each of its servers is, and games on the others go on.
#[actix_web::test]
async fn postgres_no_acknowledged_move_is_lost_or_doubled_when_a_server_is_killed() {
    let setting = Setting::postgres().await;
    let mut machines = setting.machines().await;
    if machines.is_empty() {
        let server = Server::start(&[("TEST_POSTGRES_OWN", "1")]);
        let setting = Setting::on_server(&server).await;
        let url = setting.url().to_owned();
        return play_while_servers_are_killed(&setting, &[&url], &mut [server], 0).await;
    }
    // Players whose games and service are on other servers go on.
    let urls: Vec<String> = machines.iter().map(|machine| machine.url.clone()).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    play_while_servers_are_killed(&setting, &urls, &mut machines, 30).await;
}
