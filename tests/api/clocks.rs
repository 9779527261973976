//! Instances whose clocks are wrong: the database's clock decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use regicide_server::service::runtime::{Clock as _, SystemClock};
use regicide_store::DatabaseClock;
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, play, today};
use crate::games::{id, player};
use crate::players::come;
use crate::server::{Setting, TestClock};

crate::on_both_databases!(
    the_databases_clock_opens_closes_and_ranks,
    a_clock_that_jumps_shows_no_running_game,
    a_clock_in_another_century_creates_no_key_and_no_day,
    an_instance_with_a_wrong_clock_is_not_ready,
    the_time_is_read_from_the_database,
    an_instance_whose_clocks_jump_together_is_not_ready,
);

/// For each resource, whether it shows a game to a client without a token.
async fn shown(client: &Client, game: &str) -> Vec<bool> {
    let mut shown = vec![client.get(&format!("/v1/games/{game}")).await.status.as_u16() == 200];
    for list in ["/v1/games", "/v1/games?status=finished", "/v1/records"] {
        shown.push(client.get(list).await.text.contains(game));
    }
    shown
}

async fn the_databases_clock_opens_closes_and_ranks(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let board = format!("/v1/challenges/{challenge}/leaderboard");
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (ended, running) = (begin(&ada, &challenge).await, begin(&ben, &challenge).await);
    ada.concede(&ended).await.expect(201);

    setting.clock.set("2026-11-21T01:57:00Z");
    let ahead = setting.instance_with_clock(&setting.clock.ahead_by(TimeDelta::minutes(5))).await;
    let behind = setting.instance_with_clock(&setting.clock.ahead_by(TimeDelta::minutes(-5))).await;
    let at_ahead = ahead.with_token_of(&ben);
    for game in [&ended, &running] {
        assert_eq!(shown(&ahead, game).await, [false; 4]);
    }
    ahead.get(&board).await.problem(403, "embargoed");
    assert_eq!(ahead.get("/v1/standings?min_results=0").await.expect(200)["complete"], true);
    let legal = at_ahead.get(&format!("/v1/games/{running}/legal-moves")).await.expect(200);
    let made = at_ahead.make(&running, legal["items"][0]["text"].clone()).await.expect(201);
    assert!(made["at"].as_str().unwrap() < "2026-11-21T01:58", "the log has the database's time: {made}");
    play(&[&ben], &running, 1).await;

    setting.clock.set("2026-11-21T02:00:00Z");
    let at_behind = behind.with_token_of(&ben);
    at_behind.concede(&running).await.problem(409, "game_over");
    assert_eq!(at_behind.view(&running).await["status"], "closed");
    for instance in [&behind, &ahead, client] {
        assert!(shown(instance, &ended).await.iter().all(|shown| *shown));
        let shown = instance.get(&board).await.expect(200);
        assert_eq!((&shown["results"], &shown["complete"]), (&json!(2), &json!(true)));
        assert_eq!(instance.view(&running).await["seq"], 2, "the board and the log agree");
    }
}

async fn a_clock_that_jumps_shows_no_running_game(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 2})).await;
    let game = id(&created);
    player(client, &created, 0).make(game, "yield").await.expect(201);
    let jumped = setting.instance_with_clock(&setting.clock.ahead_by(TimeDelta::days(40))).await;
    let view = jumped.view(game).await;
    assert_eq!((&view["status"], &view["revealed"]), (&json!("running"), &Value::Null));
    jumped.get(&format!("/v1/games/{game}/record")).await.problem(409, "game_not_over");
    assert!(!jumped.get("/v1/games?status=abandoned").await.text.contains(game));
    let players = [0, 1].map(|seat| player(&jumped, &created, seat));
    play(&players.each_ref(), game, 1).await;
    assert_eq!(client.view(game).await["seq"], 2, "and it goes on there");
    let newer = client.create(&json!({"players": 1})).await;
    let there = jumped.create(&json!({"players": 1})).await;
    assert_eq!(
        there["game"]["created_at"].as_str().unwrap()[..10],
        newer["game"]["created_at"].as_str().unwrap()[..10]
    );
}

async fn a_clock_in_another_century_creates_no_key_and_no_day(setting: Setting) {
    let later = setting.instance_with_clock(&setting.clock.ahead_by(TimeDelta::days(36_524))).await;
    later.get("/v1/daily/2126-11-20").await.problem(404, "no_such_challenge");
    let first = later.get("/v1/daily").await.expect(200);
    assert_eq!(first["date"], "2026-11-20");
    let here = setting.client.get("/v1/daily").await.expect(200);
    assert_eq!(
        (here["challenges"].as_array().unwrap().len(), &here["challenges"]),
        (4, &first["challenges"])
    );
}

async fn an_instance_with_a_wrong_clock_is_not_ready(setting: Setting) {
    for (seconds, ready) in [(0, true), (25, true), (-25, true), (35, false), (-35, false), (300, false)] {
        let clock = setting.clock.ahead_by(TimeDelta::seconds(seconds));
        let answer = setting.instance_with_clock(&clock).await.get("/readyz").await;
        if ready {
            answer.expect(200);
        } else {
            answer.problem(503, "unavailable");
        }
    }
}

/// As in all other tests, but with the database's own clock.
async fn the_time_is_read_from_the_database(setting: Setting) {
    let right = setting.instance_in_real_time(&TestClock::real_time()).await;
    right.get("/readyz").await.expect(200);
    let ahead = TestClock::real_time().ahead_by(TimeDelta::minutes(5));
    let ahead = setting.instance_in_real_time(&ahead).await;
    ahead.get("/readyz").await.problem(503, "unavailable");

    let body = json!({"name": "Hour", "players": 1, "closes_at": SystemClock.now() + TimeDelta::minutes(4)});
    let (_, ada) = come(&ahead, "Ada").await;
    let made = ada.post("/v1/challenges", &body).await.expect(201);
    let challenge = made["id"].as_str().unwrap();
    let (_, ben) = come(&ahead, "Ben").await;
    let (ended, running) = (begin(&ada, challenge).await, begin(&ben, challenge).await);
    ada.concede(&ended).await.expect(201);
    play(&[&ben], &running, 1).await;
    for game in [&ended, &running] {
        assert_eq!(shown(&ahead, game).await, [false; 4]);
    }
    ahead.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.problem(403, "embargoed");
    let today = ahead.get("/v1/daily").await.expect(200);
    assert_eq!(right.get("/v1/daily").await.expect(200)["date"], today["date"]);
}

/// As with SQLite, whose clock is the instance's.
async fn an_instance_whose_clocks_jump_together_is_not_ready(setting: Setting) {
    let passed = Arc::<AtomicU64>::default();
    let (clock, uptime) = (setting.clock.clone(), passed.clone());
    let uptime = move || Duration::from_secs(uptime.load(Ordering::Relaxed));
    let clock = DatabaseClock::replaced(move || clock.now()).beside(uptime);
    let instance = setting.instance_on(setting.store_with_clock(clock).await);
    instance.get("/readyz").await.expect(200);
    setting.clock.pass(TimeDelta::days(40));
    instance.get("/readyz").await.problem(503, "unavailable");
    // The machine has slept.
    passed.store(40 * 86_400, Ordering::Relaxed);
    instance.get("/readyz").await.expect(200);
}
