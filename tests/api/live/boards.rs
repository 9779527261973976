//! Boards, as they change.

use serde_json::json;

use super::reader::{Form, Reader};
use crate::day::{begin, today};
use crate::players::come;
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(a_board_is_sent_to_those_who_may_see_it);

async fn a_board_is_sent_to_those_who_may_see_it(Setting { client, .. }: Setting) {
    let challenge = today(&client, 1).await;
    let path = format!("/v1/challenges/{challenge}/events");
    client.get(&path).await.problem(403, "sealed");
    let operator = client.with_token(OPERATOR);
    let mut reader = Reader::open(&operator, &path, Form::Lines, None).await;
    let empty = reader.event().await;
    assert_eq!((&empty["type"], &empty["stats"]["played"]), (&json!("challenge"), &json!(0)));
    let same = format!("{path}?wait=0&after={}", empty["id"].as_str().unwrap());
    assert_eq!(operator.get(&same).await.expect(200)["events"], json!([]));
    let (_, ada) = come(&client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    ada.get(&path).await.problem(403, "sealed");
    ada.make(&game, "concede").await.expect(201);
    let played = reader.event().await;
    assert_eq!(played["stats"]["played"], 1);
    assert_eq!(played["leaderboard"]["entries"][0]["players"][0]["name"], "Ada");
    let mut own = Reader::open(&ada, &path, Form::ServerSent, None).await;
    assert_eq!(own.event().await["leaderboard"]["own"]["rank"], 1);
}
