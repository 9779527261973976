//! Files as shells and editors of Windows write them: with a byte order mark, in UTF-16,
//! with CRLF. And files that hold no record.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::commands::{regicide, stdout};
use crate::games::games;

const UTF_16: &str = "The file is UTF-16; save it as UTF-8.";

/// A text of several lines, as the shells write it: readable forms, and unreadable ones.
fn spellings(text: &str) -> ([Vec<u8>; 3], [Vec<u8>; 4]) {
    let lines = text.replace('\n', "\r\n");
    let mark = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let little: Vec<u8> = lines.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = lines.encode_utf16().flat_map(u16::to_be_bytes).collect();
    (
        [lines.clone().into_bytes(), mark(&lines), mark(text)],
        [
            [b"\xff\xfe".to_vec(), little.clone()].concat(),
            [b"\xfe\xff".to_vec(), big.clone()].concat(),
            little,
            big,
        ],
    )
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A file of a folder, with this content.
fn file(folder: &TempDir, content: &[u8]) -> PathBuf {
    let path = folder.path().join("file");
    fs::write(&path, content).unwrap();
    path
}

/// Runs a command with this input.
fn piped(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that does not read its input closes it early.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn pretty(text: &str) -> String {
    serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(text).unwrap()).unwrap()
}

/// Each command that reads records, but for the file.
fn commands(database: &str) -> [Vec<&str>; 4] {
    [
        vec!["verify"],
        vec!["import", "--database-url", database],
        vec!["replay"],
        vec!["analyse", "--nodes", "100", "--worlds", "1"],
    ]
}

/// The URL of a new database in a folder.
fn database(folder: &Path) -> String {
    let url = format!("sqlite://{}", folder.join("games.db").display());
    assert!(regicide(&["migrate", "--database-url", &url], "").status.success());
    url
}

#[test]
fn records_are_read_with_a_byte_order_mark_and_crlf_and_utf_16_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    // A short game, in several lines.
    let text = games().into_iter().map(|(_, text)| text).find(|text| text.contains("vector-776")).unwrap();
    let (good, bad) = spellings(&pretty(&text));
    for command in commands(&database) {
        for content in &good {
            let path = file(&folder, content);
            let read = regicide(&[&command[..], &[path.to_str().unwrap()]].concat(), "");
            assert_eq!(read.status.code(), Some(0), "{command:?}: {read:?}");
            let read = piped(&[&command[..], &["-"]].concat(), content);
            assert_eq!(read.status.code(), Some(0), "{command:?}: {read:?}");
        }
        for content in &bad {
            let path = file(&folder, content);
            let name = path.to_str().unwrap();
            for (language, words) in [("en", UTF_16), ("es", "El archivo está en UTF-16")] {
                let read = regicide(&[&command[..], &[name, "--lang", language]].concat(), "");
                assert_eq!(read.status.code(), Some(2), "{command:?}: {read:?}");
                assert!(stderr(&read).contains(&format!("{name}: {words}")), "{command:?}: {read:?}");
                assert!(read.stdout.is_empty(), "{command:?}: {read:?}");
            }
            let read = piped(&[&command[..], &["-"]].concat(), content);
            assert_eq!(read.status.code(), Some(2), "{command:?}: {read:?}");
            assert!(stderr(&read).contains(&format!("-: {UTF_16}")), "{command:?}: {read:?}");
        }
    }
}

#[test]
fn a_mark_is_skipped_at_the_start_of_a_file_only() {
    let (_, text) = games().remove(0);
    let marked = format!("\u{feff}{text}");
    let output = regicide(&["verify"], &format!("{marked}{marked}"));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(&output).contains("-:2: FAILED") && stdout(&output).ends_with("1 holds, 1 does not\n"));
}

#[test]
fn a_file_without_a_record_is_named_and_its_lines_are_no_records() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let prose = "It was a dark and stormy night.\n\n".repeat(37);
    for content in
        ["", " \r\n\t", "\u{feff}", &prose, "[]", "[{\"format\":\"regicide-record/1\"}]", "null\n7\n"]
    {
        let path = file(&folder, content.as_bytes());
        let name = path.to_str().unwrap();
        for command in commands(&database) {
            for (language, words) in [("en", "There is no record."), ("es", "No hay ningún registro.")] {
                let read = regicide(&[&command[..], &[name, "--lang", language]].concat(), "");
                assert_eq!(read.status.code(), Some(2), "{command:?}: {read:?}");
                assert_eq!(stderr(&read), format!("regicide: {name}: {words}\n"), "{command:?}");
                assert!(read.stdout.is_empty(), "{command:?}: {read:?}");
            }
        }
    }
    // Next to a record, nothing is left out silently.
    let (_, text) = games().remove(0);
    let mixed = regicide(&["verify"], &format!("{prose}{text}{prose}"));
    assert_eq!(mixed.status.code(), Some(1), "{mixed:?}");
    let message = stdout(&mixed);
    assert!(
        message.contains("-:1: FAILED") && message.contains("-:75: ok") && message.contains("-:76: FAILED"),
        "{message}"
    );
    assert!(message.ends_with("3 records: 1 holds, 2 do not\n"), "{message}");
}

#[test]
fn moves_are_read_with_a_mark_and_crlf() {
    let (good, bad) = spellings("play AC TH\nconcede\n");
    let play = ["play", "--seed", "s42"];
    for content in &good {
        let output = piped(&play, content);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(!stdout(&output).contains("S3"), "{output:?}");
    }
    for content in &bad {
        let output = piped(&play, content);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).contains(UTF_16), "{output:?}");
    }
}

#[test]
fn a_key_is_read_with_a_mark_and_crlf() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = spellings(&format!("{}\n", "5c".repeat(32)));
    let serve = |content: &[u8]| {
        let path = file(&folder, content);
        let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
        command.current_dir(folder.path()).arg("serve").env("REGICIDE_DAILY_KEY_FILE", path);
        // The address is refused after the key was read.
        let output = command.args(["--listen", "192.0.2.1:1"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        stderr(&output)
    };
    for content in &good {
        let message = serve(content);
        assert!(message.contains("192.0.2.1:1"), "{message}");
    }
    for content in &bad {
        let message = serve(content);
        assert!(message.contains(&format!("file: {UTF_16}")) && !message.contains("5c5c"), "{message}");
    }
}
