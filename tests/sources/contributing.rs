//! The first change and the versions that CONTRIBUTING.md describes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::files;

const CONTRIBUTING: &str = include_str!("../../CONTRIBUTING.md");

/// Pages with the sentence that nothing is released, until something is.
const PAGES: [&str; 6] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/guides/deploy.md",
    "docs/reference/api.md",
    "migrations/README.md",
];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The line that the first change removes, and the line that it adds.
fn first_change() -> (&'static str, &'static str) {
    let (_, diff) = CONTRIBUTING.split_once("```diff\n").unwrap();
    let (diff, _) = diff.split_once("```").unwrap();
    let [removed, added] = diff.trim().lines().collect::<Vec<_>>()[..] else { panic!("two lines: {diff}") };
    (removed.trim().strip_prefix('-').unwrap(), added.trim().strip_prefix('+').unwrap())
}

/// The variables of a text in Fluent.
fn variables(text: &str) -> BTreeSet<&str> {
    text.split("{ $").skip(1).filter_map(|rest| rest.split(' ').next()).collect()
}

/// No test or page has the old text, so none breaks; the new one is the same message with
/// the same variables, as the test demands that the page names.
#[test]
fn the_first_change_can_be_made_and_breaks_nothing() {
    let texts = read("crates/engine/locales/en.ftl");
    let (removed, added) = first_change();
    assert_eq!(texts.lines().filter(|line| *line == removed).count(), 1, "{removed}");
    let ((id, old), (same_id, new)) = (removed.split_once(" = ").unwrap(), added.split_once(" = ").unwrap());
    assert_eq!((id, variables(old)), (same_id, variables(new)));
    assert_ne!(old, new);
    let after = texts.replace(removed, added);
    assert_eq!(after.lines().count(), texts.lines().count());
    let kinds = ["rs", "py", "ts", "js", "mjs", "sh", "json", "md"];
    for folder in ["bindings", "crates", "docs", "examples", "openapi", "src", "tests", "web"] {
        for (path, text) in files(folder, &kinds) {
            assert!(!text.contains(old), "{} has the text of {id}", path.display());
        }
    }
}

#[test]
fn a_version_is_the_same_in_all_files() {
    let version = env!("CARGO_PKG_VERSION");
    for path in ["bindings/js/package.json", "bindings/js/package-lock.json", "openapi/examples/Index.json"] {
        let file: Value = serde_json::from_str(&read(path)).unwrap();
        assert_eq!(file["version"], version, "{path}");
    }
}

#[test]
fn all_pages_agree_that_nothing_is_released() {
    let sections = read("CHANGELOG.md").lines().filter(|line| line.starts_with("## [")).count();
    let is_released = sections > 1;
    for path in PAGES {
        assert_eq!(read(path).contains("Nothing is released yet"), !is_released, "{path}");
    }
}
