//! The page of the settings has the texts of the help.

use std::process::Command;

#[test]
fn the_page_of_settings_has_the_texts_of_the_help() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    let help = command.args(["serve", "--help"]).env_clear().output().unwrap();
    let page = include_str!("../../docs/reference/settings.md");
    let (_, shown) = page.split_once("```text\n").unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert_eq!(shown.trim_end_matches("```\n"), help, "run `just settings`");
}
