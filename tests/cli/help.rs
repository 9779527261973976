//! The help, which has to fit on a terminal and to show how a command is used.

use crate::commands::{regicide, stdout};
use crate::install::COMMANDS;

#[test]
fn the_help_of_the_program_fits_on_a_terminal() {
    for arguments in [&["--help"][..], &["-h"], &["help"]] {
        let help = stdout(&regicide(arguments, ""));
        assert!(help.lines().count() <= 24, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        for command in COMMANDS {
            let is_there = |line: &str| {
                line.split("  ").nth(1).is_some_and(|names| names.split(", ").any(|name| name == command))
            };
            assert!(help.lines().any(is_there), "{command}: {help}");
        }
    }
}

/// The names in the list of commands that a help has.
fn commands_of(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("Commands:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_command_shows_examples() {
    let mut found = 0;
    let mut commands: Vec<Vec<String>> = COMMANDS.map(|command| vec![command.to_owned()]).to_vec();
    while let Some(command) = commands.pop() {
        for flag in ["--help", "-h"] {
            let arguments: Vec<&str> = command.iter().map(String::as_str).chain([flag]).collect();
            let help = stdout(&regicide(&arguments, ""));
            let (_, examples) =
                help.split_once("Examples:\n").unwrap_or_else(|| panic!("{arguments:?}: {help}"));
            assert!(
                examples.contains(&format!("regicide {}", command.join(" "))),
                "{arguments:?}: {examples}"
            );
            if flag == "-h" {
                let within = commands_of(&help).into_iter().filter(|name| name != "help");
                commands.extend(within.map(|name| [&command[..], &[name]].concat()));
            }
        }
        found += 1;
    }
    assert!(found >= COMMANDS.len() + 10, "operators' actions are commands, too: {found}");
}

#[test]
fn a_misspelt_command_is_guessed() {
    let output = regicide(&["verfy"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("'verify'"), "{output:?}");
}

/// A global option can stand before every command, but the help of a command shows only
/// those that have an effect on it.
#[test]
fn the_help_shows_options_that_have_an_effect() {
    for (command, shown, hidden) in [
        (&["verify"][..], &["--json", "--lang"][..], &["--database-url"][..]),
        (&["play"], &["--lang"], &["--database-url", "--json"]),
        (&["schema"], &["--help"], &["--database-url", "--json", "--lang"]),
        (&["keys"], &["--database-url", "--json"], &[]),
        (&["admin", "log"], &["--database-url"], &["--json"]),
        (&["log", "mirror"], &["--json"], &["--database-url"]),
        (&["log", "recover"], &["--json", "--database-url"], &[]),
    ] {
        let help = stdout(&regicide(&[command, &["--help"]].concat(), ""));
        for option in shown {
            assert!(help.contains(option), "{command:?} {option}: {help}");
        }
        for option in hidden {
            assert!(!help.contains(option), "{command:?} {option}: {help}");
        }
    }
    let before = regicide(&["--database-url", "sqlite://none.db", "--json", "schema"], "");
    assert_eq!(before.status.code(), Some(0), "{before:?}");
}
