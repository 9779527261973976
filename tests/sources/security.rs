//! The defences that docs/explanation/security.md claims: each names tests that are there.

use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../docs/explanation/security.md");

/// The folders of tests that the page names from the root of the project.
const FROM_ROOT: [&str; 4] = ["crates/", "fuzz/", "src/", "tests/"];

/// A defence that no test can show.
const WITHOUT_TEST: &str = "checked by the compiler";

/// The sections of actors with their items; one that only introduces others is none.
fn defences() -> Vec<(&'static str, &'static str)> {
    let (claimed, _) = PAGE.split_once("\n## Not defended against\n").unwrap();
    let mut found = Vec::new();
    for section in claimed.split("\n## ").skip(1) {
        let (actor, content) = section.split_once('\n').unwrap();
        let items = content.lines().filter(|line| line.trim_start().starts_with("- "));
        found.extend(items.filter(|item| !item.ends_with("**")).map(|item| (actor, item)));
    }
    found
}

/// The words of an item in code that are names of files or folders with tests.
fn named(item: &str) -> impl Iterator<Item = &str> {
    let codes = item.split('`').skip(1).step_by(2);
    codes.filter(|code| code.ends_with('/') || [".rs", ".py", ".js"].iter().any(|end| code.ends_with(end)))
}

fn place(actor: &str, name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_of_record = actor == "A forger of records" && !name.contains('/');
    if is_of_record {
        root.join("crates/engine/tests/record").join(name)
    } else if FROM_ROOT.iter().any(|folder| name.starts_with(folder)) {
        root.join(name)
    } else {
        root.join("tests").join(name)
    }
}

/// Returns true if a path is a folder, or a file with tests.
fn has_tests(path: &Path) -> bool {
    let is_rust = path.extension().is_some_and(|extension| extension == "rs");
    let marks = ["#[test]", "::test]", "on_both_databases!", "mod tests;"];
    path.is_dir()
        || fs::read_to_string(path).is_ok_and(|text| !is_rust || marks.iter().any(|mark| text.contains(mark)))
}

#[test]
fn every_defence_names_tests_that_are_there() {
    let defences = defences();
    assert!(defences.len() > 50, "{defences:?}");
    let mut broken = Vec::new();
    for (actor, item) in defences {
        let mut names = named(item).peekable();
        if names.peek().is_none() && !item.contains(WITHOUT_TEST) {
            broken.push(format!("{actor}: no test: {item}"));
        }
        let missing = names.filter(|name| !has_tests(&place(actor, name)));
        broken.extend(missing.map(|name| format!("{actor}: no tests in {name}: {item}")));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
