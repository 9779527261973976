//! `regicide simulate` and `regicide difficulty`.

use serde_json::Value;

use crate::commands::{regicide, stdout};
use crate::output::objects;

#[test]
fn wins_of_bots_are_printed_and_reproducible() {
    let arguments = ["simulate", "--players", "2", "--games", "3", "--bots", "novice,2"];
    let output = regicide(&arguments, "");
    let lines = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.starts_with("2 players, novice: ") && lines.contains(" of 3 games won, "), "{lines}");
    assert!(lines.contains("2 players, 2: ") && lines.contains(" enemies defeated (± "), "{lines}");
    assert_eq!(stdout(&regicide(&arguments, "")), lines);
    let json = regicide(&[&["--json"], &arguments[..]].concat(), "");
    let rows = objects(&json);
    assert_eq!(
        (&rows[0]["type"], &rows[0]["bot"], &rows[0]["games"]),
        (&"bot".into(), &"novice".into(), &3.into())
    );
    let share = &rows[0]["share"];
    assert!(share["low"].as_f64() <= share["percent"].as_f64(), "{share}");
    assert!(rows[0]["enemies_defeated"]["mean"].as_f64() <= Some(12.0), "{}", rows[0]);
}

#[test]
fn bots_of_the_trick_taking_game_play_against_others() {
    let arguments =
        ["--json", "simulate", "--kind", "regicide-tricks", "--games", "2", "--target", "10", "--bots", "2"];
    let rows = objects(&regicide(&arguments, ""));
    assert_eq!(rows.len(), 3, "for two, three and four players");
    assert!(rows.iter().all(|row| row["enemies_defeated"].is_null()), "{rows:?}");
}

#[test]
fn games_of_bots_can_be_played_in_parts() {
    let part = |from, games| {
        let arguments = ["--json", "simulate", "--players", "3", "--bots", "novice"];
        let arguments = [&arguments[..], &["--from", from, "--games", games]].concat();
        objects(&regicide(&arguments, "")).remove(0)
    };
    let (first, second, whole) = (part("0", "12"), part("12", "18"), part("0", "30"));
    let won = |row: &Value| row["won"].as_u64().unwrap();
    assert_eq!(won(&first) + won(&second), won(&whole));
    assert_ne!(first["enemies_defeated"], part("12", "12")["enemies_defeated"], "these are other games");
}

#[test]
fn a_deal_has_a_difficulty() {
    let output =
        regicide(&["--json", "difficulty", "--seed", "banana", "--players", "3", "--games", "1"], "");
    let found = &objects(&output)[0];
    assert_eq!(
        (&found["type"], &found["seed"], &found["games"]),
        (&"difficulty".into(), &"banana".into(), &1.into())
    );
    assert_eq!(found["enemies_defeated"]["margin"], 0.0, "of one game");
    let levels = ["easy", "moderate", "hard", "extreme"];
    assert!(levels.contains(&found["difficulty"].as_str().unwrap()), "{found}");
    let refused =
        regicide(&["difficulty", "--seed", "banana", "--kind", "regicide-tricks", "--players", "2"], "");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

#[test]
fn simulated_games_are_records_that_hold() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let arguments = ["simulate", "--players", "1..3", "--games", "2", "--bots", "novice", "--out", path];
    let output = regicide(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let verified = regicide(&["verify", path], "");
    assert!(stdout(&verified).ends_with("6 records: 6 hold, 0 do not\n"), "{verified:?}");
    assert_eq!(stdout(&output).lines().count(), 3, "{output:?}");
    let printed = regicide(&[&arguments[..8], &["-"]].concat(), "");
    assert_eq!(stdout(&printed), std::fs::read_to_string(path).unwrap());
    let part = [&["simulate", "--players", "2", "--games", "1", "--from", "1"], &arguments[5..8], &["-"]];
    let part = regicide(&part.concat(), "");
    assert_eq!(
        stdout(&part).lines().next(),
        stdout(&printed).lines().nth(3),
        "the second game of two players"
    );
    let seats = |game: &Value| game["names"].clone();
    let arguments = ["simulate", "--kind", "regicide-tricks", "--players", "2", "--games", "2"];
    let arguments = [&arguments[..], &["--target", "10", "--bots", "2", "--out", "-"]].concat();
    let tricks = objects(&regicide(&arguments, ""));
    assert_eq!(
        tricks.iter().map(seats).collect::<Vec<_>>(),
        [serde_json::json!(["2", "novice"]), serde_json::json!(["novice", "2"])]
    );
    for wrong in ["3..1", "0", "x"] {
        assert_eq!(regicide(&["simulate", "--players", wrong], "").status.code(), Some(2), "{wrong}");
    }
}
