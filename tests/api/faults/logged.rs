//! The log of the background while the database is unreachable: it has the cause.

use super::*;
use crate::process::Process;
use crate::support::Server;

/// The beginning of a message's name, which no log line may have.
const MESSAGE_NAME: &str = "error=error-";

/// Waits for a line of a task that looks by itself for work, which names the cause.
async fn is_named(process: Process, cause: &str) {
    let looks = "turns of bots could not be read";
    let named = process.until_line(|line| line.contains(looks) && line.contains(cause));
    let is_named = tokio::time::timeout(RECOVERY, named).await.is_ok();
    let log = process.stop();
    assert!(is_named, "{log:#?}");
    assert!(!log.iter().any(|line| line.contains(MESSAGE_NAME)), "{log:#?}");
}

#[actix_web::test]
async fn sqlite_a_missing_file_is_logged_with_its_path() {
    let setting = Setting::sqlite().await;
    let file = setting.url().strip_prefix("sqlite://").unwrap().to_owned();
    let (process, _, _) = Process::start(setting.url());
    std::fs::rename(&file, format!("{file}.moved")).unwrap();
    is_named(process, &file).await;
}

#[actix_web::test]
async fn postgres_the_log_names_a_server_that_refuses() {
    let mut server = Server::start(&[]);
    let setting = Setting::on_server(&server).await;
    let (process, client, _) = Process::start(setting.url());
    client.get("/readyz").await.expect(200);
    server.crash();
    is_named(process, "Connection refused").await;
}
