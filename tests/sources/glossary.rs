//! Spanish texts use the terms of the rules.

use std::fs;

use crate::files;

/// The Spanish texts, of the service and of the web client, in lower case: comments, ids of
/// messages and places for values are left out.
fn spanish_texts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut add = |path: &str, text: &str, comment: &str, separator: &str| {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with(comment));
        for (number, line) in lines.enumerate() {
            let id = line
                .split_once(separator)
                .filter(|(id, _)| !id.contains([' ', '{', '"']) || id.starts_with("  "));
            let text = id.map_or(line, |(_, text)| text);
            let outside: String =
                text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
            found.push((format!("{path}, text {}", number + 1), outside.to_lowercase()));
        }
    };
    for (path, text) in files("crates/engine/locales", &["ftl"]) {
        if path.ends_with("es.ftl") {
            add("es.ftl", &text, "#", " = ");
        }
    }
    for (path, text) in files("web/locales/es", &["js"]) {
        add(&path.display().to_string(), &text, "//", ": ");
    }
    found
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
