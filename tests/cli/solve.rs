//! `regicide solve` and `regicide analyse`.

use serde_json::Value;

use crate::commands::{regicide, stdout};

/// The seed of a deal for one player without a diamond in the hand.
const LOST: &str = "deal-20";

fn lines(output: &std::process::Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_win_is_written_as_a_valid_record_and_analysed_as_a_win() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("won.json");
    let file = file.to_str().unwrap();
    let output = regicide(&["solve", "--seed", "deal-1", "--players", "4", "--out", file, "--json"], "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let printed = lines(&output);
    assert_eq!((&printed[0]["verdict"], &printed[1]["won"]), (&"won".into(), &1.into()));
    let judged = regicide(&["verify", file, "--json"], "");
    assert_eq!(judged.status.code(), Some(0), "{judged:?}");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(record["result"]["outcome"], "won");
    assert_eq!(record["moves"].as_array().unwrap().len(), printed[0]["line"].as_array().unwrap().len());

    let analysed = regicide(&["analyse", file, "--worlds", "10", "--lang", "es"], "");
    let text = crate::commands::stdout(&analysed);
    assert!(text.contains("En todas las posiciones de la partida se conocía una victoria."), "{text}");

    // The same game, given up after three moves.
    let mut conceded = record.clone();
    let moves = conceded["moves"].as_array_mut().unwrap();
    moves.truncate(3);
    moves.push(serde_json::json!({ "seq": 4, "seat": 0, "text": "concede" }));
    let analysed = regicide(&["analyse", "-", "--worlds", "10", "--json"], &conceded.to_string());
    assert_eq!(analysed.status.code(), Some(0), "{analysed:?}");
    let analysed = lines(&analysed);
    assert_eq!(analysed[0]["verdict"], "won");
    assert_eq!((&analysed[1]["first_seq"], &analysed[1]["verdict"]), (&4.into(), &"lost".into()));
    assert_eq!((&analysed[2]["mark"], &analysed[2]["seq"]), (&"analysis-lost-by".into(), &4.into()));
    assert_eq!(analysed.last().unwrap()["turning_point_seq"], 4);
    let decisions: Vec<_> = analysed.iter().filter(|line| line["type"] == "decision").collect();
    assert_eq!(decisions.len(), 3, "giving up is not compared");
    assert_eq!(decisions[0]["player_move"]["text"], record["moves"][0]["text"]);
}

#[test]
fn the_exit_status_distinguishes_lost_from_undecided() {
    let lost = regicide(&["solve", "--seed", LOST, "--gold", "--json"], "");
    assert_eq!(lost.status.code(), Some(1), "{lost:?}");
    assert_eq!(lines(&lost)[0]["verdict"], "lost");
    let undecided = regicide(&["solve", "--seed", LOST, "--seed", "deal-1", "--gold", "--nodes", "2000"], "");
    assert_eq!(undecided.status.code(), Some(2), "{undecided:?}");
    assert!(stdout(&undecided).contains("2 deals: 0 won, 1 proven lost, 1 undecided"), "{undecided:?}");
    for wrong in [&["--players", "2", "--gold"][..], &["--kind", "regicide-tricks", "--players", "2"]] {
        let wrong = regicide(&[&["solve", "--seed", "deal-1"], wrong].concat(), "");
        assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0), "{wrong:?}");
    }
}

#[test]
fn a_game_with_a_bad_move_is_analysed_up_to_it() {
    let record = serde_json::json!({
        "format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 4, "seed": "deal-1",
        "moves": [{ "seq": 1, "seat": 0, "text": "flip" }],
    });
    let analysed = regicide(&["analyse", "-", "--json", "--nodes", "1000"], &record.to_string());
    assert_eq!(analysed.status.code(), Some(1), "{analysed:?}");
    assert_eq!(lines(&analysed)[0]["last_seq"], 0);
}
