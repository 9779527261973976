//! Every text of `crates/engine/locales` is used, and every message that the
//! code names has a text.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::source::FOLDERS;
use crate::sources;

/// Ids that are composed from names: tests of the rules and of the problems
/// cover all of them.
const COMPOSED: [&str; 9] =
    ["game-", "power-", "phase-", "move-", "variant-", "option-", "score-", "clause-", "problem-"];

#[test]
fn every_text_is_used_and_every_message_has_a_text() {
    let code: String =
        FOLDERS.into_iter().flat_map(|(folder, _)| sources(folder)).map(|(_, text)| text).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/locales/en.ftl");
    let texts = fs::read_to_string(path).unwrap();
    let ids = texts.lines().filter_map(|line| line.split_once(" =")).map(|(id, _)| id);
    let known: BTreeSet<&str> =
        ids.filter(|id| id.starts_with(|first: char| first.is_ascii_lowercase())).collect();
    assert!(known.len() > 300);
    for id in known.iter().filter(|id| !COMPOSED.iter().any(|start| id.starts_with(start))) {
        assert!(code.contains(&format!("\"{id}\"")), "{id} is not used");
    }
    for id in code.split("Message::new(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(known.contains(id), "{id} has no text");
    }
}
