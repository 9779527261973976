//! Games of two versions of the rules in one database: new ones are made by
//! the newest, stored ones are played and validated by their own.

use regicide_engine::engine::{GameKind, Ruleset};
use serde_json::{Value, json};

use crate::client::Client;
use crate::day::{begin, play, published, score_of, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    games_of_both_versions_are_played_side_by_side,
    a_stored_day_keeps_its_rules,
    games_of_unknown_rules_are_reported_and_others_are_served,
);

/// The version that was never released: hands are one card smaller.
fn newer(game: GameKind) -> Ruleset {
    match game {
        GameKind::Regicide => "regicide/200".parse().unwrap(),
        GameKind::Tricks => Ruleset::current(game),
    }
}

/// An instance that makes new games by the newer version.
fn newer_instance(setting: &Setting) -> Client {
    setting.instance_with(|config| config.settings.ruleset = newer)
}

/// Plays a game to its end and returns its record, which has to hold on both instances,
/// and no longer if it names other rules.
async fn played_out(here: &Client, there: &Client, created: &Value, other_rules: u8) -> Value {
    let game = id(created);
    let seats = [0, 1].map(|seat| player(there, created, seat));
    play(&seats.each_ref(), game, 1000).await;
    assert_eq!(here.view(game).await["status"], "finished");
    assert_eq!(here.get(&format!("/v1/games/{game}/audit")).await.expect(200)["holds"], true);
    let record = there.get(&format!("/v1/games/{game}/record")).await.expect(200);
    let replay = here.get(&format!("/v1/games/{game}/replay")).await.expect(200);
    let header = format!("regicide/{} ", record["rules"]);
    assert!(replay["header"].as_str().unwrap().starts_with(&header));
    assert_eq!(replay["items"].as_array().unwrap().last().unwrap()["chain"], record["chain"]);
    for client in [here, there] {
        let verdict = client.post("/v1/verification", &record).await.expect(200);
        assert_eq!(
            (&verdict["consistent"], &verdict["authenticity"]),
            (&json!(true), &json!("authenticated"))
        );
    }
    let mut changed = record.clone();
    changed["rules"] = json!(other_rules);
    assert_eq!(here.post("/v1/verification", &changed).await.expect(200)["consistent"], false);
    record
}

async fn games_of_both_versions_are_played_side_by_side(setting: Setting) {
    let old = &setting.client;
    let new = &newer_instance(&setting);
    let body = json!({"players": 2, "seed": "banana"});
    let (first, second) = (old.create(&body).await, new.create(&body).await);
    for (created, rules, hand) in [(&first, 1, 7), (&second, 200, 6)] {
        assert_eq!(created["game"]["rules"], rules);
        assert_eq!(created["game"]["table"]["hand_sizes"], json!([hand, hand]));
    }
    // Each is played on the instance that did not make it.
    let of_first = played_out(old, new, &first, 200).await;
    let of_second = played_out(new, old, &second, 1).await;
    assert_eq!((&of_first["rules"], &of_second["rules"]), (&json!(1), &json!(200)));

    let listed = old.get("/v1/games").await.expect(200);
    let rules: Vec<_> = listed["items"].as_array().unwrap().iter().map(|game| &game["rules"]).collect();
    assert_eq!(rules, [200, 1]);
    let exported = new.get("/v1/records").await;
    let exported: Vec<Value> =
        exported.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(exported, [of_first.clone(), of_second.clone()]);

    // A copy of a stored game or a record keeps its rules.
    for (client, created, record) in [(new, &first, of_first), (old, &second, of_second)] {
        let imported = client.post("/v1/records", &record).await.expect(201);
        assert_eq!(imported["game"]["rules"], record["rules"]);
        let fork = client.post(&format!("/v1/games/{}/forks", id(created)), &json!({"seq": 1})).await;
        assert_eq!(fork.expect(201)["game"]["rules"], record["rules"]);
    }

    let rules_of = async |client: &Client, query: &str| {
        let rules = client.get(&format!("/v1/rules{query}")).await.expect(200);
        let game = &rules["items"][0];
        (
            rules["items"].as_array().unwrap().len(),
            game["rules"].clone(),
            game["tables"][0]["hand_size"].clone(),
        )
    };
    assert_eq!(rules_of(old, "").await, (2, json!(1), json!(8)));
    assert_eq!(rules_of(new, "").await, (2, json!(200), json!(7)));
    assert_eq!(rules_of(new, "?ruleset=regicide/1").await, (1, json!(1), json!(8)));
    assert_eq!(rules_of(old, "?ruleset=regicide/200").await, (1, json!(200), json!(7)));
    for name in ["regicide/7", "regicide", "chess/1", "regicide-tricks/200"] {
        let problem = old.get(&format!("/v1/rules?ruleset={name}")).await.problem(422, "unknown_rules");
        assert!(problem["detail"].as_str().unwrap().contains(&format!("rules {name} ")), "{problem}");
    }
}

/// The score of the only result on a challenge's board, and its game.
async fn only_result(client: &Client, challenge: &str) -> (Value, String) {
    let board = client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    let [entry] = &board["items"].as_array().unwrap()[..] else { panic!("{board}") };
    (entry["score"].clone(), entry["game_id"].as_str().unwrap().to_owned())
}

async fn a_stored_day_keeps_its_rules(setting: Setting) {
    let old = &setting.client;
    let new = &newer_instance(&setting);
    let (ada, as_ada) = come(old, "Ada").await;
    // The old instance publishes today and the coming seven days.
    let daily = published(old, 7).await;
    let of_old = today(old, 1).await;
    assert_eq!(today(new, 1).await, of_old);
    assert_eq!(new.get("/v1/daily?coming_days=400").await.expect(200)["upcoming"], daily["upcoming"]);
    assert!(daily["upcoming"].as_array().unwrap().iter().all(|challenge| challenge["rules"] == 1));
    let first = begin(&new.with_token_of(&as_ada), &of_old).await;
    let view = as_ada.view(&first).await;
    assert_eq!((&view["rules"], &view["table"]["hand_sizes"]), (&json!(1), &json!([8])));
    play(&[&as_ada], &first, 1000).await;

    // The first day that the new instance publishes is by the newer version.
    setting.clock.set("2026-11-28T12:00:00Z");
    let of_new = today(new, 1).await;
    let challenge = old.get(&format!("/v1/challenges/{of_new}")).await.expect(200);
    assert_eq!((&challenge["rules"], &challenge["date"]), (&json!(200), &json!("2026-11-28")));
    let second = begin(&as_ada, &of_new).await;
    let view = new.with_token_of(&as_ada).view(&second).await;
    assert_eq!((&view["rules"], &view["table"]["hand_sizes"]), (&json!(200), &json!([7])));
    play(&[&as_ada], &second, 1000).await;

    setting.clock.set("2026-11-29T12:00:00Z");
    for (client, challenge, game) in [(new, &of_old, &first), (old, &of_new, &second)] {
        let record = client.get(&format!("/v1/games/{game}/record")).await.text;
        let record = regicide_engine::record::RecordFile::from_json(&record).unwrap();
        assert_eq!(only_result(client, challenge).await, (score_of(&record), game.clone()));
    }
    let profile = new.get(&path(&ada)).await.expect(200);
    assert_eq!(profile["game_stats"][0]["finished"], 2, "{profile}");
    let standings = loop {
        let standings = old.get("/v1/standings?min_results=1").await.expect(200);
        if standings["complete"] == true {
            break standings;
        }
    };
    assert_eq!(standings["items"][0]["results"], 2);
    // Practice after the end is by the rules of the challenge.
    let practice = begin(&new.with_token_of(&as_ada), &of_old).await;
    assert_eq!(as_ada.view(&practice).await["rules"], 1);

    let body = json!({"name": "Club night", "players": 1, "closes_at": "2026-11-30T12:00:00Z"});
    let organised = new.with_token_of(&as_ada).post("/v1/challenges", &body).await.expect(201);
    assert_eq!(organised["rules"], 200);
    let own = begin(&as_ada, organised["id"].as_str().unwrap()).await;
    assert_eq!(as_ada.view(&own).await["rules"], 200);
}

/// Changes rows to those that a newer version of the service would have stored.
pub(crate) async fn store_rules(setting: &Setting, table: &str, condition: &str) {
    let on = if setting.url().starts_with("sqlite") { String::new() } else { format!(" on {table}") };
    setting.execute(&format!("drop trigger {table}_keep_identity{on}")).await.unwrap();
    setting.execute(&format!("update {table} set rules = 7 where {condition}")).await.unwrap();
}

async fn games_of_unknown_rules_are_reported_and_others_are_served(setting: Setting) {
    let (ada, as_ada) = come(&setting.client, "Ada").await;
    let mut games = Vec::new();
    for seed in [None, Some("other"), None] {
        let mut wanted = json!({"players": 1, "open_seats": 1});
        if let Some(seed) = seed {
            wanted["seed"] = seed.into();
        }
        let created = as_ada.create(&wanted).await;
        let game = id(&created).to_owned();
        as_ada.post(&format!("/v1/games/{game}/seats"), &json!({})).await.expect(201);
        as_ada.concede(&game).await.expect(201);
        games.push(game);
    }
    let daily = today(&setting.client, 1).await;
    let organise = async |name: &str| {
        let body = json!({"name": name, "players": 1, "closes_at": "2026-11-21T12:00:00Z"});
        let operator = setting.client.with_token(OPERATOR);
        let made = operator.post("/v1/challenges", &body).await.expect(201);
        made["id"].as_str().unwrap().to_owned()
    };
    let (known, unknown) = (organise("Known").await, organise("Unknown").await);
    store_rules(&setting, "games", "seed = 'other'").await;
    store_rules(&setting, "challenges", "name = 'Unknown' or players = 4").await;
    let client = &setting.another_instance().await;
    let as_ada = &client.with_token_of(&as_ada);

    let game = &games[1];
    let names = |problem: &Value| problem["detail"].as_str().unwrap().contains("regicide/7");
    for rest in ["", "?seq=0", "/moves", "/legal-moves", "/replay", "/record", "/audit"] {
        let answer = as_ada.get(&format!("/v1/games/{game}{rest}")).await;
        assert!(names(&answer.problem(501, "stored_rules_unknown")), "{rest}");
    }
    as_ada.concede(game).await.problem(501, "stored_rules_unknown");
    let forks = format!("/v1/games/{game}/forks");
    client.post(&forks, &json!({"seq": 0})).await.problem(501, "stored_rules_unknown");
    let ids = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
    };
    let others = [games[2].clone(), games[0].clone()];
    let of_ada = format!("{}/games", path(&ada));
    for list in ["/v1/games", "/v1/games?status=finished", "/v1/games?limit=2", &of_ada] {
        let listed = client.get(list).await.expect(200);
        // An unreadable game takes its place on the page.
        let goes_on = list.ends_with("?limit=2");
        let shown = if goes_on { &others[..1] } else { &others[..] };
        assert_eq!((ids(&listed["items"]), listed["next"].is_string()), (shown.to_vec(), goes_on), "{list}");
    }
    let exported = client.get("/v1/records").await.text;
    let skipped = format!(r#"{{"format":"regicide-skipped/1","id":"{game}"}}"#);
    assert!(exported.lines().count() == 3 && exported.contains(&skipped), "{exported}");
    assert!(others.iter().all(|game| exported.contains(game)));
    assert_eq!(client.get(&path(&ada)).await.expect(200)["game_stats"][0]["finished"], 2);

    let of_unknown = format!("/v1/challenges/{unknown}");
    assert!(names(&client.get(&of_unknown).await.problem(501, "stored_rules_unknown")));
    for path in [&format!("{of_unknown}/leaderboard"), &format!("{of_unknown}/stats")] {
        as_ada.get(path).await.problem(501, "stored_rules_unknown");
    }
    let attempts = format!("{of_unknown}/attempts");
    as_ada.post(&attempts, &json!({})).await.problem(501, "stored_rules_unknown");
    let listed = ids(&client.get("/v1/challenges?source=custom").await.expect(200)["items"]);
    assert_eq!(listed, std::slice::from_ref(&known));
    assert_eq!(today(client, 1).await, daily);
    assert_eq!(client.get("/v1/daily").await.expect(200)["challenges"].as_array().unwrap().len(), 3);
    for challenge in [&known, &daily] {
        let game = begin(as_ada, challenge).await;
        as_ada.concede(&game).await.expect(201);
        as_ada.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200);
    }
}
