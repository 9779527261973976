//! `regicide audit`, as people call it.

use std::process::{Command, Output};

use serde_json::json;

use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(a_whole_database_is_judged);

fn audit(setting: &Setting) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(["audit", "--lang", "en"]).env("DATABASE_URL", setting.url());
    command.output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

async fn a_whole_database_is_judged(setting: Setting) {
    let client = &setting.client;
    let mut games = Vec::new();
    for number in 0..300 {
        let body = json!({"players": 2, "seed": format!("audited-{number}"), "visibility": "unlisted"});
        let created = client.create(&body).await;
        player(client, &created, 0).make(id(&created), "yield").await.expect(201);
        games.push(id(&created).to_owned());
    }
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(told(&output).starts_with("300 games with 300 moves: 300 hold, 0 do not; "), "{output:?}");

    for statement in setting.without_triggers() {
        setting.execute(statement).await.unwrap();
    }
    setting.execute("update moves set move = 'nonsense' where game_id = (select id from games where seed = 'audited-7')").await.unwrap();
    setting
        .execute("update moves set move = 'flip' where game_id = (select id from games where seed = 'audited-280')")
        .await
        .unwrap();
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    let mut lines: Vec<&str> = told.lines().collect();
    assert!(lines.pop().unwrap().starts_with("300 games with 298 moves: 298 hold, 2 do not"), "{told}");
    lines.sort_unstable();
    let expected = [
        format!("{}: FAILED, rows; 0 moves are good", games[7]),
        format!("{}: FAILED, legality; 0 moves are good", games[280]),
    ];
    assert_eq!(lines, expected);

    let nowhere = Command::new(env!("CARGO_BIN_EXE_regicide"))
        .args(["audit", "--database-url", "postgres://127.0.0.1:1/none"])
        .output()
        .unwrap();
    assert_eq!(nowhere.status.code(), Some(2));
}
