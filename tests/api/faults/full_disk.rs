//! SQLite cannot write its file any longer, and then can again.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use super::*;

/// A service process that keeps running when a file becomes too large.
struct Process(Child);

impl Process {
    fn start(database: &str) -> (Self, Client) {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_regicide"), "serve"]);
        command.env("DATABASE_URL", database).env("REGICIDE_LISTEN", "127.0.0.1:0");
        command.env("REGICIDE_CREATIONS_PER_MINUTE", "0").env("RUST_LOG", "info").stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let line = lines.find(|line| line.contains("listening")).expect("it serves");
        let (_, address) = line.split_once("address=").unwrap();
        let address = address.split_whitespace().next().unwrap().parse().unwrap();
        std::thread::spawn(move || lines.for_each(drop));
        (Self(child), Client::new(address))
    }

    /// Up to how many bytes its files may grow.
    fn limit_files(&self, bytes: &str) {
        let mut command = Command::new("prlimit");
        command.arg(format!("--pid={}", self.0.id())).arg(format!("--fsize={bytes}:"));
        assert!(command.status().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[actix_web::test]
async fn sqlite_the_service_recovers_from_a_full_disk_by_itself() {
    let setting = Setting::sqlite().await;
    let (process, client) = Process::start(setting.url());
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let ada = player(&client, &created, 0);
    let path = format!("/v1/games/{}/moves", id(&created));
    for _ in 0..2 {
        process.limit_files("1");
        takes_no_post(&client, "/v1/games", &json!({"players": 1})).await;
        takes_no_post(&client, "/v1/players", &json!({"name": "Ada"})).await;
        takes_no_post(&ada, &path, &json!({"text": "play 5C"})).await;
        until_ready(&client, false).await;
        assert_eq!(ada.view(id(&created)).await["seq"], 0, "what is stored can be read");

        process.limit_files("unlimited");
        until_ready(&client, true).await;
        client.create(&json!({"players": 1})).await;
        client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    }
    ada.make(id(&created), "play 5C").await.expect(201);
    assert_eq!(setting.moves_in_the_log().await, 1);
}
