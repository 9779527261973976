//! Spanish texts use the terms of the rules.

use std::collections::BTreeMap;
use std::fs;

/// The Spanish texts, of the service and of the web client, in lower case: comments, ids of
/// messages and places for values are left out.
fn spanish_texts() -> Vec<(String, String)> {
    let service = fs::read_to_string("crates/engine/locales/es.ftl").unwrap();
    let lines = service.lines().filter(|line| !line.trim_start().starts_with('#'));
    let service = lines.enumerate().map(|(number, line)| {
        let text = line.split_once(" = ").filter(|(id, _)| !id.contains(' '));
        (format!("es.ftl, text {}", number + 1), text.map_or(line, |(_, text)| text).to_owned())
    });
    let client = fs::read_to_string("web/locales/es.json").unwrap();
    let client: BTreeMap<String, String> = serde_json::from_str(&client).unwrap();
    let client = client.into_iter().map(|(key, text)| (format!("es.json, {key}"), text));
    let outside = |text: &str| -> String {
        text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
    };
    service.chain(client).map(|(place, text)| (place, outside(&text).to_lowercase())).collect()
}

/// Each term, with the words that stand for nothing else.
fn glossary() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string("tests/sources/glossary.txt").unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (term, others) = line.split_once(": ").unwrap();
            (term.to_owned(), others.split(", ").map(str::to_owned).collect())
        })
        .collect()
}

/// True if the text has these words. The last may go on after a final `*`.
fn has_words(text: &str, words: &str) -> bool {
    let (words, goes_on) = words.strip_suffix('*').map_or((words, false), |words| (words, true));
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
    text.match_indices(words).any(|(start, found)| {
        let (before, after) = (&text[..start], &text[start + found.len()..]);
        !is_letter(before.chars().next_back()) && (goes_on || !is_letter(after.chars().next()))
    })
}

#[test]
fn spanish_texts_use_the_terms_of_the_rules() {
    let texts = spanish_texts();
    assert!(texts.len() > 1_000, "{}", texts.len());
    for (term, others) in glossary() {
        assert!(texts.iter().any(|(_, text)| has_words(text, &term)), "no text uses `{term}`");
        for other in others {
            let wrong = texts.iter().find(|(_, text)| has_words(text, &other));
            assert_eq!(wrong, None, "`{other}` stands for `{term}`");
        }
    }
}

#[test]
fn words_are_found_where_they_begin_and_end() {
    assert!(has_words("la salud del enemigo", "salud"));
    assert!(!has_words("puede saludar", "salud"));
    assert!(has_words("quien cubre el daño", "cubr*"));
    assert!(!has_words("el enemigo descubre", "cubr*"));
}
