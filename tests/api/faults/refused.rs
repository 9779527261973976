//! Commands that a Postgres server refuses name the cause.

use super::*;
use crate::process::run;

#[actix_web::test]
async fn postgres_a_command_names_the_user_or_the_database_that_is_refused() {
    let setting = Setting::on_one_server().await;
    let (server, database) = setting.url().rsplit_once('/').unwrap();
    let (_, host) = server.rsplit_once('@').unwrap_or(server.split_once("//").unwrap());
    for (url, cause) in [
        (format!("{server}/no_such_database"), "the server has no database with that name"),
        (format!("postgres://stranger:secret@{host}/{database}"), "refuses the user or the password"),
    ] {
        for command in ["serve", "migrate", "audit", "keys", "export"] {
            let output = run(&url, &[command]);
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command}: {message}");
            assert!(message.contains(cause), "{command}: {message}");
            assert!(!message.contains("secret") && !message.contains("timed out"), "{command}: {message}");
        }
    }
}
