//! The database takes no writes any more.

use super::*;

/// Reads succeed, and writes are unavailable.
async fn only_reads(client: &Client, created: &Value) {
    let ada = player(client, created, 0);
    takes_no_post(client, "/v1/games", &json!({"players": 1})).await;
    takes_no_post(client, "/v1/players", &json!({"name": "Ada"})).await;
    takes_no_post(&ada, &format!("/v1/games/{}/moves", id(created)), &json!({"text": "play 5C"})).await;
    is_away(client, "/readyz").await;
    assert_eq!(ada.view(id(created)).await["seq"], 0);
    client.get("/healthz").await.expect(200);
}

#[actix_web::test]
async fn sqlite_a_read_only_file_is_read() {
    let setting = Setting::sqlite().await;
    let created = setting.client.create(&json!({"players": 1, "seed": "banana"})).await;
    let (_, client) = instance(&setting, &format!("{}?mode=ro", setting.url())).await;
    only_reads(&client, &created).await;
}

/// As after a failover, when old connections still lead to the server that
/// became a replica, and new ones to the primary.
#[actix_web::test]
async fn postgres_a_server_that_became_a_replica_is_left_for_the_primary() {
    let setting = Setting::on_one_server().await;
    let created = setting.client.create(&json!({"players": 1, "seed": "banana"})).await;
    let read_only = async |on| {
        let (_, name) = setting.url().rsplit_once('/').unwrap();
        let set = format!("alter database {name} set default_transaction_read_only = {on}");
        let mut connection = PgConnection::connect(setting.url()).await.unwrap();
        sqlx::query("set default_transaction_read_only = off").execute(&mut connection).await.unwrap();
        sqlx::query(AssertSqlSafe(set)).execute(&mut connection).await.unwrap();
    };
    read_only("on").await;
    let (_, client) = instance(&setting, setting.url()).await;
    only_reads(&client, &created).await;

    read_only("off").await;
    until_ready(&client, true).await;
    let ada = player(&client, &created, 0);
    let began = Instant::now();
    while ada.make(id(&created), "play 5C").await.status.as_u16() != 201 {
        assert!(began.elapsed() < RECOVERY);
    }
    assert_eq!(setting.rows("moves").await, 1);
}
