//! One bad row: everything else is answered, the row is logged once and
//! counted, and the export names the game that it leaves out.

use serde_json::{Value, json};

use crate::figures::figure;
use crate::games::{id, player};
use crate::process::Process;
use crate::server::Setting;

crate::on_both_databases!(a_corrupt_row_affects_no_other_and_is_reported_once);

const CORRUPT: &str = "regicide_corrupt_rows";

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect()
}

async fn a_corrupt_row_affects_no_other_and_is_reported_once(setting: Setting) {
    let mut games = Vec::new();
    for number in 0..3 {
        let body = json!({"players": 1, "seed": format!("corrupt-{number}")});
        let created = setting.client.create(&body).await;
        player(&setting.client, &created, 0).concede(id(&created)).await.expect(201);
        games.push(id(&created).to_owned());
    }
    let (process, client, metrics) = Process::start(setting.url());
    // The service itself may be the first to meet the row, for the transparency log.
    assert_eq!(figure(&metrics, CORRUPT).await, Some(0));
    let on = if setting.url().starts_with("sqlite") { "" } else { " on games" };
    setting.execute(&format!("drop trigger games_keep_identity{on}")).await.unwrap();
    setting.execute("update games set options = '{' where seed = 'corrupt-1'").await.unwrap();
    for _ in 0..3 {
        let list = client.get("/v1/games").await.expect(200);
        assert_eq!(ids(&list["items"]), [&games[2], &games[0]]);
        let exported = client.get("/v1/records").await.text;
        let lines: Vec<Value> = exported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(
            lines.iter().map(|line| &line["id"]).collect::<Vec<_>>(),
            games.iter().collect::<Vec<_>>()
        );
        assert_eq!(lines[1], json!({"format": "regicide-skipped/1", "id": games[1]}));
        client.get(&format!("/v1/games/{}", games[1])).await.problem(500, "stored_game_corrupt");
    }
    assert_eq!(figure(&metrics, CORRUPT).await, Some(1));
    let log = process.stop();
    let about: Vec<&String> = log.iter().filter(|line| line.contains(&games[1])).collect();
    let corrupt = about.iter().filter(|line| line.contains("ERROR") && line.contains("stored wrongly"));
    assert_eq!(corrupt.count(), 1, "{about:?}");
}
