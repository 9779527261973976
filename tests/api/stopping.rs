//! A service that stops while something is computed, or waited for.

use std::path::Path;

use rustix::fs::{CWD, Mode, mkfifoat};
use serde_json::json;

use crate::games::{id, player};
use crate::process::Process;
use crate::server::Setting;

crate::on_both_databases!(an_endless_search_does_not_keep_the_process);

async fn an_endless_search_does_not_keep_the_process(setting: Setting) {
    let settings = [("REGICIDE_TEST_ENDLESS_BOTS", "1"), ("REGICIDE_BOT_PAUSE_MS", "0")];
    let (process, client, _) = Process::start_with(setting.url(), &settings);
    let created = client.create(&json!({"players": 2, "bots": ["novice", "novice"]})).await;
    process.until_logged("a bot's search does not end").await;
    assert_eq!(client.view(id(&created)).await["seq"], 0);
    process.terminate();
    process.ended();
}

#[actix_web::test]
async fn a_pipe_for_the_checkpoint_is_refused_and_delays_nothing() {
    let (setting, folder) = (Setting::sqlite().await, tempfile::tempdir().unwrap());
    let pipe = folder.path().join("checkpoint");
    mkfifoat(CWD, &pipe, Mode::RUSR | Mode::WUSR).unwrap();
    let settings = [("REGICIDE_LOG_CHECKPOINT_FILE", pipe.to_str().unwrap())];
    let (process, client, _) = Process::start_with(setting.url(), &settings);
    process.until_logged("it is no regular file").await;
    let refused = client.get("/v1/log").await.expect(200);
    assert!(refused["refused"].as_str().unwrap().contains("it is no regular file"), "{refused}");
    process.terminate();
    process.ended();
}

#[actix_web::test]
async fn a_pipe_in_place_of_the_checkpoint_delays_neither_requests_nor_the_stop() {
    let (setting, folder) = (Setting::sqlite().await, tempfile::tempdir().unwrap());
    let file = folder.path().join("checkpoint");
    let settings =
        [("REGICIDE_LOG_CHECKPOINT_FILE", file.to_str().unwrap()), ("REGICIDE_LOG_INTERVAL_SECONDS", "1")];
    let (process, client, _) = Process::start_with(setting.url(), &settings);
    let concede = async || {
        let created = client.create(&json!({"players": 1})).await;
        player(&client, &created, 0).concede(id(&created)).await.expect(201);
    };
    concede().await;
    while !file.exists() {
        client.get("/v1/log").await.expect(200);
    }
    // The next one cannot be written to it, nor can the last one be read.
    std::fs::remove_file(&file).unwrap();
    mkfifoat(CWD, &file, Mode::RUSR | Mode::WUSR).unwrap();
    concede().await;
    process.until_logged("it is no regular file").await;
    client.get("/v1/rules").await.expect(200);
    process.terminate();
    process.ended();
}

#[actix_web::test]
async fn a_file_that_was_copied_after_a_stop_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    let url = |file: &Path| format!("sqlite://{}", file.display());
    let (process, client, _) = Process::start(&url(&file));
    let created = client.create(&json!({"players": 1})).await;
    process.terminate();
    process.ended();
    std::fs::copy(&file, &copy).unwrap();
    let (_process, client, _) = Process::start(&url(&copy));
    assert_eq!(client.view(id(&created)).await["seq"], 0);
}
