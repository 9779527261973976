//! Commitments of challenges in the transparency log, by whoever relies on them (L4.9).

use chrono::TimeDelta;
use regicide_server::service::Service;
use serde_json::json;

use crate::audited::audit;
use crate::challenges::organise;
use crate::client::Client;
use crate::day::{begin, published};
use crate::players::come;
use crate::restored::{AGE, command, prints, record, service};
use crate::server::Setting;

/// The URL of a challenge's page.
fn page(client: &Client, challenge: &str) -> String {
    format!("{}/challenges/{challenge}", client.base())
}

/// The log gets what is new, and a checkpoint, after some time.
async fn sign_after(span: TimeDelta, setting: &Setting, service: &Service) {
    setting.clock.pass(span);
    assert!(service.tlog.advance().await.unwrap());
}

/// L4.9.
#[actix_web::test]
async fn a_challenge_and_its_games_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::sqlite().await;
    let client = &setting.client;
    let service = service(&setting, &folder.path().join("checkpoint"));
    let advance = async |span| sign_after(span, &setting, &service).await;
    let (challenge, _) = organise(client, json!({})).await;
    let (_, ada) = come(client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    ada.concede(&game).await.expect(201);
    let (late, _) = organise(client, json!({})).await;
    prints(
        &command(&["verify", "--challenge", &page(client, &challenge)]).await,
        1,
        "does not have the commitment yet",
    );
    advance(TimeDelta::minutes(2)).await;

    // Its own page, and its address in the API.
    let found = command(&["verify", "--challenge", &page(client, &challenge)]).await;
    prints(&found, 0, &format!("Challenge {challenge}: ok, its commitment is entry "));
    prints(&found, 0, "confirmed by no witness");
    let api = format!("{}/v1/challenges/{challenge}", client.base());
    let policy = folder.path().join("policy");
    std::fs::write(&policy, client.get("/log/policy").await.text).unwrap();
    let policy = policy.to_str().unwrap();
    prints(
        &command(&["verify", "--json", "--policy", policy, "--challenge", &api]).await,
        0,
        r#""holds":true"#,
    );
    let unknown = page(client, "01a1ff4d-7825-72f6-8b17-6b290ee1bb0d");
    prints(&command(&["verify", "--challenge", &unknown]).await, 1, "no such challenge");
    prints(&command(&["verify", "--challenge", client.base()]).await, 2, "/challenges/ID");

    // A record of a game of it, and of none.
    setting.clock.pass(TimeDelta::days(1));
    let attempt = record(client, &game, folder.path()).await;
    prints(&command(&["verify", "--url", client.base(), &attempt]).await, 0, "authenticated");
    prints(
        &command(&["verify", "--challenge", &page(client, &challenge), &attempt]).await,
        0,
        "1 record: 1 holds",
    );
    let other = command(&["verify", "--challenge", &page(client, &late), &attempt]).await;
    prints(&other, 1, "no game of this challenge");

    // A commitment that comes too late: the service's own clock says so.
    let (behind, _) = organise(client, json!({"closes_at": "2026-12-20T12:00:00Z"})).await;
    let ben = come(client, "Ben").await.1;
    let game = begin(&ben, &behind).await;
    ben.concede(&game).await.expect(201);
    advance(TimeDelta::minutes(61)).await;
    prints(
        &command(&["verify", "--challenge", &page(client, &behind)]).await,
        1,
        "after the challenge had opened",
    );
    let text = client.get(&format!("/v1/challenges/{behind}")).await.expect(200);
    assert!(!text["log_entry"].is_null());

    // One that was exchanged.
    setting.execute("drop trigger challenges_keep_identity").await.unwrap();
    let id = challenge.replace('-', "");
    let exchange = format!("update challenges set commitment = zeroblob(32) where id = unhex('{id}')");
    setting.execute(&exchange).await.unwrap();
    prints(
        &command(&["verify", "--challenge", &page(client, &challenge)]).await,
        1,
        "does not hold this game",
    );
    prints(&command(&["verify", "--url", client.base(), &attempt]).await, 1, "challenge");
    prints(&audit(&setting), 1, &format!("challenge {challenge}: FAILED, log\n"));
}

/// L7.4.
#[actix_web::test]
async fn a_monitor_reports_challenges_that_do_not_fit_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::sqlite().await;
    let client = &setting.client;
    let service = service(&setting, &folder.path().join("checkpoint"));
    let advance = async |span| sign_after(span, &setting, &service).await;
    let copy = folder.path().join("copy");
    let watch = ["log", "watch", "--once", "--max-age", AGE, client.base(), copy.to_str().unwrap()];
    published(client, 7).await;
    let later = json!({"opens_at": "2026-11-20T18:00:00Z"});
    let (early, _) = organise(client, later.clone()).await;
    let (exchanged, _) = organise(client, later.clone()).await;
    advance(TimeDelta::minutes(2)).await;
    prints(&command(&watch).await, 0, "0 records verified");

    // Without an entry, until it opens.
    let (late, _) = organise(client, later).await;
    prints(&command(&watch).await, 0, "0 records verified");
    let id = |challenge: &str| challenge.replace('-', "");
    setting.execute("drop trigger challenges_keep_identity").await.unwrap();
    let exchange =
        format!("update challenges set commitment = zeroblob(32) where id = unhex('{}')", id(&exchanged));
    setting.execute(&exchange).await.unwrap();
    prints(&command(&watch).await, 3, &format!("another commitment of the challenge {exchanged}"));
    let place = format!("update challenges set log_position = 1000000 where id = unhex('{}')", id(&late));
    setting.execute(&place).await.unwrap();
    setting.clock.pass(TimeDelta::hours(7));
    organise(client, json!({})).await;
    advance(TimeDelta::minutes(2)).await;
    let output = command(&watch).await;
    prints(&output, 3, &format!("lacks the commitment of the challenge {late}"));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(!printed.contains(&early), "{printed}");
    assert!(!copy.join("evidence.json").exists());

    // Also when they are over.
    setting.clock.pass(TimeDelta::days(2));
    prints(&command(&watch).await, 3, &exchanged);
    prints(&command(&watch).await, 3, &exchanged);
}
