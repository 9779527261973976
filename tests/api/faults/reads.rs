//! Reads while nothing can be written, though each would like to store something.

use chrono::TimeDelta;
use regicide_server::api;
use url::Url;

use super::*;
use crate::day::{begin, today};
use crate::players::{come, path};
use crate::server::OPERATOR;

/// Paths of every read, with ids of what is there.
fn paths(player: &str, game: &str, challenge: &str, date: &str) -> Vec<String> {
    let document = api::document();
    let operations = document["paths"].as_object().unwrap().iter();
    let reads = operations.filter(|(_, methods)| methods.get("get").is_some());
    let filled = reads.map(|(path, _)| {
        let path = path.replace("/players/{id}", player.strip_prefix("/v1").unwrap());
        let path = path.replace("/games/{id}", &format!("/games/{game}"));
        let path = path.replace("/challenges/{id}", &format!("/challenges/{challenge}"));
        let path = path.replace("{date}", date).replace("{clause}", "R4.2").replace("{code}", "internal");
        path.replace("/webhooks/{id}", &format!("/webhooks/{KEY}"))
    });
    let filled: Vec<_> = filled.filter(|path| path != "/readyz").collect();
    assert!(filled.len() > 35 && !filled.iter().any(|path| path.contains('{')), "{filled:?}");
    filled
}

async fn read(client: &Client, path: &str) -> Answer {
    client.request(Method::GET, path).header("accept", "application/json").send().await
}

/// Leaves an attempt that is not ranked, positions that are not given and a day that
/// is not chosen; then reads everything where `reader` leads.
async fn everything_can_be_read(setting: &Setting, reader: impl AsyncFnOnce() -> String) {
    let client = &setting.client;
    let (info, ada) = come(client, "Ada").await;
    let created = ada.create(&json!({"players": 1})).await;
    ada.concede(id(&created)).await.expect(201);
    let challenge = today(&ada, 1).await;
    begin(&ada, &challenge).await;
    setting.clock.pass(TimeDelta::days(9));

    let (_, reading) = instance(setting, &reader().await).await;
    is_away(&reading, "/readyz").await;
    let daily = reading.get("/v1/daily").await.expect(200);
    assert_eq!((&daily["challenges"], &daily["complete"]), (&json!([]), &json!(false)));
    let date = daily["date"].as_str().unwrap();
    let profile = reading.get(&path(&info)).await.expect(200);
    assert_eq!(
        (&profile["game_stats"][0]["finished"], &profile["streak"]["longest"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(reading.get("/v1/standings").await.expect(200)["complete"], false);
    let board = format!("/v1/challenges/{challenge}/leaderboard");
    assert_eq!(reading.get(&board).await.expect(200)["complete"], false);

    let paths = paths(&path(&info), id(&created), &challenge, date);
    let mut found = Vec::new();
    for path in &paths {
        for token in [ada.token(), OPERATOR] {
            let answer = read(&reading.with_token(token), path).await;
            assert!(answer.status.as_u16() < 500, "{path}: {}", answer.text);
            found.push(answer.status);
        }
    }
    assert!(found.iter().filter(|status| status.is_success()).count() > 50, "{found:?}");
    takes_no_post(&reading, "/v1/players", &json!({"name": "Grace"})).await;
}

#[actix_web::test]
async fn sqlite_everything_can_be_read_in_a_read_only_file() {
    let setting = Setting::sqlite().await;
    everything_can_be_read(&setting, async || format!("{}?mode=ro", setting.url())).await;
    let daily = setting.client.get("/v1/daily").await.expect(200);
    assert_eq!((daily["challenges"].as_array().unwrap().len(), &daily["complete"]), (4, &json!(true)));
}

#[actix_web::test]
async fn postgres_everything_can_be_read_at_a_server_that_takes_no_writes() {
    let setting = Setting::on_one_server().await;
    let read_only = async || {
        let mut url: Url = setting.url().parse().unwrap();
        url.query_pairs_mut().append_pair("options[default_transaction_read_only]", "on");
        url.to_string()
    };
    everything_can_be_read(&setting, read_only).await;
}

#[actix_web::test]
async fn postgres_everything_can_be_read_by_a_role_that_may_not_write() {
    let setting = Setting::on_one_server().await;
    let of_role = async || {
        let mut url: Url = setting.url().parse().unwrap();
        let role = format!("reader_{}", url.path().trim_start_matches('/'));
        let mut owner = PgConnection::connect(setting.url()).await.unwrap();
        for statement in [
            format!("create role {role} login password 'reads'"),
            format!("grant select on all tables in schema public to {role}"),
        ] {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut owner).await.unwrap();
        }
        url.set_username(&role).unwrap();
        url.set_password(Some("reads")).unwrap();
        url.to_string()
    };
    everything_can_be_read(&setting, of_role).await;
}
