//! The commands that use a database or a running service.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::commands::{regicide, stdout};
use crate::games::games;
use crate::output::objects;
use crate::running::Running;

/// A folder with the URL of a database in it that does not exist.
fn nowhere() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("test.db").display());
    (folder, url)
}

/// A folder with an empty database, and its URL.
pub(crate) fn empty() -> (TempDir, String) {
    let (folder, url) = nowhere();
    let output = regicide(&["migrate", "--database-url", &url], "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    (folder, url)
}

pub(crate) fn all_records() -> String {
    games().into_iter().map(|(_, text)| text).collect()
}

pub(crate) fn sum(output: &Output) -> Value {
    objects(output).pop().unwrap()
}

#[test]
fn only_serve_and_migrate_make_a_database() {
    let (folder, url) = nowhere();
    for command in [
        vec!["audit"],
        vec!["keys"],
        vec!["keys", "--rotate"],
        vec!["admin", "log"],
        vec!["export"],
        vec!["import"],
    ] {
        let output = regicide(&[&["--database-url", &url], &*command].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{command:?}: {output:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(&url) && stderr.contains("`regicide migrate`"), "{command:?}: {stderr}");
        assert!(folder.path().read_dir().unwrap().next().is_none(), "{command:?} leaves nothing behind");
    }
    // A file without the schema is no database of the service.
    std::fs::write(folder.path().join("test.db"), "").unwrap();
    let output = regicide(&["audit", "--database-url", &url], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("`regicide migrate`"));
}

#[test]
fn the_database_is_named_before_or_after_the_command() {
    let (_folder, url) = empty();
    for arguments in [["--database-url", &url, "audit"], ["audit", "--database-url", &url]] {
        let output = regicide(&arguments, "");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.env("DATABASE_URL", "sqlite:///no/such/file").args(["--database-url", &url, "audit", "--json"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "a flag counts more than the environment: {output:?}");
    assert_eq!(sum(&output)["games"], 0);
}

#[test]
fn keys_are_printed_as_objects_with_json() {
    let (_folder, url) = empty();
    let output = regicide(&["keys", "--rotate", "--json", "--database-url", &url], "");
    let keys = objects(&output);
    assert!(keys.iter().all(|key| key["public_key"].as_str().unwrap().len() == 64), "{output:?}");
    assert!(!keys.is_empty());
}

#[test]
fn an_import_is_verified_and_takes_nothing_twice() {
    let (_folder, url) = empty();
    let import = |input: &str| regicide(&["import", "--json", "--database-url", &url], input);
    let records = games().len();
    let all = all_records();
    let (half, _) = all.split_at(all.len() / 2);
    // A truncated file: the last record is incomplete.
    let cut_off = import(half);
    assert_eq!(cut_off.status.code(), Some(1));
    let before = sum(&cut_off)["imported"].as_u64().unwrap();
    assert!(before > 3 && sum(&cut_off)["refused"] == 1, "{cut_off:?}");

    let forged = games()[0].1.replacen("\"seed\":\"", "\"seed\":\"x", 1);
    let twice = games()[records - 1].1.clone();
    let resumed = import(&format!("{}{twice}{forged}", all_records()));
    assert_eq!(resumed.status.code(), Some(1));
    let found = objects(&resumed);
    assert_eq!((&found[0]["type"], found.len()), (&"refused".into(), 2));
    assert!(found[0]["error"].as_str().unwrap().contains("Move 1: "), "{resumed:?}");
    let total = records as u64;
    let expected = serde_json::json!({
        "type": "sum", "records": total + 2, "imported": total - before, "present": before + 1, "refused": 1,
    });
    assert_eq!(found[1], expected);

    let again = import(&all_records());
    assert_eq!((again.status.code(), &sum(&again)["present"]), (Some(0), &total.into()));
    let audited = regicide(&["audit", "--json", "--database-url", &url], "");
    assert_eq!((audited.status.code(), &sum(&audited)["games"]), (Some(0), &total.into()), "{audited:?}");
    assert_eq!(import("").status.code(), Some(2), "nothing to import is no success");
    let unread = regicide(&["import", "--database-url", &url, "/no/such/file"], "");
    assert_eq!(unread.status.code(), Some(2));
}

#[test]
fn an_import_refuses_moves_from_the_future() {
    let (_folder, url) = empty();
    let mut record: Value = serde_json::from_str(&games()[0].1).unwrap();
    record.as_object_mut().unwrap().remove("chain");
    record["moves"].as_array_mut().unwrap().last_mut().unwrap()["at"] = "9999-12-31T23:59:59Z".into();
    let output = regicide(&["import", "--json", "--database-url", &url], &format!("{record}\n"));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(sum(&output)["refused"], 1);
    assert!(stdout(&output).contains("Its time has not come yet"), "{output:?}");
}

#[test]
fn an_export_goes_on_where_it_stopped_and_is_imported_elsewhere() {
    let (folder, url) = empty();
    regicide(&["import", "--database-url", &url], &all_records());
    let export = |after: &[&str]| regicide(&[&["export", "--database-url", &url], after].concat(), "");
    let all = export(&[]);
    assert_eq!(all.status.code(), Some(0), "{all:?}");
    let text = stdout(&all);
    let lines: Vec<&str> = text.lines().collect();
    let id = |line: &str| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    assert!(lines.len() >= 20, "{}", lines.len());
    let rest = export(&["--after", &id(lines[7])]);
    assert_eq!(stdout(&rest).lines().collect::<Vec<_>>(), lines[8..]);
    let last = id(lines[lines.len() - 1]);
    assert!(String::from_utf8(rest.stderr).unwrap().contains(&format!("--after {last}")));
    // A command that writes leaves nothing beside the file.
    let copy = folder.path().join("copy.db");
    std::fs::copy(url.strip_prefix("sqlite://").unwrap(), &copy).unwrap();
    let copied =
        regicide(&["audit", "--json", "--database-url", &format!("sqlite://{}", copy.display())], "");
    assert_eq!(sum(&copied)["games"], lines.len(), "{copied:?}");
    let none = export(&["--after", &last]);
    assert_eq!((none.status.code(), none.stdout.len()), (Some(0), 0));
    assert_eq!(export(&["--after", "01a1fc41-4874-771b-b13b-4b2a8ab118df"]).status.code(), Some(2));

    let (_other_folder, other) = empty();
    for (present, imported) in [(0, lines.len()), (lines.len(), 0)] {
        let output = regicide(&["import", "--json", "--database-url", &other], &text);
        let sum = sum(&output);
        assert_eq!((&sum["imported"], &sum["present"]), (&imported.into(), &present.into()));
    }
    // The database of the export has them already.
    let home = regicide(&["import", "--json", "--database-url", &url], &text);
    assert_eq!(sum(&home)["present"], lines.len());
}

/// A service over a new database, and where it listens.
struct Service {
    _running: Running,
    address: String,
}

impl Service {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        command.current_dir(folder).args(["serve", "--listen", "localhost:0"]);
        let (running, errors) = Running::start(command.env("RUST_LOG", "info"));
        let mut lines = BufReader::new(errors).lines();
        let line = lines.find_map(|line| line.ok().filter(|line| line.contains("listening"))).unwrap();
        let (_, address) = line.split_once("address=").unwrap();
        let address = address.split_whitespace().next().unwrap().to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        Self { _running: running, address }
    }
}

#[test]
fn health_requests_a_running_service_and_resolves_names() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(folder.path());
    let (_, port) = service.address.rsplit_once(':').unwrap();
    let by_name = format!("localhost:{port}");
    let ready = regicide(&["health", &by_name], "");
    assert_eq!((ready.status.code(), stdout(&ready)), (Some(0), "ready\n".to_owned()), "{ready:?}");
    let found = objects(&regicide(&["health", "--json", &service.address], ""));
    assert_eq!((&found[0]["ready"], &found[0]["address"]), (&true.into(), &service.address.as_str().into()));
    for url in [format!("http://{by_name}"), format!("http://{}/", service.address)] {
        let ready = regicide(&["health", &url, "--lang", "es"], "");
        assert_eq!((ready.status.code(), stdout(&ready)), (Some(0), "listo\n".to_owned()), "{ready:?}");
    }
    let elsewhere = regicide(&["health", &format!("http://{by_name}/elsewhere")], "");
    assert_eq!(elsewhere.status.code(), Some(1), "the path of the URL is used: {elsewhere:?}");

    std::fs::remove_file(folder.path().join("regicide.db")).unwrap();
    // An answer holds for a second.
    let check = || regicide(&["health", "--json", &service.address], "");
    let output = std::iter::repeat_with(check).take(1000).find(|output| output.status.code() != Some(0));
    let output = output.expect("it is not ready any more");
    assert_eq!((output.status.code(), &objects(&output)[0]["ready"]), (Some(1), &false.into()), "{output:?}");

    let live = regicide(&["health", "--live", &service.address], "");
    assert_eq!((live.status.code(), stdout(&live)), (Some(0), "live\n".to_owned()), "{live:?}");
    let found = objects(&regicide(&["health", "--live", "--json", "127.0.0.1:1"], ""));
    assert_eq!(found[0]["live"], false);
}
