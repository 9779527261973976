//! The language of commands, problems and rules.

use regicide_engine::engine::Ruleset;
use regicide_engine::i18n::Language;
use regicide_engine::record::{RecordFile, Replay};
use serde_json::Value;

use crate::commands::{regicide, stdout};
use crate::games::games;

#[test]
fn the_replay_command_uses_the_chosen_language() {
    let (path, text) = games().remove(0);
    let path = path.to_str().unwrap();
    let record = RecordFile::from_json(&text).unwrap();
    let (setup, seed) = (record.setup().unwrap(), record.seed().unwrap());
    let english = stdout(&regicide(&["replay", path, "--lang", "en"], ""));
    let spanish = stdout(&regicide(&["replay", path, "--lang", "es-AR"], ""));
    let es = Language::lookup("es").unwrap();
    for step in Replay::new(&setup, &seed, record.entries().map(Result::unwrap)) {
        for effect in step.unwrap().effects {
            assert!(spanish.contains(&es.text(&effect.message(&setup))));
            assert!(english.contains(&Language::default().text(&effect.message(&setup))));
        }
    }
    assert!(spanish.contains("Mazo de la posada") && english.contains("Tavern deck"));
    let last: Value = serde_json::from_str(&text).unwrap();
    for stdout in [english, spanish] {
        assert!(stdout.contains(last["position"].as_str().unwrap()));
    }
    let unknown = regicide(&["replay", path, "--lang", "tlh"], "");
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn the_verify_command_follows_the_environment() {
    let (path, text) = games().remove(0);
    let path = path.to_str().unwrap();
    let verify = |variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_regicide"));
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
        let output = command.args(["verify", path]).envs(variables.iter().copied()).output().unwrap();
        stdout(&output)
    };
    let spanish = |stdout: &str| stdout.contains("sin autenticar");
    assert!(spanish(&verify(&[("LANG", "es_ES.UTF-8")])));
    assert!(spanish(&verify(&[("LC_ALL", ""), ("LC_MESSAGES", "es"), ("LANG", "en_US")])));
    assert!(!spanish(&verify(&[("LC_ALL", "C"), ("LANG", "es_ES")])));
    assert!(!spanish(&verify(&[])));
    let bad = text.replacen("\"seed\":\"", "\"seed\":\"x", 1);
    let output = regicide(&["verify", "--lang", "es"], &bad);
    assert!(stdout(&output).contains("NO SE SOSTIENE, commitment: Es "), "{}", stdout(&output));
    let help = regicide(&["verify", "--lang", "es", "--help"], "");
    assert!(stdout(&help).contains("Verify record files"));
}

#[test]
fn problems_and_rules_have_texts_in_every_language() {
    for language in Language::all() {
        for code in regicide_server::api::Code::ALL {
            assert!(!language.text(&code.title()).is_empty());
        }
        let rules =
            serde_json::to_string(&regicide_server::service::games::Rules::of(Ruleset::all(), language))
                .unwrap();
        let spanish = rules.contains("compañero animal de tréboles") && rules.contains("mazo del castillo");
        assert_eq!(spanish, language.tag() == "es");
        assert!(rules.contains("R12.4") && rules.contains("T12"));
    }
}
