//! The worked examples of the specification (docs/spec/record.md S8, docs/spec/log.md)
//! print the documented output.

use std::fs;
use std::process::Command;

use regicide_engine::engine::{NamedOutcome, Outcome};
use regicide_engine::i18n::Language;
use regicide_engine::record::{
    Authenticity, End, Expected, PublicKey, RecordFile, SigningKey, Statement, verify,
};
use serde_json::Value;

fn file(path: &str) -> String {
    fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The contents of the code blocks of a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let begin = format!("```{language}\n");
    text.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// All commands of a section run in one shell, as a reader would run them.
fn assert_prints(page: &str, heading: &str) {
    let (_, example) = page.split_once(&format!("\n## {heading}")).unwrap();
    let (commands, printed) = (blocks(example, "sh"), blocks(example, "text"));
    assert!(commands.len() >= 5);
    let script = commands.join("echo ---\n");
    let output = Command::new("bash").args(["-euo", "pipefail", "-c", &script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), printed.join("---\n"));
}

#[test]
fn s8_every_command_of_the_example_prints_the_documented_output() {
    assert_prints(&file("docs/spec/record.md"), "S8 ");
}

#[test]
fn the_example_of_the_log_is_that_of_the_vectors() {
    let page = file("docs/spec/log.md");
    assert_prints(&page, "Worked example");
    let vectors: Value = serde_json::from_str(&file("crates/engine/tests/data/vectors/log.json")).unwrap();
    let printed = blocks(&page, "text").concat();
    for text in
        [&vectors["roots"]["1"], &vectors["roots"]["2"], &vectors["roots"]["3"], &vectors["checkpoint"]]
    {
        assert!(printed.contains(text.as_str().unwrap()), "{text}");
    }
    assert!(page.contains(vectors["entries"][0].as_str().unwrap()));
}

#[test]
fn s8_the_record_of_the_example_agrees_with_the_page() {
    let page = file("docs/spec/record.md");
    let record = RecordFile::from_json(&file("docs/spec/example.json")).unwrap();
    let value_of = |label: &str| {
        let (_, rest) = page.split_once(&format!("| {label} | `")).unwrap();
        rest.split_once('`').unwrap().0
    };
    let secret = hex::decode(value_of("secret key")).unwrap().try_into().unwrap();
    let key: PublicKey = value_of("public key").parse().unwrap();
    assert_eq!(SigningKey::from_bytes(&secret).public(), key);
    assert_eq!(record.signature.as_deref(), Some(value_of("`signature`")));
    let verdict = verify(&record, &Expected { keys: vec![key], ..Expected::default() }, Language::default());
    assert!(verdict.consistent, "{:?}", verdict.checks);
    assert_eq!(verdict.authenticity, Authenticity::Authenticated);
    let outcome = match verdict.result.unwrap() {
        NamedOutcome::Regicide(outcome) => Outcome::Regicide(outcome),
        NamedOutcome::Tricks(outcome) => Outcome::Tricks(outcome),
    };
    let statement = Statement {
        chain: verdict.chain.unwrap(),
        seed_by: record.seed_by.unwrap(),
        end: End::Outcome(&outcome),
        played_as: record.played_as.as_ref().unwrap(),
        player_ids: record.player_ids.as_deref().unwrap(),
        former_players: &record.former_players,
        id: record.id.as_deref().unwrap(),
    };
    let line = statement.line().unwrap();
    assert!(blocks(&page, "text").contains(&format!("{line}\n")), "{line}");
    assert_eq!(SigningKey::from_bytes(&secret).sign(&statement), record.signature);
    let chain = verdict.chain.unwrap().to_string();
    assert!(blocks(&page, "text").iter().any(|printed| printed.lines().any(|line| line == chain)));
}
