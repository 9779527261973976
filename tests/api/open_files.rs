//! The limit of open files: connections of clients never take those that the database
//! needs, and a service with too few does not start.

use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::process::{Process, within};
use crate::server::Setting;

/// No test waits longer than this for what has to happen.
const BOUND: Duration = Duration::from_mins(1);

#[test]
fn a_service_with_too_few_files_reports_it_and_does_not_start() {
    for (language, sentence) in [
        ("en", "The process may open 64 files, but needs "),
        ("es", "El proceso puede abrir 64 archivos, pero necesita "),
    ] {
        let mut command = within("ulimit -n 64");
        // It fails in any case, and does not serve for ever.
        command.args(["serve", "--lang", language, "--listen", "127.0.0.1:0"]);
        command.env("DATABASE_URL", "sqlite:///no/such/folder/test.db");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(sentence) && stderr.contains("ulimit -n"), "{stderr}");
    }
}

#[actix_web::test]
async fn sqlite_a_service_raises_its_limit_of_files() {
    let setting = Setting::sqlite().await;
    let (_process, client, _) = Process::start_within("ulimit -S -n 64", setting.url(), &[]);
    client.create(&json!({"players": 1})).await;
}

#[actix_web::test]
async fn sqlite_clients_do_not_take_the_files_of_the_database() {
    let setting = Setting::sqlite().await;
    let settings = [
        ("REGICIDE_WORKERS", "1"),
        ("REGICIDE_CONNECTIONS_PER_ADDRESS", "0"),
        ("REGICIDE_CLIENT_CONNECTIONS", "0"),
        // Beside other tests, a hundred games take longer to store than usual.
        ("REGICIDE_DATABASE_TIMEOUT_MS", "60000"),
    ];
    let (_process, client, _) = Process::start_within("ulimit -n 256", setting.url(), &settings);
    let mut streams = Vec::new();
    for _ in 0..300 {
        streams.push(TcpStream::connect(client.address()).await.unwrap());
    }
    // A connection beyond the limit is refused at once.
    let mut answer = [0; 12];
    timeout(BOUND, streams[299].read_exact(&mut answer)).await.expect("an answer").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 503");
    // Those within it can still have all connections of the database.
    let create = "POST /v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                  Content-Length: 13\r\n\r\n{\"players\":1}";
    for stream in &mut streams[..100] {
        stream.write_all(create.as_bytes()).await.unwrap();
    }
    for stream in &mut streams[..100] {
        timeout(BOUND, stream.read_exact(&mut answer)).await.expect("an answer").unwrap();
        assert_eq!(&answer, b"HTTP/1.1 201");
    }
}
