//! The three kinds of tokens, and their rights.

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::day::{begin, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::restored::back_up;
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    each_operation_accepts_only_its_tokens,
    a_token_without_rights_in_a_game_sees_the_public_view,
    the_token_of_a_lost_seat_has_no_rights,
    a_waiting_game_has_an_owner,
    the_owning_seat_cannot_be_left,
);

/// The owners of the tokens with which requests are sent.
const SENDERS: [&str; 7] =
    ["no token", "nonsense", "Ada", "another player", "Ada's seat", "another game's seat", "the operator"];

/// The status that each of the senders gets. All is Ada's but games without a
/// player, which her seat owns.
const RIGHTS: [(&str, [u16; 7]); 36] = [
    ("create a game", [201, 401, 201, 201, 201, 201, 201]),
    ("look at a game", [200, 401, 200, 200, 200, 200, 200]),
    ("read its moves", [200, 401, 200, 200, 200, 200, 200]),
    ("read its signals", [200, 401, 200, 200, 200, 200, 200]),
    ("draw it", [200, 401, 200, 200, 200, 200, 200]),
    ("follow it", [200, 401, 200, 200, 200, 200, 200]),
    ("fork it", [201, 401, 201, 201, 201, 201, 201]),
    ("read notes on it", [401, 401, 200, 200, 403, 403, 403]),
    ("write notes on it", [401, 401, 200, 200, 403, 403, 403]),
    ("take a seat", [201, 401, 409, 201, 201, 201, 201]),
    ("list legal moves", [401, 401, 200, 403, 200, 403, 403]),
    ("get advice", [401, 401, 200, 403, 200, 403, 403]),
    ("move", [401, 401, 201, 403, 201, 403, 403]),
    ("propose", [401, 401, 409, 403, 409, 403, 403]),
    ("close a proposal", [401, 401, 200, 403, 200, 403, 403]),
    ("create a rematch", [401, 401, 201, 403, 201, 403, 403]),
    ("invite to a seat", [401, 401, 201, 403, 403, 403, 403]),
    ("seat a bot", [401, 401, 201, 403, 403, 403, 403]),
    ("free another's seat", [401, 401, 200, 403, 403, 403, 403]),
    ("cancel it", [401, 401, 200, 403, 403, 403, 403]),
    ("cancel a game without a player", [401, 401, 403, 403, 200, 403, 403]),
    ("invite to a game without a player", [401, 401, 403, 403, 201, 403, 403]),
    ("rename Ada", [401, 401, 200, 403, 403, 403, 403]),
    ("list Ada's turns", [401, 401, 200, 403, 403, 403, 403]),
    ("list Ada's games", [200, 401, 200, 200, 200, 200, 200]),
    ("list Ada's co-players", [401, 401, 200, 403, 403, 403, 403]),
    ("follow Ada", [401, 401, 200, 403, 403, 403, 403]),
    ("make a challenge", [401, 401, 201, 201, 403, 403, 201]),
    ("look at a challenge", [200, 401, 200, 200, 200, 200, 200]),
    ("begin an attempt", [401, 401, 201, 201, 403, 403, 403]),
    ("join a team", [401, 401, 409, 201, 403, 403, 403]),
    ("invite to a challenge", [401, 401, 201, 403, 403, 403, 201]),
    ("list invitations to a challenge", [401, 401, 200, 403, 403, 403, 200]),
    ("revoke an invitation to a challenge", [401, 401, 200, 403, 403, 403, 200]),
    ("read a board while the challenge runs", [403, 401, 200, 403, 403, 403, 200]),
    ("mark a bot", [401, 401, 403, 403, 403, 403, 201]),
];

struct World {
    client: Client,
    ada: Value,
    as_ada: Client,
}

/// A request, and the token of a seat that it is about.
struct Attempted {
    method: Method,
    path: String,
    body: Option<Value>,
    seat: Client,
}

fn cup(more: &Value) -> Value {
    let mut body = json!({"name": "Cup", "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

impl World {
    /// A request with fresh resources for it.
    async fn prepared(&self, what: &str) -> Attempted {
        let Self { client, ada, as_ada } = self;
        let waiting = json!({"players": 3, "open_seats": 2});
        let created = match what {
            "cancel a game without a player" | "invite to a game without a player" => {
                client.create(&waiting).await
            }
            "take a seat" | "invite to a seat" | "seat a bot" | "free another's seat" | "cancel it" => {
                as_ada.create(&waiting).await
            }
            "get advice" => as_ada.create(&json!({"players": 1, "seed": "known"})).await,
            _ => as_ada.create(&json!({"players": 1})).await,
        };
        let (seat, game) = (player(client, &created, 0), format!("/v1/games/{}", id(&created)));
        let get = |path: String| (Method::GET, path, None);
        let post = |path: String, body: Value| (Method::POST, path, Some(body));
        let (method, path, body) =
            match what {
                "create a game" => post("/v1/games".to_owned(), json!({"players": 2})),
                "look at a game" => get(game),
                "read its moves" => get(format!("{game}/moves")),
                "read its signals" => get(format!("{game}/signals")),
                "draw it" => get(format!("{game}/table.png")),
                "follow it" => get(format!("{game}/events?wait=0")),
                "fork it" => {
                    seat.concede(id(&created)).await.expect(201);
                    post(format!("{game}/forks"), json!({"seq": 0}))
                }
                "read notes on it" | "write notes on it" => {
                    seat.concede(id(&created)).await.expect(201);
                    let notes = json!({"items": [{"seq": 0, "text": "A hard deal."}]});
                    let is_read = what.starts_with("read");
                    let method = if is_read { Method::GET } else { Method::PUT };
                    (method, format!("{game}/notes"), (!is_read).then_some(notes))
                }
                "take a seat" => post(format!("{game}/seats"), json!({})),
                "list legal moves" => get(format!("{game}/legal-moves")),
                "get advice" => get(format!("{game}/advice")),
                "move" => post(format!("{game}/moves"), json!({"text": "concede"})),
                "propose" => post(format!("{game}/proposal"), json!({"type": "undo"})),
                "close a proposal" => (Method::DELETE, format!("{game}/proposal"), None),
                "create a rematch" => {
                    seat.concede(id(&created)).await.expect(201);
                    post(format!("{game}/rematches"), json!({}))
                }
                "invite to a seat" | "invite to a game without a player" => {
                    post(format!("{game}/invitations"), json!({"for_seats": [1]}))
                }
                "seat a bot" => post(format!("{game}/seats/2/bot"), json!({"level": "novice"})),
                "free another's seat" => {
                    client.post(&format!("{game}/seats"), &json!({"seat": 1})).await.expect(201);
                    (Method::DELETE, format!("{game}/seats/1"), None)
                }
                "cancel it" | "cancel a game without a player" => (Method::DELETE, game, None),
                "rename Ada" => (Method::PATCH, path(ada), Some(json!({"name": "Ada"}))),
                "list Ada's turns" => get(format!("{}/games?turn=me", path(ada))),
                "list Ada's games" => get(format!("{}/games", path(ada))),
                "list Ada's co-players" => get(format!("{}/co-players", path(ada))),
                "follow Ada" => get(format!("{}/events?wait=0", path(ada))),
                "make a challenge" => post("/v1/challenges".to_owned(), cup(&json!({}))),
                "mark a bot" => post(
                    "/v1/admin/actions".to_owned(),
                    json!({"type": "mark_bot", "player_id": ada["id"], "bot": false}),
                ),
                of_challenge => {
                    let made = as_ada.post("/v1/challenges", &cup(&json!({
                    "players": if of_challenge == "join a team" { 2 } else { 1 },
                    "admission": if of_challenge.contains("invit") { "invited" } else { "anyone" },
                }))).await.expect(201);
                    let challenge = format!("/v1/challenges/{}", made["id"].as_str().unwrap());
                    match of_challenge {
                        "look at a challenge" => get(challenge),
                        "begin an attempt" => post(format!("{challenge}/attempts"), json!({})),
                        "join a team" => {
                            let attempt = begin(as_ada, made["id"].as_str().unwrap()).await;
                            post(format!("/v1/games/{attempt}/seats"), json!({}))
                        }
                        "invite to a challenge" => {
                            post(format!("{challenge}/invitations"), json!({"count": 1}))
                        }
                        "list invitations to a challenge" => get(format!("{challenge}/invitations")),
                        "revoke an invitation to a challenge" => {
                            let path = format!("{challenge}/invitations");
                            as_ada.post(&path, &json!({"count": 1})).await.expect(201);
                            let listed = as_ada.get(&path).await.expect(200);
                            let path = format!("{path}/{}", listed["items"][0]["id"].as_str().unwrap());
                            (Method::PATCH, path, Some(json!({"revoked": true})))
                        }
                        "read a board while the challenge runs" => get(format!("{challenge}/leaderboard")),
                        unknown => panic!("{unknown}"),
                    }
                }
            };
        Attempted { method, path, body, seat }
    }
}

impl Attempted {
    async fn send(&self, as_whom: &Client) -> Answer {
        let request = as_whom.request(self.method.clone(), &self.path);
        match &self.body {
            Some(body) => request.json(body).await,
            None => request.send().await,
        }
    }
}

async fn each_operation_accepts_only_its_tokens(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (_, as_eve) = come(&client, "Eve").await;
    let elsewhere = player(&client, &client.create(&json!({"players": 1})).await, 0);
    let (nonsense, operator) = (client.with_token("nonsense"), client.with_token(OPERATOR));
    let world = World { client: client.clone(), ada, as_ada: as_ada.clone() };
    for (what, expected) in RIGHTS {
        let mut got = Vec::new();
        for sender in 0..SENDERS.len() {
            let attempted = world.prepared(what).await;
            let senders = [&client, &nonsense, &as_ada, &as_eve, &attempted.seat, &elsewhere, &operator];
            let answer = attempted.send(senders[sender]).await;
            let status = answer.status.as_u16();
            got.push(status);
            let code = match (status, sender) {
                (401, 0) => "token_missing",
                (401, _) => "token_unknown",
                (403, _) if what.starts_with("read a board") => "embargoed",
                (403, _) => "forbidden",
                _ => continue,
            };
            answer.problem(status, code);
        }
        assert_eq!(got, expected, "{what}, by {SENDERS:?}");
    }
}

async fn a_token_without_rights_in_a_game_sees_the_public_view(Setting { client, .. }: Setting) {
    let (_, as_ada) = come(&client, "Ada").await;
    let created = as_ada.create(&json!({"players": 2})).await;
    as_ada.make(id(&created), "yield").await.expect(201);
    let elsewhere = player(&client, &client.create(&json!({"players": 2})).await, 1);
    for path in ["", "?seq=0", "/moves", "/signals", "/events?wait=0"] {
        let path = format!("/v1/games/{}{path}", id(&created));
        let seen = client.get(&path).await.expect(200);
        for other in [&elsewhere, &client.with_token(OPERATOR)] {
            assert_eq!(other.get(&path).await.expect(200), seen, "{path}");
        }
    }
    // An embargoed game stays so for callers who do not play it.
    let attempt = begin(&as_ada, &today(&client, 1).await).await;
    for other in [&elsewhere, &client.with_token(OPERATOR)] {
        other.get(&format!("/v1/games/{attempt}")).await.problem(403, "embargoed");
    }
    // A game that is made with the token of a seat belongs to its own seats only.
    let made = elsewhere.create(&json!({"players": 2, "open_seats": 1})).await;
    assert_eq!((&made["game"]["seat"], &made["game"]["seats"][0]["player_id"]), (&Value::Null, &Value::Null));
    elsewhere.delete(&format!("/v1/games/{}", id(&made))).await.problem(403, "forbidden");
    player(&client, &made, 0).delete(&format!("/v1/games/{}", id(&made))).await.expect(200);
}

async fn the_token_of_a_lost_seat_has_no_rights(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let seats = format!("/v1/games/{}/seats", id(&created));
    let joined = client.post(&seats, &json!({})).await.expect(201);
    let other = client.create(&json!({"players": 1})).await;
    let revoke = json!({"type": "revoke_seat_token", "game_id": id(&created), "seat": 1});
    client.with_token(OPERATOR).post("/v1/admin/actions", &revoke).await.expect(201);
    let revoked = client.with_token(joined["token"].as_str().unwrap());
    revoked.get(&format!("/v1/games/{}", id(&created))).await.problem(401, "token_unknown");
    revoked.make(id(&created), "yield").await.problem(401, "token_unknown");
    assert_eq!(revoked.view(id(&other)).await, client.view(id(&other)).await);
    revoked.make(id(&other), "yield").await.problem(403, "forbidden");
    // A letter that is wrong is seen everywhere.
    let mistyped = joined["token"].as_str().unwrap().chars().rev().collect::<String>();
    client
        .with_token(&mistyped)
        .get(&format!("/v1/games/{}", id(&other)))
        .await
        .problem(401, "token_unknown");
}

async fn a_waiting_game_has_an_owner(Setting { client, .. }: Setting) {
    let (_, as_ada) = come(&client, "Ada").await;
    let of_seat = player(&client, &client.create(&json!({"players": 1})).await, 0);
    for body in [
        json!({"players": 2, "open_seats": 2}),
        json!({"players": 2, "bots": ["novice"], "open_seats": 1}),
        json!({"players": 1, "open_seats": 1}),
    ] {
        for without_player in [&client, &of_seat, &client.with_token(OPERATOR)] {
            let problem = without_player.post("/v1/games", &body).await.problem(422, "invalid_setup");
            assert_eq!(problem["field"], "open_seats", "{problem}");
        }
        let created = as_ada.create(&body).await;
        as_ada.delete(&format!("/v1/games/{}", id(&created))).await.expect(200);
    }
    // The first of several seats that are taken, and not a bot's.
    let created = client.create(&json!({"players": 4, "bots": ["novice"], "open_seats": 1})).await;
    let [owner, second] = [0, 1].map(|place| player(&client, &created, place));
    let path = format!("/v1/games/{}", id(&created));
    second.delete(&path).await.problem(403, "forbidden");
    second.delete(&format!("{path}/seats/0")).await.problem(403, "forbidden");
    owner.delete(&format!("{path}/seats/0")).await.expect(200);
    // A player who takes the seat that a bot left does not own the game.
    let joined = client.post(&format!("{path}/seats"), &json!({"seat": 0})).await.expect(201);
    client.with_token(joined["token"].as_str().unwrap()).delete(&path).await.problem(403, "forbidden");
    owner.delete(&path).await.expect(200);
}

async fn the_owning_seat_cannot_be_left(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 4, "open_seats": 2})).await;
    let game = format!("/v1/games/{}", id(&created));
    let [owner, second] = [0, 1].map(|place| player(&client, &created, place));
    let seat = |seat: u8| format!("{game}/seats/{seat}");
    let problem = owner.delete(&seat(0)).await.problem(422, "invalid_setup");
    assert_eq!(
        (&problem["field"], problem["detail"].as_str().unwrap().contains("cancel the game")),
        (&json!("seat"), true)
    );
    second.delete(&seat(1)).await.expect(200);
    assert_eq!(owner.delete(&game).await.expect(200)["status"], "cancelled");
    // A player who created the game owns it without a seat, too.
    let (_, as_ada) = come(&client, "Ada").await;
    let created = as_ada.create(&json!({"players": 2, "open_seats": 1})).await;
    let game = format!("/v1/games/{}", id(&created));
    as_ada.delete(&format!("{game}/seats/0")).await.expect(200);
    as_ada.delete(&game).await.expect(200);
    // The same with a rematch.
    let created = client.create(&json!({"players": 2})).await;
    let [ann, _] = [0, 1].map(|place| player(&client, &created, place));
    for place in [0, 1] {
        player(&client, &created, place).concede(id(&created)).await;
    }
    let made = ann.post(&format!("/v1/games/{}/rematches", id(&created)), &json!({})).await.expect(201);
    let game = format!("/v1/games/{}", id(&made));
    ann.delete(&game).await.problem(403, "forbidden");
    let owner = client.with_token(made["token"].as_str().unwrap());
    owner.delete(&format!("{game}/seats/0")).await.problem(422, "invalid_setup");
    owner.delete(&game).await.expect(200);
}

/// A backup has hashes of tokens, codes and keys, and answers that only the key of their request
/// opens.
#[actix_web::test]
async fn a_stolen_backup_reveals_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::sqlite().await;
    let client = &setting.client;
    let (_, ada) = come(client, "Ada").await;
    let key = "4c8b7f02-6d5e-4b1a-9f3c-2a7d90e1b856";
    let setup = json!({"players": 2, "visibility": "private", "seed": "stored-plainly"});
    let create = async || {
        let request = client.request(Method::POST, "/v1/games").header("idempotency-key", key);
        request.json(&setup).await
    };
    let created = create().await;
    assert_eq!(create().await.header("idempotency-replayed"), Some("true"), "its answer is stored");
    let created = created.expect(201);
    let of_game =
        [&created["spectator_code"], &created["tokens"][0]["token"], &created["tokens"][1]["token"]];
    let secrets = of_game.map(|secret| secret.as_str().unwrap());
    let content = std::fs::read(back_up(&setting, folder.path()).await).unwrap();
    let has = |text: &str| content.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(has("Ada") && has("stored-plainly"));
    for secret in [&secrets[..], &[ada.token(), key, "legal_moves"]].concat() {
        assert!(!has(secret), "{secret}");
    }
}
