//! Receipts, and games that a deadline closed (docs/spec/log.md L8, docs/spec/record.md S6.15).

use std::sync::Arc;
use std::time::Duration;

use awc::http::Method;
use chrono::{DateTime, SubsecRound as _, TimeDelta, Utc};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Authenticity, Expected, RecordFile, Verdict, verify};
use regicide_engine::tlog::{EntryKind, LogPolicy, Proof, Receipt};
use regicide_server::service::Service;
use regicide_server::service::audit::audit_tlog;
use regicide_server::service::settings::{Settings, TlogSettings};
use regicide_system::entropy::OsEntropy;
use serde_json::{Value, json};

use crate::challenges::organise;
use crate::client::Client;
use crate::day::{begin, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::server::Setting;
use crate::tlog::{keeper, kept, log_of, logged_record, policy};

crate::on_both_databases!(
    the_answer_that_ends_a_game_has_a_receipt,
    games_that_are_not_logged_have_no_receipt,
    a_seat_has_the_receipt_and_the_proof_of_an_embargoed_game,
    a_player_who_is_deleted_at_once_breaks_no_promise,
    games_that_a_deadline_closes_are_signed_and_logged,
);

/// The policy of the log, once it is signed: from then on there are receipts.
async fn signed(client: &Client) -> LogPolicy {
    loop {
        let log = client.get("/v1/log").await.expect(200);
        if !log["origin"].is_null() {
            return policy(&log);
        }
    }
}

/// A game with two seats in which the first one has conceded.
async fn almost_conceded(client: &Client, more: Value) -> (Value, Client, Client) {
    let mut body = json!({"players": 2, "names": ["Ada", "Ben"]});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let created = client.create(&body).await;
    let seats = [0, 1].map(|seat| player(client, &created, seat));
    seats[0].concede(id(&created)).await;
    let [ada, ben] = seats;
    (created, ada, ben)
}

fn judged(record: &RecordFile, log: &LogPolicy, receipt: Option<&Receipt>) -> Verdict {
    let expected = Expected::by_policy(Some(log), record);
    verify(record, &Expected { receipt: receipt.cloned(), ..expected }, Language::default())
}

/// L8.1, L8.2: in every form of the answer, with a repeated key, and for all who see all cards.
async fn the_answer_that_ends_a_game_has_a_receipt(setting: Setting) {
    let client = keeper(&setting);
    let log = signed(&client).await;
    let created = client.create(&json!({"players": 1, "names": ["Ada"]})).await;
    let (game, ada) = (id(&created), player(&client, &created, 0));
    assert_eq!(ada.view(game).await["receipt"], Value::Null, "it runs");
    let last = async |preference| {
        let request = ada.request(Method::POST, &format!("/v1/games/{game}/moves"));
        let request = request.header("idempotency-key", "last").header("prefer", preference);
        request.json(&json!({"text": "concede"})).await.expect(201)
    };
    let full = last("return=representation").await;
    let note = full["game"]["receipt"].as_str().unwrap().to_owned();
    let receipt = log.receipt(&note).unwrap();
    assert_eq!(last("return=minimal").await["receipt"], note);
    assert_eq!(last("return=representation").await, full);
    for reader in [&ada, &client] {
        assert_eq!(reader.view(game).await["receipt"], note);
        assert_eq!(reader.view(&format!("{game}?seq=0")).await["receipt"], Value::Null);
    }
    assert_eq!(receipt.origin, log.keys[0].name());
    let ended_at: DateTime<Utc> = full["at"].as_str().unwrap().parse().unwrap();
    assert_eq!(receipt.by, (ended_at + TimeDelta::days(1)).trunc_subsecs(0));

    // The promise is kept.
    log_of(&client, 1).await;
    let record = logged_record(&client, game).await;
    let verdict = judged(&record, &log, Some(&receipt));
    assert_eq!(verdict.authenticity, Authenticity::Authenticated, "{verdict:?}");
    assert_eq!(verdict.entry, Some(receipt.entry));

    // All keys sign: who has kept one of them can go on.
    let (clock, settings) = (Arc::new(setting.clock.clone()), Settings::default());
    let service = Service::new(setting.store.clone(), clock, Arc::new(OsEntropy), settings);
    service.keys.rotate().await.unwrap();
    loop {
        let view = client.view(game).await;
        let later = view["receipt"].as_str().unwrap();
        if later.lines().count() == note.lines().count() + 1 {
            assert_eq!(log.receipt(later), Ok(receipt));
            break;
        }
    }
}

/// L8.2: a private game is seen by its seats alone; a fork is logged, an import is not.
async fn games_that_are_not_logged_have_no_receipt(setting: Setting) {
    let client = keeper(&setting);
    let log = signed(&client).await;
    let (created, _, ben) = almost_conceded(&client, json!({"visibility": "private"})).await;
    ben.concede(id(&created)).await;
    assert!(ben.view(id(&created)).await["receipt"].is_string());
    client.get(&format!("/v1/games/{}", id(&created))).await.problem(403, "forbidden");

    let (created, ada, ben) = almost_conceded(&client, json!({})).await;
    ben.concede(id(&created)).await;
    let fork = ada.post(&format!("/v1/games/{}/forks", id(&created)), &json!({"seq": 0})).await.expect(201);
    for seat in [0, 1] {
        player(&client, &fork, seat).concede(id(&fork)).await;
    }
    let of_fork = client.view(id(&fork)).await["receipt"].as_str().unwrap().to_owned();
    let subject = EntryKind::Game.subject(id(&fork));
    assert_eq!(log.receipt(&of_fork).unwrap().entry.subject, subject);
    let mut unsigned = client.get(&format!("/v1/games/{}/record", id(&created))).await.expect(200);
    unsigned.as_object_mut().unwrap().remove("signature");
    let imported = client.post("/v1/records", &unsigned).await.expect(201);
    let left = client.create(&json!({"players": 1})).await;
    setting.clock.pass(TimeDelta::days(2));
    for other in [id(&imported), id(&left)] {
        assert_eq!(client.view(other).await["receipt"], Value::Null);
    }

    // An instance that signs no checkpoints promises nothing.
    let plain = setting.another_instance().await;
    assert_eq!(plain.view(id(&created)).await["receipt"], Value::Null);
}

/// C3.2: the record has the seed, and comes when the challenge is over.
async fn a_seat_has_the_receipt_and_the_proof_of_an_embargoed_game(setting: Setting) {
    let client = keeper(&setting);
    let log = signed(&client).await;
    let (_, ada) = come(&client, "Ada").await;
    let (_, ben) = come(&client, "Ben").await;
    let challenge = today(&client, 1).await;
    let (game, other) = (begin(&ada, &challenge).await, begin(&ben, &challenge).await);
    let path = format!("/v1/games/{game}/proof");
    ada.get(&path).await.problem(403, "embargoed");
    let last = ada.concede(&game).await.expect(201);
    let receipt = log.receipt(last["game"]["receipt"].as_str().unwrap()).unwrap();
    let proof = loop {
        let answer = ada.get(&path).await;
        if answer.status == 200 {
            break answer.text;
        }
        answer.problem(404, "not_logged");
    };
    let proof: Proof = proof.parse().unwrap();
    let witnessed = log.check(&receipt.entry, &proof).unwrap();
    assert!(witnessed.logged_at <= receipt.by);
    ada.get(&format!("/v1/games/{game}/record")).await.problem(403, "embargoed");
    client.get(&path).await.problem(403, "embargoed");
    assert_ne!(ben.get(&path).await.status, 200);
    assert_ne!(ben.get(&format!("/v1/games/{game}")).await.status, 200);
    ben.get(&format!("/v1/games/{other}/proof")).await.problem(403, "embargoed");
    setting.clock.pass(TimeDelta::days(2));
    let record = logged_record(&client, &game).await;
    assert_eq!(judged(&record, &log, Some(&receipt)).authenticity, Authenticity::Authenticated);
}

/// L8.2, L1.4: before the game is logged, and while it ends.
async fn a_player_who_is_deleted_at_once_breaks_no_promise(setting: Setting) {
    // It looks for games without an entry once.
    let client = setting.instance_with(|config| {
        config.settings.tlog = TlogSettings { look: Some(Duration::from_hours(1)), ..kept() };
    });
    let log = signed(&client).await;
    let mut promised = Vec::new();
    for is_race in [false, true, true, true] {
        let (info, ada) = come(&client, "Ada").await;
        let created = ada.create(&json!({"players": 1})).await;
        let game = id(&created).to_owned();
        let seat = player(&client, &created, 0);
        let last = if is_race {
            let path = path(&info);
            let (last, gone) = futures_util::future::join(seat.concede(&game), ada.delete(&path)).await;
            gone.expect(200);
            last
        } else {
            let last = seat.concede(&game).await;
            ada.delete(&path(&info)).await.expect(200);
            last
        };
        if last.status == 201 {
            let note = last.json()["game"]["receipt"].as_str().unwrap().to_owned();
            assert_eq!(client.view(&game).await["receipt"], note, "it is the same later");
            promised.push((game, log.receipt(&note).unwrap()));
        }
    }
    assert!(!promised.is_empty());
    let keeper = keeper(&setting);
    log_of(&keeper, promised.len() as u64).await;
    for (game, receipt) in promised {
        let record = logged_record(&keeper, &game).await;
        let verdict = judged(&record, &log, Some(&receipt));
        assert_eq!(verdict.authenticity, Authenticity::Authenticated, "{verdict:?}");
    }
    // L8.2: the proof takes its place.
    let (_, ada) = come(&keeper, "Ada").await;
    let created = ada.create(&json!({"players": 1})).await;
    ada.concede(id(&created)).await.expect(201);
    assert!(ada.view(id(&created)).await["receipt"].is_string());
    setting.clock.pass(TimeDelta::days(1));
    assert_eq!(ada.view(id(&created)).await["receipt"], Value::Null);
}

/// S6.15, L1.6: alone and in a team, of both kinds of game, without a move, and after a minute.
async fn games_that_a_deadline_closes_are_signed_and_logged(setting: Setting) {
    let client = keeper(&setting);
    let log = signed(&client).await;
    let (solo, _) = organise(&client, json!({"name": "Solo"})).await;
    let (team, _) = organise(&client, json!({"name": "Team", "players": 2, "kind": "regicide-tricks"})).await;
    let (_, ada) = come(&client, "Ada").await;
    let (_, ben) = come(&client, "Ben").await;
    let (_, cleo) = come(&client, "Cleo").await;
    let (unmoved, moved, ended) =
        (begin(&ada, &solo).await, begin(&ben, &solo).await, begin(&cleo, &solo).await);
    let legal = ben.get(&format!("/v1/games/{moved}/legal-moves")).await.expect(200);
    ben.make(&moved, legal["items"][0]["text"].clone()).await.expect(201);
    cleo.concede(&ended).await.expect(201);
    let (played, waits) = (begin(&ada, &team).await, begin(&cleo, &team).await);
    ben.post(&format!("/v1/games/{played}/seats"), &json!({})).await.expect(201);
    let before = log_of(&client, 3).await["size"].as_u64().unwrap();
    assert_eq!(ada.view(&unmoved).await["receipt"], Value::Null, "it runs");

    setting.clock.set("2026-11-21T12:00:59Z");
    let record = client.get(&format!("/v1/games/{moved}/record")).await.expect(200);
    assert_eq!((&record["closed_at"], &record["signature"]), (&Value::Null, &Value::Null));
    setting.clock.pass(TimeDelta::seconds(1));
    let closed = [&unmoved, &moved, &played];
    let size = before + 3;
    log_of(&client, size).await;
    for game in closed {
        let record = logged_record(&client, game).await;
        assert_eq!(record.closed_at.as_deref(), Some("2026-11-21T12:00:00.000000Z"));
        assert_eq!(record.result, None);
        let view = client.view(game).await;
        let receipt = log.receipt(view["receipt"].as_str().unwrap()).unwrap();
        assert_eq!(receipt.by.to_rfc3339(), "2026-11-22T12:00:00+00:00");
        let verdict = judged(&record, &log, Some(&receipt));
        assert_eq!(verdict.authenticity, Authenticity::Authenticated, "{verdict:?}");
        assert!(verdict.coverage.contains("signature"), "{}", verdict.coverage);
        let audit = client.get(&format!("/v1/games/{game}/audit")).await.expect(200);
        assert_eq!(audit["holds"], true, "{audit}");
    }
    assert_eq!(client.view(&waits).await["receipt"], Value::Null, "it never began");
    let record = client.get(&format!("/v1/games/{waits}/record")).await;
    assert!(!record.text.contains("closed_at"), "{}", record.text);
    let exported = client.get("/v1/records").await.text;
    for game in closed.into_iter().chain([&ended]) {
        assert!(exported.contains(game.as_str()), "{exported}");
    }
    assert_eq!(exported.lines().count(), 4);
    let again = client.get("/v1/records").await.text;
    assert_eq!(again, exported);
    setting.clock.pass(TimeDelta::hours(1));
    assert_eq!(audit_tlog(&setting.store).await.unwrap(), []);
}
