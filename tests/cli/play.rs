//! `regicide play`, by typed input.

use std::process::Output;

use serde_json::Value;

use crate::commands::{regicide, stdout};

fn play(arguments: &[&str], typed: &str) -> Output {
    regicide(&[&["play"], arguments].concat(), typed)
}

/// Plays to the end, the first legal move each time, and gives the record.
fn whole_game(arguments: &[&str], typed: &str) -> (String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let arguments = [arguments, &["--out", file.to_str().unwrap()]].concat();
    let output = play(&arguments, typed);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let verified = regicide(&["verify", file.to_str().unwrap()], "");
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let record = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    (stdout(&output), record)
}

#[test]
fn both_games_are_played_to_their_end_and_the_record_holds() {
    let first = "1\n".repeat(3000);
    for arguments in [
        vec!["--seed", "banana"],
        vec!["--seed", "banana", "--players", "3", "--variants", "no_combos,shared_damage"],
        vec!["--players", "4", "--lang", "es"],
        vec!["--kind", "regicide-tricks", "--seed", "pear", "--target", "10"],
        vec!["--kind", "regicide-tricks", "--players", "4", "--partners", "--jokers", "0", "--target", "10"],
    ] {
        let (stdout, record) = whole_game(&arguments, &first);
        assert!(record["result"].is_object(), "{arguments:?}: {stdout}");
        assert!(stdout.contains(record["seed"].as_str().unwrap()), "the seed is printed at the end");
        let spanish = arguments.contains(&"es");
        assert_eq!(stdout.contains("La partida ha terminado"), spanish, "{stdout}");
        assert_eq!(stdout.contains("The game is over"), !spanish, "{stdout}");
    }
}

#[test]
fn the_prompt_is_the_one_that_the_first_change_of_contributing_replaces() {
    let removed = include_str!("../../CONTRIBUTING.md").split_once("-play-prompt = ").unwrap().1;
    let (stdout, _) = whole_game(&["--players", "2"], "");
    assert!(stdout.contains(removed.lines().next().unwrap()), "{stdout}");
}

#[test]
fn moves_are_made_by_number_and_by_text_and_refused_with_their_clause() {
    let typed = "help\n99\nplay ZZ\nyield\nplay 9C 9H\n\nplay 5C 5D\nquit\n";
    let (stdout, record) = whole_game(&["--seed", "banana"], typed);
    for line in [
        "A number or a text makes a move",
        "There is no move 99 in the list.",
        "(S3)",
        "Refused: A solo game has no yielding. (R7.3)",
        "Refused: The combo is worth 18, more than 10. (R4.3)",
        " 9 play 5C 5D = 20*",
        "Seat 1 draws 2 cards: Ten of Diamonds and Nine of Spades.",
        "The Jack of Clubs is the next enemy.",
    ] {
        assert!(stdout.contains(line), "{line}\n{stdout}");
    }
    let moves = record["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["text"], &record["result"]), (1, &"play 5C 5D".into(), &Value::Null));
    assert!(!stdout.contains("The game is over"), "quitting does not show the seed");
}

#[test]
fn the_input_may_end_at_any_time_and_conceding_ends_the_game() {
    let (stdout, record) = whole_game(&[], "");
    assert!(record["moves"].as_array().unwrap().is_empty() && !stdout.is_empty());
    let (stdout, record) = whole_game(&["--players", "2"], "concede\n1\n");
    assert_eq!(record["moves"].as_array().unwrap().len(), 1);
    assert!(stdout.contains("Seat 1 concedes"), "{stdout}");
    let tricks = ["--kind", "regicide-tricks", "--players", "4", "--partners", "--seed", "pear"];
    let (stdout, _) = whole_game(&tricks, "concede\n");
    assert!(stdout.contains("Seat 1 concedes, also for seat 3."), "{stdout}");
    assert!(stdout.contains("Seat 2 and seat 4 win the game."), "{stdout}");
    let (stdout, _) = whole_game(&[&tricks[..], &["--lang", "es"]].concat(), "concede\n");
    assert!(stdout.contains("El asiento 2 gana la partida con el asiento 4."), "{stdout}");
}

/// The hands in the rows of a diagram that `play` has drawn.
fn shown(stdout: &str) -> Vec<&str> {
    stdout.lines().filter(|line| line.starts_with("Seat ") && line.contains("  ")).collect()
}

#[test]
fn only_the_hand_of_the_seat_to_act_is_shown() {
    for game in ["regicide", "regicide-tricks"] {
        let output = play(&["--kind", game, "--players", "3", "--seed", "banana"], "1\n1\n1\n1\n");
        let stdout = stdout(&output);
        let rows = shown(&stdout);
        assert!(rows.len() >= 12, "{stdout}");
        for row in rows {
            assert_eq!(row.contains('>'), !row.contains("cards"), "{row}");
        }
        assert!(!stdout.contains(": Ten of"), "drawn cards of other seats are not printed: {stdout}");
        assert!(
            stdout.contains("Castle deck   11 cards") || stdout.contains("Stock      14 cards"),
            "{stdout}"
        );
    }
}

#[test]
fn choices_that_do_not_fit_are_refused_with_their_clause() {
    for (arguments, reason) in [
        (vec!["--players", "5"], "The game is for one to four players. ("),
        (vec!["--target", "20"], "The game does not have this option. (R10.4)"),
        (vec!["--variants", "none"], "[possible values: mulligan, no_combos, shared_damage]"),
        (vec!["--kind", "chess"], "[possible values: regicide, regicide-tricks]"),
        (vec!["--seed", "a b"], "a seed is"),
    ] {
        let output = play(&arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_person_plays_with_bots() {
    let first = "1\n".repeat(300);
    for game in ["regicide", "regicide-tricks"] {
        let arguments = ["--kind", game, "--players", "4", "--bots", "novice", "--seed", "banana"];
        let (printed, record) = whole_game(&arguments, &first);
        assert!(record["result"].is_object(), "{printed}");
        assert_eq!(
            record["names"],
            serde_json::json!([null, "Bot (novice)", "Bot (novice)", "Bot (novice)"])
        );
        assert!(printed.contains("Bot (novice) (seat 2)"), "bots are named: {printed}");
        let (again, same) = whole_game(&arguments, &first);
        assert_eq!(
            (record["moves"].clone(), printed.lines().count()),
            (same["moves"].clone(), again.lines().count())
        );
        let moves = record["moves"].as_array().unwrap();
        for seat in 0..4 {
            assert!(moves.iter().any(|made| made["seat"] == seat), "seat {seat} has moved");
        }
    }
}

/// The table, the choices and the question, as often as they were shown.
fn screens(stdout: &str) -> Vec<&str> {
    let questions = ["Your move (", "Su jugada ("];
    let ends = stdout.match_indices(questions[0]).chain(stdout.match_indices(questions[1]));
    ends.filter_map(|(end, _)| {
        let before = &stdout[..end];
        let table = before.rfind("\nEnemy ").or_else(|| before.rfind("\nEnemigo "));
        Some(&stdout[table.or_else(|| before.rfind("\nSeat 1 "))?..end])
    })
    .collect()
}

#[test]
fn a_screen_fits_on_a_terminal() {
    let first = "1\n".repeat(400);
    let mut count = 0;
    for (number, arguments) in [
        &[][..],
        &["--lang", "es"],
        &["--players", "2"],
        &["--players", "3", "--variants", "no_combos,shared_damage"],
        &["--players", "4", "--lang", "es"],
        &["--players", "4", "--bots", "novice"],
    ]
    .into_iter()
    .cycle()
    .take(60)
    .enumerate()
    {
        let seed = format!("screen-{number}");
        let output = play(&[arguments, &["--seed", &seed]].concat(), &first);
        let stdout = stdout(&output);
        for line in stdout.lines() {
            assert!(line.chars().count() <= 80, "{seed}: {line}");
        }
        for screen in screens(&stdout) {
            // The first line break ends the previous output.
            assert!(screen.lines().count() <= 24, "{seed}:{screen}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn discards_are_listed_with_their_value_the_least_waste_first() {
    let mut discards = 0;
    for number in 0..20 {
        let output = play(&["--seed", &format!("cover-{number}")], &"1\n".repeat(6));
        let stdout = stdout(&output);
        for screen in screens(&stdout) {
            let Some((needed, _)) = screen.split_once(" to cover.") else { continue };
            let needed: u32 = needed.rsplit('\n').next().unwrap().parse().unwrap();
            let (_, choices) = screen.split_once("worth:\n").unwrap();
            let worths: Vec<u32> = choices
                .split(" = ")
                .skip(1)
                .map(|rest| rest.split_whitespace().next().unwrap().parse().unwrap())
                .collect();
            assert!(!worths.is_empty() && worths[0] >= needed, "{screen}");
            assert!(worths.is_sorted(), "{screen}");
            let cards = choices.split("discard ").nth(1).unwrap().split(" = ").next().unwrap();
            let value = |card: &str| match card.as_bytes()[0] {
                b'A' => 1,
                b'T' | b'J' => 10,
                b'Q' => 15,
                b'K' => 20,
                digit => u32::from(digit - b'0'),
            };
            assert_eq!(cards.split(' ').map(value).sum::<u32>(), worths[0], "{screen}");
            discards += 1;
        }
    }
    assert!(discards > 10, "{discards}");
}
