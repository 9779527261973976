//! `regicide audit` of a new program on a database before the upgrade.

use std::process::{Command, Output};

use regicide_engine::engine::GameKind;
use regicide_engine::record::RecordFile;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};

use crate::commands::{regicide, stdout};
use crate::databases::{all_records, empty, sum};
use crate::games::games;
use crate::output::objects;

/// The audit of a program that judges games by other rules than they were played
/// by, as after a wrong change.
fn audit_by_other_rules(url: &str, form: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.env("REGICIDE_TEST_OTHER_RULES", "1").env_remove("LANG").env_remove("LC_ALL");
    command.args(["audit", "--database-url", url]).args(form).output().unwrap()
}

fn audit(url: &str) -> Output {
    regicide(&["audit", "--json", "--database-url", url], "")
}

/// Runs SQL in a file, as another program does.
async fn execute(url: &str, statement: &'static str) {
    let mut connection = SqliteConnection::connect(url).await.unwrap();
    sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Makes the schema older: as if the last migration was not applied.
const OLDER: &str = "delete from _sqlx_migrations where version = 1";

#[tokio::test]
async fn a_program_of_other_rules_reports_games_that_it_judges_differently() {
    let (_folder, url) = empty();
    let imported = regicide(&["import", "--database-url", &url], &all_records());
    assert_eq!(imported.status.code(), Some(0), "{imported:?}");
    execute(&url, OLDER).await;
    assert_eq!(audit(&url).status.code(), Some(0));

    let output = audit_by_other_rules(&url, &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    let found = objects(&output);
    let failed: Vec<&Value> = found.iter().filter(|object| object["type"] == "failed").collect();
    let games: Vec<RecordFile> =
        games().iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    let by_1 = |game: &&RecordFile| game.kind == GameKind::Regicide && game.rules == 1;
    assert!(failed.len() > 3 && failed.len() <= games.iter().filter(by_1).count(), "{failed:?}");
    assert_eq!(sum(&output)["failed_games"], failed.len());

    let differences = |check: &str| -> Vec<Value> {
        let all = failed.iter().flat_map(|game| game["differences"].as_array().unwrap());
        all.filter(|difference| difference["check"] == check).cloned().collect()
    };
    let refused = differences("legality");
    assert!(!refused.is_empty());
    for refused in refused {
        assert!(refused["seq"].as_u64().unwrap() > 0 && !refused["move"].as_str().unwrap().is_empty());
        assert!(refused["clause"].as_str().unwrap().starts_with('R'), "{refused}");
        assert!(!refused["reason"].as_str().unwrap().is_empty());
    }
    let results = differences("result");
    assert!(!results.is_empty());
    for result in results {
        assert!(result["stored"].as_str().unwrap().starts_with("outcome="), "{result}");
        assert_ne!(result["stored"], result["computed"]);
    }
    let text = stdout(&audit_by_other_rules(&url, &["--lang", "en"]));
    assert!(text.contains(" is refused by R"), "{text}");
    assert!(text.contains("result stored as outcome="), "{text}");
    assert_eq!(audit(&url).status.code(), Some(0), "nothing was changed");
}

#[tokio::test]
async fn an_older_database_is_audited_as_it_is() {
    let (_folder, url) = empty();
    assert_eq!(regicide(&["import", "--database-url", &url], &all_records()).status.code(), Some(0));
    execute(&url, OLDER).await;
    for _ in 0..2 {
        let audited = audit(&url);
        assert_eq!(audited.status.code(), Some(0), "{audited:?}");
        assert_eq!(objects(&audited)[0], json!({ "type": "schema", "lacking_migration": 1 }));
        assert_eq!(sum(&audited)["games"], games().len());
    }
    let exported = regicide(&["export", "--database-url", &url], "");
    assert_eq!(exported.status.code(), Some(2), "only the audit reads an older schema");
    assert!(String::from_utf8_lossy(&exported.stderr).contains("it lacks migration 1"), "{exported:?}");

    // As if that migration had added it.
    execute(&url, "alter table attempts rename column defeats to elsewhere").await;
    let audited = audit(&url);
    assert_eq!(audited.status.code(), Some(2), "{audited:?}");
    let message = String::from_utf8_lossy(&audited.stderr).into_owned();
    assert!(message.contains("lacks migration 1") && message.contains("Audit a copy"), "{message}");
}
