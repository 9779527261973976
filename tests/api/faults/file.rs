//! The SQLite file was deleted or replaced.

use std::fs;

use super::*;

async fn is_gone(client: &Client, created: &Value) {
    is_away(client, "/readyz").await;
    is_away(client, &format!("/v1/games/{}", id(created))).await;
    takes_no_post(client, "/v1/games", &json!({"players": 1})).await;
    takes_no_post(client, "/v1/players", &json!({"name": "Ada"})).await;
    let ada = player(client, created, 0);
    takes_no_post(&ada, &format!("/v1/games/{}/moves", id(created)), &json!({"text": "play 5C"})).await;
    client.get("/healthz").await.expect(200);
}

#[actix_web::test]
async fn sqlite_a_deleted_or_replaced_file_is_detected() {
    let setting = Setting::sqlite().await;
    let (_, client) = instance(&setting, setting.url()).await;
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    client.get("/readyz").await.expect(200);
    let file = setting.url().strip_prefix("sqlite://").unwrap();
    let moved = format!("{file}.moved");

    fs::rename(file, &moved).unwrap();
    is_gone(&client, &created).await;
    assert!(!fs::exists(file).unwrap(), "no empty database is made in its place");

    fs::copy(&moved, file).unwrap();
    is_gone(&client, &created).await;

    fs::rename(&moved, file).unwrap();
    until_ready(&client, true).await;
    player(&client, &created, 0).make(id(&created), "play 5C").await.expect(201);
    assert_eq!(setting.rows("moves").await, 1);
}
