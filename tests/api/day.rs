//! The days of the daily challenges.

use std::collections::BTreeSet;

use awc::http::Method;
use chrono::TimeDelta;
use regicide_engine::engine::{Game as _, Position};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, Expected, RecordFile, verify};
use serde_json::{Value, json};

use crate::client::Client;
use crate::players::{come, path};
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    a_day_is_played_sealed_revealed_and_audited_from_published_data,
    all_instances_publish_the_same_days,
    turnout_is_public_and_finished_days_are_cacheable,
    a_day_closes_at_an_instant,
    days_in_a_row_are_counted_over_months_and_leap_days,
    running_attempts_are_in_no_list_profile_or_export,
    a_player_whose_team_never_came_can_be_deleted,
    games_that_a_deadline_ends_are_in_the_standings,
);

#[actix_web::test]
async fn a_day_is_played_through_a_connection_pooler() {
    let setting = Setting::pooled().await;
    a_day_is_played_sealed_revealed_and_audited_from_published_data(setting).await;
}

/// Today's challenge for so many players.
pub(crate) async fn today(client: &Client, players: usize) -> String {
    let daily = client.get("/v1/daily").await.expect(200);
    let challenge = &daily["challenges"][players - 1];
    assert_eq!(challenge["players"], players);
    challenge["id"].as_str().unwrap().to_owned()
}

/// Today, and so many coming days: they are published in the background after the first
/// request.
pub(crate) async fn published(client: &Client, days: usize) -> Value {
    loop {
        let daily = client.get("/v1/daily?coming_days=400").await.expect(200);
        if daily["upcoming"].as_array().unwrap().len() == days * 4 {
            return daily;
        }
    }
}

/// Begins an attempt and gives its game.
pub(crate) async fn begin(player: &Client, challenge: &str) -> String {
    let started = player.post(&format!("/v1/challenges/{challenge}/attempts"), &json!({})).await.expect(201);
    started["game"]["id"].as_str().unwrap().to_owned()
}

/// Plays the first legal move, as long as there is one, at most so many times.
pub(crate) async fn play(players: &[&Client], game: &str, most: usize) {
    for _ in 0..most {
        let view = players[0].view(game).await;
        let Some(seat) = view["to_act"].as_u64() else { return };
        let seat = players[usize::try_from(seat).unwrap()];
        let legal = seat.get(&format!("/v1/games/{game}/legal-moves")).await.expect(200);
        seat.make(game, legal["items"][0]["text"].clone()).await.expect(201);
    }
}

/// The score of a game, computed from its record alone.
pub(crate) fn score_of(record: &RecordFile) -> Value {
    let mut position = Position::deal(&record.setup().unwrap(), record.seed().unwrap().key());
    for entry in record.entries() {
        let entry = entry.unwrap();
        position = position.play(entry.seat, &entry.mv, &mut regicide_engine::engine::Ignore).unwrap();
    }
    let [(_, score)] = position.scores()[..] else { panic!("players win or lose together") };
    serde_json::to_value(score).unwrap()
}

/// Everything about a game of a running challenge is closed to these.
async fn is_embargoed(game: &str, strangers: &[&Client]) {
    for stranger in strangers {
        for path in ["", "?seq=0", "/moves", "/replay", "/record", "/proof", "/analysis", "/audit"] {
            let answer = stranger.get(&format!("/v1/games/{game}{path}")).await;
            if answer.status.as_u16() == 401 {
                // Another player's token shows no more than none.
                answer.problem(401, "token_unknown");
            } else {
                answer.problem(403, "embargoed");
            }
        }
        stranger.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 0})).await.problem(403, "embargoed");
    }
}

/// C1.1, C2.3, C3.1, C3.2 and C3.3, over two instances.
async fn a_day_is_played_sealed_revealed_and_audited_from_published_data(setting: Setting) {
    let client = &setting.client;
    let other = setting.another_instance().await;
    let daily = client.get("/v1/daily").await.expect(200);
    assert_eq!((&daily["date"], daily["challenges"].as_array().unwrap().len()), (&json!("2026-11-20"), 4));
    let (solo, pair) = (&daily["challenges"][0], &daily["challenges"][1]);
    assert_eq!(solo["opens_at"], "2026-11-20T00:00:00.000000Z");
    assert_eq!(solo["closes_at"], "2026-11-21T00:00:00.000000Z");
    assert_eq!(solo["ends_at"], "2026-11-21T02:00:00.000000Z");
    assert_eq!((&solo["status"], &solo["seed"]), (&json!("open"), &Value::Null));
    let (solo_id, pair_id) = (solo["id"].as_str().unwrap(), pair["id"].as_str().unwrap());

    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (_, cleo) = come(&other, "Cleo").await;
    let (_, dan) = come(client, "Dan").await;
    let (_, eve) = come(&other, "Eve").await;

    // Three alone: one plays to the end, one gives up, one is not done in time.
    let by_ada = begin(&ada, solo_id).await;
    play(&[&ada], &by_ada, 1000).await;
    let by_ben = begin(&ben, solo_id).await;
    ben.concede(&by_ben).await.expect(201);
    let by_cleo = begin(&cleo, solo_id).await;
    play(&[&cleo], &by_cleo, 2).await;
    // And a team.
    let by_team = begin(&dan, pair_id).await;
    dan.get(&format!("/v1/games/{by_team}/legal-moves")).await.problem(409, "game_not_begun");
    assert_eq!(dan.view(&by_team).await["table"], Value::Null, "cards are hidden until all seats are taken");
    eve.post(&format!("/v1/games/{by_team}/seats"), &json!({})).await.expect(201);
    play(&[&dan, &eve], &by_team, 1000).await;

    for (game, own, strangers) in [
        (&by_ada, &ada, [client, &ben, &eve]),
        (&by_ben, &ben, [client, &ada, &cleo]),
        (&by_cleo, &cleo, [client, &ada, &ben]),
        (&by_team, &dan, [client, &ada, &ben]),
    ] {
        is_embargoed(game, &strangers).await;
        is_embargoed(game, &strangers.map(|client| other.with_token_of(client)).each_ref()).await;
        shows_the_own_place_only(game, own).await;
    }
    assert_eq!(ada.view(&by_ada).await["status"], "finished");
    assert_eq!(ada.view(&by_ada).await["result"]["outcome"], "lost");

    // The board is open to those who can play no more.
    let board = format!("/v1/challenges/{solo_id}/leaderboard");
    let stats = format!("/v1/challenges/{solo_id}/stats");
    for stranger in [client, &cleo, &dan] {
        stranger.get(&board).await.problem(403, "embargoed");
        stranger.get(&stats).await.problem(403, "embargoed");
    }
    let early = ada.get(&board).await.expect(200);
    assert_eq!(early["complete"], false);
    let table = client.get("/v1/standings?min_results=0").await.text;
    assert!(!table.contains("Ada"), "no table includes today: {table}");
    assert_eq!((&early["results"], &early["items"][0]["game_id"]), (&json!(2), &Value::Null));
    assert!(early["note"].as_str().unwrap().contains("anonymous"));

    // One ranked attempt, whichever way it is tried.
    ada.post(&format!("/v1/challenges/{solo_id}/attempts"), &json!({}))
        .await
        .problem(409, "attempted_already");
    let (_, fay) = come(client, "Fay").await;
    let second_team = begin(&fay, pair_id).await;
    eve.post(&format!("/v1/games/{second_team}/seats"), &json!({})).await.problem(409, "attempted_already");

    // The day is closed: no attempt begins, running ones go on until the end.
    setting.clock.set("2026-11-21T00:00:00Z");
    let (_, gus) = come(client, "Gus").await;
    gus.post(&format!("/v1/challenges/{solo_id}/attempts"), &json!({}))
        .await
        .problem(409, "challenge_closed");
    ada.post(&format!("/v1/games/{second_team}/seats"), &json!({})).await.problem(409, "challenge_closed");
    play(&[&cleo], &by_cleo, 1).await;
    is_embargoed(&by_ada, &[client]).await;
    assert_eq!(client.get("/v1/daily/2026-11-20").await.expect(200)["challenges"][0]["seed"], Value::Null);

    setting.clock.set("2026-11-21T02:00:00Z");
    cleo.concede(&by_cleo).await.problem(409, "game_over");
    assert_eq!(cleo.view(&by_cleo).await["status"], "closed");

    // From here on only public data, without a token.
    let day = other.get("/v1/daily/2026-11-20?players=1").await.expect(200);
    let revealed = &day["challenges"][0];
    assert_eq!((&revealed["commitment"], &revealed["status"]), (&solo["commitment"], &json!("over")));
    let seed: regicide_engine::engine::Seed = revealed["seed"].as_str().unwrap().parse().unwrap();
    assert!(seed.as_str().starts_with("daily.2026-11-20.1p~"));
    assert_eq!(seed.commitment().to_string(), solo["commitment"].as_str().unwrap());
    let board = other.get(&board).await.expect(200);
    assert_eq!((&board["complete"], &board["results"]), (&json!(true), &json!(3)));
    let entries = board["items"].as_array().unwrap();
    let games: BTreeSet<_> =
        entries.iter().map(|entry| entry["game_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(games, [&by_ada, &by_ben, &by_cleo].map(Clone::clone).into());
    audit(client, entries, &seed).await;
    figures_add_up(&client.get(&stats).await.expect(200));
    let team = client.get(&format!("/v1/challenges/{pair_id}/leaderboard")).await.expect(200);
    let names: Vec<_> =
        team["items"][0]["team"].as_array().unwrap().iter().map(|player| player["name"].clone()).collect();
    assert_eq!((&team["results"], names), (&json!(1), vec![json!("Dan"), json!("Eve")]));

    // Now all may play it, as often as they like, and nothing counts.
    let practice = gus.post(&format!("/v1/challenges/{solo_id}/attempts"), &json!({})).await.expect(201);
    assert_eq!((&practice["attempt"], &practice["ranked"]), (&Value::Null, &json!(false)));
    assert_eq!(practice["game"]["commitment"], solo["commitment"]);
    client.post(&format!("/v1/games/{by_cleo}/forks"), &json!({"seq": 2})).await.expect(201);
    ada.post(&format!("/v1/challenges/{solo_id}/attempts"), &json!({})).await.expect(201);
    let again = client.get(&format!("/v1/challenges/{solo_id}/leaderboard")).await.expect(200);
    assert_eq!(again["items"], board["items"]);
    let own = ada.get(&format!("/v1/challenges/{solo_id}")).await.expect(200);
    gives_nothing_away(own["own_attempts"][0]["share"].as_str().unwrap());
}

/// The numbers of attempts, which are public while a challenge runs.
async fn turnout_is(client: &Client, challenge: &str, attempts: u64, finished: u64) {
    let shown = client.get(&format!("/v1/challenges/{challenge}")).await.expect(200);
    assert_eq!(shown["turnout"], json!({"attempts": attempts, "finished": finished}));
}

/// Responses about finished days may be cached if the request has no token; those about
/// the running day may not.
async fn past_may_be_kept(client: &Client, player: &Client, [board, stats]: [&str; 2]) {
    let today = client.get("/v1/daily/2026-11-21").await;
    assert_eq!(today.header("cache-control"), Some("no-cache"));
    for (path, seconds) in [("/v1/daily/2026-11-20", 86_400), (board, 300), (stats, 3600)] {
        // The first request for a board ranks the remaining games.
        client.get(path).await.expect(200);
        let kept = client.get(path).await;
        assert_eq!(kept.header("cache-control"), Some(&*format!("public, max-age={seconds}")), "{path}");
        let request = client.request(awc::http::Method::GET, path);
        let known = request.header("if-none-match", kept.header("etag").unwrap()).send().await;
        let headers = (known.status.as_u16(), known.header("cache-control"));
        assert_eq!(headers, (304, kept.header("cache-control")));
        assert_eq!(player.get(path).await.header("cache-control"), Some("private, no-store"));
    }
}

/// Three results, none of them a win.
fn figures_add_up(figures: &Value) {
    assert_eq!((&figures["results"], &figures["won"]), (&json!(3), &json!(0)));
    let bars = |name: &str| {
        let bars = figures[name].as_array().unwrap().iter();
        bars.map(|bar| bar["results"].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!((bars("by_enemies_defeated"), bars("by_royals")), (3, 3));
    assert_eq!(figures["by_enemies_defeated"].as_array().unwrap().len(), 13);
}

/// A text to share: a sign for each enemy, without information about the deal.
fn gives_nothing_away(share: &str) {
    let mut signs: Vec<&str> = share.lines().skip(2).collect();
    assert_eq!(signs.pop(), Some("https://regicide.example/daily/2026-11-20"));
    assert!(share.starts_with("Regicide 2026-11-20, one player\n"), "{share}");
    assert_eq!(
        (signs.len(), signs.iter().map(|line| line.chars().count()).sum::<usize>()),
        (3, 12),
        "{share}"
    );
    assert_eq!(signs.concat().matches('🟥').count(), 1, "{share}");
}

/// A player sees only the view of the own seat, also of a finished game.
async fn shows_the_own_place_only(game: &str, own: &Client) {
    assert_eq!(own.view(game).await["revealed"], Value::Null);
    for path in ["/replay", "/record", "/audit"] {
        own.get(&format!("/v1/games/{game}{path}")).await.problem(403, "embargoed");
    }
    own.post(&format!("/v1/games/{game}/forks"), &json!({"seq": 0})).await.problem(403, "embargoed");
    own.get(&format!("/v1/games/{game}/moves")).await.expect(200);
}

/// Audits the entries of a board with public data alone, without a token.
async fn audit(client: &Client, entries: &[Value], seed: &regicide_engine::engine::Seed) {
    let keys = client.get("/v1/keys").await.expect(200);
    let key = keys["items"][0]["public_key"].as_str().unwrap().parse().unwrap();
    for (entry, rank) in entries.iter().zip(ranks(entries)) {
        let record =
            client.get(&format!("/v1/games/{}/record", entry["game_id"].as_str().unwrap())).await.text;
        let record = RecordFile::from_json(&record).unwrap();
        assert_eq!(record.seed().unwrap(), *seed);
        let expected =
            Expected { commitment: Some(seed.commitment()), keys: vec![key], ..Expected::default() };
        let verdict = verify(&record, &expected, Language::default());
        assert!(verdict.consistent, "{verdict:?}");
        assert_eq!(verdict.authenticity, Authenticity::Authenticated);
        assert_eq!((&entry["score"], &entry["place"]), (&score_of(&record), &json!(rank)));
    }
}

/// The ranks of entries from their results: the same result has the same.
fn ranks(entries: &[Value]) -> Vec<usize> {
    let first = |entry: &Value| entries.iter().position(|other| other["score"] == entry["score"]).unwrap();
    entries.iter().map(|entry| first(entry) + 1).collect()
}

async fn turnout_is_public_and_finished_days_are_cacheable(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    turnout_is(client, &challenge, 0, 0).await;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let game = begin(&ada, &challenge).await;
    begin(&ben, &challenge).await;
    turnout_is(client, &challenge, 2, 0).await;
    ada.concede(&game).await.expect(201);
    turnout_is(client, &challenge, 2, 1).await;
    let [board, stats] = ["leaderboard", "stats"].map(|what| format!("/v1/challenges/{challenge}/{what}"));
    client.get(&stats).await.problem(403, "embargoed");
    setting.clock.set("2026-11-21T02:00:00Z");
    past_may_be_kept(client, &ada, [&board, &stats]).await;
    turnout_is(client, &challenge, 2, 2).await;
}

async fn all_instances_publish_the_same_days(setting: Setting) {
    let others = [setting.another_instance().await, setting.another_instance().await];
    let read = |client: &Client| {
        let client = client.clone();
        async move { published(&client, 7).await }
    };
    let clients = [&setting.client, &others[0], &others[1]];
    let answers = futures_util::future::join_all(clients.map(read)).await;
    for answer in &answers {
        assert_eq!(answer["challenges"], answers[0]["challenges"]);
        assert_eq!(answer["upcoming"], answers[0]["upcoming"]);
    }
    let coming = answers[0]["upcoming"].as_array().unwrap();
    assert_eq!((coming.len(), &coming[27]["date"]), (28, &json!("2026-11-27")));
    assert!(coming.iter().all(|day| day["status"] == "coming" && day["seed"] == Value::Null));
    // They are published whether or not they are requested, and shown on request.
    assert_eq!(setting.client.get("/v1/daily").await.expect(200)["upcoming"], json!([]));
    let two = setting.client.get("/v1/daily?coming_days=2").await.expect(200);
    assert_eq!(two["upcoming"].as_array().unwrap(), &coming[..8]);
    setting.client.get("/v1/daily?coming_days=401").await.problem(400, "invalid_value");
    let seconds = answers[0]["next_in_seconds"].as_i64().unwrap();
    assert!((43_100..43_200).contains(&seconds), "{seconds}");

    let commitments: BTreeSet<_> = coming.iter().map(|day| day["commitment"].as_str().unwrap()).collect();
    assert_eq!(commitments.len(), 28);
    setting.client.get("/v1/daily/2026-11-28").await.problem(404, "no_such_challenge");
    setting.client.get("/v1/daily/2026-11-19").await.problem(404, "no_such_challenge");
    setting.client.get("/v1/daily/tomorrow").await.problem(404, "no_such_challenge");
    setting.client.get("/v1/daily/2026-11-20?players=5").await.problem(400, "invalid_value");
    let (_, ada) = come(&setting.client, "Ada").await;
    let id = coming[0]["id"].as_str().unwrap();
    ada.post(&format!("/v1/challenges/{id}/attempts"), &json!({})).await.problem(409, "challenge_not_open");
    // The played challenges are the announced ones.
    setting.clock.set("2026-11-22T10:00:00Z");
    let then = others[1].get("/v1/daily/2026-11-21").await.expect(200);
    assert_eq!(then["challenges"][2]["commitment"], coming[2]["commitment"]);
    let archive = setting.client.get("/v1/challenges?source=daily&status=over&players=1").await.expect(200);
    let dates: Vec<_> = archive["items"].as_array().unwrap().iter().map(|day| day["date"].clone()).collect();
    assert_eq!(dates, [json!("2026-11-21"), json!("2026-11-20")]);
}

async fn a_day_closes_at_an_instant(setting: Setting) {
    let client = &setting.client;
    let (_, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    // Nothing is done in the background when time gets short.
    published(client, 7).await;
    let challenge = today(client, 1).await;
    let game = begin(&ada, &challenge).await;
    let legal = ada.get(&format!("/v1/games/{game}/legal-moves")).await.expect(200);
    setting.clock.set("2026-11-20T23:59:59.990Z");
    begin(&ben, &challenge).await;
    setting.clock.set("2026-11-21T01:59:59.990Z");
    let made = ada.make(&game, legal["items"][0]["text"].clone()).await.expect(201);
    assert!(made["at"].as_str().unwrap() < "2026-11-21T02");
    setting.clock.set("2026-11-21T02:00:00Z");
    ada.concede(&game).await.problem(409, "game_over");
    let at = client.get(&format!("/v1/games/{game}/moves")).await.expect(200);
    assert_eq!(at["items"].as_array().unwrap().len(), 1);
    // A player who has begun and not moved has a result, too.
    let board = client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    assert_eq!((&board["results"], &board["complete"]), (&json!(2), &json!(true)));
    assert_eq!(board["items"][1]["score"]["enemies_defeated"], 0);
}

async fn days_in_a_row_are_counted_over_months_and_leap_days(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let (_, as_ben) = come(client, "Ben").await;
    let streak = async || client.get(&path(&ada)).await.expect(200)["streak"].clone();
    assert_eq!(streak().await, json!({"current": 0, "longest": 0}));
    let score = |challenge: String, language| {
        let request = as_ada.request(Method::GET, &format!("/v1/challenges/{challenge}"));
        let request = request.header("Accept-Language", language);
        async {
            let share = request.send().await.expect(200)["own_attempts"][0]["share"].clone();
            share.as_str().unwrap().lines().nth(1).unwrap().to_owned()
        }
    };
    let days = ["2028-02-27", "2028-02-28", "2028-02-29", "2028-03-01"];
    for (day, in_a_row) in
        days.into_iter().zip(["", " · 2 days in a row", " · 3 days in a row", " · 4 days in a row"])
    {
        setting.clock.set(&format!("{day}T12:00:00Z"));
        let challenge = today(client, 1).await;
        let solo = begin(&as_ada, &challenge).await;
        as_ada.concede(&solo).await.expect(201);
        assert_eq!(score(challenge, "en").await, format!("0/12{in_a_row}"));
        // A second number of players on the same day is no second day.
        let team = begin(&as_ada, &today(client, 2).await).await;
        as_ben.post(&format!("/v1/games/{team}/seats"), &json!({})).await.expect(201);
    }
    assert_eq!(streak().await, json!({"current": 4, "longest": 4}));
    let challenge = today(client, 1).await;
    assert!(score(challenge.clone(), "es").await.ends_with(" · 4 días seguidos"));
    setting.clock.set("2028-03-02T23:00:00Z");
    assert_eq!(score(challenge, "en").await, "0/12", "the text about a former day names no streak");
    assert_eq!(streak().await, json!({"current": 4, "longest": 4}), "today is not over");
    setting.clock.set("2028-03-03T01:00:00Z");
    assert_eq!(streak().await, json!({"current": 0, "longest": 4}));
    let solo = begin(&as_ada, &today(client, 1).await).await;
    as_ada.concede(&solo).await.expect(201);
    assert_eq!(streak().await, json!({"current": 1, "longest": 4}));
    let table =
        async |query: &str| client.get(&format!("/v1/standings?{query}")).await.expect(200)["items"].clone();
    let ever = table("by=streak&min_results=1").await;
    assert_eq!((&ever[0]["name"], &ever[0]["streak"]["longest"]), (&json!("Ada"), &json!(4)));
    assert_eq!((&ever[0]["results"], &ever[0]["average"]), (&json!(4), &json!(0.0)), "today is not over");
    let february = table("month=2028-02&by=streak&min_results=1").await;
    assert_eq!((&february[0]["results"], &february[0]["streak"]["longest"]), (&json!(3), &json!(3)));
    assert_eq!(table("month=2028-03&by=average&min_results=1").await[0]["results"], 1);
    setting.clock.set("2028-03-04T02:00:00Z");
    assert_eq!(table("month=2028-03&by=average&min_results=2").await[0]["results"], 2);
    assert_eq!(table("month=2028-04&min_results=0").await, json!([]));
    assert_eq!(table("month=2028-04&min_results=0").await, json!([]));
    // The games of the teams ran out of time, and no board was requested.
    assert_eq!(table("players=2&min_results=4").await.as_array().unwrap().len(), 2);
    assert_eq!(table("players=2&min_results=0&by=streak").await.as_array().unwrap().len(), 2);
    for month in ["2028-13", "2028-1", "%2B028-01", "%202028-1"] {
        client.get(&format!("/v1/standings?month={month}")).await.problem(400, "invalid_value");
    }
    as_ada.delete(&path(&ada)).await.expect(200);
    assert_eq!(table("by=streak&min_results=1").await, json!([]), "a deleted player is in no table");
}

async fn running_attempts_are_in_no_list_profile_or_export(setting: Setting) {
    let client = &setting.client;
    let (ada, as_ada) = come(client, "Ada").await;
    let id = ada["id"].as_str().unwrap();
    let challenge = today(client, 1).await;
    let game = begin(&as_ada, &challenge).await;
    as_ada.concede(&game).await.expect(201);
    let shown = async || {
        let mut shown = Vec::new();
        for path in [
            "/v1/games".to_owned(),
            "/v1/games?status=finished".to_owned(),
            format!("/v1/players/{id}/games"),
            "/v1/records".to_owned(),
        ] {
            shown.push(client.get(&path).await.text.contains(&game));
        }
        shown.push(client.get(&path(&ada)).await.expect(200)["game_stats"] != json!([]));
        shown
    };
    assert_eq!(shown().await, [false; 5]);
    let text = client.get(&format!("/v1/challenges/{challenge}")).await.text;
    assert!(!text.contains("daily.2026"), "{text}");
    setting.clock.set("2026-11-21T02:00:00Z");
    assert_eq!(shown().await, [true; 5]);
}

async fn a_player_whose_team_never_came_can_be_deleted(setting: Setting) {
    let (client, operator) = (&setting.client, setting.client.with_token(OPERATOR));
    let mut players = Vec::new();
    let challenge = today(client, 2).await;
    for name in ["Ada", "Ben"] {
        let (info, player) = come(client, name).await;
        begin(&player, &challenge).await;
        players.push((info, player));
    }
    setting.clock.pass(TimeDelta::days(3));
    let board = client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    assert_eq!((&board["complete"], &board["results"]), (&json!(true), &json!(0)));
    let [(ada_info, ada), (ben_info, ben)] = &players[..] else { panic!("two players came") };
    ada.delete(&path(ada_info)).await.expect(200);
    let revoke = json!({"type": "revoke_player_token", "player_id": ben_info["id"]});
    operator.post("/v1/admin/actions", &revoke).await.expect(201);
    ben.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.problem(401, "token_unknown");
}

async fn games_that_a_deadline_ends_are_in_the_standings(setting: Setting) {
    let client = &setting.client;
    let (_, ada) = come(client, "Ada").await;
    begin(&ada, &today(client, 1).await).await;
    setting.clock.pass(TimeDelta::days(3));
    let table = loop {
        let table = client.get("/v1/standings?min_results=1").await.expect(200);
        if table["complete"] == true {
            break table;
        }
    };
    assert_eq!((&table["items"][0]["name"], &table["items"][0]["results"]), (&json!("Ada"), &json!(1)));
}
