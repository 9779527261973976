//! Deals that are known to be winnable, and how difficult they are.

use regicide_engine::engine::Move;
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, Expected, RecordFile, verify};
use regicide_engine::solver;
use regicide_server::service::runtime::Secret;
use serde_json::{Value, json};

use crate::audited::{audit, drop_triggers, stdout};
use crate::client::Client;
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    a_day_is_announced_as_winnable_and_its_proof_is_public_afterwards,
    an_organiser_has_a_winnable_deal_made_and_its_difficulty_measured,
    without_a_found_win_none_is_claimed,
);

/// Enough for the solver on most deals for four, and affordable in tests.
const NODES: u64 = 600_000;

/// An instance that looks whether deals can be won.
fn looking(setting: &Setting, nodes: u64) -> Client {
    setting.instance_with(|config| {
        config.settings.daily_key = Some(Secret([7; 32]));
        config.settings.daily_ahead = 0;
        config.settings.solver_nodes = nodes;
        config.settings.difficulty_games = 1;
    })
}

/// The record of a solution, which every verifier has to accept as a win of this deal.
async fn solution(client: &Client, challenge: &Value, goal: &str) -> RecordFile {
    let id = challenge["id"].as_str().unwrap();
    let answer = client.get(&format!("/v1/challenges/{id}/solution?goal={goal}")).await;
    let record = RecordFile::from_json(&answer.text).unwrap();
    assert_eq!(answer.expect(200)["result"]["outcome"], "won");
    let commitment = challenge["commitment"].as_str().unwrap().parse().unwrap();
    let expected = Expected { commitment: Some(commitment), ..Expected::default() };
    let verdict = verify(&record, &expected, Language::default());
    assert!(verdict.consistent, "{verdict:?}");
    assert_eq!(verdict.authenticity, Authenticity::Authenticated);
    record
}

/// C4.2 and C4.3.
async fn a_day_is_announced_as_winnable_and_its_proof_is_public_afterwards(setting: Setting) {
    let client = looking(&setting, NODES);
    let daily = client.get("/v1/daily").await.expect(200);
    let announced = daily["challenges"].as_array().unwrap();
    for challenge in announced {
        let winnable = &challenge["winnable"];
        assert_eq!(winnable["known"], true, "{challenge}");
        assert_eq!(winnable["nodes"], NODES);
        assert_eq!(winnable["solver"], solver::VERSION);
        assert_eq!((&winnable["skipped"], &challenge["seed"]), (&Value::Null, &Value::Null));
        assert_eq!(winnable["gold_known"].is_boolean(), challenge["players"] == 1);
        for goal in ["", "?goal=gold"] {
            let path = format!("/v1/challenges/{}/solution{goal}", challenge["id"].as_str().unwrap());
            client.get(&path).await.problem(403, "embargoed");
        }
    }
    // Another instance with another budget changes nothing that is announced.
    let other = looking(&setting, 1);
    assert_eq!(other.get("/v1/daily").await.expect(200)["challenges"], daily["challenges"]);

    setting.clock.set("2026-11-21T02:00:00Z");
    let over = other.get("/v1/daily/2026-11-20").await.expect(200);
    for (challenge, before) in over["challenges"].as_array().unwrap().iter().zip(announced) {
        assert_eq!(challenge["commitment"], before["commitment"]);
        let winnable = &challenge["winnable"];
        assert_eq!(winnable["candidate"], before["winnable"]["candidate"]);
        let skipped = winnable["skipped"].as_array().unwrap();
        assert_eq!(winnable["candidate"], skipped.len());
        assert!(!skipped.contains(&challenge["seed"]));
        let record = solution(&client, challenge, "win").await;
        assert_eq!(challenge["seed"], record.seed().unwrap().as_str());
        if winnable["gold_known"] == true {
            let record = solution(&client, challenge, "gold").await;
            assert!(record.entries().all(|entry| entry.unwrap().mv != Move::Flip));
        } else {
            let path = format!("/v1/challenges/{}/solution?goal=gold", challenge["id"].as_str().unwrap());
            client.get(&path).await.problem(404, "no_such_solution");
        }
    }
    stored_solutions_are_audited(&setting).await;
}

/// A line that does not win, and a seed that was not skipped, are found.
async fn stored_solutions_are_audited(setting: &Setting) {
    assert_eq!(audit(setting).status.code(), Some(0));
    drop_triggers(setting, &[("challenges_keep_search", "challenges")]).await;
    setting.execute(r#"update challenges set win = '["yield"]' where players = 4"#).await.unwrap();
    let output = audit(setting);
    assert!(stdout(&output).lines().any(|line| line.ends_with(": FAILED, solution")), "{output:?}");
    // The key is in the configuration: the database alone does not reveal seeds.
    assert_eq!(output.status.code(), Some(1));
}

/// C4.4, and seeds of words and secret (S1.3).
async fn an_organiser_has_a_winnable_deal_made_and_its_difficulty_measured(setting: Setting) {
    let client = looking(&setting, NODES);
    let (_, ada) = come(&client, "Ada").await;
    let wish = |change: Value| {
        let mut wish = json!({
            "name": "Cup", "players": 4, "closes_at": "2026-11-21T12:00:00Z", "require_winnable": true,
        });
        wish.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        wish
    };
    for (change, field) in [
        (json!({"kind": "regicide-tricks"}), "require_winnable"),
        (
            json!({"kind": "regicide-tricks", "require_winnable": false, "measure_difficulty": true}),
            "measure_difficulty",
        ),
        (json!({"seed": "banana"}), "require_winnable"),
    ] {
        let problem = ada.post("/v1/challenges", &wish(change)).await.problem(422, "invalid_setup");
        assert_eq!(problem["field"], field, "{problem}");
    }
    let made = ada.post("/v1/challenges", &wish(json!({"seed_words": "cup"}))).await.expect(201);
    assert_eq!((&made["winnable"]["known"], &made["difficulty"]), (&json!(true), &Value::Null));
    let plain = json!({"require_winnable": false, "measure_difficulty": true, "players": 1});
    let plain = ada.post("/v1/challenges", &wish(plain)).await.expect(201);
    assert_eq!(plain["winnable"], Value::Null);
    // Bots play it in the background.
    let path = format!("/v1/challenges/{}", plain["id"].as_str().unwrap());
    let measured = loop {
        let challenge = client.get(&path).await.expect(200);
        if !challenge["difficulty"].is_null() {
            break challenge["difficulty"].clone();
        }
    };
    assert_eq!(measured["games_played"], 1);
    let enemies = measured["mean_enemies_defeated"].as_f64().unwrap();
    assert!((0.0..=12.0).contains(&enemies) && measured["level"].is_string(), "{measured}");
    setting.clock.set("2026-11-21T12:00:00Z");
    let over = client.get(&format!("/v1/challenges/{}", made["id"].as_str().unwrap())).await.expect(200);
    let record = solution(&client, &over, "win").await;
    assert!(record.seed().unwrap().as_str().starts_with("cup~"));
    client.get(&format!("{path}/solution")).await.problem(404, "no_such_solution");
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// C4.1: the last of 16 candidates.
async fn without_a_found_win_none_is_claimed(setting: Setting) {
    let client = looking(&setting, 1);
    let daily = client.get("/v1/daily").await.expect(200);
    for challenge in daily["challenges"].as_array().unwrap() {
        assert_eq!(challenge["winnable"]["known"], false);
        assert_eq!(challenge["winnable"]["candidate"], 15);
    }
    setting.clock.set("2026-11-21T02:00:00Z");
    let over = client.get("/v1/daily/2026-11-20").await.expect(200);
    let skipped = over["challenges"][0]["winnable"]["skipped"].as_array().unwrap().clone();
    assert_eq!(skipped.len(), 15);
    let id = over["challenges"][0]["id"].as_str().unwrap();
    client.get(&format!("/v1/challenges/{id}/solution")).await.problem(404, "no_such_solution");
}
