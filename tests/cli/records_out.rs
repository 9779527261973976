//! `--out`, which does not overwrite files.

use crate::commands::{regicide, stdout};

const COMMANDS: [&[&str]; 3] = [
    &["play", "--seed", "banana"],
    &["solve", "--seed", "deal-1", "--players", "4"],
    &["simulate", "--players", "2", "--games", "1", "--bots", "novice"],
];

#[test]
fn a_file_is_overwritten_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.json");
    let path = file.to_str().unwrap();
    let long = "kept\n".repeat(10_000);
    for command in COMMANDS {
        std::fs::write(&file, &long).unwrap();
        let out = [command, &["--out", path]].concat();
        let refused = regicide(&out, "concede\n");
        assert_eq!(refused.status.code(), Some(2), "{command:?}: {refused:?}");
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(message.contains(&format!("{path} exists already; --force")), "{message}");
        assert!(refused.stdout.is_empty(), "nothing is done first: {refused:?}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), long);

        let forced = regicide(&[&out[..], &["--force"]].concat(), "concede\n");
        assert_eq!(forced.status.code(), Some(0), "{command:?}: {forced:?}");
        let verified = regicide(&["verify", path], "");
        assert_eq!(stdout(&verified).lines().last(), Some("1 record: 1 holds, 0 do not"), "{command:?}");
        let alone = regicide(&[command, &["--force"]].concat(), "concede\n");
        assert_eq!(alone.status.code(), Some(2), "{command:?}: --force is about --out");
    }
}

#[test]
fn records_are_printed_where_a_dash_is_named() {
    for command in COMMANDS {
        let printed = stdout(&regicide(&[command, &["--out", "-"]].concat(), "concede\n"));
        let record = printed.lines().last().unwrap();
        let verified = regicide(&["verify"], record);
        assert_eq!(verified.status.code(), Some(0), "{command:?}: {printed}");
        assert_eq!(printed.lines().count() == 1, command[0] != "play", "{command:?}: {printed}");
    }
}
