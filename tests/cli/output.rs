//! The output of commands, its stream, and their exit status.

use std::fs::File;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::commands::{regicide, stdout};
use crate::games::games;

/// The lines of an output, each an object.
pub(crate) fn objects(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

#[test]
fn the_exit_status_means_the_same_everywhere() {
    let (path, text) = games().remove(0);
    let path = path.to_str().unwrap();
    let mut bad: Value = serde_json::from_str(&text).unwrap();
    bad["moves"][4]["text"] = "flip 1".into();
    let bad = bad.to_string();
    for (expected, arguments, input) in [
        (0, vec!["verify", path], ""),
        (1, vec!["verify"], bad.as_str()),
        (2, vec!["verify"], ""),
        (2, vec!["verify", "/no/such/file"], ""),
        (2, vec!["verify", "--commitment", "short"], ""),
        (0, vec!["replay", path], ""),
        (1, vec!["replay", "-"], bad.as_str()),
        (2, vec!["replay", "-"], "nonsense"),
        (2, vec!["replay", path, "--at", "9999"], ""),
        (2, vec!["play", "--players", "9"], ""),
        (1, vec!["health", "127.0.0.1:1"], ""),
        (2, vec!["health", "nowhere"], ""),
        (2, vec!["nonsense"], ""),
        (2, vec!["--workers", "2", "verify", path], ""),
        (0, vec!["--help"], ""),
    ] {
        let output = regicide(&arguments, input);
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {output:?}");
    }
    let help = stdout(&regicide(&["--help"], ""));
    assert!(help.contains("Exit status") && help.contains("the answer is no"), "{help}");
}

#[test]
fn verdicts_are_printed_as_objects_with_json() {
    let (path, text) = games().remove(0);
    let bad = text.replacen("\"seed\":\"", "\"seed\":\"x", 1);
    let output = regicide(&["verify", "--json", path.to_str().unwrap(), "-"], &format!("{bad}nonsense\n"));
    let found = objects(&output);
    assert_eq!(found.len(), 4);
    assert_eq!((&found[0]["holds"], &found[0]["verdict"]["consistent"]), (&true.into(), &true.into()));
    assert_eq!((&found[1]["holds"], &found[1]["line"]), (&false.into(), &1.into()));
    assert_eq!(found[1]["verdict"]["checks"][2]["outcome"], "failed");
    assert_eq!((&found[2]["holds"], &found[2]["verdict"]), (&false.into(), &Value::Null));
    assert_eq!(found[2]["error"], "No JSON object begins here.");
    assert_eq!(found[3], serde_json::json!({ "type": "sum", "records": 3, "held": 1, "failed": 2 }));
}

#[test]
fn replay_prints_objects_with_json() {
    let (path, text) = games().remove(0);
    let record: Value = serde_json::from_str(&text).unwrap();
    let found = objects(&regicide(&["--json", "replay", path.to_str().unwrap()], ""));
    assert_eq!((&found[0]["type"], &found[0]["seed"]), (&"setup".into(), &record["seed"]));
    let moves: Vec<&Value> = found.iter().filter(|object| object["type"] == "move").collect();
    assert_eq!(moves.len(), record["moves"].as_array().unwrap().len());
    for (stdout, played) in moves.iter().zip(record["moves"].as_array().unwrap()) {
        assert_eq!((&stdout["text"], &stdout["seat"]), (&played["text"], &played["seat"]));
        assert_eq!(
            stdout["effects"].as_array().unwrap().len(),
            stdout["narration"].as_array().unwrap().len()
        );
    }
    assert_eq!(moves.last().unwrap()["chain"], record["chain"]);
    let last = found.last().unwrap();
    assert_eq!((&last["type"], &last["position"]), (&"position".into(), &record["position"]));
}

/// Control characters of terminals: the escape, its short form, a bell, and a mark that
/// turns the line around.
const COMMANDS: [char; 4] = ['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}'];

#[test]
fn control_characters_in_a_record_are_escaped() {
    let (_, text) = games().remove(0);
    let record: Value = serde_json::from_str(&text).unwrap();
    let hostile: String = COMMANDS.iter().collect::<String>() + "\n-:1: ok";
    let mut records = vec![format!("{}\n", serde_json::json!({ &hostile: 1 }))];
    for field in ["format", "kind", "id", "seed", "position", hostile.as_str()] {
        let mut bad = record.clone();
        bad[field] = hostile.clone().into();
        records.push(format!("{bad}\n"));
    }
    let mut named = record.clone();
    named["names"] = serde_json::json!([hostile, "\u{202e}Ada"]);
    records.push(format!("{named}\n"));
    let mut moved = record;
    moved["moves"][0]["text"] = hostile.clone().into();
    records.push(format!("{moved}\n"));

    let commands = |output: &Output| {
        let printed = [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy).concat();
        printed.contains(COMMANDS)
    };
    let verified = regicide(&["verify"], &records.concat());
    assert!(!commands(&verified), "{verified:?}");
    let lines = stdout(&verified).lines().filter(|line| line.starts_with("-:1: ok")).count();
    assert_eq!(lines, 0, "a record cannot forge a verdict: {verified:?}");
    for found in objects(&regicide(&["--json", "verify"], &records.concat())) {
        assert!(found["type"] == "sum" || found["file"] == "-", "{found}");
    }
    for record in &records {
        for arguments in [&["replay", "-"][..], &["--json", "replay", "-"]] {
            let shown = regicide(arguments, record);
            assert!(!commands(&shown), "{record}: {shown:?}");
        }
    }
    let missing = regicide(&["verify", "no\u{1b}file"], "");
    assert!(!commands(&missing) && missing.status.code() == Some(2), "{missing:?}");
}

/// More than a pipe or a buffer holds.
fn many_records() -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    let all: String = games().into_iter().map(|(_, text)| text).collect();
    std::fs::write(file.path(), all.repeat(40)).unwrap();
    file
}

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    let records = many_records();
    let records = records.path().to_str().unwrap();
    let (game, _) = games().remove(0);
    for arguments in [
        vec!["openapi"],
        vec!["schema"],
        vec!["verify", records],
        vec!["replay", game.to_str().unwrap()],
        vec!["completions", "bash"],
        vec!["play"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(&arguments).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_full_device_is_an_error_and_no_panic() {
    let (game, _) = games().remove(0);
    let game = game.to_str().unwrap();
    for arguments in [
        vec!["openapi"],
        vec!["schema"],
        vec!["verify", game],
        vec!["replay", game],
        vec!["completions", "zsh"],
        vec!["health", "127.0.0.1:1"],
        vec!["play"],
        vec!["play", "--seed", "banana", "--out", "/dev/full"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = program(&arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(
            stderr.starts_with("regicide: ") && stderr.contains("no space is left"),
            "{arguments:?}: {stderr}"
        );
    }
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let output = program(&["openapi"]).stdout(full()).stderr(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
