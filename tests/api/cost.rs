//! The cost of requests in transactions, and their responses without the database.

use awc::http::Method;
use serde_json::{Value, json};

use crate::challenges::organise;
use crate::client::Client;
use crate::day::{begin, play};
use crate::figures::figure;
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    a_move_costs_one_write_and_without_a_cached_game_one_read,
    without_the_database_responses_have_retry_after,
    metrics_are_served_on_an_address_of_their_own,
    the_cost_of_own_attempts_does_not_grow,
    missing_scores_of_attempts_are_computed,
    the_cost_of_a_players_events_is_that_of_new_ones,
);

async fn a_move_costs_one_write_and_without_a_cached_game_one_read(setting: Setting) {
    let client = setting.client.clone();
    let mut known = setting.store.transactions();
    let mut transactions = || {
        let before = std::mem::replace(&mut known, setting.store.transactions());
        known - before
    };
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    assert_eq!(transactions(), 1);
    let path = format!("/v1/games/{}/moves", id(&created));
    let make = async |client: &Client, mv: &str, seq: u32| {
        let ada = player(client, &created, 0);
        let request = ada.request(Method::POST, &path).header("idempotency-key", mv);
        request.json(&json!({"text": mv, "expected_seq": seq})).await.status.as_u16()
    };
    assert_eq!((make(&client, "play 5C 5D", 0).await, transactions()), (201, 1));
    assert_eq!((make(&client, "play 5C 5D", 0).await, transactions()), (201, 1), "a repeat writes nothing");
    assert_eq!((make(&client, "play 2D", 0).await, transactions()), (409, 1));
    client.view(id(&created)).await;
    assert_eq!(transactions(), 1);

    let other = setting.instance_on(setting.store.clone());
    assert_eq!((make(&other, "concede", 1).await, transactions()), (201, 2), "it has never met the game");
    assert_eq!((make(&client, "play 2D", 1).await, transactions()), (409, 2), "its cache is refuted");
    let player = client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    let ada = client.with_token(player["token"].as_str().unwrap());
    let open = ada.create(&json!({"players": 1, "open_seats": 1, "seed": "banana"})).await;
    ada.post(&format!("/v1/games/{}/seats", id(&open)), &json!({})).await.expect(201);
    transactions();
    ada.view(id(&open)).await;
    transactions();
    ada.make(id(&open), "play 2D").await.expect(201);
    assert_eq!(transactions(), 1, "a player's token needs no read of the player");
    client.view(id(&created)).await;
    assert_eq!(transactions(), 1);
}

async fn without_the_database_responses_have_retry_after(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    assert_eq!(figure(&figures, "regicide_ready").await, Some(1));
    let created = client.create(&json!({"players": 1})).await;
    setting.store.close().await;
    let path = format!("/v1/games/{}", id(&created));
    for path in [path.as_str(), "/v1/games", "/v1/records", "/readyz"] {
        let away = client.get(path).await;
        assert_eq!(away.header("retry-after"), Some("1"), "{path}");
        away.problem(503, "unavailable");
    }
    client.post("/v1/games", &json!({"players": 1})).await.problem(503, "unavailable");
    client.get("/healthz").await.expect(200);
    client.get("/v1/rules").await.expect(200);
    assert_eq!(figure(&figures, "regicide_ready").await, Some(0));
}

async fn metrics_are_served_on_an_address_of_their_own(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    let created = client.create(&json!({"players": 1})).await;
    let ada = player(&client, &created, 0);
    for _ in 0..2 {
        let path = format!("/v1/games/{}/moves", id(&created));
        let request = ada.request(Method::POST, &path).header("idempotency-key", "once");
        request.json(&json!({"text": "concede"})).await.expect(201);
    }
    client.get("/metrics").await.problem(404, "no_such_path");
    let text = figures.get("/metrics").await.text;
    assert!(
        text.contains("regicide_games_created_total 1") && text.contains("regicide_moves_total 1"),
        "{text}"
    );
    // Both requests were answered, and one of them has made the move.
    let counted =
        "regicide_http_requests_total{method=\"POST\",route=\"/v1/games/{id}/moves\",status=\"201\"} 2";
    assert!(text.contains(counted), "{text}");
    let version = concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"} 1\n");
    assert!(text.contains(version), "{text}");
    assert!(figure(&figures, "process_start_time_seconds").await > Some(1_700_000_000));
    assert!(figure(&figures, "process_resident_memory_bytes").await > Some(1 << 20));
    assert!(figure(&figures, "process_open_fds").await > Some(0));
    for name in ["regicide_database_connections", "regicide_database_connections_limit"] {
        let pools = text.lines().filter(|line| line.starts_with(&format!("{name}{{pool=")));
        assert_eq!(pools.count(), 2, "{text}");
    }
}

/// How many transactions a request takes.
async fn cost(setting: &Setting, client: &Client, path: &str) -> (u64, Value) {
    let before = setting.store.transactions();
    let answer = client.get(path).await.expect(200);
    (setting.store.transactions() - before, answer)
}

async fn the_cost_of_own_attempts_does_not_grow(setting: Setting) {
    let (_, ada) = come(&setting.client, "Ada").await;
    let (challenge, _) = organise(&setting.client, json!({"attempts": 6})).await;
    let path = format!("/v1/challenges/{challenge}");
    let mut shown = Vec::new();
    for number in 1..=5 {
        let game = begin(&ada, &challenge).await;
        play(&[&ada], &game, number).await;
        let running = cost(&setting, &ada, &path).await;
        assert!(running.0 <= 5, "while attempt {number} runs: {}", running.0);
        if ada.view(&game).await["status"] == "running" {
            ada.concede(&game).await.expect(201);
        }
        let (transactions, view) = cost(&setting, &ada, &path).await;
        assert_eq!(transactions, 4, "challenge, player, attempts, turnout, after {number} attempts");
        let before = &running.1["own_attempts"][number - 1]["result"];
        assert_eq!(view["own_attempts"][number - 1]["result"], *before, "conceding reaches nothing more");
        shown.clone_from(view["own_attempts"].as_array().unwrap());
    }
    // Another instance, which never met the games, shows the same at the same cost.
    let other = setting.instance_on(setting.store.clone()).with_token_of(&ada);
    let (transactions, view) = cost(&setting, &other, &path).await;
    assert_eq!((transactions, view["own_attempts"].as_array().unwrap()), (4, &shown));
    assert!(shown.iter().all(|one| one["share"].as_str().unwrap().starts_with("Club night\n")), "{shown:?}");
    let begun = setting.store.transactions();
    begin(&ada, &challenge).await;
    let begun = setting.store.transactions() - begun;
    assert!(begun <= 6, "a sixth attempt looks at no game before: {begun}");
}

async fn missing_scores_of_attempts_are_computed(setting: Setting) {
    let (_, ada) = come(&setting.client, "Ada").await;
    let (challenge, _) = organise(&setting.client, json!({"attempts": 6})).await;
    let path = format!("/v1/challenges/{challenge}");
    for moves in 0..6 {
        let game = begin(&ada, &challenge).await;
        play(&[&ada], &game, moves).await;
        ada.concede(&game).await.expect(201);
    }
    let (_, stored) = cost(&setting, &ada, &path).await;
    // As in a database of a version that did not store it.
    let trigger = if setting.url().starts_with("sqlite") { "" } else { " on attempts" };
    setting.execute(&format!("drop trigger attempts_keep_score{trigger}")).await.unwrap();
    setting.execute("update attempts set score = null, defeats = null").await.unwrap();
    let first = cost(&setting, &ada, &path).await;
    let known = |view: &Value| {
        view["own_attempts"].as_array().unwrap().iter().filter(|one| one["score"].is_object()).count()
    };
    assert_eq!(known(&first.1), 2, "some at a time");
    assert!(first.0 <= 12, "{}", first.0);
    cost(&setting, &ada, &path).await;
    cost(&setting, &ada, &path).await;
    assert_eq!(cost(&setting, &ada, &path).await, (4, stored));
}

async fn the_cost_of_a_players_events_is_that_of_new_ones(setting: Setting) {
    let (info, ada) = come(&setting.client, "Ada").await;
    let stream = format!("{}/events", path(&info));
    let open = json!({"players": 2, "open_seats": 0});
    let mut games = Vec::new();
    for _ in 0..24 {
        games.push(id(&ada.create(&open).await).to_owned());
    }
    let mut streamed = Vec::new();
    let mut after = String::new();
    for most in [10, 10, 4, 0] {
        let (transactions, page) = cost(&setting, &ada, &format!("{stream}?wait=0{after}")).await;
        let events = page["items"].as_array().unwrap();
        assert_eq!(events.len(), most);
        streamed.extend(events.iter().map(|event| event["game"]["id"].as_str().unwrap().to_owned()));
        assert!(transactions <= 2 + most as u64, "{transactions} for {most} events");
        after = format!("&after={}", page["next"].as_str().unwrap());
    }
    assert_eq!(streamed, games, "each once, the oldest first");
    let other = setting.instance_on(setting.store.clone()).with_token_of(&ada);
    let (transactions, page) = cost(&setting, &other, &format!("{stream}?wait=0{after}")).await;
    assert_eq!(
        (transactions, &page["items"]),
        (2, &json!([])),
        "nothing is new: player and games, no game is loaded"
    );
    games.push(id(&ada.create(&open).await).to_owned());
    let (transactions, page) = cost(&setting, &other, &format!("{stream}?wait=0{after}")).await;
    assert_eq!((transactions, page["items"].as_array().unwrap().len()), (3, 1), "one is new");
    assert_eq!(page["items"][0]["game"]["id"], json!(games[24]));
}
