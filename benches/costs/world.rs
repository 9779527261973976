//! The data that the measured requests read: the longest games, lists of a
//! hundred lines, a player with many running games, and a board with many results,
//! of players with webhooks.

use std::io::{Error, Result};

use regicide_engine::engine::{GameKind, Options, Ruleset, Seed, Setup};
use regicide_engine::record::RecordFile;
use regicide_server::api::document;
use serde_json::{Value, json};

use crate::crowd::{Behind, Template};
use crate::http::Request;
use crate::long_games::long_game;
use crate::service::Service;

/// How many lines lists have at the most.
const PAGE: usize = 100;
/// How many records the export reads at a time.
const EXPORTED: usize = 25;
/// How many challenges the player has made.
const CHALLENGES: usize = 200;
/// How many webhooks a player may have.
const WEBHOOKS: usize = 5;
/// The number of finished games of the player.
const FINISHED: u32 = 50_000;

/// Ids and tokens of what was made.
pub(crate) struct World {
    /// The record of the longest game but for its last moves.
    record: Value,
    /// Its id, and how many moves it has.
    long: String,
    moves: usize,
    /// One of the same length that runs, and the token of its first seat.
    running: Game,
    /// A short one that runs.
    short: Game,
    /// One that ended and is as long.
    ended: String,
    player: Player,
    /// Made by the player.
    challenge: String,
    /// The game of the player's first attempt at it.
    first_attempt: String,
    /// The path of the player's invitations that players have used.
    invitations: String,
    /// The cursor of a page in the middle of its board.
    middle: String,
    tag: Option<String>,
}

/// A game with the token of a seat.
struct Game {
    id: String,
    token: String,
}

struct Player {
    id: String,
    token: String,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn game(made: &Value) -> Game {
    Game { id: text(&made["game"]["id"]), token: text(&made["tokens"][0]["token"]) }
}

fn player(service: &mut Service) -> Result<Player> {
    let made = service.json("POST /v1/players", None, Some(json!({"name": "Ada"})))?;
    Ok(Player { id: text(&made["player"]["id"]), token: text(&made["token"]) })
}

/// A webhook at a closed port. Each has a URL of its own.
fn new_webhook() -> Value {
    let url = format!("http://127.0.0.1:9/{}", now().timestamp_micros());
    json!({"url": url, "events": ["turn", "game_over", "invitation", "rematch", "daily"]})
}

/// The path of a new webhook of a player.
fn webhook(service: &mut Service, owner: &Player) -> Result<String> {
    let made = service.json("POST /v1/webhooks", Some(&owner.token), Some(new_webhook()))?;
    Ok(format!("/v1/webhooks/{}", text(&made["webhook"]["id"])))
}

/// A fork of the first moves of a game.
fn fork(service: &mut Service, of: &str, moves: usize) -> Result<Game> {
    let line = format!("POST /v1/games/{of}/forks");
    Ok(game(&service.json(&line, None, Some(json!({"seq": moves})))?))
}

fn concede(service: &mut Service, Game { id, token }: &Game) -> Result<()> {
    let body = Some(json!({"text": "concede"}));
    service.json(&format!("POST /v1/games/{id}/moves"), Some(token), body).map(|_| ())
}

/// The path of the invitations to a new challenge.
fn invitations(service: &mut Service, organiser: &Player) -> Result<String> {
    let mut body = open_challenge();
    body["admission"] = json!("invited");
    let made = service.json("POST /v1/challenges", Some(&organiser.token), Some(body))?;
    Ok(format!("/v1/challenges/{}/invitations", text(&made["id"])))
}

/// An attempt of a player, which ends at once: its game.
fn attempt(service: &mut Service, challenge: &str, token: &str) -> Result<String> {
    let made =
        service.json(&format!("POST /v1/challenges/{challenge}/attempts"), Some(token), Some(json!({})))?;
    let game = Game { id: text(&made["game"]["id"]), token: token.to_owned() };
    concede(service, &game)?;
    Ok(game.id)
}

#[expect(clippy::disallowed_methods, reason = "the service that is measured has the system's clock")]
fn now() -> chrono::DateTime<chrono::Utc> {
    chrono::Utc::now()
}

fn open_challenge() -> Value {
    let closes_at = now() + chrono::TimeDelta::days(1);
    json!({"name": "Costs", "players": 1, "attempts": 100, "closes_at": closes_at})
}

/// The path of an operation that only reads, and whether it reads a token.
fn read(operation: &str) -> Result<(&'static str, bool)> {
    let paths = document()["paths"].as_object().into_iter().flatten();
    let mut gets = paths.map(|(path, item)| (path.as_str(), &item["get"]));
    let found = gets.find(|(_, get)| get["operationId"] == operation);
    let found = found.map(|(path, get)| (path, get["security"] != json!([])));
    found.ok_or_else(|| Error::other(format!("there is no request of {operation}")))
}

impl World {
    pub(crate) fn new(service: &mut Service, busy: usize) -> Result<Self> {
        let options = Options { target: Some(100), ..Options::default() };
        let setup = Setup::new(Ruleset::current(GameKind::Tricks), 4, &options).map_err(Error::other)?;
        let seed: Seed = "long".parse().map_err(Error::other)?;
        let moves = setup.max_moves() as usize - 2;
        let entries = long_game(setup, &seed, setup.max_moves()).into_iter().take(moves);
        let record = serde_json::to_value(RecordFile::new(&setup, &seed, entries)).map_err(Error::other)?;
        let imported = service.json("POST /v1/records", None, Some(record.clone()))?;
        let long = text(&imported["game"]["id"]);
        let ended = fork(service, &long, moves)?;
        concede(service, &ended)?;
        for _ in 1..EXPORTED {
            let another = fork(service, &long, moves)?;
            concede(service, &another)?;
        }
        let running = fork(service, &long, moves)?;
        let short = game(&service.json("POST /v1/games", None, Some(json!({"players": 1})))?);
        let player = self::player(service)?;
        let made = service.json("POST /v1/challenges", Some(&player.token), Some(open_challenge()))?;
        let challenge = text(&made["id"]);
        let first_attempt = attempt(service, &challenge, &player.token)?;
        for _ in 1..PAGE {
            attempt(service, &challenge, &player.token)?;
        }
        let invitations = invitations(service, &player)?;
        let codes = Some(json!({"count": PAGE}));
        let made = service.json(&format!("POST {invitations}"), Some(&player.token), codes)?;
        let attempts = format!("POST {}", invitations.replace("invitations", "attempts"));
        for code in made["codes"].as_array().into_iter().flatten() {
            let invited = self::player(service)?;
            service.json(&attempts, Some(&invited.token), Some(json!({"invitation": code})))?;
        }
        let of_player = json!({"players": 2, "names": ["Ada", "Ben"], "visibility": "public"});
        for _ in 0..busy {
            service.json("POST /v1/games", Some(&player.token), Some(of_player.clone()))?;
        }
        for _ in 0..CHALLENGES {
            let more = open_challenge();
            service.json("POST /v1/challenges", Some(&player.token), Some(more))?;
        }
        let ended = ended.id;
        // Games enter the transparency log as they end: so the attempts are in it, too.
        let later = game(&service.json("POST /v1/games", None, Some(json!({"players": 1})))?);
        concede(service, &later)?;
        let logged = [&ended, &later.id].map(|game| format!("games/{game}"));
        for of in logged.into_iter().chain([format!("challenges/{challenge}")]) {
            // The next checkpoint has it.
            let proof = Request { line: format!("GET /v1/{of}/proof"), ..Request::default() };
            while service.send(&proof)?.status != 200 {}
        }
        let (middle, tag) = (String::new(), None);
        Ok(Self {
            record,
            long,
            moves,
            running,
            short,
            ended,
            player,
            challenge,
            first_attempt,
            invitations,
            middle,
            tag,
        })
    }

    /// Adds players with a result each to the board, of whom some have a webhook.
    pub(crate) fn add_crowd(
        &mut self,
        service: &mut Service,
        url: &str,
        results: u32,
        webhooks: u32,
    ) -> Result<()> {
        let board = format!("GET /v1/challenges/{}/leaderboard?limit=1", self.challenge);
        // Reading the board ranks the attempts that have ended.
        service.json(&board, Some(&self.player.token), None)?;
        let id = |text: &str| text.parse().map_err(Error::other);
        let template = Template {
            challenge: id(&self.challenge)?,
            player: id(&self.player.id)?,
            game: id(&self.first_attempt)?,
        };
        let owner = self::player(service)?;
        let webhook = webhook(service, &owner)?;
        let webhook = id(webhook.rsplit('/').next().unwrap_or_default())?;
        let add = async {
            let mut behind = Behind::connect(url).await?;
            behind.add_players(template, results).await?;
            behind.add_finished_games(template.player, FINISHED).await?;
            behind.add_webhooks(webhook, webhooks.min(results)).await?;
            behind.middle(template.challenge, results).await
        };
        let (score, player) = tokio::runtime::Runtime::new()?.block_on(add).map_err(Error::other)?;
        self.middle = format!("{score}.{}.0", player.simple());
        Ok(())
    }

    /// The next request of a kind. What it needs and uses up is made before. One that only
    /// reads follows from the OpenAPI document.
    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    pub(crate) fn request(&mut self, service: &mut Service, operation: &str, which: &str) -> Result<Request> {
        let get = |path: String| Request { line: format!("GET {path}"), ..Request::default() };
        let post = |path: String, token: Option<&str>, body: Value| Request {
            line: format!("POST {path}"),
            token: token.map(str::to_owned),
            body: Some(body.to_string()),
            tag: None,
        };
        let Self { record, long, moves, running, short, ended, player, challenge, middle, .. } = self;
        let (half, last) = (*moves / 2, moves.saturating_sub(PAGE));
        let open_game = |service: &mut Service| {
            let body = json!({"players": 4, "open_seats": 3});
            service.json("POST /v1/games", None, Some(body))
        };
        let request = match operation {
            "get_problem" => get("/problems/illegal_move".into()),
            "run_admin_action" => post("/v1/admin/actions".into(), Some("none"), json!({})),
            "request_analysis" => {
                let moves = json!([{"seq": 1, "seat": 0, "text": "yield"}]);
                let short = json!({"format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 2,
                    "seed": "banana", "moves": moves});
                post("/v1/analysis".into(), None, json!({"type": "record", "record": short}))
            }
            "list_challenges" => get("/v1/challenges?limit=100".into()),
            "create_challenge" => post("/v1/challenges".into(), Some(&player.token), open_challenge()),
            "start_attempt" => {
                let player = self::player(service)?;
                post(format!("/v1/challenges/{challenge}/attempts"), Some(&player.token), json!({}))
            }
            "follow_challenge" => Request {
                token: Some(player.token.clone()),
                ..get(format!("/v1/challenges/{challenge}/events?wait=0"))
            },
            "create_invitations" => {
                post(invitations(service, player)?, Some(&player.token), json!({"count": 100}))
            }
            "list_invitations" => {
                Request { token: Some(player.token.clone()), ..get(self.invitations.clone()) }
            }
            "update_invitation" => {
                let path = invitations(service, player)?;
                service.json(&format!("POST {path}"), Some(&player.token), Some(json!({"count": 1})))?;
                let listed = service.json(&format!("GET {path}"), Some(&player.token), None)?;
                Request {
                    line: format!("PATCH {path}/{}", text(&listed["items"][0]["id"])),
                    token: Some(player.token.clone()),
                    body: Some(json!({"revoked": true}).to_string()),
                    ..Request::default()
                }
            }
            "get_leaderboard" => {
                let page = match which {
                    "100 lines in the middle" => format!("limit=100&after={middle}"),
                    "a line, and the own rank" => "limit=1".to_owned(),
                    _ => "limit=100".to_owned(),
                };
                Request {
                    token: Some(player.token.clone()),
                    ..get(format!("/v1/challenges/{challenge}/leaderboard?{page}"))
                }
            }
            "get_clause" => get("/v1/clauses/R4.2".into()),
            "get_day" => get(format!("/v1/daily/{}", now().format("%Y-%m-%d"))),
            "follow_games" if which == "fifty games" => {
                let mut ids = Vec::new();
                for _ in 0..50 {
                    ids.push(game(&service.json("POST /v1/games", None, Some(json!({"players": 4})))?).id);
                }
                let path = format!("/v1/events?wait=0&game_id={}", ids.join(","));
                Request { token: Some(player.token.clone()), ..get(path) }
            }
            "follow_games" => get("/v1/events?wait=0&after=0".into()),
            "list_games" if which == "100 games" => get("/v1/games?limit=100".into()),
            "list_games" => get("/v1/games?status=cancelled".into()),
            "create_game" => post("/v1/games".into(), None, json!({"players": 4})),
            "cancel_game" => {
                let made = open_game(service)?;
                let line = format!("DELETE /v1/games/{}", text(&made["game"]["id"]));
                Request { line, token: Some(game(&made).token), ..Request::default() }
            }
            "get_game" => match which {
                "304 of the longest game" => self.known(service, &format!("/v1/games/{}", self.long))?,
                "HEAD of the same" => {
                    Request { line: format!("HEAD /v1/games/{long}?seq={half}"), ..Request::default() }
                }
                _ => get(format!("/v1/games/{long}?seq={half}")),
            },
            "follow_game" => get(format!("/v1/games/{long}/events?wait=0&after=0.0.0")),
            "fork_game" => post(format!("/v1/games/{ended}/forks"), None, json!({"seq": moves})),
            "invite_to_seats" => {
                let made = open_game(service)?;
                let path = format!("/v1/games/{}/invitations", text(&made["game"]["id"]));
                post(path, Some(&game(&made).token), json!({"for_seats": [1, 2, 3]}))
            }
            "get_token_holder" => Request { token: Some(running.token.clone()), ..get("/v1/me".into()) },
            "list_legal_moves" => Request {
                token: Some(short.token.clone()),
                ..get(format!("/v1/games/{}/legal-moves", short.id))
            },
            "list_moves" => get(format!("/v1/games/{ended}/moves?limit=100&after={last}")),
            "make_move" if which == "a legal one" => {
                let made = game(&service.json("POST /v1/games", None, Some(json!({"players": 4})))?);
                post(format!("/v1/games/{}/moves", made.id), Some(&made.token), json!({"text": "yield"}))
            }
            "make_move" => post(
                format!("/v1/games/{}/moves", running.id),
                Some(&running.token),
                json!({"text": "yield"}),
            ),
            "get_advice" => Request {
                token: Some(running.token.clone()),
                ..get(format!("/v1/games/{}/advice?expected_seq=1", running.id))
            },
            "get_record" => match which {
                "304 of the same" => self.known(service, &format!("/v1/games/{}/record", self.ended))?,
                "HEAD of the same" => {
                    Request { line: format!("HEAD /v1/games/{ended}/record"), ..Request::default() }
                }
                _ => get(format!("/v1/games/{ended}/record")),
            },
            "rematch_game" => {
                let made = game(&service.json("POST /v1/games", None, Some(json!({"players": 1})))?);
                concede(service, &made)?;
                post(format!("/v1/games/{}/rematches", made.id), Some(&made.token), json!({}))
            }
            "propose" => {
                let setup = json!({"players": 1, "visibility": "private", "options": {"solo_yield": "once"}});
                let made = game(&service.json("POST /v1/games", None, Some(setup))?);
                let yields = Some(json!({"text": "yield"}));
                service.json(&format!("POST /v1/games/{}/moves", made.id), Some(&made.token), yields)?;
                post(format!("/v1/games/{}/proposal", made.id), Some(&made.token), json!({"type": "undo"}))
            }
            "close_proposal" => {
                let made = game(&service.json("POST /v1/games", None, Some(json!({"players": 2})))?);
                let line = format!("/v1/games/{}/proposal", made.id);
                let concede = Some(json!({"type": "concede"}));
                service.json(&format!("POST {line}"), Some(&made.token), concede)?;
                Request { line: format!("DELETE {line}"), token: Some(made.token), ..Request::default() }
            }
            "get_replay" => get(format!("/v1/games/{ended}/replay?limit=100&after={last}")),
            "take_seat" => {
                let made = open_game(service)?;
                post(format!("/v1/games/{}/seats", text(&made["game"]["id"])), None, json!({}))
            }
            "free_seat" => {
                let made = open_game(service)?;
                let id = text(&made["game"]["id"]);
                let joined = service.json(&format!("POST /v1/games/{id}/seats"), None, Some(json!({})))?;
                let line = format!("DELETE /v1/games/{id}/seats/{}", joined["seat"]);
                Request { line, token: joined["token"].as_str().map(str::to_owned), ..Request::default() }
            }
            "seat_bot" => {
                let made = open_game(service)?;
                let path = format!("/v1/games/{}/seats/3/bot", text(&made["game"]["id"]));
                post(path, Some(&game(&made).token), json!({"level": "novice"}))
            }
            "unseat_bot" => {
                let made = open_game(service)?;
                let path = format!("/v1/games/{}/seats/3/bot", text(&made["game"]["id"]));
                let token = game(&made).token;
                service.json(&format!("POST {path}"), Some(&token), Some(json!({"level": "novice"})))?;
                Request { line: format!("DELETE {path}"), token: Some(token), ..Request::default() }
            }
            "list_signals" => get(format!("/v1/games/{}/signals", short.id)),
            "give_signal" => {
                let path = format!("/v1/games/{}/signals", short.id);
                post(path, Some(&short.token), json!({"signal": "good_play"}))
            }
            "get_table_image" if which == "a short game" => get(format!("/v1/games/{}/table.png", short.id)),
            "get_table_image" => get(format!("/v1/games/{ended}/table.png?seq={half}")),
            "get_game_proof" => get(format!("/v1/games/{ended}/proof?since=7")),
            "get_challenge_proof" => get(format!("/v1/challenges/{challenge}/proof?since=7")),
            "create_player" => post("/v1/players".into(), None, json!({"name": "Ada"})),
            "delete_player" => {
                let player = self::player(service)?;
                let line = format!("DELETE /v1/players/{}", player.id);
                Request { line, token: Some(player.token), ..Request::default() }
            }
            "rename_player" => {
                let path = format!("/v1/players/{}", player.id);
                let body = Some(json!({"name": "Ada"}).to_string());
                Request { line: format!("PATCH {path}"), token: Some(player.token.clone()), body, tag: None }
            }
            "follow_player" => Request {
                token: Some(player.token.clone()),
                ..get(format!("/v1/players/{}/events?wait=0", player.id))
            },
            "list_player_games" => {
                let filter = match which {
                    "100 games" => "limit=100",
                    "a filter that leaves out all" => "status=cancelled",
                    "a co-player and a result that leave out all" => {
                        "co_player_id=0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11&is_won=true"
                    }
                    _ => "turn=me&players=3",
                };
                let path = format!("/v1/players/{}/games?{filter}", player.id);
                Request { token: Some(player.token.clone()), ..get(path) }
            }
            "list_co_players" => {
                let path = format!("/v1/players/{}/co-players", player.id);
                Request { token: Some(player.token.clone()), ..get(path) }
            }
            "rotate_player_token" => {
                let player = self::player(service)?;
                post(format!("/v1/players/{}/token", player.id), Some(&player.token), json!({}))
            }
            "list_webhooks" => {
                let owner = self::player(service)?;
                for _ in 0..WEBHOOKS {
                    webhook(service, &owner)?;
                }
                Request { token: Some(owner.token), ..get("/v1/webhooks".into()) }
            }
            "create_webhook" => {
                let owner = self::player(service)?;
                post("/v1/webhooks".into(), Some(&owner.token), new_webhook())
            }
            "get_webhook" | "delete_webhook" | "update_webhook" | "list_deliveries" | "test_webhook" => {
                let owner = self::player(service)?;
                let path = webhook(service, &owner)?;
                let (line, body) = match operation {
                    "get_webhook" => (format!("GET {path}"), None),
                    "delete_webhook" => (format!("DELETE {path}"), None),
                    "update_webhook" => (format!("PATCH {path}"), Some(json!({"active": true}))),
                    "list_deliveries" => (format!("GET {path}/deliveries"), None),
                    _ => (format!("POST {path}/test"), Some(json!({}))),
                };
                Request { line, token: Some(owner.token), body: body.map(|body| body.to_string()), tag: None }
            }
            "get_notes" | "replace_notes" => {
                let path = format!("/v1/games/{ended}/notes");
                let items: Vec<Value> =
                    (0..PAGE).map(|seq| json!({"seq": seq, "text": "x".repeat(600)})).collect();
                let (line, body) = (format!("PUT {path}"), json!({"items": items}).to_string());
                let put = Request { line, token: Some(player.token.clone()), body: Some(body), tag: None };
                if operation == "replace_notes" {
                    put
                } else {
                    service.send(&put)?;
                    Request { token: Some(player.token.clone()), ..get(path) }
                }
            }
            "export_records" => get(format!("/v1/records?limit={EXPORTED}")),
            "import_record" => post("/v1/records".into(), None, record.clone()),
            "verify_record" => post("/v1/verification".into(), None, record.clone()),
            other => {
                let (pattern, reads_token) = read(other)?;
                let path = pattern.replace("/games/{id}", &format!("/games/{ended}"));
                let path = path.replace("/players/{id}", &format!("/players/{}", player.id));
                let path = path.replace("/challenges/{id}", &format!("/challenges/{challenge}"));
                Request { token: reads_token.then(|| player.token.clone()), ..get(path) }
            }
        };
        Ok(request)
    }

    /// A request of something that the client has.
    fn known(&mut self, service: &mut Service, path: &str) -> Result<Request> {
        let request = Request { line: format!("GET {path}"), ..Request::default() };
        self.tag = service.send(&request)?.tag;
        Ok(Request { tag: self.tag.clone(), ..request })
    }
}
