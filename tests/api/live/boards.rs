//! Boards, as they change.

use awc::http::Method;
use futures_util::future::join_all;
use serde_json::json;

use super::reader::{Form, Reader};
use crate::day::{begin, today};
use crate::players::{come, path as path_of};
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    a_board_is_sent_to_those_who_may_see_it,
    the_cost_of_a_result_does_not_grow_with_readers_of_the_board,
    the_stream_of_a_board_ends_with_the_token,
);

async fn a_board_is_sent_to_those_who_may_see_it(Setting { client, .. }: Setting) {
    let challenge = today(&client, 1).await;
    let path = format!("/v1/challenges/{challenge}/events");
    client.get(&path).await.problem(403, "embargoed");
    let operator = client.with_token(OPERATOR);
    let mut reader = Reader::open(&operator, &path, Form::Lines, None).await;
    let empty = reader.event().await;
    assert_eq!((&empty["type"], &empty["stats"]["results"]), (&json!("challenge"), &json!(0)));
    let same = format!("{path}?wait=0&after={}", empty["id"].as_str().unwrap());
    assert_eq!(operator.get(&same).await.expect(200)["items"], json!([]));
    let (_, ada) = come(&client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    ada.get(&path).await.problem(403, "embargoed");
    ada.concede(&game).await.expect(201);
    let played = reader.event().await;
    assert_eq!(played["stats"]["results"], 1);
    assert_eq!(played["leaderboard"]["items"][0]["team"][0]["name"], "Ada");
    let mut own = Reader::open(&ada, &path, Form::ServerSent, None).await;
    let seen = own.event().await;
    assert_eq!(
        (&seen["id"], &seen["leaderboard"]),
        (&played["id"], &played["leaderboard"]),
        "as others see it"
    );
    assert_eq!(
        (&seen["leaderboard"]["own"], &seen["leaderboard"]["items"][0]["game_id"]),
        (&json!(null), &json!(null))
    );
    let spanish =
        ada.request(Method::GET, &format!("{path}?wait=0")).header("accept-language", "es").send().await;
    let spanish = spanish.expect(200)["items"][0].clone();
    assert_eq!(spanish["id"], seen["id"]);
    assert_ne!(spanish["leaderboard"]["note"], seen["leaderboard"]["note"]);
}

async fn the_cost_of_a_result_does_not_grow_with_readers_of_the_board(setting: Setting) {
    let client = &setting.client;
    let challenge = today(client, 1).await;
    let path = format!("/v1/challenges/{challenge}/events");
    let operator = client.with_token(OPERATOR);
    let mut costs = Vec::new();
    for readers in [1, 24] {
        let (_, ada) = come(client, "Ada").await;
        let game = begin(&ada, &challenge).await;
        let opened = (0..readers).map(|_| Reader::open(&operator, &path, Form::Lines, None));
        let mut opened = join_all(opened).await;
        for reader in &mut opened {
            reader.event().await;
        }
        let before = setting.store.transactions();
        ada.concede(&game).await.expect(201);
        for reader in &mut opened {
            assert_eq!(reader.event().await["stats"]["results"], costs.len() + 1);
        }
        costs.push(setting.store.transactions() - before);
    }
    assert!(costs[1] <= costs[0] + 20, "for one reader and for 24: {costs:?}");
}

async fn the_stream_of_a_board_ends_with_the_token(Setting { client, .. }: Setting) {
    let challenge = today(&client, 1).await;
    let (info, ada) = come(&client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    ada.concede(&game).await.expect(201);
    let mut reader =
        Reader::open(&ada, &format!("/v1/challenges/{challenge}/events"), Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "challenge");
    ada.post(&format!("{}/token", path_of(&info)), &json!({})).await.expect(201);
    assert_eq!(reader.event().await, json!({"type": "closed", "reason": "token_unknown"}));
    assert!(reader.next().await.is_none());
}
