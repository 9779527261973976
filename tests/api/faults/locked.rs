//! Another session of the database holds a lock for long.

use super::*;

#[actix_web::test]
async fn postgres_a_locked_table_is_not_waited_for() {
    let setting = Setting::on_one_server().await;
    let (_, client) = instance(&setting, setting.url()).await;
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let ada = player(&client, &created, 0);
    let mut other = PgConnection::connect(setting.url()).await.unwrap();
    let mut lock = other.begin().await.unwrap();
    let tables = "lock table games, moves, write_probe in access exclusive mode";
    sqlx::query(tables).execute(&mut *lock).await.unwrap();

    until_ready(&client, false).await;
    is_away(&client, "/readyz").await;
    is_away(&ada, &format!("/v1/games/{}", id(&created))).await;
    takes_no_post(&ada, &format!("/v1/games/{}/moves", id(&created)), &json!({"text": "play 5C"})).await;
    takes_no_post(&client, "/v1/games", &json!({"players": 1})).await;

    lock.rollback().await.unwrap();
    until_ready(&client, true).await;
    ada.make(id(&created), "play 5C").await.expect(201);
    assert_eq!(setting.rows("moves").await, 1);
}

#[actix_web::test]
async fn sqlite_a_locked_file_is_not_waited_for() {
    let setting = Setting::sqlite().await;
    let (_, client) = instance(&setting, setting.url()).await;
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let ada = player(&client, &created, 0);
    let mut other = SqliteConnection::connect(setting.url()).await.unwrap();
    let lock = other.begin_with("begin immediate").await.unwrap();

    until_ready(&client, false).await;
    is_away(&client, "/readyz").await;
    takes_no_post(&ada, &format!("/v1/games/{}/moves", id(&created)), &json!({"text": "play 5C"})).await;
    takes_no_post(&client, "/v1/games", &json!({"players": 1})).await;
    takes_no_post(&client, "/v1/players", &json!({"name": "Ada"})).await;
    assert_eq!(client.view(id(&created)).await["seq"], 0, "readers do not wait");

    lock.rollback().await.unwrap();
    until_ready(&client, true).await;
    ada.make(id(&created), "play 5C").await.expect(201);
    assert_eq!(setting.rows("moves").await, 1);
}
