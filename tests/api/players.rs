//! Players: coming, sitting down, being called otherwise, another token, going.

use awc::http::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::begin;
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    a_player_sits_down_and_plays_with_one_token,
    names_are_kept_in_one_form_and_show_every_character,
    no_name_misleads_wherever_it_is_taken,
    a_board_marks_names_that_look_alike,
    a_new_name_is_shown_at_every_seat,
    a_new_token_replaces_the_old_one_at_once_on_all_instances,
    a_repeated_request_for_a_token_gets_the_same_one,
    concurrent_changes_of_a_token_make_one,
    a_deleted_player_leaves_games_without_a_name,
    a_profile_counts_finished_games,
    a_profile_counts_no_game_with_a_known_deal,
    only_the_own_token_changes_a_player,
    games_are_listed_by_player,
);

/// A new player: what was answered, and a client with the token.
pub(crate) async fn come(client: &Client, name: &str) -> (Value, Client) {
    let player = client.post("/v1/players", &json!({ "name": name })).await.expect(201);
    let own = with(client, &player);
    (player["player"].clone(), own)
}

fn with(client: &Client, answer: &Value) -> Client {
    client.with_token(answer["token"].as_str().unwrap())
}

pub(crate) fn path(player: &Value) -> String {
    format!("/v1/players/{}", player["id"].as_str().unwrap())
}

/// A game with one seat for each player.
async fn seat(players: &[&Client]) -> String {
    let count = players.len();
    let created = players[0].create(&json!({"players": count, "open_seats": count, "seed": "banana"})).await;
    for player in players {
        player.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    }
    id(&created).to_owned()
}

/// A solo game of a player's with a secret seed.
async fn secret(player: &Client) -> String {
    let created = player.create(&json!({"players": 1, "open_seats": 1})).await;
    player.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    id(&created).to_owned()
}

async fn a_player_sits_down_and_plays_with_one_token(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (ben, as_ben) = come(&client, "Ben").await;
    let created = as_ada.create(&json!({"players": 2, "open_seats": 2, "seed": "banana"})).await;
    let game = id(&created);
    let seats = format!("/v1/games/{game}/seats");
    let joined = as_ada.post(&seats, &json!({"name": "Another"})).await.expect(201);
    assert_eq!(joined["game"]["seats"][0]["name"], "Ada", "a player has one name");
    as_ada.post(&seats, &json!({})).await.problem(409, "seated_already");
    let weak = client.request(Method::POST, &seats).header("idempotency-key", "weak");
    weak.json(&json!({})).await.problem(400, "idempotency_key_weak");
    client.with_token("nonsense").post(&seats, &json!({})).await.problem(401, "token_unknown");
    let weak = as_ben.request(Method::POST, &seats).header("idempotency-key", "weak");
    weak.json(&json!({})).await.expect(201);
    let view = as_ben.view(game).await;
    assert_eq!((&view["seat"], &view["seats"][0]["player_id"]), (&json!(1), &ada["id"]));
    assert_eq!(view["seats"][1]["player_id"], ben["id"]);
    as_ada.make(game, "yield").await.expect(201);
    // The seat's own token opens it, too.
    assert_eq!(with(&client, &joined).view(game).await["seat"], 0);
    assert_eq!(client.view(game).await["seat"], Value::Null);
}

async fn names_are_kept_in_one_form_and_show_every_character(Setting { client, .. }: Setting) {
    let (player, _) = come(&client, "Ame\u{301}lie").await;
    assert_eq!(player["name"], "Am\u{e9}lie");
    come(&client, "Дмитрий 🃏").await;
    let bad = ["", " Ada", "A\u{7}", "\u{202e}Ada", "A\u{200b}da", "A\u{2028}da", "\u{feff}", "A\u{ad}da"];
    for name in bad.map(str::to_owned).into_iter().chain(["x".repeat(41)]) {
        let problem = client.post("/v1/players", &json!({"name": name})).await.problem(400, "invalid_value");
        assert_eq!(problem["field"], "name", "{name:?}");
    }
    for bad in ["\u{fe0f}", "A\u{ffff}da"] {
        let problem = client.post("/v1/players", &json!({"name": bad})).await.problem(400, "invalid_value");
        assert_eq!(problem["field"], "name", "{bad:?}");
    }
    client.post("/v1/players", &json!({"name": "Ada", "mail": "x"})).await.problem(400, "malformed_body");
    let request = client.request(Method::POST, "/v1/players").header("accept-language", "es");
    let problem = request.json(&json!({"name": ""})).await.json();
    assert!(problem["detail"].as_str().unwrap().starts_with("Un nombre"), "{problem}");
}

/// Stacked marks, and Latin with a Cyrillic letter, wherever a name is taken.
async fn no_name_misleads_wherever_it_is_taken(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ａｄａ  \u{2764}\u{fe0f}").await;
    assert_eq!(ada["name"], "Ada \u{2764}", "it is stored in the form of RFC 8266");
    let created = client.create(&json!({"players": 2, "open_seats": 1, "names": ["Ｂｅｎ"]})).await;
    assert_eq!(created["game"]["seats"][0]["name"], "Ben");
    let over = secret(&as_ada).await;
    as_ada.concede(&over).await.expect(201);
    let record = client.get(&format!("/v1/games/{over}/record")).await.expect(200);
    for name in
        ["\u{410}da", "Z\u{316}\u{301}\u{317}\u{302}\u{318}\u{303}", "a\u{378}", &"\u{fdfa}".repeat(3)]
    {
        let names = json!({"players": 1, "names": [name]});
        let renaming = as_ada.request(Method::PATCH, &path(&ada)).json(&json!({"name": name})).await;
        let mut imported = record.clone();
        imported["names"] = json!([name]);
        let challenge = json!({"name": name, "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
        for (answer, field) in [
            (renaming, "name"),
            (client.post("/v1/players", &json!({"name": name})).await, "name"),
            (client.post("/v1/games", &names).await, "names"),
            (client.post(&format!("/v1/games/{}/seats", id(&created)), &json!({"name": name})).await, "name"),
            (
                client.post(&format!("/v1/games/{over}/forks"), &json!({"seq": 0, "names": [name]})).await,
                "names",
            ),
            (as_ada.post("/v1/challenges", &challenge).await, "name"),
            (client.post("/v1/records", &imported).await, "names"),
        ] {
            assert_eq!(answer.problem(422, "misleading_name")["field"], field, "{name:?}");
        }
    }
    for name in [
        "Bot (strong)",
        "BOT [novato]",
        "Player 1",
        "jugador n.º 2",
        "Ｓｅａｔ ①",
        "El asiento 3",
        "You",
        "Tú",
        "Spectator",
        "B0t 4",
        "Sin nombre",
        "Ada (seat 2)",
    ] {
        let names = json!({"players": 1, "names": [name]});
        let fork = json!({"seq": 0, "names": [name]});
        let renaming = as_ada.request(Method::PATCH, &path(&ada)).json(&json!({"name": name})).await;
        let challenge = json!({"name": name, "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
        for (answer, field) in [
            (renaming, "name"),
            (client.post("/v1/players", &json!({"name": name})).await, "name"),
            (client.post("/v1/games", &names).await, "names"),
            (client.post(&format!("/v1/games/{}/seats", id(&created)), &json!({"name": name})).await, "name"),
            (client.post(&format!("/v1/games/{over}/forks"), &fork).await, "names"),
            (as_ada.post("/v1/challenges", &challenge).await, "name"),
        ] {
            let problem = answer.problem(422, "misleading_name");
            assert_eq!(problem["field"], field, "{name:?}");
            assert!(problem["detail"].as_str().unwrap().contains("house bot"), "{problem}");
        }
        // The names in a record are only texts.
        let mut imported = record.clone();
        imported["names"] = json!([name]);
        let seats = client.post("/v1/records", &imported).await.expect(201)["game"]["seats"].clone();
        assert!(seats[0]["name"].is_string() && seats[0]["bot_level"].is_null(), "{name}");
    }
    for name in ["Bob", "Player", "Yousef", "Tú-Anh", "Seated", "Botond"] {
        let renaming = as_ada.request(Method::PATCH, &path(&ada)).json(&json!({"name": name})).await;
        assert_eq!(renaming.expect(200)["name"], name);
    }
    client.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
}

/// Names that look alike on a board are marked, and the ids distinguish the players.
async fn a_board_marks_names_that_look_alike(setting: Setting) {
    let client = &setting.client;
    let challenge = crate::day::today(client, 1).await;
    for name in ["ace", "\u{430}\u{441}\u{435}", "Ben"] {
        let (_, player) = come(client, name).await;
        begin_and_concede(&player, &challenge).await;
    }
    setting.clock.set("2026-11-22T12:00:00Z");
    let board = client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    let table = client.get("/v1/standings?min_results=1").await.expect(200);
    let entries = board["items"].as_array().unwrap().iter().map(|entry| &entry["team"][0]);
    let rows = table["items"].as_array().unwrap().iter();
    let shown: Vec<_> = entries.chain(rows).collect();
    assert_eq!(shown.len(), 6);
    for player in shown {
        assert_eq!(player["lookalike"], player["name"] != "Ben", "{player}");
    }
    // The same if they are on different pages.
    let mut page = format!("/v1/challenges/{challenge}/leaderboard?limit=1");
    for _ in 0..3 {
        let board = client.get(&page).await.expect(200);
        let player = &board["items"][0]["team"][0];
        assert_eq!(
            (&player["lookalike"], board["items"].as_array().unwrap().len()),
            (&json!(player["name"] != "Ben"), 1)
        );
        let next = board["next"].as_str().unwrap_or_default();
        page = format!("/v1/challenges/{challenge}/leaderboard?limit=1&after={next}");
    }
    let table = client.get("/v1/standings?min_results=1&limit=1").await.expect(200);
    let first = &table["items"][0];
    assert_eq!(first["lookalike"], first["name"] != "Ben", "{first}");
}

async fn a_new_name_is_shown_at_every_seat(setting: Setting) {
    let Setting { client, .. } = &setting;
    let other = setting.another_instance().await;
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, as_ben) = come(client, "Ben").await;
    let game = seat(&[&as_ada, &as_ben]).await;
    assert_eq!(other.view(&game).await["seats"][0]["name"], "Ada");
    let renamed =
        as_ada.request(Method::PATCH, &path(&ada)).json(&json!({"name": "Countess"})).await.expect(200);
    assert_eq!(renamed["name"], "Countess");
    for client in [client, &other] {
        let view = client.view(&game).await;
        assert_eq!(
            (&view["seats"][0]["name"], &view["seats"][1]["name"]),
            (&json!("Countess"), &json!("Ben"))
        );
        assert_eq!(client.get(&path(&ada)).await.expect(200)["name"], "Countess");
    }
    as_ada.make(&game, "yield").await.expect(201);
    // An instance that shows a game only in answers to moves learns a name late,
    // but it does.
    as_ada.request(Method::PATCH, &path(&ada)).json(&json!({"name": "Ada"})).await.expect(200);
    setting.clock.pass(chrono::TimeDelta::minutes(1));
    let mv = other.with_token_of(&as_ada).view(&game).await["legal_moves"][0]["text"].clone();
    let made = as_ada.make(&game, mv).await.expect(201);
    assert_eq!(made["game"]["seats"][0]["name"], "Ada");
}

async fn a_new_token_replaces_the_old_one_at_once_on_all_instances(setting: Setting) {
    let other = setting.another_instance().await;
    let (ada, old) = come(&setting.client, "Ada").await;
    let (_, as_ben) = come(&setting.client, "Ben").await;
    let game = seat(&[&old, &as_ben]).await;
    let old_there = other.with_token(old.token());
    // Both instances keep the game with the old token.
    assert_eq!(
        (&old.view(&game).await["seat"], &old_there.view(&game).await["seat"]),
        (&json!(0), &json!(0))
    );
    let rotated = old.post(&format!("{}/token", path(&ada)), &json!({})).await.expect(201);
    for old in [&old, &old_there] {
        old.make(&game, "yield").await.problem(401, "token_unknown");
        old.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
        old.delete(&path(&ada)).await.problem(401, "token_unknown");
        old.post(&format!("/v1/games/{game}/seats"), &json!({})).await.problem(401, "token_unknown");
    }
    with(&other, &rotated).make(&game, "yield").await.expect(201);
    assert_eq!(with(&setting.client, &rotated).view(&game).await["seq"], 1);
}

async fn a_repeated_request_for_a_token_gets_the_same_one(setting: Setting) {
    let key = "6f8dbb3c-6c1c-4b56-9a3e-0a5f0d6f3a11";
    let come = async || {
        let request = setting.client.request(Method::POST, "/v1/players").header("idempotency-key", key);
        request.json(&json!({"name": "Ada"})).await.expect(201)
    };
    let ada = come().await;
    assert_eq!(ada, come().await);
    let own = with(&setting.client, &ada);
    let rotate = async || {
        let request = own.request(Method::POST, &format!("{}/token", path(&ada["player"])));
        request.header("idempotency-key", "again").send().await.expect(201)
    };
    let rotated = rotate().await;
    assert_eq!(rotated, rotate().await, "although the token that it came with is void by now");
    assert_ne!(rotated["token"], ada["token"]);
    let counted = setting.client.get(&path(&ada["player"])).await.expect(200);
    assert_eq!(counted["name"], "Ada");
}

async fn concurrent_changes_of_a_token_make_one(setting: Setting) {
    let other = setting.another_instance().await;
    let (ada, old) = come(&setting.client, "Ada").await;
    let (_, as_ben) = come(&setting.client, "Ben").await;
    let game = seat(&[&old, &as_ben]).await;
    let clients = [old.clone(), other.with_token(old.token())];
    let tries = (0..8)
        .map(async |number| clients[number % 2].post(&format!("{}/token", path(&ada)), &json!({})).await);
    let answers = futures_util::future::join_all(tries).await;
    let made: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert_eq!(made.len(), 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    with(&other, &made[0].json()).make(&game, "yield").await.expect(201);
}

async fn a_deleted_player_leaves_games_without_a_name(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada Unforgettable").await;
    let (_, as_ben) = come(client, "Ben").await;
    let game = seat(&[&as_ada, &as_ben]).await;
    let over = seat(&[&as_ada]).await;
    as_ada.concede(&over).await.expect(201);
    let left = as_ada.delete(&path(&ada)).await.expect(200);
    assert_eq!((&left["name"], &left["id"]), (&Value::Null, &ada["id"]));
    as_ada.make(&game, "yield").await.problem(401, "token_unknown");
    as_ada.delete(&path(&ada)).await.problem(401, "token_unknown");
    let games = [&game, &over].map(|game| format!("/v1/games/{game}"));
    let records = [format!("{}/record", games[1]), "/v1/records".to_owned(), "/v1/games".to_owned()];
    for path in games.iter().chain(&records).chain([&path(&ada)]) {
        let text = client.get(path).await.text;
        assert!(!text.contains("Unforgettable"), "{path}: {text}");
    }
    let view = client.view(&over).await;
    assert_eq!((&view["status"], &view["seats"][0]["player_id"]), (&json!("finished"), &Value::Null));
    let audit = client.get(&format!("{}/audit", games[1])).await.expect(200);
    assert_eq!(audit["holds"], true);
    setting.execute("delete from players").await.unwrap_err();
    setting.execute("update players set name = 'back', deleted_at = null").await.unwrap_err();
}

async fn a_profile_counts_finished_games(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    assert_eq!(client.get(&path(&ada)).await.expect(200)["game_stats"], json!([]));
    let (_, as_ben) = come(&client, "Ben").await;
    for _ in 0..2 {
        let game = secret(&as_ada).await;
        as_ada.concede(&game).await.expect(201);
        client.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 0})).await.expect(201);
    }
    let body = json!({"kind": "regicide-tricks", "players": 2, "open_seats": 2});
    let created = as_ada.create(&body).await;
    for player in [&as_ada, &as_ben] {
        player.post(&format!("/v1/games/{}/seats", id(&created)), &json!({})).await.expect(201);
    }
    as_ben.concede(id(&created)).await.expect(201);
    seat(&[&as_ada, &as_ben]).await;
    let profile = client.get(&path(&ada)).await.expect(200);
    let bar =
        |enemies: u32| json!({"enemies_defeated": enemies, "results": if enemies == 0 { 2 } else { 0 }});
    let bars: Vec<Value> = (0..=12).map(bar).collect();
    let expected = json!([
        {
            "kind": "regicide", "players": 1, "finished": 2, "won": 0, "most_enemies_defeated": 0,
            "by_enemies_defeated": bars,
        },
        {"kind": "regicide-tricks", "players": 2, "finished": 1, "won": 1, "fewest_moves_to_win": 1},
    ]);
    assert_eq!(profile["game_stats"], expected);
    assert_eq!(profile["name"], "Ada");
}

/// Neither a seed of the client's, nor a second attempt, nor practice after the
/// end: all of them can be played until they are won.
async fn a_profile_counts_no_game_with_a_known_deal(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let stats = async || client.get(&path(&ada)).await.expect(200)["game_stats"].clone();
    let known = seat(&[&as_ada]).await;
    as_ada.concede(&known).await.expect(201);
    assert_eq!(stats().await, json!([]), "a seed of the client's");

    let body = json!({"name": "Club", "players": 1, "closes_at": "2026-11-21T12:00:00Z", "attempts": 2});
    let made = as_ada.post("/v1/challenges", &body).await.expect(201);
    let challenge = made["id"].as_str().unwrap();
    let [ranked, again] =
        [begin_and_concede(&as_ada, challenge).await, begin_and_concede(&as_ada, challenge).await];
    setting.clock.set("2026-11-22T12:00:00Z");
    let practice = begin_and_concede(&as_ada, challenge).await;
    assert_eq!(stats().await[0]["finished"], 1, "the first attempt alone");
    assert_eq!(stats().await[0]["finished"], 1);
    for (game, kind) in [(known, "practice"), (ranked, "ranked"), (again, "practice"), (practice, "practice")]
    {
        let record = client.get(&format!("/v1/games/{game}/record")).await.expect(200);
        assert_eq!(record["played_as"]["purpose"], kind);
    }
    let own = secret(&as_ada).await;
    as_ada.concede(&own).await.expect(201);
    assert_eq!(stats().await[0]["finished"], 2, "a game of one's own with a secret seed counts");
}

async fn begin_and_concede(player: &Client, challenge: &str) -> String {
    let game = begin(player, challenge).await;
    player.concede(&game).await.expect(201);
    game
}

async fn only_the_own_token_changes_a_player(Setting { client, .. }: Setting) {
    let (ada, _) = come(&client, "Ada").await;
    let (_, as_ben) = come(&client, "Ben").await;
    let created = client.create(&json!({"players": 1})).await;
    let token = format!("{}/token", path(&ada));
    for stranger in [&as_ben, &player(&client, &created, 0)] {
        stranger.delete(&path(&ada)).await.problem(403, "forbidden");
        stranger.post(&token, &json!({})).await.problem(403, "forbidden");
        let renaming = stranger.request(Method::PATCH, &path(&ada));
        renaming.json(&json!({"name": "Eve"})).await.problem(403, "forbidden");
    }
    client.delete(&path(&ada)).await.problem(401, "token_missing");
    client.post(&token, &json!({})).await.problem(401, "token_missing");
    client.get("/v1/players/00000000-0000-0000-0000-000000000000").await.problem(404, "no_such_player");
    assert_eq!(client.get(&path(&ada)).await.expect(200)["name"], "Ada");
}

async fn games_are_listed_by_player(Setting { client, .. }: Setting) {
    let (ada, as_ada) = come(&client, "Ada").await;
    let (ben, as_ben) = come(&client, "Ben").await;
    let alone = seat(&[&as_ada]).await;
    let together = seat(&[&as_ada, &as_ben]).await;
    client.create(&json!({"players": 1})).await;
    let listed = async |player: &Value, query: &str| {
        let list = client.get(&format!("{}/games{query}", path(player))).await.expect(200);
        let ids = list["items"].as_array().unwrap().iter();
        ids.map(|game| game["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&ada, "").await, [together.clone(), alone.clone()]);
    assert_eq!(listed(&ben, "").await, std::slice::from_ref(&together));
    assert_eq!(listed(&ada, "?players=1&status=running").await, [alone]);
    assert_eq!(listed(&ada, "?limit=1").await, [together]);
    assert!(listed(&ada, "?kind=regicide-tricks").await.is_empty());
    let unknown = "/v1/players/00000000-0000-0000-0000-000000000000/games";
    client.get(unknown).await.problem(404, "no_such_player");
}
