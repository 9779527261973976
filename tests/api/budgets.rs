//! Limits of an address, and of a token.

use std::time::Duration;

use awc::http::Method;
use regicide_engine::bots::review::Budgets;
use regicide_engine::engine::{GameKind, Options, Ruleset, Seed, Setup};
use regicide_engine::record::RecordFile;
use serde_json::{Value, json};

use crate::challenges::organise;
use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::long_games::long_game;
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    each_kind_of_request_has_a_budget,
    budgets_are_shown,
    a_large_record_costs_more,
    a_large_response_is_charged_afterwards,
    creations_are_limited_by_the_day,
    clients_behind_a_proxy_have_budgets_of_their_own,
    a_token_has_a_budget_wherever_it_is_used,
    bots_are_charged_by_computing_time,
    running_games_with_bots_are_limited,
    analyses_and_searches_are_charged_by_computing_time,
    rebuilding_a_game_is_charged_afterwards,
    a_fork_is_charged_by_its_moves,
    games_that_a_filter_leaves_out_are_charged,
    finished_games_of_a_profile_are_charged,
    scores_of_a_board_are_charged,
    attempts_that_are_counted_are_charged,
    readiness_requests_share_one_probe,
    wrong_codes_are_limited_and_right_ones_cost_nothing,
);

#[track_caller]
fn refused(answer: Answer) -> u64 {
    let wait = answer.header("retry-after").unwrap().parse().unwrap();
    answer.problem(429, "too_many_requests");
    wait
}

/// Sends a request until it is refused: a slow machine gives budgets time to
/// fill up.
async fn until_refused(mut send: impl AsyncFnMut() -> Answer) {
    for _ in 0..100 {
        let answer = send().await;
        if answer.status.as_u16() == 429 {
            refused(answer);
            return;
        }
    }
    panic!("never refused");
}

async fn each_kind_of_request_has_a_budget(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.changes_per_minute = 1;
        config.allowances.moves_per_minute = 1;
        config.allowances.reads_per_minute = 5;
        config.allowances.exports_per_minute = 1;
    });
    let ada = client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    let path = format!("/v1/players/{}", ada["player"]["id"].as_str().unwrap());
    let ada = client.with_token(ada["token"].as_str().unwrap());
    ada.request(Method::PATCH, &path).json(&json!({"name": "Ida"})).await.expect(200);
    until_refused(async || ada.post(&format!("{path}/token"), &json!({})).await).await;

    let created = client.create(&json!({"players": 2, "seed": "banana"})).await;
    let (one, other) = (player(&client, &created, 0), player(&client, &created, 1));
    one.make(id(&created), "yield").await.expect(201);
    until_refused(async || other.make(id(&created), "dance").await).await;

    until_refused(async || client.get("/v1/records").await).await;
    until_refused(async || client.get("/v1/games").await).await;
    until_refused(async || client.get("/nonsense").await).await;
    client.get("/healthz").await.expect(200);
    client.get("/readyz").await.expect(200);
}

async fn budgets_are_shown(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.creations_per_minute = 60;
        config.allowances.creations_per_day = 1000;
    });
    let answer = client.post("/v1/games", &json!({"players": 1})).await;
    assert_eq!(
        answer.header("ratelimit-policy"),
        Some("\"create\";q=60;w=60, \"create-day\";q=1000;w=86400")
    );
    assert_eq!(answer.header("ratelimit"), Some("\"create\";r=59;t=1, \"create-day\";r=999;t=87"));
    assert_eq!(client.get("/v1/games").await.header("ratelimit"), None);
}

async fn a_large_record_costs_more(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.records_per_minute = 20);
    let send = async |bytes: usize| {
        let request = client.request(Method::POST, "/v1/verification");
        request.body("application/json", " ".repeat(bytes)).await
    };
    send(1_000_000).await.problem(400, "malformed_body");
    refused(send(1_000_000).await);
    send(10).await.problem(400, "malformed_body");
}

async fn a_large_response_is_charged_afterwards(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.reads_per_minute = 2);
    // More than three times 64 KiB.
    let document = client.get("/openapi.json").await;
    assert!(document.text.len() > 3 * 65_536, "{}", document.text.len());
    assert!(refused(client.get("/v1/rules").await) > 60);
}

async fn creations_are_limited_by_the_day(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.creations_per_day = 2);
    for _ in 0..2 {
        client.create(&json!({"players": 1})).await;
    }
    assert!(refused(client.post("/v1/players", &json!({"name": "Ada"})).await) > 60 * 60);
}

async fn clients_behind_a_proxy_have_budgets_of_their_own(setting: Setting) {
    let from = async |client: &Client, header: &str, value: &str| {
        let request = client.request(Method::POST, "/v1/games").header(header, value);
        request.json(&json!({"players": 1})).await
    };
    let proxied = setting.instance_with(|config| {
        config.allowances.creations_per_minute = 1;
        config.proxies = "127.0.0.0/8".parse().unwrap();
    });
    for (header, value) in [
        ("x-forwarded-for", "1.1.1.1"),
        ("x-forwarded-for", "1.1.1.1, 2.2.2.2:4711"),
        ("forwarded", "for=\"[2001:db8::1]:4711\";proto=https"),
    ] {
        from(&proxied, header, value).await.expect(201);
        refused(from(&proxied, header, value).await);
    }
    refused(from(&proxied, "x-forwarded-for", "9.9.9.9, 2.2.2.2").await);
    let direct = setting.instance_with(|config| config.allowances.creations_per_minute = 1);
    from(&direct, "x-forwarded-for", "1.1.1.1").await.expect(201);
    refused(from(&direct, "x-forwarded-for", "2.2.2.2").await);
}

async fn a_token_has_a_budget_wherever_it_is_used(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.reads_per_minute = 1;
        config.proxies = "127.0.0.0/8".parse().unwrap();
    });
    let look = async |address: &str, token: &str| {
        let request = client.with_token(token).request(Method::GET, "/v1/rules");
        request.header("x-forwarded-for", address).send().await
    };
    look("1.1.1.1", "one").await.expect(200);
    let answer = look("2.2.2.2", "one").await;
    assert!(answer.header("ratelimit-policy").unwrap().starts_with("\"read-token\";q=1;w=60"));
    refused(answer);
    look("3.3.3.3", "two").await.expect(200);
    for (address, credentials) in
        [("4.4.4.4", "bearer one"), ("5.5.5.5", "Bearer   one"), ("6.6.6.6", "BEARER one ")]
    {
        let request = client.request(Method::GET, "/v1/rules").header("authorization", credentials);
        refused(request.header("x-forwarded-for", address).send().await);
    }
}

const STRONG: [Option<&str>; 4] = [None, Some("strong"), Some("strong"), Some("strong")];

/// A game with bots on all seats but the first.
async fn with_three_bots(client: &Client, level: &str) -> Answer {
    client.post("/v1/games", &json!({"players": 4, "bots": STRONG.map(|bot| bot.map(|_| level))})).await
}

async fn bots_are_charged_by_computing_time(setting: Setting) {
    let instance =
        |seconds| setting.instance_with(|config| config.allowances.compute_seconds_per_hour = seconds);
    let client = instance(10);
    let key = "0123456789abcdef".repeat(3);
    let request = || client.request(Method::POST, "/v1/games").header("idempotency-key", &key);
    let body = json!({"players": 4, "bots": STRONG});
    // 4.5 seconds, and nothing for the same request again.
    let created = request().json(&body).await.expect(201);
    request().json(&body).await.expect(201);
    with_three_bots(&client, "strong").await.expect(201);
    let wait = refused(with_three_bots(&client, "strong").await);
    assert!((1000..=1261).contains(&wait), "3.5 of 10 seconds are missing: {wait}");
    client.post("/v1/games", &json!({"players": 9, "bots": ["strong"]})).await.problem(422, "invalid_setup");
    for _ in 0..2 {
        with_three_bots(&client, "novice").await.expect(201);
    }
    client.create(&json!({"players": 4})).await;

    // Each way to a bot costs the same.
    let seat = client.with_token(created["tokens"][0]["token"].as_str().unwrap());
    seat.concede(id(&created)).await.expect(201);
    let game = format!("/v1/games/{}", id(&created));
    refused(seat.post(&format!("{game}/rematches"), &json!({})).await);
    let fork = json!({"seq": 0, "bots": STRONG});
    refused(client.post(&format!("{game}/forks"), &fork).await);
    client.post(&format!("{game}/forks"), &json!({"seq": 0})).await.expect(201);
    let tricks = json!({"kind": "regicide-tricks", "players": 2, "open_seats": 1, "options": {"target": 10}});
    let waiting = client.create(&tricks).await;
    let owner = player(&client, &waiting, 0);
    let bot = format!("/v1/games/{}/seats/1/bot", id(&waiting));
    refused(owner.post(&bot, &json!({"level": "strong"})).await);
    owner.post(&bot, &json!({"level": "steady"})).await.expect(201);

    // An expensive game uses up the whole budget, and more of the time after.
    let client = instance(60);
    let long = json!({"kind": "regicide-tricks", "players": 4, "bots": ["strong", "strong", "strong", "strong"],
        "options": {"target": 100}});
    client.post("/v1/games", &long).await.expect(201);
    assert!(refused(with_three_bots(&client, "strong").await) > 3600);
}

async fn analyses_and_searches_are_charged_by_computing_time(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.compute_seconds_per_hour = 2;
        config.settings.solver_nodes = 1_000_000;
        config.settings.analysis = Budgets { nodes: 1_500_000, worlds: 1 };
    });
    let record = |seed: &str| {
        json!({"type": "record", "record": {"format": "regicide-record/1", "kind": "regicide", "rules": 1,
            "players": 2, "seed": seed, "moves": []}})
    };
    let analyse = async |seed| client.post("/v1/analysis", &record(seed)).await;
    let winnable =
        json!({"name": "Club", "players": 4, "closes_at": "2026-11-21T12:00:00Z", "require_winnable": true});
    // A third of a second each, and a fifth for each deal that is looked at.
    for seed in ["one", "two"] {
        assert!([200, 202].contains(&analyse(seed).await.status.as_u16()), "{seed}");
    }
    let (_, ada) = come(&client, "Ada").await;
    ada.post("/v1/challenges", &winnable).await.expect(201);
    until_refused(async || ada.post("/v1/challenges", &winnable).await).await;
    for seed in ["three", "four"] {
        let _ = analyse(seed).await;
    }
    refused(analyse("five").await);
    let measured = json!({"name": "Club", "players": 4, "closes_at": "2026-11-21T12:00:00Z", "measure_difficulty": true});
    refused(ada.post("/v1/challenges", &measured).await);
    // An analysis that has begun can still be requested.
    assert!([200, 202].contains(&analyse("two").await.status.as_u16()));
    client.create(&json!({"players": 1})).await;
}

const KEY: &str = "0123456789abcdef0123456789abcdef";

async fn running_games_with_bots_are_limited(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.allowances.bot_games = 2;
        config.proxies = "127.0.0.0/8".parse().unwrap();
    });
    let body = json!({"players": 3, "bots": [null, "novice"], "open_seats": 1});
    let from = async |client: &Client, address: &str| {
        let request = client.request(Method::POST, "/v1/games").header("x-forwarded-for", address);
        request.json(&body).await
    };
    let full = async |client: &Client, address: &str| {
        from(client, address).await.problem(429, "too_many_requests");
    };
    let first = from(&client, "1.1.1.1").await.expect(201);
    let second = async || {
        let request = client.request(Method::POST, "/v1/games").header("x-forwarded-for", "1.1.1.1");
        request.header("idempotency-key", KEY).json(&body).await.expect(201)
    };
    let made = second().await;
    full(&client, "1.1.1.1").await;
    assert_eq!(second().await, made, "what was made before is answered");
    let without = client.request(Method::POST, "/v1/games").header("x-forwarded-for", "1.1.1.1");
    without.json(&json!({"players": 3})).await.expect(201);
    // Another bot in a game that has one is no other game.
    let owner = player(&client, &first, 0);
    let seat = owner.request(Method::POST, &format!("/v1/games/{}/seats/2/bot", id(&first)));
    seat.header("x-forwarded-for", "1.1.1.1").json(&json!({"level": "novice"})).await.expect(201);
    player(&client, &first, 0).concede(id(&first)).await.expect(201);
    from(&client, "1.1.1.1").await.expect(201);
    full(&client, "1.1.1.1").await;

    // A player's games count wherever they are made.
    let (_, ada) = come(&client, "Ada").await;
    from(&ada, "2.2.2.2").await.expect(201);
    from(&ada, "3.3.3.3").await.expect(201);
    full(&ada, "4.4.4.4").await;
    from(&client, "4.4.4.4").await.expect(201);

    // No move was made in them for more than an hour.
    setting.clock.pass(chrono::TimeDelta::minutes(61));
    from(&ada, "2.2.2.2").await.expect(201);
    from(&client, "1.1.1.1").await.expect(201);
}

/// A game of many moves, imported.
async fn long_game_there(setting: &Setting) -> String {
    let setup = Setup::new(Ruleset::current(GameKind::Tricks), 3, &Options::default()).unwrap();
    let seed: Seed = "long".parse().unwrap();
    let entries = long_game(setup, &seed, 1500);
    let record = serde_json::to_value(RecordFile::new(&setup, &seed, entries)).unwrap();
    id(&setting.client.post("/v1/records", &record).await.expect(201)).to_owned()
}

async fn rebuilding_a_game_is_charged_afterwards(setting: Setting) {
    let game = long_game_there(&setting).await;
    let forked =
        setting.client.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 1400})).await.expect(201);
    let ended =
        setting.client.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 1400})).await.expect(201);
    player(&setting.client, &ended, 0).concede(id(&ended)).await.expect(201);
    let reader = || {
        setting.instance_with(|config| {
            config.allowances.reads_per_minute = 2;
            config.allowances.moves_per_minute = 2;
        })
    };
    // Two units are there, one is taken before: each answer rebuilds so many
    // moves that the next request has to wait for more than another one.
    for (path, header) in
        [("audit", None), ("moves?after=1399", None), ("record", Some(("if-none-match", "*")))]
    {
        let client = reader();
        let mut request = client.request(Method::GET, &format!("/v1/games/{}/{path}", id(&ended)));
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let answer = request.send().await;
        assert!([200, 304].contains(&answer.status.as_u16()), "{path}: {}", answer.text);
        assert!(refused(client.get("/v1/rules").await) > 30, "{path}");
    }
    let client = reader();
    let head = client.request(Method::HEAD, &format!("/v1/games/{}/record", id(&ended))).send().await;
    assert_eq!(head.status.as_u16(), 200);
    assert!(refused(client.get("/v1/rules").await) > 30);

    let client = reader();
    player(&client, &forked, 0).make(id(&forked), "yield").await.problem(422, "illegal_move");
    assert!(refused(player(&client, &forked, 1).make(id(&forked), "yield").await) > 30);
}

async fn a_fork_is_charged_by_its_moves(setting: Setting) {
    let game = long_game_there(&setting).await;
    let forks = format!("/v1/games/{game}/forks");
    let writer = || setting.instance_with(|config| config.allowances.creations_per_minute = 10);
    let client = writer();
    client.post(&forks, &json!({"seq": 1400})).await.expect(201);
    assert!(refused(client.post("/v1/games", &json!({"players": 1})).await) > 30);
    let importer = setting.instance_with(|config| config.allowances.records_per_minute = 10);
    let record = setting.client.post(&forks, &json!({"seq": 1400})).await.expect(201);
    let seat = player(&setting.client, &record, 0);
    seat.concede(id(&record)).await.expect(201);
    let record = setting.client.get(&format!("/v1/games/{}/record", id(&record))).await.expect(200);
    importer.post("/v1/records", &record).await.expect(201);
    assert!(refused(importer.post("/v1/verification", &record).await) > 30);
}

/// Reads with a budget of two units: one is charged before the read and one after it, so
/// that the next request has to wait.
async fn read_for_two_units(setting: &Setting, as_player: &Client, path: &str) -> Value {
    let reader = setting.instance_with(|config| config.allowances.reads_per_minute = 2);
    let reader = reader.with_token_of(as_player);
    let answer = reader.get(path).await.expect(200);
    assert!(refused(reader.get("/v1/rules").await) > 20, "{path}");
    answer
}

async fn games_that_a_filter_leaves_out_are_charged(setting: Setting) {
    let (ada, client) = come(&setting.client, "Ada").await;
    for _ in 0..100 {
        client.create(&json!({"players": 2, "names": ["Ada", "Ben"], "visibility": "public"})).await;
    }
    let games = format!("{}/games", path(&ada));
    for list in [
        "/v1/games?status=finished",
        &format!("{games}?status=finished"),
        &format!("{games}?turn=me&players=1"),
    ] {
        let page = read_for_two_units(&setting, &client, list).await;
        assert_eq!(page["items"], json!([]), "{list}");
    }
}

async fn finished_games_of_a_profile_are_charged(setting: Setting) {
    let (ada, client) = come(&setting.client, "Ada").await;
    let key = if setting.url().starts_with("sqlite") { "randomblob(16)" } else { "gen_random_uuid()" };
    let seats = format!(
        "insert into seats (game_id, seat, open, player, ended, counts_from, kind, players, won, enemies, moves)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000)
        select {key}, 0, 0, id, 1, i, 'regicide', 2, 0, 3, 40 from n cross join players"
    );
    setting.execute(&seats).await.unwrap();
    let profile = read_for_two_units(&setting, &client, &path(&ada)).await;
    assert_eq!(profile["game_stats"][0]["finished"], 12_000);
}

async fn scores_of_a_board_are_charged(setting: Setting) {
    let (challenge, organiser) = organise(&setting.client, json!({})).await;
    let scores = "insert into board_counts (challenge, bots, score, results)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 600)
        select id, 0, i, 1 from n cross join challenges";
    setting.execute(scores).await.unwrap();
    for page in ["leaderboard", "stats"] {
        read_for_two_units(&setting, &organiser, &format!("/v1/challenges/{challenge}/{page}")).await;
    }
}

async fn readiness_requests_share_one_probe(setting: Setting) {
    let client = setting.instance_with(|config| config.readiness_age = Duration::from_hours(1));
    client.get("/readyz").await.expect(200);
    let before = setting.store.transactions();
    for _ in 0..20 {
        client.get("/readyz").await.expect(200);
    }
    assert_eq!(setting.store.transactions(), before);
}

async fn attempts_that_are_counted_are_charged(setting: Setting) {
    let (challenge, organiser) = organise(&setting.client, json!({})).await;
    let key = if setting.url().starts_with("sqlite") { "randomblob(16)" } else { "gen_random_uuid()" };
    let attempts = format!(
        "insert into attempts (challenge, player, number, game, seat)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000)
        select id, {key}, 1, {key}, 0 from n cross join challenges"
    );
    setting.execute(&attempts).await.unwrap();
    read_for_two_units(&setting, &organiser, &format!("/v1/challenges/{challenge}")).await;
}

/// The codes of a challenge are short enough to be typed, so guesses are limited
/// (docs/reference/api.md, *Codes*).
async fn wrong_codes_are_limited_and_right_ones_cost_nothing(setting: Setting) {
    let client = setting.instance_with(|config| config.allowances.wrong_codes_per_hour = 3);
    let (challenge, olga) = organise(&client, json!({"admission": "invited"})).await;
    let made = olga.post(&format!("/v1/challenges/{challenge}/invitations"), &json!({"count": 10})).await;
    let codes = made.expect(201)["codes"].clone();
    let attempts = format!("/v1/challenges/{challenge}/attempts");
    let send = async |who: &Client, code: &str| who.post(&attempts, &json!({"invitation": code})).await;
    for place in 0..8 {
        let (_, pupil) = come(&client, &format!("Pupil {place}")).await;
        let code = codes[place].as_str().unwrap().to_lowercase().replace('-', " ");
        send(&pupil, &code).await.expect(201);
    }
    let (_, eve) = come(&client, "Eve").await;
    for _ in 0..3 {
        send(&eve, "0000-0000-0000").await.problem(403, "invitation_needed");
    }
    assert!(refused(send(&eve, "0000-0000-0000").await) > 60);
    refused(send(&eve, codes[8].as_str().unwrap()).await);
    // A wrong code for a seat costs as much, and no code is not a wrong one.
    let created = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let seats = format!("/v1/games/{}/seats", id(&created));
    refused(client.post(&seats, &json!({"invitation": "guessed"})).await);
    client.post(&seats, &json!({})).await.expect(201);
}
