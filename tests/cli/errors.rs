//! Errors name the file, the line, the value, and a way out.

use std::io::Write as _;
use std::net::TcpListener;
use std::process::{Command, Output};

use rustix::fs::{CWD, Mode, mkfifoat};

use crate::commands::{regicide, stdout};
use crate::games::games;

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_file_of_many_records_is_refused_where_one_is_expected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.ndjson");
    std::fs::write(&file, format!("{}{}", games()[0].1, games()[1].1)).unwrap();
    let file = file.to_str().unwrap();
    for command in ["replay", "analyse"] {
        let output = regicide(&[command, file], "");
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.contains(&format!("{file}:2: Another record")) && message.contains("head -n 1"),
            "{message}"
        );
        assert!(output.stdout.is_empty(), "{output:?}");
    }
    let spanish = stderr(&regicide(&["replay", file, "--lang", "es"], ""));
    assert!(spanish.contains("otro registro"), "{spanish}");
}

#[test]
fn an_error_in_a_record_names_its_line_in_the_file() {
    let (_, good) = games().remove(0);
    let bad = "{\n  \"format\": \"regicide-record/1\",\n  \"players\": x\n}\n";
    let message = stderr(&regicide(&["replay", "-"], bad));
    assert!(message.contains("-:1: ") && message.contains("line 3 column 14"), "{message}");
    let verified = stdout(&regicide(&["verify"], &format!("{good}{bad}")));
    assert!(verified.contains("-:2: FAILED") && verified.contains("line 4 column 14"), "{verified}");
    let nothing = stderr(&regicide(&["replay", "-"], ""));
    assert!(nothing.contains("-: There is no record."), "{nothing}");
}

#[test]
fn a_refused_value_is_reported_with_its_variable() {
    let run = |arguments: &[&str], (variable, value): (&str, &str)| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        command.args(arguments).env(variable, value).output().unwrap()
    };
    for (arguments, variable, value) in [
        (&["serve"][..], "REGICIDE_LISTEN", "somewhere"),
        (&["health"], "REGICIDE_LISTEN", "somewhere"),
        (&[], "REGICIDE_WORKERS", "many"),
        (&["serve"], "REGICIDE_METRICS_LISTEN", "somewhere"),
        (&["serve"], "REGICIDE_LOG_FORMAT", "yaml"),
        (&["audit"], "REGICIDE_DATABASE_TIMEOUT_MS", "1"),
    ] {
        let output = run(arguments, (variable, value));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{variable}: {message}");
        assert!(message.contains(&format!("'{value}' for '{variable}'")), "{variable}: {message}");
    }
    for arguments in [&["serve", "--workers", "few"][..], &["serve", "--workers=few"]] {
        let message = stderr(&run(arguments, ("REGICIDE_WORKERS", "2")));
        assert!(message.contains("'few' for '--workers <N>'"), "{message}");
    }
}

#[test]
fn an_address_in_use_is_reported_with_its_flag() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    for (arguments, language, what) in [
        (["--listen", &taken, "--metrics-listen", ""], "en", "is in use: stop what listens there"),
        (["--listen", "127.0.0.1:0", "--metrics-listen", &taken], "es", "está en uso"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        let command = command.current_dir(folder.path()).arg("serve").args(arguments);
        let output = command.args(["--lang", language]).output().unwrap();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.contains(&format!("regicide: {taken} {what}")) && message.contains("--listen"),
            "{message}"
        );
    }
}

#[test]
fn errors_of_the_system_are_translated() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let no_folder = format!("{}/x", env!("CARGO_BIN_EXE_regicide"));
    for (arguments, english, spanish) in [
        (&["verify", "/no/such/file"][..], "there is no such file", "no existe ese archivo"),
        (&["replay", "/no/such/file"], "there is no such file", "no existe ese archivo"),
        (&["verify", folder], "it is a folder", "es una carpeta"),
        (&["verify", &no_folder], "is no folder", "no es una carpeta"),
        (
            &["solve", "--seed", "a", "--out", "/no/such/file"],
            "there is no such file",
            "no existe ese archivo",
        ),
        (&["play", "--out", folder], "it is a folder", "es una carpeta"),
        (
            &["audit", "--database-url", "sqlite:///no/such.db"],
            "There is no database sqlite:///no/such.db",
            "No hay ninguna",
        ),
    ] {
        for (language, words) in [("en", english), ("es", spanish)] {
            let output = regicide(&[arguments, &["--lang", language]].concat(), "");
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
            assert!(message.contains(words), "{arguments:?}: {message}");
            assert!(
                !message.contains("os error") && !message.contains("No such"),
                "{arguments:?}: {message}"
            );
        }
    }
    let refused = stdout(&regicide(&["health", "127.0.0.1:1", "--lang", "es"], ""));
    assert_eq!(refused, "127.0.0.1:1 no está listo: la conexión se rechaza: nada escucha allí\n");
}

#[test]
fn addresses_and_ids_are_shown_as_they_are_written() {
    for (arguments, shown) in [
        (&["health", "nowhere"][..], "127.0.0.1:8080"),
        (&["health", "https://regicide.example"], "only http"),
        (&["export", "--after", "x"], "01a1fc41-"),
        (&["admin", "hide-name", "Ada"], "01a1fc41-"),
    ] {
        let output = regicide(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(shown), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_secret_is_no_flag_and_in_no_error() {
    let refused = regicide(&["serve", "--daily-key", "5ec4e7"], "");
    assert!(stderr(&refused).contains("unexpected argument '--daily-key'"), "{refused:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    std::fs::write(&file, "5ec4e7\n").unwrap();
    for (variable, value, name) in [
        ("REGICIDE_DAILY_KEY_FILE", file.to_str().unwrap(), file.to_str().unwrap()),
        ("REGICIDE_DAILY_KEY", "5ec4e7", "REGICIDE_DAILY_KEY"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        let output = command.current_dir(folder.path()).arg("serve").env(variable, value).output().unwrap();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(&format!("{name}: it is not 64 hex digits")), "{message}");
        assert!(!message.contains("5ec4e7"), "{message}");
    }
}

#[test]
fn counts_of_one_use_the_singular() {
    let (_, game) = games().remove(0);
    let verify = |language: &str, input: &str| {
        stdout(&regicide(&["verify", "--lang", language], input)).lines().last().unwrap().to_owned()
    };
    let both = format!("{game}{game}nonsense\n");
    assert_eq!(verify("en", &game), "1 record: 1 holds, 0 do not");
    assert_eq!(verify("en", &both), "3 records: 2 hold, 1 does not");
    assert_eq!(verify("es", &game), "1 registro: 1 se sostiene, 0 no");
    assert_eq!(verify("es", &both), "3 registros: 2 se sostienen, 1 no");
    let simulate = ["simulate", "--players", "1", "--games", "1", "--bots", "novice", "--lang"];
    let simulate = |language: &str| stdout(&regicide(&[&simulate[..], &[language]].concat(), ""));
    assert!(simulate("en").starts_with("1 player, novice: ") && simulate("en").contains(" of 1 game won"));
    assert!(
        simulate("es").starts_with("1 jugador, novice: ") && simulate("es").contains(" de 1 partida ganada")
    );
    let solved = stdout(&regicide(&["solve", "--seed", "deal-1", "--players", "4"], ""));
    assert!(solved.contains("\n1 deal: 1 won"), "{solved}");
}

/// A server that sends a greeting on each connection.
fn server_that_sends(greeting: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = stream.write_all(greeting);
            open.push(stream);
        }
    });
    format!("postgres://ada:secret@{address}/games")
}

#[test]
fn an_unusable_database_is_reported_with_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| format!("sqlite://{}", folder.path().join(name).display());
    std::fs::write(folder.path().join("text.db"), "This is a text, and no database at all.".repeat(200))
        .unwrap();
    std::fs::create_dir(folder.path().join("folder.db")).unwrap();
    mkfifoat(CWD, folder.path().join("pipe.db"), Mode::RUSR | Mode::WUSR).unwrap();
    for (url, english, spanish) in [
        ("postgres://ada:secret@127.0.0.1:1/games".to_owned(), "the connection is refused", "se rechaza"),
        (
            "postgres://ada:secret@no-such-host.invalid/games".to_owned(),
            "no host with that name",
            "ningún servidor",
        ),
        (
            server_that_sends(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
            "does not answer as Postgres",
            "no responde como",
        ),
        (server_that_sends(b""), "the server does not answer", "el servidor no responde"),
        (at("text.db"), "the file is no SQLite database", "no es una base de datos SQLite"),
        (at("folder.db"), "it is a folder", "es una carpeta"),
        (at("pipe.db"), "it is no regular file", "no es un archivo normal"),
    ] {
        for (command, language, words) in [
            ("serve", "en", english),
            ("migrate", "es", spanish),
            ("audit", "en", english),
            ("keys", "es", spanish),
        ] {
            let output = regicide(&[command, "--database-url", &url, "--lang", language], "");
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{command} {url}: {message}");
            assert!(message.contains(words), "{command} {url}: {message}");
            assert!(
                !message.contains("secret") && !message.contains("timed out"),
                "{command} {url}: {message}"
            );
        }
    }
    for command in ["serve", "migrate"] {
        let message =
            stderr(&regicide(&[command, "--database-url", "sqlite:///no/such/folder/games.db"], ""));
        assert!(message.contains("there is no such folder"), "{command}: {message}");
    }
}
