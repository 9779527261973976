use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast;

use super::*;

#[test]
fn tags_are_looked_up_from_the_special_to_the_general() {
    let tag = |asked: &str| Language::lookup(asked).map(Language::tag);
    assert_eq!(tag("es"), Some("es"));
    assert_eq!(tag("ES-mx"), Some("es"));
    assert_eq!(tag("zh-Hant-TW"), None);
    assert_eq!(tag(""), None);
    let locale = |name: &str| Language::of_posix_locale(name).map(Language::tag);
    assert_eq!(locale("es_ES.UTF-8"), Some("es"));
    assert_eq!(locale("en_GB@euro"), Some("en"));
    assert_eq!(locale("C"), None);
    assert_eq!(locale("POSIX"), None);
    assert_eq!(Language::default().tag(), "en");
}

#[test]
fn lists_and_words_fit_their_language() {
    let card = |id| Message::new(id).with("suit", Message::new("suit-hearts"));
    let cards = |ids: &[&'static str]| {
        Message::new("effect-discarded")
            .with("seat", 1_u8)
            .with("cards", ids.iter().copied().map(card).collect::<Vec<_>>())
            .with("worth", 9_u8)
            .with("left", 0_u8)
    };
    let (english, spanish) = (Language::default(), Language::lookup("es").unwrap());
    let three = cards(&["card-two", "card-three", "card-four"]);
    assert_eq!(
        english.say(&three),
        "Seat 1 discards Two of Hearts, Three of Hearts and Four of Hearts, worth 9."
    );
    assert_eq!(
        spanish.say(&three),
        "El asiento 1 descarta dos de corazones, tres de corazones y cuatro de corazones, con valor 9."
    );
    assert_eq!(spanish.say(&cards(&[])), "El asiento 1 descarta nada, con valor 9.");
    let defeated = |id| Message::new("effect-defeated").with("enemy", card(id));
    assert_eq!(spanish.say(&defeated("card-queen")), "La reina de corazones queda derrotada.");
    assert_eq!(spanish.say(&defeated("card-king")), "El rey de corazones queda derrotado.");
    assert_eq!(english.say(&defeated("card-jack")), "The Jack of Hearts is defeated.");
}

/// The variables of everything that a file says, by id, and for attributes
/// that describe by id and name. What words say of themselves for the
/// sentences around them is each language's own affair.
fn variables(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_syntax::parser::parse(text).expect("the file is Fluent");
    let mut found = BTreeMap::new();
    for entry in resource.body {
        let ast::Entry::Message(message) = entry else { continue };
        let mut add = |id: String, pattern: &ast::Pattern<&str>| {
            let mut names = BTreeSet::new();
            in_pattern(pattern, &mut names);
            assert_eq!(found.insert(id.clone(), names), None, "{id} stands there twice");
        };
        add(message.id.name.to_owned(), message.value.as_ref().expect("every message has a text"));
        for attribute in message.attributes.iter().filter(|attribute| attribute.id.name == "description") {
            add(format!("{}.description", message.id.name), &attribute.value);
        }
    }
    found
}

fn in_pattern(pattern: &ast::Pattern<&str>, names: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            ast::PatternElement::TextElement { .. } => {}
            ast::PatternElement::Placeable { expression } => in_expression(expression, names),
        }
    }
}

fn in_expression(expression: &ast::Expression<&str>, names: &mut BTreeSet<String>) {
    match expression {
        ast::Expression::Inline(inline) => in_inline(inline, names),
        ast::Expression::Select { selector, variants } => {
            in_inline(selector, names);
            for variant in variants {
                in_pattern(&variant.value, names);
            }
        }
    }
}

fn in_inline(inline: &ast::InlineExpression<&str>, names: &mut BTreeSet<String>) {
    match inline {
        ast::InlineExpression::VariableReference { id } => {
            names.extend(id.name.split('_').next().map(str::to_owned));
        }
        ast::InlineExpression::Placeable { expression } => in_expression(expression, names),
        ast::InlineExpression::StringLiteral { .. }
        | ast::InlineExpression::NumberLiteral { .. }
        | ast::InlineExpression::FunctionReference { .. }
        | ast::InlineExpression::MessageReference { .. }
        | ast::InlineExpression::TermReference { .. } => {}
    }
}

#[test]
fn all_languages_say_the_same_with_the_same_values() {
    let (first, others) = FILES.split_first().unwrap();
    let known = variables(first.1);
    assert!(!others.is_empty() && known.len() > 300);
    for (tag, text) in others {
        let said = variables(text);
        let ids = |said: &BTreeMap<String, _>| said.keys().cloned().collect::<BTreeSet<_>>();
        let odd: Vec<_> = ids(&known).symmetric_difference(&ids(&said)).cloned().collect();
        assert!(odd.is_empty(), "only in one of {} and {tag}: {odd:?}", first.0);
        for (id, names) in &known {
            assert_eq!(names, &said[id], "{id} in {tag}");
        }
    }
}

#[test]
fn every_message_is_said_somewhere_and_everything_said_is_a_message() {
    let mut sources = String::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    // These ids are put together from names; the rules and the problems say
    // all of them in tests of their own.
    let made = ["game-", "power-", "phase-", "move-", "variant-", "option-", "score-", "clause-", "problem-"];
    let known = variables(FILES[0].1);
    for id in known.keys().filter(|id| !made.iter().any(|start| id.starts_with(start))) {
        assert!(sources.contains(&format!("\"{id}\"")), "nobody says {id}");
    }
    for said in sources.split("Message::new(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(known.contains_key(said), "{said} has no text");
    }
}
