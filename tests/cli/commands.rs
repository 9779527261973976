//! `regicide verify` and `regicide replay`, as people call them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::games::games;

pub(crate) fn regicide(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that does not read its input closes it early.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn verify_prints_a_line_for_each_record_and_a_summary() {
    let games = games();
    let mut arguments = vec!["verify"];
    arguments.extend(games.iter().map(|(path, _)| path.to_str().unwrap()));
    let output = regicide(&arguments, "");
    let stdout = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    assert_eq!(stdout.lines().count(), games.len() + 1);
    assert!(stdout.ends_with(&format!("{0} records: {0} hold, 0 do not\n", games.len())));
    assert!(stdout.lines().next().unwrap().ends_with("to the end, unauthenticated"));
}

#[test]
fn verify_reads_many_records_from_standard_input_and_goes_on_after_a_bad_one() {
    let games = games();
    let bad = games[1].1.replacen("\"seed\":\"", "\"seed\":\"x", 1);
    let pretty =
        serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(&games[2].1).unwrap());
    let input = format!("{}{}nonsense\n{}\n", games[0].1, bad, pretty.unwrap());
    let output = regicide(&["verify"], &input);
    let stdout = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{stdout}");
    assert!(lines[0].starts_with("-:1: ok"));
    assert!(lines[1].starts_with("-:2: FAILED, commitment: It is "), "{stdout}");
    assert!(lines[2].starts_with("-:3: FAILED"));
    assert!(lines[3].starts_with("-:4: ok"));
    assert_eq!(lines[4], "4 records: 2 hold, 2 do not");
}

#[test]
fn verify_compares_a_record_with_given_values() {
    let (path, text) = games().remove(0);
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    let file = path.to_str().unwrap();
    let verify = |flag: &str, hash: &str| regicide(&["verify", file, flag, hash], "");
    let good = verify("--commitment", record["commitment"].as_str().unwrap());
    assert!(stdout(&good).contains("authenticated") && !stdout(&good).contains("unauthenticated"));
    let forged = verify("--chain", &"0".repeat(64));
    assert_eq!(forged.status.code(), Some(1));
    assert!(stdout(&forged).contains("FAILED, expected_chain"));
    assert_eq!(verify("--chain", "short").status.code(), Some(2));
}

#[test]
fn verify_prints_who_had_a_seat_until_which_move() {
    let vectors = include_str!("../../crates/engine/tests/data/vectors/log.json");
    let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap();
    let mut record = vectors["changed_hands"]["record"].clone();
    let policy = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(policy.path(), vectors["policy"].as_str().unwrap()).unwrap();
    let policy = policy.path().to_str().unwrap();
    let verify = |record: &serde_json::Value, language: &str| {
        let output = regicide(&["verify", "--policy", policy, "--lang", language], &record.to_string());
        (output.status.code(), stdout(&output))
    };
    for (language, words) in [
        ("en", "a until move 1, then bot-steady until move 3, then 01a2"),
        ("es", "a hasta la jugada 1, después bot-steady hasta la jugada 3, después 01a2"),
    ] {
        let (status, printed) = verify(&record, language);
        assert_eq!(status, Some(0), "{printed}");
        assert!(printed.contains(words), "{printed}");
    }
    record["former_players"][4]["until"] = 6.into();
    for (language, words) in [
        ("en", "FAILED, names: A seat changed hands after move 6, which is not there."),
        ("es", "names: Un asiento cambió de jugador tras la jugada 6, que no existe."),
    ] {
        let (status, printed) = verify(&record, language);
        assert_eq!(status, Some(1), "{printed}");
        assert!(printed.contains(words), "{printed}");
    }
}

#[test]
fn unreadable_input_has_its_own_exit_status() {
    assert_eq!(regicide(&["verify", "/no/such/file"], "").status.code(), Some(2));
    assert_eq!(regicide(&["replay", "/no/such/file"], "").status.code(), Some(2));
    assert_eq!(regicide(&["nonsense"], "").status.code(), Some(2));
}

/// `/dev/zero` never ends.
#[test]
fn files_are_read_up_to_the_limits_of_records() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.json");
    std::fs::write(&large, format!("{{\"format\":\"{}\"}}", "x".repeat(2 << 20))).unwrap();
    for file in ["/dev/zero", large.to_str().unwrap()] {
        for command in ["replay", "analyse"] {
            let output = regicide(&[command, file], "");
            assert_eq!(output.status.code(), Some(2), "{command} {file}");
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let limit = if file == "/dev/zero" { "longer than 4 MiB" } else { "larger than 1 MiB" };
            assert!(message.contains(limit) && message.len() < 300, "{message}");
        }
    }
    let output = regicide(&["verify", "/dev/zero"], "");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("/dev/zero: ") && message.contains("longer than 4 MiB"), "{message}");
    assert!(output.stdout.is_empty(), "{}", stdout(&output));
    let message = regicide(&["--lang", "es", "replay", "/dev/zero"], "");
    assert!(String::from_utf8_lossy(&message.stderr).contains("más de 4 MiB"));
}

/// An error does not repeat a long value.
#[test]
fn the_error_for_an_unknown_format_is_short() {
    let record = format!("{{\"format\":\"{}\"}}", "x".repeat(500_000));
    let output = regicide(&["replay", "-"], &record);
    assert_eq!(output.status.code(), Some(2));
    assert!((100..1_000).contains(&output.stderr.len()), "{}", output.stderr.len());
}

#[test]
fn replay_prints_a_game_and_the_table() {
    for (path, text) in games() {
        let record: serde_json::Value = serde_json::from_str(&text).unwrap();
        let output = regicide(&["replay", path.to_str().unwrap()], "");
        let stdout = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{stdout}");
        assert!(stdout.contains(&format!("position {}", record["position"].as_str().unwrap())));
        for mv in record["moves"].as_array().unwrap() {
            let start = format!("{:>3}. ", mv["seq"].as_u64().unwrap());
            let line = stdout.lines().find(|line| line.starts_with(&start)).unwrap();
            let seat: usize = mv["seat"].to_string().parse().unwrap();
            let name = record["names"][seat].as_str().unwrap_or_default();
            assert!(line.contains(&format!("seat {}", seat + 1)) && line.contains(name), "{line}");
            assert!(line.ends_with(&format!(": {}", mv["text"].as_str().unwrap())), "{line}");
        }
    }
}

/// S6.14: a comment is untrusted, and stands behind its move.
#[test]
fn replay_prints_comments_behind_their_moves() {
    let (_, text) = games().remove(0);
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    record["comments"] = serde_json::json!([
        {"seq": 2, "text": "Two\nlines \u{202e}"}, {"seq": 0, "text": "A hard deal."}, {"seq": 7151, "text": "late"},
    ]);
    let printed = stdout(&regicide(&["replay", "-"], &record.to_string())).clone();
    let places = ["# A hard deal.", "\n  1. ", "\n  2. ", "     # Two\n     # lines \\u202e\n", "\n  3. "];
    let places = places.map(|part| printed.find(part).unwrap_or_else(|| panic!("{part} in {printed}")));
    assert!(places.is_sorted(), "{printed}");
    assert!(!printed.contains("late"), "{printed}");
    let lines = stdout(&regicide(&["replay", "--json", "--at", "1", "-"], &record.to_string())).clone();
    let comments: Vec<&str> = lines.lines().filter(|line| line.contains("\"comment\"")).collect();
    assert_eq!(comments, [r#"{"seq":0,"text":"A hard deal.","type":"comment"}"#]);
}

#[test]
fn replay_stops_at_the_given_and_at_the_first_bad_move() {
    let (path, text) = games().remove(0);
    let output = regicide(&["replay", "--at", "3", path.to_str().unwrap()], "");
    assert!(stdout(&output).contains("After move 3:") && !stdout(&output).contains("\n  4. "));
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    record["moves"][4]["text"] = "flip 1".into();
    let output = regicide(&["replay", "-"], &record.to_string());
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("After move 4:"));
    assert!(stdout(&output).contains("Move 5: "));
}
