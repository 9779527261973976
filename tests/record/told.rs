//! Games told in words, in every language.

use std::collections::BTreeSet;

use regicide::engine::{Effect, Message};
use regicide::record::{RecordFile, Replay};
use regicide::words::Language;
use serde_json::Value;
use utoipa::PartialSchema;

use crate::commands::{regicide, told};
use crate::released::games;

/// The effects of the kept games, which show every effect there is.
fn effects() -> Vec<Effect> {
    let mut all = Vec::new();
    for (_, text) in games() {
        let record = RecordFile::from_json(&text).unwrap();
        let (setup, seed) = (record.setup().unwrap(), record.seed().unwrap());
        let entries = record.entries().map(Result::unwrap);
        all.extend(Replay::new(&setup, &seed, entries).flat_map(|step| step.unwrap().effects));
    }
    all
}

fn kind(effect: &Effect) -> String {
    serde_json::to_value(effect).unwrap()["type"].as_str().unwrap().to_owned()
}

fn kinds<E: PartialSchema>() -> impl Iterator<Item = String> {
    let schema = serde_json::to_value(E::schema()).unwrap();
    let kinds = schema["oneOf"].as_array().unwrap().clone();
    kinds.into_iter().map(|kind| kind["properties"]["type"]["enum"][0].as_str().unwrap().to_owned())
}

#[test]
fn every_effect_is_told_in_every_language_in_its_own_words() {
    let effects = effects();
    let known: BTreeSet<String> = kinds::<regicide::engine::regicide::Effect>()
        .chain(kinds::<regicide::engine::tricks::Effect>())
        .collect();
    let seen: BTreeSet<String> = effects.iter().map(kind).collect();
    assert_eq!(seen, known);
    for effect in effects {
        let mut ways = BTreeSet::new();
        for language in Language::all() {
            // A text that is missing would panic here.
            let said = language.say(&effect.message());
            assert!(said.ends_with('.') && !said.contains(['{', '$', '\n']), "{said}");
            assert!(said.starts_with(char::is_uppercase) || said.starts_with(char::is_numeric), "{said}");
            ways.insert(said);
        }
        assert_eq!(ways.len(), Language::all().count(), "{ways:?}");
    }
}

#[test]
fn the_replay_command_speaks_the_language_asked_for() {
    let (path, text) = games().remove(0);
    let path = path.to_str().unwrap();
    let record = RecordFile::from_json(&text).unwrap();
    let (setup, seed) = (record.setup().unwrap(), record.seed().unwrap());
    let english = told(&regicide(&["replay", path, "--lang", "en"], ""));
    let spanish = told(&regicide(&["replay", path, "--lang", "es-AR"], ""));
    let words = Language::lookup("es").unwrap();
    for step in Replay::new(&setup, &seed, record.entries().map(Result::unwrap)) {
        for effect in step.unwrap().effects {
            assert!(spanish.contains(&words.say(&effect.message())));
            assert!(english.contains(&Language::default().say(&effect.message())));
        }
    }
    assert!(spanish.contains("Mazo de posada") && english.contains("Tavern deck"));
    let last: Value = serde_json::from_str(&text).unwrap();
    for told in [english, spanish] {
        assert!(told.contains(last["position"].as_str().unwrap()));
    }
    let unknown = regicide(&["replay", path, "--lang", "tlh"], "");
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn the_verify_command_follows_the_environment() {
    let (path, text) = games().remove(0);
    let path = path.to_str().unwrap();
    let judge = |variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_regicide"));
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
        let output = command.args(["verify", path]).envs(variables.iter().copied()).output().unwrap();
        told(&output)
    };
    let spanish = |told: &str| told.contains("sin autenticar");
    assert!(spanish(&judge(&[("LANG", "es_ES.UTF-8")])));
    assert!(spanish(&judge(&[("LC_ALL", ""), ("LC_MESSAGES", "es"), ("LANG", "en_US")])));
    assert!(!spanish(&judge(&[("LC_ALL", "C"), ("LANG", "es_ES")])));
    assert!(!spanish(&judge(&[])));
    let bad = text.replacen("\"seed\":\"", "\"seed\":\"x", 1);
    let output = regicide(&["verify", "--lang", "es"], &bad);
    assert!(told(&output).contains("NO SE SOSTIENE, commitment: Es "), "{}", told(&output));
    let help = regicide(&["verify", "--lang", "es", "--help"], "");
    assert!(told(&help).contains("Judge record files"));
}

#[test]
fn whatever_stands_in_a_problem_or_the_rules_is_said_in_every_language() {
    for language in Language::all() {
        for code in regicide::api::Code::ALL {
            assert!(!language.say(&code.title()).is_empty());
        }
        let rules = serde_json::to_string(&regicide::service::Rules::all(language)).unwrap();
        let spanish = rules.contains("compañero animal de tréboles") && rules.contains("mazo de castillo");
        assert_eq!(spanish, language.tag() == "es");
        assert!(rules.contains("R12.4") && rules.contains("T12"));
    }
    assert_eq!(Language::default().say(&Message::text("as it is".to_owned())), "as it is");
}
