use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast;

use super::*;
use crate::engine::{PlayerName, Seat};

#[test]
fn a_language_is_found_by_a_tag_with_a_region() {
    let tag = |requested: &str| Language::lookup(requested).map(Language::tag);
    assert_eq!(tag("es"), Some("es"));
    assert_eq!(tag("ES-mx"), Some("es"));
    assert_eq!(tag("es-Latn-AR-x-own"), Some("es"));
    assert_eq!(tag("es-u-nu-latn"), Some("es"));
    assert_eq!(tag("zh-Hant-TW"), None);
    assert_eq!(tag("und"), None);
    assert_eq!(tag("*"), None);
    assert_eq!(tag(""), None);
    assert_eq!(Language::negotiate(["fr", "es-MX", "en"]).map(Language::tag), Some("es"));
    let locale = |name: &str| Language::of_posix_locale(name).map(Language::tag);
    assert_eq!(locale("es_ES.UTF-8"), Some("es"));
    assert_eq!(locale("en_GB@euro"), Some("en"));
    assert_eq!(locale("C"), None);
    assert_eq!(locale("POSIX"), None);
    assert_eq!(Language::default().tag(), "en");
}

#[test]
fn lists_and_attributes_follow_the_language() {
    let card = |id| Message::new(id).with("suit", Message::new("suit-hearts"));
    let cards = |ids: &[&'static str]| {
        Message::new("effect-discarded")
            .with("seat", Seat::try_from(1).unwrap())
            .with("cards", ids.iter().copied().map(card).collect::<Vec<_>>())
            .with("worth", 9_u8)
            .with("left", 0_u8)
    };
    let (english, spanish) = (Language::default(), Language::lookup("es").unwrap());
    let three = cards(&["card-two", "card-three", "card-four"]);
    assert_eq!(
        english.text(&three),
        "Seat 2 discards Two of Hearts, Three of Hearts and Four of Hearts, worth 9."
    );
    assert_eq!(
        spanish.text(&three),
        "El asiento 2 descarta dos de corazones, tres de corazones y cuatro de corazones, con valor 9."
    );
    assert_eq!(spanish.text(&cards(&[])), "El asiento 2 descarta nada, con valor 9.");
    let defeated = |id| Message::new("effect-defeated").with("enemy", card(id));
    assert_eq!(spanish.text(&defeated("card-queen")), "La reina de corazones queda derrotada.");
    assert_eq!(spanish.text(&defeated("card-king")), "El rey de corazones queda derrotado.");
    assert_eq!(english.text(&defeated("card-jack")), "The Jack of Hearts is defeated.");
    assert_eq!(english.text(&Message::text("as it is".to_owned())), "as it is");
}

#[test]
fn players_are_called_by_their_names() {
    let (english, spanish) = (Language::default(), Language::lookup("es").unwrap());
    let names = [Some("Ben"), None, Some("Zoë"), Some("Zoë")];
    let text = |language: Language, id: &'static str, seat: u8| {
        let message = Message::new(id).with("seat", Seat::try_from(seat).unwrap()).with("damage", 5_u8);
        language.text(&message.naming(&PlayerName::of_table(&names)))
    };
    assert_eq!(text(english, "effect-yielded", 0), "Ben yields.");
    assert_eq!(text(english, "effect-yielded", 1), "Seat 2 yields.");
    assert_eq!(text(english, "effect-yielded", 2), "Zoë (seat 3) yields.");
    assert_eq!(text(english, "effect-turn", 0), "It is the turn of Ben.");
    assert_eq!(text(english, "effect-turn", 1), "It is the turn of seat 2.");
    assert_eq!(text(spanish, "effect-yielded", 0), "Ben pasa.");
    assert_eq!(text(spanish, "effect-turn", 0), "Es el turno de Ben.");
    assert_eq!(text(spanish, "effect-turn", 1), "Es el turno del asiento 2.");
    assert_eq!(text(spanish, "effect-attacked", 0), "El enemigo ataca a Ben: 5 de daño por encajar.");
    assert_eq!(text(spanish, "effect-attacked", 1), "El enemigo ataca al asiento 2: 5 de daño por encajar.");
    assert_eq!(text(spanish, "effect-turn", 3), "Es el turno de Zoë (asiento 4).");
    let turn = Message::new("effect-turn").with("seat", Seat::default()).naming(&[PlayerName::Bot]);
    assert_eq!(
        [english, spanish].map(|of| of.text(&turn)),
        ["It is the turn of Bot 1.", "Es el turno de Bot 1."]
    );
}

/// Names are untrusted.
#[test]
fn a_name_is_never_interpreted_as_fluent_syntax() {
    let yields = |name: &str| {
        let message = Message::new("effect-yielded").with("seat", Seat::default());
        Language::default().text(&message.naming(&[PlayerName::Own(name.to_owned())]))
    };
    assert_eq!(yields("{ $seat } { player-seat }"), "{ $seat } { player-seat } yields.");
    assert_eq!(yields("<b>Ben</b> %s"), "<b>Ben</b> %s yields.");
    assert_eq!(yields("دانا"), "\u{2068}دانا\u{2069} yields.");
}

fn file(tag: &str) -> String {
    let file = Files::get(&format!("{tag}.ftl")).unwrap();
    String::from_utf8(file.data.into_owned()).unwrap()
}

/// The variables of every text in a file, by id, and of every text that belongs
/// to it, by id and name. Other attributes, such as a word's gender, differ
/// between languages.
fn variables(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_syntax::parser::parse(text).expect("the file is Fluent");
    let mut found = BTreeMap::new();
    for entry in resource.body {
        let ast::Entry::Message(message) = entry else { continue };
        let mut add = |id: String, pattern: &ast::Pattern<&str>| {
            let mut names = BTreeSet::new();
            in_pattern(pattern, &mut names);
            assert_eq!(found.insert(id.clone(), names), None, "{id} is defined twice");
        };
        add(message.id.name.to_owned(), message.value.as_ref().expect("every message has a text"));
        for attribute in message.attributes.iter().filter(|attribute| is_text(attribute.id.name)) {
            add(format!("{}.{}", message.id.name, attribute.id.name), &attribute.value);
        }
    }
    found
}

/// Returns true if an attribute is a text of its own, in all languages.
fn is_text(attribute: &str) -> bool {
    ["description", "why", "remedy"].contains(&attribute)
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
fn all_languages_have_the_same_messages_with_the_same_variables() {
    let known = variables(&file("en"));
    assert!(Language::all().count() > 1 && known.len() > 300);
    for tag in Language::all().map(Language::tag) {
        let found = variables(&file(tag));
        let ids = |found: &BTreeMap<String, _>| found.keys().cloned().collect::<BTreeSet<_>>();
        let odd: Vec<_> = ids(&known).symmetric_difference(&ids(&found)).cloned().collect();
        assert!(odd.is_empty(), "only in one of en and {tag}: {odd:?}");
        for (id, names) in &known {
            assert_eq!(names, &found[id], "{id} in {tag}");
        }
    }
}
