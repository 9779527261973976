//! The transparency log of a database that was restored from a backup (L2.5).

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use chrono::TimeDelta;
use regicide_server::service::Service;
use regicide_server::service::settings::{CheckpointGuard, Settings, TlogSettings};
use regicide_server::service::tlog::Refusal;
use regicide_system::entropy::OsEntropy;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::client::Client;
use crate::games::{id, player};
use crate::players::{self, come};
use crate::process::Process;
use crate::server::Setting;

/// Plays a game to its end: its id.
pub(crate) async fn play(client: &Client) -> String {
    let created = client.create(&json!({"players": 1})).await;
    player(client, &created, 0).concede(id(&created)).await.expect(201);
    id(&created).to_owned()
}

pub(crate) fn service(setting: &Setting, checkpoint_file: &Path) -> Service {
    let guard = CheckpointGuard::File(checkpoint_file.to_owned());
    let tlog = TlogSettings { guard, ..TlogSettings::default() };
    let settings = Settings { tlog, ..Settings::default() };
    Service::new(setting.store.clone(), Arc::new(setting.clock.clone()), Arc::new(OsEntropy), settings)
}

/// Writes a copy of the database as it is now.
pub(crate) async fn back_up(setting: &Setting, folder: &Path) -> PathBuf {
    let copy = folder.join("copy.db");
    setting.execute(&format!("vacuum into '{}'", copy.display())).await.unwrap();
    copy
}

#[actix_web::test]
async fn a_log_that_has_gone_back_does_not_grow() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let setting = Setting::sqlite().await;
    play(&setting.client).await;
    assert!(service(&setting, &file).tlog.advance().await.unwrap());
    play(&setting.client).await;
    let copy = back_up(&setting, folder.path()).await;
    play(&setting.client).await;
    setting.clock.pass(TimeDelta::minutes(2));
    assert!(service(&setting, &file).tlog.advance().await.unwrap());
    let size = setting.store.tlog.size().await.unwrap();

    let restored = setting.restored(&copy).await;
    let service = service(&restored, &file);
    let before = restored.store.tlog.size().await.unwrap();
    assert_eq!(before + 2, size);
    for _ in 0..2 {
        play(&restored.client).await;
        restored.clock.pass(TimeDelta::minutes(2));
        assert!(!service.tlog.advance().await.unwrap());
        let refusal = service.tlog.refusal();
        assert!(matches!(refusal, Some(Refusal::Behind { signed, .. }) if signed == size), "{refusal:?}");
        assert_eq!(restored.store.tlog.size().await.unwrap(), before, "no other entries are added");
        assert_eq!(service.tlog.complete_at(), None);
    }

    // The second game ended before the backup, so it has its entry again.
    let mirror = folder.path().join("mirror");
    let mirror = mirror.to_str().unwrap();
    prints(&command(&["log", "mirror", setting.client.base(), mirror]).await, 0, "of them new");
    let recover = ["log", "recover", mirror, "--json", "--database-url", restored.url()];
    prints(&command(&recover).await, 0, &format!(r#"{{"added":2,"lost":1,"size":{size},"#));
    assert!(service.tlog.advance().await.unwrap());
    assert_eq!(service.tlog.refusal(), None);
    assert!(service.tlog.complete_at().is_some());
    assert_eq!(restored.store.tlog.size().await.unwrap(), size + 2, "the last two games follow");
    prints(&command(&["log", "mirror", restored.client.base(), mirror]).await, 0, "2 of them new");
}

/// A command, in a thread of its own: the server runs in this one.
pub(crate) async fn command(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(["--lang", "en"]).args(arguments);
    actix_web::web::block(move || command.output().unwrap()).await.unwrap()
}

#[track_caller]
pub(crate) fn prints(output: &Output, status: i32, words: &str) {
    let printed =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{printed}");
    assert!(printed.contains(words), "{words}: {printed}");
}

/// Any age, in hours: the clock of a test is another.
pub(crate) const AGE: &str = "4000000";

/// A running service signs every second here.
const QUICK: [(&str, &str); 1] = [("REGICIDE_LOG_INTERVAL_SECONDS", "1")];

/// Waits until the log is as a test wants it.
async fn until(client: &Client, is_there: impl Fn(&Value) -> bool) -> Value {
    loop {
        let log = client.get("/v1/log").await.expect(200);
        if is_there(&log) {
            return log;
        }
        actix_web::rt::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// The record of a game, in a file.
pub(crate) async fn record(client: &Client, game: &str, folder: &Path) -> String {
    let path = folder.join(format!("{game}.json"));
    let text = client.get(&format!("/v1/games/{game}/record")).await.text;
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Mirror, verify, watch; restore a backup; recover; go on.
#[actix_web::test]
async fn a_restored_log_is_recovered_from_a_mirror() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (copy, file) = (path("copy"), path("checkpoint"));
    let database = |name: &str| format!("sqlite://{}", path(name));
    let settings = [("REGICIDE_LOG_CHECKPOINT_FILE", file.as_str()), QUICK[0]];
    let (service, client, _) = Process::start_with(&database("games.db"), &settings);
    let first = play(&client).await;
    let size = |log: &Value| log["size"].as_u64().unwrap();
    let before = size(&until(&client, |log| log["size"].as_u64() >= Some(1)).await);
    let mirror = ["log", "mirror", client.base(), &copy];
    prints(&command(&mirror).await, 0, "of them new");
    let policy = path("copy/policy");
    let verify =
        ["verify", "--log", &copy, "--policy", &policy, &record(&client, &first, folder.path()).await];
    prints(&command(&verify).await, 0, "in the log");
    let watch = async |client: &Client| command(&["log", "watch", "--once", client.base(), &copy]).await;
    prints(&watch(&client).await, 0, "1 record verified, 0 again; none waits");

    // It ends after the checkpoint, and is in the backup.
    drop(service);
    let restored = path("restored.db");
    let away = [("REGICIDE_LOG_CHECKPOINT_FILE", file.as_str()), ("REGICIDE_LOG_INTERVAL_SECONDS", "86400")];
    let (service, client, _) = Process::start_with(&database("games.db"), &away);
    let second = play(&client).await;
    back_up_at(&database("games.db"), &restored).await;
    drop(service);

    let (service, client, _) = Process::start_with(&database("games.db"), &settings);
    let third = play(&client).await;
    let after = size(&until(&client, |log| log["size"].as_u64() >= Some(before + 2)).await);
    prints(&command(&["log", "mirror", client.base(), &copy]).await, 0, "of them new");
    let unlogged =
        ["verify", "--log", &copy, "--policy", &policy, &record(&client, &third, folder.path()).await];
    prints(&command(&unlogged).await, 0, "in the log");
    let nothing = ["log", "recover", &copy, "--database-url", &database("games.db")];
    prints(&command(&nothing).await, 1, "nothing is missing");
    drop(service);

    // The backup lacks the third game, and refuses.
    let (service, client, _) = Process::start_with(&database("restored.db"), &settings);
    let refused = until(&client, |log| !log["refused"].is_null()).await;
    assert!(refused["refused"].as_str().unwrap().contains("regicide log recover"), "{refused}");
    client.get("/log/checkpoint").await.problem(503, "log_refused");
    prints(&command(&["log", "mirror", client.base(), &copy]).await, 2, "503");
    drop(service);
    let recover = ["log", "recover", &copy, "--json", "--database-url", &database("restored.db")];
    let output = command(&recover).await;
    prints(&output, 0, "recovered");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["size"], &report["lost"]), (&json!(after), &json!(1)));
    prints(&command(&recover).await, 1, "nothing is missing");

    // The second game has its entry again, and no other one.
    let (service, client, _) = Process::start_with(&database("restored.db"), &settings);
    let fourth = play(&client).await;
    let log = until(&client, |log| log["size"].as_u64() > Some(after)).await;
    assert_eq!((size(&log), &log["refused"]), (after + 1, &Value::Null));
    prints(&command(&["log", "mirror", client.base(), &copy]).await, 0, "1 of them new");
    for game in [&first, &second, &fourth] {
        let verify =
            ["verify", "--log", &copy, "--policy", &policy, &record(&client, game, folder.path()).await];
        prints(&command(&verify).await, 0, "in the log");
    }
    prints(&watch(&client).await, 0, "2 records verified, 1 again; none waits");
    drop(service);

    // Another database is no part of this log, whose keys are others.
    let other = database("other.db");
    prints(&command(&["migrate", "--database-url", &other]).await, 0, "");
    prints(&command(&["log", "recover", &copy, "--database-url", &other]).await, 1, "No known key");
}

async fn back_up_at(database: &str, copy: &str) {
    let mut connection = SqliteConnection::connect(database).await.unwrap();
    let vacuum = sqlx::AssertSqlSafe(format!("vacuum into '{copy}'"));
    sqlx::query(vacuum).execute(&mut connection).await.unwrap();
}

/// Findings of a monitor in the records of a service that it has watched before.
#[actix_web::test]
async fn a_monitor_reports_records_that_contradict_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let setting = Setting::sqlite().await;
    let service = service(&setting, &file);
    let advance = async || {
        setting.clock.pass(TimeDelta::minutes(2));
        assert!(service.tlog.advance().await.unwrap());
    };
    let watch = async |copy: &str| {
        let copy = folder.path().join(copy);
        let watch = ["log", "watch", "--once", "--max-age", AGE, setting.client.base()];
        command(&[&watch[..], &[copy.to_str().unwrap()]].concat()).await
    };
    // A player who goes away leaves an entry that only a proof leads to.
    let (player, ada) = come(&setting.client, "Ada").await;
    let created = ada.create(&json!({"players": 1})).await;
    ada.concede(id(&created)).await.expect(201);
    advance().await;
    ada.delete(&players::path(&player)).await.expect(200);
    prints(&watch("copy").await, 0, "1 record verified, 0 again; none waits");
    prints(&watch("copy").await, 0, "0 records verified, 1 again; none waits");

    // Its entry comes with the next checkpoint.
    play(&setting.client).await;
    prints(&watch("copy").await, 0, "1 record verified, 1 again; 1 waits");
    advance().await;
    prints(&watch("copy").await, 0, "0 records verified, 1 again; none waits");

    // A game whose entry never comes, and one that the service proves with the entry of another.
    let place = async |game: &str, position: u32| {
        let id = game.replace('-', "");
        let place = format!("update games set log_position = {position} where id = unhex('{id}')");
        setting.execute(&place).await.unwrap();
    };
    place(&play(&setting.client).await, 1_000_000).await;
    prints(&watch("copy").await, 0, "1 waits");
    setting.clock.pass(TimeDelta::days(2));
    play(&setting.client).await;
    advance().await;
    prints(&watch("copy").await, 3, "The log lacks the game");
    prints(&watch("copy").await, 0, "0 records verified, 1 again");
    prints(&watch("copy").await, 3, "The log lacks the game");
    assert!(!folder.path().join("copy/evidence.json").exists());

    // The export begins with an earlier game, as after the restoration of a backup.
    let records = std::fs::read_to_string(folder.path().join("copy/records")).unwrap();
    let lost = "01a1ff4d-7825-72f6-8b17-6b290ee1bb0d";
    std::fs::write(folder.path().join("copy/records"), format!("{records}{lost}\n")).unwrap();
    play(&setting.client).await;
    prints(&watch("copy").await, 3, &format!("no longer exports the game {lost}"));
    let mut expected: Vec<&str> = records.lines().collect();
    expected.push(lost);
    let read = std::fs::read_to_string(folder.path().join("copy/records")).unwrap();
    assert_eq!(read.lines().take(expected.len()).collect::<Vec<_>>(), expected);
    assert_eq!(read.lines().count(), expected.len() + 1, "each game is there once");
}

/// L2.3: a mirror goes on after any number of changes of keys.
#[actix_web::test]
async fn a_mirror_follows_a_change_of_keys() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::sqlite().await;
    let service = service(&setting, &folder.path().join("checkpoint"));
    let advance = async || {
        play(&setting.client).await;
        setting.clock.pass(TimeDelta::minutes(2));
        assert!(service.tlog.advance().await.unwrap());
    };
    let mirror = async |copy: &str| {
        let copy = folder.path().join(copy);
        command(&["log", "mirror", setting.client.base(), copy.to_str().unwrap()]).await
    };
    let policy = |copy: &str| std::fs::read_to_string(folder.path().join(copy).join("policy")).unwrap();
    advance().await;
    for copy in ["often", "seldom"] {
        prints(&mirror(copy).await, 0, "1 of them new");
    }
    let first = policy("often");
    for _ in 0..2 {
        setting.clock.pass(TimeDelta::hours(1));
        service.keys.rotate().await.unwrap();
        advance().await;
        prints(&mirror("often").await, 0, "1 of them new");
    }
    assert_eq!(policy("often"), first, "the first key is enough");
    prints(&mirror("seldom").await, 0, "2 of them new");
    prints(&mirror("late").await, 0, "3 of them new");
    assert_eq!(policy("late").lines().filter(|line| line.starts_with("log ")).count(), 3);
}
