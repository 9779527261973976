//! SQLite cannot write its file any longer, and then can again.

use rustix::process::{Resource, Rlimit, getrlimit, prlimit};

use super::*;
use crate::process::{Process, within};

/// Lets the files of a process grow up to so many bytes; without a limit if
/// there is none.
fn limit_files(process: &Process, bytes: Option<u64>) {
    let limit = Rlimit { current: bytes, maximum: getrlimit(Resource::Fsize).maximum };
    prlimit(Some(process.id()), Resource::Fsize, limit).unwrap();
}

#[actix_web::test]
async fn sqlite_the_service_recovers_from_a_full_disk_by_itself() {
    let setting = Setting::sqlite().await;
    let (process, client, _) = Process::start(setting.url());
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let ada = player(&client, &created, 0);
    let path = format!("/v1/games/{}/moves", id(&created));
    for _ in 0..2 {
        limit_files(&process, Some(1));
        takes_no_post(&client, "/v1/games", &json!({"players": 1})).await;
        takes_no_post(&client, "/v1/players", &json!({"name": "Ada"})).await;
        takes_no_post(&ada, &path, &json!({"text": "play 5C"})).await;
        until_ready(&client, false).await;
        assert_eq!(ada.view(id(&created)).await["seq"], 0, "what is stored can be read");

        limit_files(&process, None);
        until_ready(&client, true).await;
        client.create(&json!({"players": 1})).await;
        client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    }
    ada.make(id(&created), "play 5C").await.expect(201);
    assert_eq!(setting.rows("moves").await, 1);
}

#[actix_web::test]
async fn sqlite_the_service_goes_on_after_its_write_ahead_log_could_not_grow() {
    let setting = Setting::sqlite().await;
    let (process, client, _) = Process::start(setting.url());
    let mut stored = vec![client.create(&json!({"players": 1})).await];
    let log = format!("{}-wal", setting.url().strip_prefix("sqlite://").unwrap());
    limit_files(&process, Some(std::fs::metadata(log).unwrap().len() + (64 << 10)));
    loop {
        let answer = client.post("/v1/games", &json!({"players": 1})).await;
        if answer.status.as_u16() != 201 {
            answer.problem(503, "unavailable");
            break;
        }
        stored.push(answer.json());
        assert!(stored.len() < 5000, "the log does not grow");
    }
    assert!(stored.len() > 1, "a part of the log is written");
    limit_files(&process, None);
    until_ready(&client, true).await;
    stored.push(client.create(&json!({"players": 1})).await);
    for created in &stored {
        assert_eq!(client.view(id(created)).await["seq"], 0);
    }
}

#[actix_web::test]
async fn sqlite_a_command_that_cannot_write_its_file_fails() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("test.db").display());
    let output = within("ulimit -f 1").arg("migrate").env("DATABASE_URL", url).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stderr.starts_with(b"regicide: "), "{output:?}");
}
